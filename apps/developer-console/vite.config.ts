import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

export default defineConfig(({ command }) => ({
  // Files live under the prefix; the pages of both languages are routes, so there is no basename.
  base: command === 'build' ? '/developer-center/' : '/',
  plugins: [reactRouter()],
  build: { assetsInlineLimit: 0, target: 'es2022' },
}));

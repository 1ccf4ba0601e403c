import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [reactRouter()],
  build: {
    // Pictures are files of their own: a data URL would travel with every page.
    assetsInlineLimit: 0,
    target: 'es2022',
  },
});

import { join } from 'node:path';
import { defineConfig } from 'vite';

// Part of the build, after `react-router build`: the host and all that it imports as one file beside the rendering.
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: join(import.meta.dirname, 'server/main.ts'),
    outDir: 'dist/build/server',
    emptyOutDir: false,
    target: 'node24',
    // Names in stack traces stay those that were written.
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'main.js' } },
  },
});

import { join } from 'node:path';
import { defineConfig } from 'vite';

// Part of the build, after `react-router build`: bundles the host and its imports into one file next to the renderer.
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: join(import.meta.dirname, 'server/main.ts'),
    outDir: 'dist/build/server',
    emptyOutDir: false,
    target: 'node24',
    // Stack traces keep the original names.
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'main.js' } },
  },
});

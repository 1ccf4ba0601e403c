import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { BUNDLED } from './libraries.ts';
import { FONT_FILES } from './src/modules/card/font.ts';

const source = join(import.meta.dirname, 'src');

/** The letters of link cards: one weight of a font of which nothing else is needed at run time, with its licence. */
function copyFont(folder: string): void {
  const font = dirname(createRequire(import.meta.url).resolve('@fontsource/noto-sans-sc/LICENSE'));
  mkdirSync(folder, { recursive: true });
  for (const name of ['LICENSE', 'unicode.json']) cpSync(join(font, name), join(folder, name));
  for (const name of readdirSync(join(font, 'files')).filter((file) => FONT_FILES.test(file)))
    cpSync(join(font, 'files', name), join(folder, name));
}

/** What is read from the disk at run time stands beside the bundles, under the names that the source knows. */
function copyAssets(): Plugin {
  return {
    name: 'copy-assets',
    closeBundle() {
      const build = join(import.meta.dirname, 'dist/build');
      cpSync(join(source, 'db/migrations'), join(build, 'migrations'), { recursive: true });
      cpSync(join(source, 'seed/assets'), join(build, 'assets'), { recursive: true });
      copyFont(join(build, 'card-font'));
      cpSync(join(import.meta.dirname, 'dist/initdb.tar.gz'), join(build, 'initdb.tar.gz'));
    },
  };
}

export default defineConfig({
  plugins: [copyAssets()],
  // Packages of a library, which the image does not install.
  ssr: { noExternal: [...BUNDLED, /^@opentelemetry\//] },
  build: {
    outDir: 'dist/build',
    target: 'node24',
    emptyOutDir: true,
    // A server's stack traces should name the lines that were written.
    sourcemap: true,
    minify: false,
    rollupOptions: {
      input: {
        server: join(source, 'server.ts'),
        'pglite-worker': join(source, 'db/pglite-worker.ts'),
        'video-worker': join(source, 'modules/feedback/video-worker.ts'),
        migrate: join(source, 'db/migrate-command.ts'),
        seed: join(source, 'seed/seed-command.ts'),
        ops: join(source, 'ops/main.ts'),
      },
      // Flat: `import.meta.url` of every bundle is the folder in which worker and migrations lie.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});

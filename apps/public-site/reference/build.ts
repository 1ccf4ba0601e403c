// Third part of the build: the pages of the API reference, as static files. They contain no scripts, and the host
// replaces their origin with its own (docs/decisions/0067-publish-the-reference-as-static-pages.md).
import { createHash } from 'node:crypto';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { browserFloor } from '@yunduo/app-shell/browser-floor';
import { build } from 'vite';
import { CONTRACT } from './document.ts';
import { referencePages } from './pages.ts';

const built = join(import.meta.dirname, '../dist/build');

// Same target as the apps' styles: the oldest supported browser.
const bundled = (await build({
  configFile: false,
  logLevel: 'warn',
  root: import.meta.dirname,
  build: {
    write: false,
    target: browserFloor(),
    rollupOptions: { input: join(import.meta.dirname, 'reference.css') },
  },
})) as { output: { fileName: string; source?: string | Uint8Array }[] };
const css = String(bundled.output.find(({ fileName }) => fileName.endsWith('.css'))?.source ?? '');
if (!css) throw new Error('no style was made');
const name = `/assets/reference-${createHash('sha256').update(css).digest('base64url').slice(0, 8)}.css`;
await mkdir(join(built, 'client/assets'), { recursive: true });
await writeFile(join(built, 'client', name), css);

const folder = join(built, 'server/reference');
await rm(folder, { recursive: true, force: true });
const pages = referencePages(name);
for (const { path, html } of pages) {
  const file = join(folder, `${path}.html`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, html);
}
// Guides link to these test vectors, and programs read them.
await mkdir(join(built, 'client/developers'), { recursive: true });
for (const vectors of ['licence-vectors.json', 'update-vectors.json', 'webhook-vectors.json'])
  await copyFile(join(CONTRACT, vectors), join(built, 'client/developers', vectors));
console.log(`${pages.length} pages of the reference`);

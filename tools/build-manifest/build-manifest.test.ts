import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { buildIdOf, precompress, prerenderedPaths, writeBuildManifest } from './build-manifest.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'build-'));
  await mkdir(join(folder, 'assets'));
  await mkdir(join(folder, 'en'));
  await writeFile(join(folder, 'assets/manifest-ab12cd34.js'), 'window.manifest={};');
  await writeFile(join(folder, 'assets/root.css'), 'a{color:red}'.repeat(100));
  await writeFile(join(folder, 'en/index.html'), '<!doctype html>');
});
afterEach(() => rm(folder, { recursive: true }));

test('the build id is the hash of its router manifest', () => {
  expect(buildIdOf(['assets/a.js', 'assets/manifest-ab12cd34.js'])).toBe('ab12cd34');
});

test('without a router manifest the build id depends on the file names', () => {
  expect(buildIdOf(['a-1.js'])).toBe(buildIdOf(['a-1.js']));
  expect(buildIdOf(['a-1.js'])).not.toBe(buildIdOf(['a-2.js']));
});

test('[R7.14] the metadata file contains build id, route rules and prerendered paths', async () => {
  const rules = { '/download': { redirect: { to: '/', status: 302 } } };
  await writeBuildManifest(folder, {
    rules: { routeRules: rules, prerendered: ['/store'], pageData: { '/store/:id': ['from'] } },
  });
  const latest = JSON.parse(await readFile(join(folder, 'builds/latest.json'), 'utf8'));
  const meta = JSON.parse(await readFile(join(folder, `builds/meta/${latest.id}.json`), 'utf8'));
  expect(latest).toEqual({ id: 'ab12cd34' });
  expect(meta).toEqual({
    id: 'ab12cd34',
    route_rules: rules,
    prerendered: ['/en', '/store'],
    page_data: { '/store/:id': ['from'] },
  });
});

test('hashes inline scripts and styles for the content policy', async () => {
  await writeFile(
    join(folder, 'en/index.html'),
    '<!doctype html><style>b{top:0}</style><script>a()</script><script src="/b.js"></script>',
  );
  await writeBuildManifest(folder);
  const policy = JSON.parse(await readFile(join(folder, 'builds/policy.json'), 'utf8'));
  const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  expect(policy).toEqual({ 'en/index.html': { scripts: [hash('a()')], styles: [hash('b{top:0}')] } });
});

test('prerendered paths include the base path of the app', () => {
  expect(prerenderedPaths(['index.html', 'en/index.html', 'a.html'], '')).toEqual(['/', '/en']);
  expect(prerenderedPaths(['index.html'], '/developer-center')).toEqual(['/developer-center']);
});

test('writes Brotli and gzip copies of text files above a minimum size', async () => {
  expect(await precompress(folder)).toBe(1);
  const plain = await readFile(join(folder, 'assets/root.css'), 'utf8');
  const br = await readFile(join(folder, 'assets/root.css.br'));
  expect(brotliDecompressSync(br).toString()).toBe(plain);
  expect(gunzipSync(await readFile(join(folder, 'assets/root.css.gz'))).toString()).toBe(plain);
  expect(br.length).toBeLessThan(plain.length / 10);
});

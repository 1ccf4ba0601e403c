/** @jest-environment node */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { readStaticFiles, stylesOf, withEarlierFiles } from './static-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'yunduo-static-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, content: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), content);
}

test('keeps hashed files of an earlier build; unhashed files are of this build', () => {
  write('now/assets/a-2.js', 'new');
  write('now/builds/latest.json', '{"id":"two"}');
  write('kept/assets/a-1.js', 'old');
  write('kept/assets/a-1.js.br', 'packed');
  write('kept/builds/latest.json', '{"id":"one"}');
  write('kept/builds/meta/one.json', '{}');
  write('kept/robots.json', '{}');
  const files = withEarlierFiles(readStaticFiles(join(folder, 'now')), join(folder, 'kept'));
  expect([...files.keys()].sort()).toEqual([
    '/assets/a-1.js',
    '/assets/a-2.js',
    '/builds/latest.json',
    '/builds/meta/one.json',
  ]);
  expect(files.get('/assets/a-1.js')).toMatchObject({
    cacheControl: 'public, max-age=31536000, immutable',
    bodies: { identity: Buffer.from('old'), br: Buffer.from('packed') },
  });
  expect(files.get('/builds/latest.json')?.bodies.identity.toString()).toBe('{"id":"two"}');
});

test('serves each kind of file with its type, its compressed copies and its age, and no other kind', () => {
  const types = {
    'assets/a.js': 'text/javascript; charset=utf-8',
    'assets/a.css': 'text/css; charset=utf-8',
    'builds/meta/b1.json': 'application/json; charset=utf-8',
    'icon.svg': 'image/svg+xml',
    'icon.png': 'image/png',
    'a.webp': 'image/webp',
    'a.avif': 'image/avif',
    'favicon.ico': 'image/x-icon',
    'a.txt': 'text/plain; charset=utf-8',
    'a.webmanifest': 'application/manifest+json',
  };
  for (const name of [...Object.keys(types), 'assets/a.js.map', 'assets/a.js.gz', 'a.html', 'folder.js/a.md'])
    write(name, name.endsWith('.gz') ? 'packed' : `text of ${name}`);
  const files = readStaticFiles(folder);
  expect(Object.fromEntries([...files].map(([path, { type }]) => [path.slice(1), type]))).toEqual(types);
  for (const [path, { cacheControl }] of files)
    expect([path, cacheControl]).toEqual([
      path,
      /^\/(assets|builds\/meta)\//.test(path)
        ? 'public, max-age=31536000, immutable'
        : 'public, max-age=3600',
    ]);
  expect(files.get('/assets/a.js')?.bodies).toEqual({
    identity: Buffer.from('text of assets/a.js'),
    gzip: Buffer.from('packed'),
    br: null,
  });
  expect([...stylesOf(files)]).toEqual([['/assets/a.css', 'text of assets/a.css']]);
});

test('without an earlier build serves this build only', () => {
  write('now/assets/a-2.js', 'new');
  const own = readStaticFiles(join(folder, 'now'));
  expect(withEarlierFiles(own, null)).toEqual(own);
  expect(withEarlierFiles(own, join(folder, 'none'))).toEqual(own);
});

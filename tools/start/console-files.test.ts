import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  asksForFile,
  knownPaths,
  readFiles,
  inlineHashes,
  representationOf,
  withOrigin,
} from './console-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'console-files-'));
beforeAll(() => {
  mkdirSync(join(folder, 'assets'));
  mkdirSync(join(folder, 'builds'));
  writeFileSync(join(folder, 'index.html'), '<p>page</p>');
  writeFileSync(join(folder, 'assets/app-1a.js'), 'code');
  writeFileSync(join(folder, 'assets/app-1a.js.br'), 'brotli');
  writeFileSync(join(folder, 'assets/app-1a.js.map'), 'map');
  writeFileSync(join(folder, 'builds/latest.json'), '{}');
  const routes = {
    root: { id: 'root', path: '' },
    zh: { id: 'zh', parentId: 'root', path: 'developer-center' },
    list: { id: 'list', parentId: 'zh', path: 'applications' },
    one: { id: 'one', parentId: 'zh', path: 'applications/:id' },
    maybe: { id: 'maybe', parentId: 'zh', path: 'desk/:room?' },
    rest: { id: 'rest', parentId: 'zh', path: '*' },
  };
  writeFileSync(
    join(folder, 'assets/manifest-9f.js'),
    `window.__reactRouterManifest=${JSON.stringify({ routes })};`,
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

test('reads files with type, cache lifetime and compressed copies, without source maps', () => {
  const files = readFiles(folder);
  const script = files.get('assets/app-1a.js');
  expect(script).toMatchObject({ type: 'text/javascript; charset=utf-8', gzip: undefined });
  expect(script?.cacheControl).toContain('immutable');
  expect(script?.br?.toString()).toBe('brotli');
  expect(files.get('builds/latest.json')?.cacheControl).toBe('no-store');
  expect(files.get('index.html')?.cacheControl).toBe('no-cache');
  expect([...files.keys()].filter((name) => /\.(map|br)$/.test(name))).toEqual([]);
});

test('knownPaths contains the build’s routes with optional segments, but no splat', () => {
  const isKnown = knownPaths(readFiles(folder));
  expect(isKnown('/developer-center')).toBe(true);
  expect(isKnown('/developer-center/applications')).toBe(true);
  expect(isKnown('/developer-center/applications/7')).toBe(true);
  expect(isKnown('/developer-center/desk')).toBe(true);
  expect(isKnown('/developer-center/desk/orders')).toBe(true);
  expect(isKnown('/developer-center/desk/orders/7')).toBe(false);
  expect(isKnown('/developer-center/nowhere')).toBe(false);
  expect(isKnown('/developer-center/applications/7/edit')).toBe(false);
  expect(isKnown('/')).toBe(false);
});

test('inlineHashes hashes inline scripts and styles, not data or external scripts', () => {
  const html =
    '<script>a()</script><script type="module">b()</script><script src="/c.js"></script><script type="application/json">{}</script><style>b{top:0}</style>';
  const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  expect(inlineHashes(html)).toEqual({ scripts: [hash('a()'), hash('b()')], styles: [hash('b{top:0}')] });
});

test('fills the origin into SEO URLs in every encoding and changes nothing else', () => {
  writeFileSync(
    join(folder, 'index.html'),
    '<link rel="canonical" href="/developer-center"/><link rel="alternate" href="/en" hrefLang="en"/>' +
      '<meta property="og:url" content="/developer-center"/><meta property="og:image" content="/share.png"/>' +
      '<link rel="stylesheet" href="/a.css"/><a href="/store">Store</a>',
  );
  const files = readFiles(folder);
  const filled = withOrigin(files, 'https://yunduo.example');
  const page = filled.get('index.html');
  expect(page?.body.toString()).toBe(
    '<link rel="canonical" href="https://yunduo.example/developer-center"/>' +
      '<link rel="alternate" href="https://yunduo.example/en" hrefLang="en"/>' +
      '<meta property="og:url" content="https://yunduo.example/developer-center"/>' +
      '<meta property="og:image" content="https://yunduo.example/share.png"/>' +
      '<link rel="stylesheet" href="/a.css"/><a href="/store">Store</a>',
  );
  expect(page?.br && brotliDecompressSync(page.br)).toEqual(page?.body);
  expect(page?.gzip && gunzipSync(page.gzip)).toEqual(page?.body);
  expect(page?.tag).not.toBe(files.get('index.html')?.tag);
  expect(filled.get('assets/app-1a.js')).toBe(files.get('assets/app-1a.js'));
});

describe('representationOf', () => {
  const body = Buffer.from('code');
  const file = { type: '', cacheControl: '', tag: 'tag', body, br: Buffer.from('b'), gzip: Buffer.from('g') };

  test.each([
    ['br, gzip', 'br', '"tag-br"'],
    ['gzip', 'gzip', '"tag-gzip"'],
    ['br;q=0, gzip', 'gzip', '"tag-gzip"'],
    ['gzip;q=0', null, '"tag"'],
    ['br; q=0.0 , gzip;q=0.5', 'gzip', '"tag-gzip"'],
    ['', null, '"tag"'],
  ])('with Accept-Encoding %p returns %s with its own ETag', (accepted, encoding, etag) => {
    expect(representationOf(file, { 'accept-encoding': accepted })).toMatchObject({ encoding, etag });
  });

  test('without compressed copies returns the file itself', () => {
    const plain = { ...file, br: undefined, gzip: undefined };
    expect(representationOf(plain, { 'accept-encoding': 'br, gzip' })).toMatchObject({
      body,
      encoding: null,
    });
  });

  test.each([
    ['"tag"', true],
    ['W/"tag-gzip"', true],
    ['"other", "tag-br"', true],
    ['*', true],
    ['"tag-x"', false],
    ['', false],
  ])('with If-None-Match %s is fresh: %s', (ifNoneMatch, fresh) => {
    expect(representationOf(file, { 'if-none-match': ifNoneMatch }).fresh).toBe(fresh);
  });
});

test.each([
  ['/developer-center/wp-login.php', true],
  ['/developer-center/foo.png', true],
  ['/developer-center/.env', true],
  ['/developer-center/.git/config', true],
  ['/en/developer-center/none.map', true],
  ['/developer-center', false],
  ['/developer-center/app-edit', false],
  ['/en/developer-center/nowhere', false],
  ['/en/developer-center.data', false],
])('asksForFile of %s is %p', (path, file) => {
  expect(asksForFile(path)).toBe(file);
});

/** @jest-environment node */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, expect, test } from '@jest/globals';
import { readReference, REFERENCE_POLICY } from './reference.ts';

const folder = mkdtempSync(join(tmpdir(), 'yunduo-reference-'));
mkdirSync(join(folder, 'en/developers/api'), { recursive: true });
writeFileSync(join(folder, 'developers.html'), '<a href="https://yunduo.example/developers">文档</a>');
writeFileSync(join(folder, 'en/developers/api/order.html'), '<h1>Order</h1>');
afterAll(() => rmSync(folder, { recursive: true }));

const reference = readReference(folder, 'https://ours.example');

test('serves each page with the configured origin and caches it', async () => {
  const page = reference.get('/developers');
  expect(String((await page)?.identity)).toBe('<a href="https://ours.example/developers">文档</a>');
  expect(reference.get('/developers')).toBe(page);
  expect(String((await reference.get('/en/developers/api/order'))?.identity)).toBe('<h1>Order</h1>');
});

test('serves no other paths and lists the pages for the sitemap', () => {
  for (const path of ['/developers/', '/developers.html', '/Developers', '/../developers'])
    expect([path, reference.get(path)]).toEqual([path, undefined]);
  expect(reference.paths).toEqual(['/developers']);
});

test('compresses a page best after its first request', async () => {
  const page = await reference.get('/developers');
  while (!page?.br) await new Promise(setImmediate);
  expect(String(brotliDecompressSync(page.br))).toContain('https://ours.example');
});

test('allows styles and pictures of the site only', () => {
  expect(REFERENCE_POLICY.split('; ')).toEqual([
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]);
});

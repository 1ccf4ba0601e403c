/** @jest-environment node */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { encodingFor, etagOf, isFresh, makeBody } from './body.ts';

const both = { br: Buffer.from('') };

test('compresses a body once, first with gzip and later with Brotli', async () => {
  const text = '<p>云舵</p>'.repeat(200);
  const body = await makeBody(text);
  expect(gunzipSync(body.gzip).toString()).toBe(text);
  expect(body.br).toBeNull();
  const finishing = body.finish();
  expect(body.finish()).toBe(finishing);
  await finishing;
  expect(brotliDecompressSync(body.br as Buffer).toString()).toBe(text);
});

test('encodingFor picks the best accepted and available encoding', () => {
  expect(encodingFor('gzip, deflate, br, zstd', both)).toBe('br');
  expect(encodingFor('gzip, br', { br: null })).toBe('gzip');
  expect(encodingFor('br;q=0, gzip', both)).toBe('gzip');
  expect(encodingFor('BR', both)).toBe('br');
  expect(encodingFor(undefined, both)).toBe('identity');
  expect(encodingFor('identity', both)).toBe('identity');
});

test('each encoding has its own ETag, and isFresh accepts each', () => {
  const body = { tag: 'abc' };
  expect(etagOf(body, 'identity')).toBe('"abc"');
  expect(etagOf(body, 'br')).toBe('"abc-br"');
  for (const value of ['"abc"', 'W/"abc-gzip"', '"x", "abc-br"', '*'])
    expect(isFresh(value, body)).toBe(true);
  for (const value of [undefined, '"abd"', 'abc', '"abc-zstd"']) expect(isFresh(value, body)).toBe(false);
});

test('an unchanged text reuses its compressed body', async () => {
  const before = await makeBody('one');
  await before.finish();
  expect(await makeBody('one', before)).toBe(before);
  const after = await makeBody('two', before);
  expect(after.br).toBeNull();
  expect(after.identity.toString()).toBe('two');
});

test('the ETag depends on the text only', async () => {
  const [a, b, c] = await Promise.all([makeBody('one'), makeBody('one'), makeBody('two')]);
  expect(a.tag).toBe(b.tag);
  expect(a.tag).not.toBe(c.tag);
});

import { expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { departures } from '../testing.tsx';
import { NavigationRefused, safeNavigate } from './safe-navigate.ts';
import { parseSafeUrl, sitePath } from './safe-url.ts';

const origin = 'https://yunduo.test';
const options = { origin, allow: ['https://forum.example'] };

test.each([
  ['/user', '/user'],
  ['/en/store?q=a%20b#top', '/en/store?q=a%20b#top'],
  ['store/7', '/store/7'],
  ['?panel=my-codes', '/?panel=my-codes'],
  ['https://yunduo.test/user', '/user'],
  ['/a/../store', '/store'],
])('[R8.08] %s stays on this origin', (target, path) => {
  const url = parseSafeUrl(target, options);
  expect(url?.origin).toBe(origin);
  expect(`${url?.pathname}${url?.search}${url?.hash}`).toBe(path);
});

test.each([
  'https://evil.example/',
  'http://yunduo.test/',
  'https://yunduo.test:8443/',
  'https://yunduo.test.evil.example/',
  'https://forum.example.evil.example/',
  'https://xn--yundu-oqa.test/',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/%5C/../\\evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  'https:evil.example',
  'https://user:pass@yunduo.test/',
  'https://user@yunduo.test/',
  'https://:pass@yunduo.test/',
  'https://yunduo.test@evil.example/',
  'https://forum.example@evil.example/',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox',
  'blob:https://yunduo.test/x',
  'file:///etc/passwd',
  'about:blank',
  'ftp://yunduo.test/',
  '/user\u0000',
  '/user\u2028',
  '/\u202euser',
  '/\ufeff/evil.example',
  '/ /evil.example',
  'https://[',
])('[R8.08] %j is rejected', (target) => {
  expect(parseSafeUrl(target, options)).toBeNull();
});

test('[R8.08] another origin requires explicit permission', () => {
  expect(parseSafeUrl('https://forum.example/t/1?x#y', options)).not.toBeNull();
  expect(parseSafeUrl('https://forum.example/t/1', { origin })).toBeNull();
  expect(parseSafeUrl('http://forum.example/', options)).toBeNull();
});

const pieces = fc.constantFrom(
  '/',
  '\\',
  '//',
  ':',
  '@',
  '.',
  '..',
  '%2f',
  '%5c',
  '\t',
  '\n',
  '\u0000',
  ' ',
  '?',
  '#',
  'https:',
  'http:',
  'javascript:',
  'data:',
  'evil.example',
  'yunduo.test',
  'forum.example',
  'user',
  'a',
  '。',
  '／',
  '１',
  '\u202e',
);
const tricks = fc.oneof(
  fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join('')),
  fc.webUrl(),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

test('[R8.08] any accepted URL leads to this origin or an allowed one, without credentials', () => {
  fc.assert(
    fc.property(tricks, (target) => {
      const url = parseSafeUrl(target, options);
      if (!url) return;
      expect([origin, 'https://forum.example']).toContain(url.origin);
      expect(url.username + url.password).toBe('');
      // The URL as a browser resolves it from a page of this site, and its path used alone.
      expect(new URL(target, `${origin}/page`).origin).toBe(url.origin);
      if (url.origin === origin) {
        const alone = new URL(url.pathname + url.search + url.hash, origin);
        expect([alone.origin, alone.pathname]).toEqual([origin, url.pathname]);
      }
    }),
    { numRuns: 1000 },
  );
});

test('[R8.08] sitePath returns a path of this origin for any text', () => {
  fc.assert(
    fc.property(tricks, (target) => {
      const path = sitePath(target, '/user');
      expect(path.startsWith('/')).toBe(true);
      expect(new URL(path, origin).origin).toBe(origin);
    }),
    { numRuns: 1000 },
  );
});

test.each([
  [null, '/user'],
  [undefined, '/user'],
  ['', '/user'],
  ['store', '/user'],
  ['https://yunduo.test/store', '/user'],
  ['//evil.example', '/user'],
  ['/en/store?cate=my#a', '/en/store?cate=my#a'],
])('sitePath of %p is %s', (from, path) => {
  expect(sitePath(from, '/user')).toBe(path);
});

test('[R8.08] same-origin navigation goes through the router', () => {
  const navigate = jest.fn();
  safeNavigate('/store?q=a', { origin, navigate });
  expect(navigate).toHaveBeenCalledWith('/store?q=a');
});

test('[R8.08] another site, and a page without a router, is loaded', () => {
  const left = departures();
  const navigate = jest.fn();
  safeNavigate('https://forum.example/t/1', { ...options, navigate });
  safeNavigate('/user', { origin });
  expect(left).toEqual([
    ['assign', 'https://forum.example/t/1'],
    ['assign', `${origin}/user`],
  ]);
  expect(navigate).not.toHaveBeenCalled();
});

test.each(['https://evil.example/', 'javascript:alert(1)'])(
  '[R8.08] navigation to %s throws and does not navigate',
  (target) => {
    const navigate = jest.fn();
    expect(() => safeNavigate(target, { origin, navigate })).toThrow(NavigationRefused);
    expect(navigate).not.toHaveBeenCalled();
  },
);

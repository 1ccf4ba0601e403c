import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { leadsBack, leaveTarget } from './leave-target.ts';

const query = (from: string | null, rUrl?: string): URLSearchParams =>
  new URLSearchParams({ ...(from !== null && { from }), ...(rUrl !== undefined && { r_url: rUrl }) });

test('the redirect of the response has priority', () => {
  const requested = query('/store', 'https://forum.example/in');
  expect(leaveTarget('https://forum.example/in?data=abc', requested, 'zh')).toEqual({
    href: 'https://forum.example/in?data=abc',
    inside: false,
  });
});

test.each(['https://other.example/', 'http://forum.example/in', 'forum.example', undefined])(
  '[R8.08] ignores a redirect to another origin than the requested %p',
  (rUrl) => {
    expect(leaveTarget('https://forum.example/in?data=abc', query('/store', rUrl), 'zh')).toEqual({
      href: '/store',
      inside: true,
    });
  },
);

test.each([
  ['/store/7?a=1&data=ydh_1#log', '/store/7?a=1#log', '/store/7?a=1&data=ydh_1#log', true],
  ['http://localhost/user?data=ydh_1', 'http://localhost/user', '/user?data=ydh_1', true],
  // The page is in the other language.
  ['http://localhost/en/user?data=ydh_1', '/en/user', 'http://localhost/en/user?data=ydh_1', false],
  [
    '/en/developer-center/applications?data=ydh_1',
    '/en/developer-center/applications',
    'http://localhost/en/developer-center/applications?data=ydh_1',
    false,
  ],
  [
    'https://forum.example/in?data=ydh_1#reply-3',
    'https://forum.example/in#reply-3',
    'https://forum.example/in?data=ydh_1#reply-3',
    false,
  ],
])('follows %s for the requested %s with query and hash', (redirect, rUrl, href, inside) => {
  expect(leaveTarget(redirect, query('/store', rUrl), 'zh')).toEqual({ href, inside });
});

test('never leaves this origin and the requested one, for any input', () => {
  const pieces = fc.constantFrom(
    '/',
    '//',
    '\\',
    '.',
    '@',
    ':',
    '?',
    '#',
    'http',
    'https',
    'javascript',
    'data',
    '%2f',
    '\t',
    '\u2028',
    'evil.example',
    'forum.example',
    'localhost',
    'a',
  );
  const address = fc
    .tuple(
      fc.constantFrom('', '/', '//', 'https://forum.example/', 'http://localhost/', 'javascript:'),
      fc.array(pieces, { maxLength: 7 }),
    )
    .map(([head, rest]) => head + rest.join(''));
  fc.assert(
    fc.property(address, fc.oneof(address, fc.constant('https://forum.example/in')), (redirect, rUrl) => {
      const { href, inside } = leaveTarget(redirect, query(null, rUrl), 'zh');
      const url = new URL(href, 'http://localhost');
      if (inside) expect([href[0], url.origin]).toEqual(['/', 'http://localhost']);
      else expect([new URL(rUrl, 'http://localhost').origin]).toContain(url.origin);
      expect(['http:', 'https:']).toContain(url.protocol);
    }),
    { numRuns: 3000 },
  );
});

test.each([
  ['/store?q=a', undefined, true],
  [null, '/user?panel=order-info#list', true],
  [null, undefined, false],
  ['https://evil.example/', undefined, false],
  ['//evil.example', '//evil.example', false],
  [null, 'https://evil.example/', false],
  ['user', '', false],
])('leadsBack with from %p and r_url %p is %p', (from, rUrl, holds) => {
  expect(leadsBack(query(from, rUrl))).toBe(holds);
});

test('returns to a path of this site with its query', () => {
  expect(leaveTarget(undefined, query('/en/user?panel=account-info'), 'en')).toEqual({
    href: '/en/user?panel=account-info',
    inside: true,
  });
});

test.each([
  ['/user?panel=orders#top', 'en', '/en/user?panel=orders#top'],
  ['/en/store/7', 'zh', '/store/7'],
  ['/en?from=mail', 'zh', '/?from=mail'],
  ['/', 'en', '/en'],
] as const)('returns to %s in the current language, %s', (from, locale, href) => {
  expect(leaveTarget(undefined, query(from), locale)).toEqual({ href, inside: true });
});

test('the developer console is loaded as a document', () => {
  expect(leaveTarget(undefined, query('/developer-center/applications'), 'zh')).toEqual({
    href: '/developer-center/applications',
    inside: false,
  });
  expect(leaveTarget(undefined, query('/en/developer-center'), 'en')).toEqual({
    href: '/en/developer-center',
    inside: false,
  });
  expect(leaveTarget(undefined, query('/developer-centers'), 'zh').inside).toBe(true);
});

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  '/.//evil.example',
  'user',
  '',
  null,
])('from %p falls back to the account', (from) => {
  expect(leaveTarget(undefined, query(from), 'zh')).toEqual({ href: '/user', inside: true });
});

test('falls back to the account for an unsafe redirect', () => {
  for (const redirect of [
    'javascript:alert(1)',
    'https://a:b@forum.example/',
    '/\\forum.example',
    '/.//forum.example',
    'data:text/html,x',
  ]) {
    expect(leaveTarget(redirect, query(null, redirect), 'zh')).toEqual({ href: '/user', inside: true });
  }
});

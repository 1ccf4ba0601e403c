import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { redirectTarget } from './redirect-target.ts';

const targets = [new URL('https://bbs.example.com/sso'), new URL('https://demo.example.com/')];
const origin = 'https://www.yunduo.example';
const judge = (address: string): string | null => redirectTarget(address, { targets, origin })?.href ?? null;

test.each([
  'https://bbs.example.com/sso',
  'https://bbs.example.com/sso/in?topic=1',
  'https://BBS.example.com:443/sso',
  'https://demo.example.com/any/path',
  'https://bbs.example.com/sso#reply-3',
  'https://bbs.example.com/sso/in?topic=1#reply-3',
  'https://www.yunduo.example',
  'https://www.yunduo.example/',
  'https://www.yunduo.example/store/7?from=mail#changelog',
  'HTTPS://WWW.YUNDUO.EXAMPLE:443/en/user',
])('accepts %s', (address) => {
  expect(judge(address)).toBe(new URL(address).href);
});

test.each([
  '',
  'user',
  '?a=1',
  '#anchor',
  '/\\evil.example',
  '/\tuser',
  '//www.yunduo.example/user',
  '/.//evil.example',
  '/a/..//evil.example',
  '/\u2028user',
  '/us\u200ber',
  '/us\ud800er',
  'https://www.yunduo.example//evil.example',
  'https://www.yunduo.example.evil.example/',
  'https://www.yunduo.example@evil.example/',
  'http://www.yunduo.example/',
  'https:/www.yunduo.example/',
  '//bbs.example.com/sso',
  '\\\\bbs.example.com/sso',
  'https:\\\\bbs.example.com\\sso',
  'https://bbs.example.com\\@evil.example/sso',
  'https://bbs.example.com@evil.example/sso',
  'https://user:pass@bbs.example.com/sso',
  'https://bbs.example.com.evil.example/sso',
  'https://evilbbs.example.com/sso',
  'https://bbs.example.com:444/sso',
  'http://bbs.example.com/sso',
  'https://bbs.example.com/ssother',
  'https://bbs.example.com/sso/../admin',
  'https://bbs.example.com/sso/%2e%2e/admin',
  'https://bbs.example.com/s\tso',
  'https://bbs.example.com/sso\r\nSet-Cookie: a=b',
  ' https://bbs.example.com/sso',
  'https://bbs。example。com.evil/sso',
  'javascript:alert(1)//https://bbs.example.com/sso',
  'data:text/html,https://bbs.example.com/sso',
  'ftp://bbs.example.com/sso',
])('rejects %j', (address) => {
  expect(judge(address)).toBeNull();
});

test.each([
  ['/user', '/user'],
  ['/', '/'],
  ['/store/7?from=mail&data=1#changelog', '/store/7?from=mail&data=1#changelog'],
  ['/en/developer-center/../user', '/en/user'],
  ['/protocol/用户', '/protocol/%E7%94%A8%E6%88%B7'],
])('accepts the path %s on this site', (path, read) => {
  expect(judge(path)).toBe(origin + read);
});

test('accepted URLs always resolve to this site or a configured target, even as a bare path', () => {
  const pieces = fc.constantFrom(
    ...[
      '/',
      '//',
      '\\',
      '.',
      '..',
      '@',
      ':',
      '?',
      '#',
      '%2f',
      '%5c',
      '%09',
      '\t',
      '\n',
      ' ',
      '\u00a0',
      '\u3002',
    ],
    ...['http', 'https', 'javascript', 'data', 'www.yunduo.example', 'bbs.example.com', 'demo.example.com'],
    ...['evil.example', 'sso', 'user', 'a', '1', '\u202e', '\ufeff', '\ud800', '【', '。'],
  );
  const hostile = fc
    .tuple(
      fc.constantFrom('', '/', origin, `${origin}/`, 'https://bbs.example.com/sso', '//', 'https:', 'data:'),
      fc.array(pieces, { maxLength: 8 }).map((all) => all.join('')),
    )
    .map((all) => all.join(''));
  fc.assert(
    fc.property(fc.oneof(hostile, fc.webUrl(), fc.string({ unit: 'binary' })), (address) => {
      const url = redirectTarget(address, { targets, origin });
      if (!url) return;
      const origins = [origin, 'https://bbs.example.com', 'https://demo.example.com'];
      expect(origins).toContain(url.origin);
      expect(url.username + url.password).toBe('');
      expect(new URL(url.pathname + url.search + url.hash, 'https://site.test').origin).toBe(
        'https://site.test',
      );
      if (url.origin === 'https://bbs.example.com') expect(url.pathname).toMatch(/^\/sso(?:\/|$)/);
    }),
    { numRuns: 3000 },
  );
});

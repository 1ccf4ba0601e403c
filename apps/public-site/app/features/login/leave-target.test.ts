import { expect, test } from '@jest/globals';
import { leaveTarget } from './leave-target.ts';

const query = (from: string | null, rUrl?: string): URLSearchParams =>
  new URLSearchParams({ ...(from !== null && { from }), ...(rUrl !== undefined && { r_url: rUrl }) });

test('the address that the server allowed wins over everything else', () => {
  const asked = query('/store', 'https://forum.example/in');
  expect(leaveTarget('https://forum.example/in?data=abc', asked, 'zh')).toEqual({
    href: 'https://forum.example/in?data=abc',
    inside: false,
  });
});

test.each(['https://other.example/', 'http://forum.example/in', 'forum.example', undefined])(
  '[R8.08] an answer that leads to another site than the one asked for, %p, leads nowhere outside',
  (rUrl) => {
    expect(leaveTarget('https://forum.example/in?data=abc', query('/store', rUrl), 'zh')).toEqual({
      href: '/store',
      inside: true,
    });
  },
);

test('a path of this site is gone back to, with its query', () => {
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
] as const)('%s is gone back to in the language chosen meanwhile, %s', (from, locale, href) => {
  expect(leaveTarget(undefined, query(from), locale)).toEqual({ href, inside: true });
});

test('the developer center is another application: its document is loaded', () => {
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
])('from %p leads to the account instead', (from) => {
  expect(leaveTarget(undefined, query(from), 'zh')).toEqual({ href: '/user', inside: true });
});

test('what the server would never send leads to the account too', () => {
  for (const redirect of [
    'javascript:alert(1)',
    'https://a:b@forum.example/',
    'nonsense',
    'data:text/html,x',
  ]) {
    expect(leaveTarget(redirect, query(null, redirect), 'zh')).toEqual({ href: '/user', inside: true });
  }
});

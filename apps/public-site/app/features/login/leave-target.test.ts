import { expect, test } from '@jest/globals';
import { leaveTarget } from './leave-target.ts';

test('the address that the server allowed wins over everything else', () => {
  expect(leaveTarget('https://forum.example/in?data=abc', '/store', 'zh')).toEqual({
    href: 'https://forum.example/in?data=abc',
    inside: false,
  });
});

test('a path of this site is gone back to, with its query', () => {
  expect(leaveTarget(undefined, '/en/user?panel=account-info', 'en')).toEqual({
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
  expect(leaveTarget(undefined, from, locale)).toEqual({ href, inside: true });
});

test('the developer center is another application: its document is loaded', () => {
  expect(leaveTarget(undefined, '/developer-center/applications', 'zh')).toEqual({
    href: '/developer-center/applications',
    inside: false,
  });
  expect(leaveTarget(undefined, '/en/developer-center', 'en')).toEqual({
    href: '/en/developer-center',
    inside: false,
  });
  expect(leaveTarget(undefined, '/developer-centers', 'zh').inside).toBe(true);
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
  expect(leaveTarget(undefined, from, 'zh')).toEqual({ href: '/user', inside: true });
});

test('what the server would never send leads to the account too', () => {
  for (const redirect of [
    'javascript:alert(1)',
    'https://a:b@forum.example/',
    'nonsense',
    'data:text/html,x',
  ]) {
    expect(leaveTarget(redirect, null, 'zh')).toEqual({ href: '/user', inside: true });
  }
});

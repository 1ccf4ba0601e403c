import { expect, test } from '@jest/globals';
import { leaveTarget } from './leave-target.ts';

test('the address that the server allowed wins over everything else', () => {
  expect(leaveTarget('https://forum.example/in?data=abc', '/store', '/user')).toEqual({
    href: 'https://forum.example/in?data=abc',
    inside: false,
  });
});

test('a path of this site is gone back to, with its query', () => {
  expect(leaveTarget(undefined, '/en/user?panel=account-info', '/en/user')).toEqual({
    href: '/en/user?panel=account-info',
    inside: true,
  });
});

test('the developer center is another application: its document is loaded', () => {
  for (const from of ['/developer-center/applications', '/en/developer-center']) {
    expect(leaveTarget(undefined, from, '/user')).toEqual({ href: from, inside: false });
  }
  expect(leaveTarget(undefined, '/developer-centers', '/user').inside).toBe(true);
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
  expect(leaveTarget(undefined, from, '/user')).toEqual({ href: '/user', inside: true });
});

test('what the server would never send leads to the account too', () => {
  for (const redirect of [
    'javascript:alert(1)',
    'https://a:b@forum.example/',
    'nonsense',
    'data:text/html,x',
  ]) {
    expect(leaveTarget(redirect, null, '/user')).toEqual({ href: '/user', inside: true });
  }
});

import { expect, test } from '@jest/globals';
import { redirectTarget } from './redirect-target.ts';

const targets = [new URL('https://bbs.example.com/sso'), new URL('https://demo.example.com/')];
const judge = (address: string): string | null => redirectTarget(address, targets)?.href ?? null;

test.each([
  'https://bbs.example.com/sso',
  'https://bbs.example.com/sso/in?topic=1',
  'https://BBS.example.com:443/sso',
  'https://demo.example.com/any/path',
])('follows %s', (address) => {
  expect(judge(address)).toBe(new URL(address).href);
});

test.each([
  '',
  '/user',
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
  'https://bbs.example.com/sso#fragment',
  'https://bbs.example.com/s\tso',
  'https://bbs.example.com/sso\r\nSet-Cookie: a=b',
  ' https://bbs.example.com/sso',
  'https://bbs。example。com.evil/sso',
  'javascript:alert(1)//https://bbs.example.com/sso',
  'data:text/html,https://bbs.example.com/sso',
  'ftp://bbs.example.com/sso',
])('refuses %j', (address) => {
  expect(judge(address)).toBeNull();
});

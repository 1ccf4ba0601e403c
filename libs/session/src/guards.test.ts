import { afterEach, expect, test } from '@jest/globals';
import { requireSession, signInPath, tokenStorage } from './index.ts';

afterEach(() => tokenStorage.clear());

test.each([
  ['/user', '/login?from=%2Fuser'],
  ['/user?panel=order-info', '/login?from=%2Fuser%3Fpanel%3Dorder-info'],
  ['/en/user', '/en/login?from=%2Fen%2Fuser'],
  ['/developer-center/applications', '/login?from=%2Fdeveloper-center%2Fapplications'],
  ['/login?from=%2Fuser', '/login'],
  ['/en/login', '/en/login'],
])('signInPath of %s is %s', (from, to) => {
  expect(signInPath(from)).toBe(to);
});

test('requireSession redirects to sign-in with the URL of the page, and passes with a session', () => {
  const request = new Request('http://site.test/en/user?panel=my-codes');
  let thrown: unknown;
  try {
    requireSession(request);
  } catch (response) {
    thrown = response;
  }
  expect((thrown as Response).status).toBe(302);
  expect((thrown as Response).headers.get('location')).toBe('/en/login?from=%2Fen%2Fuser%3Fpanel%3Dmy-codes');
  tokenStorage.saveToken('yd_1');
  expect(() => requireSession(request)).not.toThrow();
});

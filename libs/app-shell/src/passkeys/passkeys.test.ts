import { expect, jest, test } from '@jest/globals';
import type { PasskeyCreation, PasskeyRequest } from '@yunduo/api-contract';

let thrown: unknown;
const stop = () => Promise.reject(thrown as Error);
jest.unstable_mockModule('./ceremony.ts', () => ({ register: stop, authenticate: stop }));
const { makePasskey, passkeySupport, signWithPasskey } = await import('./passkeys.ts');

test.each([
  ['NotAllowedError', 'cancelled'],
  ['AbortError', 'cancelled'],
  ['InvalidStateError', 'known'],
  ['SecurityError', 'failed'],
])('a prompt that ends with %s is %s', async (name, fault) => {
  thrown = new DOMException('', name);
  expect(await makePasskey({} as PasskeyCreation)).toEqual({ given: null, fault });
  expect(await signWithPasskey({} as PasskeyRequest)).toEqual({ given: null, fault });
});

test.each([
  ['yunduo.example', 'yes'],
  ['1.example', 'yes'],
  ['192.0.2.1', 'address'],
  ['[2001:db8::1]', 'address'],
])('at %s passkeys work: %s', (hostname, support) => {
  Object.assign(window, { PublicKeyCredential: () => undefined });
  expect(passkeySupport({ hostname } as Location)).toBe(support);
  Reflect.deleteProperty(window, 'PublicKeyCredential');
});

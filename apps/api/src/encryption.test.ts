import { expect, test } from '@jest/globals';
import { decrypt, encrypt } from './encryption.ts';

const key = Buffer.alloc(32, 7);

test('a value that an earlier release encrypted is decrypted, and one encrypted now has the same form', () => {
  const earlier = 'CQkJCQkJCQkJCQkJk8ONjfYilYjVobuYd7y+EVyn8PucyuMA4AezWYuaz7r60wyeFpM=';
  const value = { to: 'a@example.com' };
  expect(decrypt(key, earlier)).toEqual(value);
  const now = encrypt(key, value);
  expect(decrypt(key, now)).toEqual(value);
  expect(now).toHaveLength(earlier.length);
  expect(encrypt(key, value)).not.toBe(now);
});

test('a changed text, or another key, cannot be decrypted', () => {
  const text = Buffer.from(encrypt(key, 'one'), 'base64');
  for (const at of [0, 12, 28]) {
    const changed = Buffer.from(text);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => decrypt(key, changed.toString('base64'))).toThrow('authenticate');
  }
  expect(() => decrypt(Buffer.alloc(32, 8), text.toString('base64'))).toThrow('authenticate');
});

import { expect, jest, test } from '@jest/globals';
import type * as Argon2 from '@node-rs/argon2';

const argon2 = jest.requireActual<typeof Argon2>('@node-rs/argon2');
/** The true comparison, counted. */
const verify = jest.fn(argon2.verify);
jest.unstable_mockModule('@node-rs/argon2', () => ({ ...argon2, verify }));
const { hashPassword, isCommonPassword, passwordMatches } = await import('./passwords.ts');

test.each([
  'password',
  'Password123!',
  'P@ssw0rd2026',
  'qwertyuiop',
  '12345678',
  '87654321',
  '1q2w3e4r',
  'abc12345',
  'qwer1234',
  'aaaaaaaa',
  'abababab',
  '20242024',
  'iloveyou2',
  'woaini1314',
  'Admin@123',
  'zhongguo2008',
  'someone99',
])('finds %s common', (password) => {
  expect(isCommonPassword(password, 'someone@example.com')).toBe(true);
});

test.each([
  'Yunduo2026',
  'Harbour-light7',
  'korrektPferd',
  '蓝色的灯塔船长号码',
  'tR4wl&net-',
  'seagull.on.7.masts',
])('lets %s pass', (password) => {
  expect(isCommonPassword(password, 'someone@example.com')).toBe(false);
});

const COST = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;

test('compares with a hash', async () => {
  const stored = await hashPassword('Harbour-light7');
  expect(stored).toMatch(COST);
  expect(await passwordMatches(stored, 'Harbour-light7')).toBe(true);
  expect(await passwordMatches(stored, 'harbour-light7')).toBe(false);
});

test('without a hash compares with one of the same cost all the same, and never matches', async () => {
  const typed = 'nobody has this password';
  verify.mockClear();
  expect(await passwordMatches(null, typed)).toBe(false);
  expect(verify).toHaveBeenCalledTimes(1);
  const [[compared = '', password] = []] = verify.mock.calls;
  expect(compared).toMatch(COST);
  expect(password).toBe(typed);
  // It was the whole work, not one that gives up early: what was compared did match.
  await expect(verify.mock.results[0]?.value).resolves.toBe(true);
});

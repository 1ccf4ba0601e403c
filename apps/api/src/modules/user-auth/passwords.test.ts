import { expect, test } from '@jest/globals';
import { hashPassword, isCommonPassword, passwordMatches } from './passwords.ts';

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

test('compares with a hash, and works as long without one', async () => {
  const stored = await hashPassword('Harbour-light7');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwordMatches(stored, 'Harbour-light7')).toBe(true);
  expect(await passwordMatches(stored, 'harbour-light7')).toBe(false);
  expect(await passwordMatches(null, 'nobody has this password')).toBe(false);
});

import { expect, jest, test } from '@jest/globals';
import type * as Argon2 from '@node-rs/argon2';
import { PASSWORD } from '@yunduo/validation';

const argon2 = jest.requireActual<typeof Argon2>('@node-rs/argon2');
/** The real comparison, counted. */
const verify = jest.fn(argon2.verify);
jest.unstable_mockModule('@node-rs/argon2', () => ({ ...argon2, verify }));
const { guessable, hashPassword, passwordMatches } = await import('./passwords.ts');

const OWNER = { email: 'someone@example.com', nickname: 'Wanderer' };

test.each([
  'password',
  'Password123!',
  'P@ssw0rd2026',
  'p4ssw0rd2026',
  'l3tm31n2026',
  'bu77erfly2026',
  '5unshine',
  'adm!n2026',
  'prince$$',
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
  'michelle',
  'midnight',
  'Ｍｉｄｎｉｇｈｔ',
])('classifies %s as common', async (password) => {
  expect(await guessable(password, OWNER)).toBe('common');
});

test.each([
  ['someone99', 'personal'],
  ['someone@example.com', 'personal'],
  ['example.com', 'personal'],
  ['!Wanderer7', 'personal'],
  ['Yunduo2026', 'product'],
  ['YUNDUO_2026', 'product'],
  ['云舵云舵2026', null],
])('classifies %s as %s', async (password, reason) => {
  expect(await guessable(password, OWNER)).toBe(reason);
});

test('has over 10,000 common passwords of valid length and rejects the first 3,000', async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const fitting = dictionary['passwords-common'].filter((one) => {
    const length = [...String(one)].length;
    return length >= PASSWORD.min && length <= PASSWORD.max;
  });
  expect(fitting.length).toBeGreaterThan(10_000);
  const commonest = fitting.slice(0, 3_000);
  const passed = await Promise.all(commonest.map((one) => guessable(String(one), OWNER)));
  expect(passed.filter((reason) => reason === null)).toEqual([]);
});

test('matches hashes made before normalisation, and normalised ones', async () => {
  const input = 'Ｈarbour-light7';
  const { hash } = argon2;
  expect(await passwordMatches(await hash(input), input)).toBe(true);
  expect(await passwordMatches(await hashPassword(input), 'Harbour-light7')).toBe(true);
});

test('takes a name of four letters for a personal word, a shorter one not', async () => {
  const of = (name: string) => guessable(`${name}-2026!`, { email: `${name}@mail.example`, nickname: '' });
  expect([await of('lina'), await of('lin')]).toEqual(['personal', null]);
});

test.each([
  'Harbour-light7',
  'zx78fg45',
  'korrektPferd',
  '蓝色的灯塔船长号码',
  'tR4wl&net-',
  'seagull.on.7.masts',
])('accepts %s', async (password) => {
  expect(await guessable(password, OWNER)).toBeNull();
});

test('classifies runs of three keys and more as common, in every row and direction, not runs of two', async () => {
  const runs = [
    ...['3456', '8765', 'defg', 'wvut', 'rtyu', 'uytr', 'sdfg', 'hgfd', 'xcvb', 'bvcx'],
    ...['az2wsx', 'w2e3r4', 'q2w3e4', '7258', '9456'],
  ];
  for (const run of runs) expect([run, await guessable(`${run}iop`, OWNER)]).toEqual([run, 'common']);
  expect(await guessable('cv567iop', OWNER)).toBeNull();
});

const COST = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;

test('matches a password against its hash', async () => {
  const stored = await hashPassword('Harbour-light7');
  expect(stored).toMatch(COST);
  expect(await passwordMatches(stored, 'Harbour-light7')).toBe(true);
  expect(await passwordMatches(stored, 'harbour-light7')).toBe(false);
});

test('verifies against a hash of equal cost when there is none, and never matches', async () => {
  const input = 'nobody has this password';
  verify.mockClear();
  expect(await passwordMatches(null, input)).toBe(false);
  expect(verify).toHaveBeenCalledTimes(1);
  const [[compared = '', password] = []] = verify.mock.calls;
  expect(compared).toMatch(COST);
  expect(password).toBe(input);
  // It was a full comparison, not an early exit: the compared value did match.
  await expect(verify.mock.results[0]?.value).resolves.toBe(true);
});

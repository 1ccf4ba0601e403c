import { expect, test } from '@jest/globals';
import { fingerprint } from './auth-code.ts';

const SUM = '3f'.repeat(32);

const GROUPED = SUM.replace(/..(?=.)/g, '$&:');

test.each([
  SUM,
  ` ${SUM.toUpperCase()} `,
  `${SUM}  -`,
  ` ${SUM}  -\n`,
  GROUPED,
  GROUPED.replaceAll(':', '\u00a0'),
  `${SUM.slice(0, 40)}\n${SUM.slice(40)}`,
  `指纹：${SUM}。`,
  `\u200b${SUM.replaceAll('3', '３')}`,
])('accepts the fingerprint %j', async (input) => {
  expect(await fingerprint().validate(input)).toBe(SUM);
});

test.each([`${SUM}  web-1`, `${SUM}0`, SUM.slice(1)])('rejects the fingerprint %j', async (input) => {
  await expect(fingerprint().validate(input)).rejects.toThrow('fingerprint_invalid');
});

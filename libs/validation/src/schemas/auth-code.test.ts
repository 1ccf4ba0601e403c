import { expect, test } from '@jest/globals';
import { fingerprint } from './auth-code.ts';

const SUM = '3f'.repeat(32);

test.each([SUM, ` ${SUM.toUpperCase()} `, `${SUM}  -`, ` ${SUM}  -\n`])(
  'accepts the fingerprint %j',
  async (input) => {
    expect(await fingerprint().validate(input)).toBe(SUM);
  },
);

test.each([`${SUM}  web-1`, `${SUM}-`, SUM.slice(1)])('rejects the fingerprint %j', async (input) => {
  await expect(fingerprint().validate(input)).rejects.toThrow('fingerprint_invalid');
});

import { expect, test } from '@jest/globals';
import { fingerprint } from './auth-code.ts';

const SUM = '3f'.repeat(32);

test.each([SUM, ` ${SUM.toUpperCase()} `, `${SUM}  -`, ` ${SUM}  -\n`])(
  'a fingerprint may be pasted as the client shows it, or as the whole line that sha256sum prints: %j',
  async (typed) => {
    expect(await fingerprint().validate(typed)).toBe(SUM);
  },
);

test.each([`${SUM}  web-1`, `${SUM}-`, SUM.slice(1)])('something else is none: %j', async (typed) => {
  await expect(fingerprint().validate(typed)).rejects.toThrow('fingerprint_invalid');
});

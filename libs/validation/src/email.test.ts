import { describe, expect, test } from '@jest/globals';
import { EMAIL_MAX } from './limits.ts';
import { asciiEmail, isEmail, normalEmail } from './email.ts';
import { emailSchema } from './schemas/account.ts';
import { fieldErrors } from './field-errors.ts';

const IDN = 'lin@xn--fsqu00a.xn--fiqs8s';

describe('e-mail address', () => {
  test.each([
    'lin@例子.中国',
    'LIN@例子.中国',
    'lin@例子。中国',
    'ｌｉｎ＠例子．中国',
    ' lin@例子.中国\u200b',
    'lin@xn--fsqu00a.xn--fiqs8s',
    'Lin@XN--FSQU00A.xn--fiqs8s',
  ])('%j is normalised to one ASCII address', async (input) => {
    expect(normalEmail(input)).toBe(IDN);
    expect(await fieldErrors(emailSchema, { email: input })).toEqual({});
    expect(normalEmail((await emailSchema.validate({ email: input })).email)).toBe(IDN);
  });

  test.each([
    ['lin@bücher.example', 'lin@xn--bcher-kva.example'],
    ['lin@пример.рф', 'lin@xn--e1afmkfd.xn--p1ai'],
    ['lin@食狮.com.cn', 'lin@xn--85x722f.com.cn'],
    ['lin@example.com', 'lin@example.com'],
    ['mei\u2011lin@a\u2010b.example', 'mei-lin@a-b.example'],
    ['mei\u2013lin@例－子.中国', 'mei-lin@xn----kb7aq09a.xn--fiqs8s'],
    ['lin@mail.例子.公司', 'lin@mail.xn--fsqu00a.xn--55qx5d'],
    [`${'a'.repeat(64)}@例子.中国`, `${'a'.repeat(64)}@xn--fsqu00a.xn--fiqs8s`],
  ])('%s is stored as %s', (input, stored) => {
    expect(asciiEmail(input)).toBe(stored);
    expect(isEmail(asciiEmail(input))).toBe(true);
  });

  test.each([
    'lin@例子',
    'lin@.中国',
    'lin@例子..中国',
    'lin@例 子.中国',
    'lin@例子.中国/path',
    'lin@例子.中国:25',
    'lin@-例子.中国',
    'lin@xn--.com',
    'lin@例%20子.中国',
    'lin@[::1]',
    'lin@１２７.０.０.１',
    'lin@0x7f.1',
    'lin@例子.中国@例子.中国',
    '林@例子.中国',
    '@例子.中国',
    `lin@${'例'.repeat(80)}.中国`,
    `${'a'.repeat(EMAIL_MAX)}@例子.中国`,
    `${'a'.repeat(65)}@example.com`,
    `${'a'.repeat(32)}.${'b'.repeat(32)}@例子.中国`,
    'lin@\u3164.中国',
  ])('%j is rejected with email_invalid', async (input) => {
    expect(await fieldErrors(emailSchema, { email: input })).toEqual({ email: 'email_invalid' });
  });
});

import { expect, test } from '@jest/globals';
import { formatInvitationCode, parseInvitationCode } from './invitation-code.ts';
import { formatLicenceCode, parseLicenceCode } from './licence-code.ts';
import { parseOrderNo } from './order-no.ts';

const fullWidth = (code: string) =>
  code.replace(/[!-~]/g, (symbol) => String.fromCharCode(symbol.charCodeAt(0) + 0xfee0));
const between = (code: string, sign: string) => Array.from(code).join(sign);
const ZEROS = Array<number>(26).fill(7);

const CODES = [
  ['licence', formatLicenceCode(ZEROS), parseLicenceCode],
  ['invitation', formatInvitationCode(ZEROS), parseInvitationCode],
  ['order number', 'YD20261121-7K3M9-QXW2H', parseOrderNo],
] as const;

test.each(CODES)('a %s is parsed in any spelling', (_, code, parse) => {
  const written = [
    code,
    ` ${code.toLowerCase()}\n`,
    fullWidth(code),
    fullWidth(code).toLowerCase(),
    code.replaceAll('-', ''),
    ...['–', '—', '−', '‐', '‑', 'ー', '﹣', '－', '_', '.', ' ', '\u3000', '\u00a0', '\t', '─', '・'].map(
      (dash) => code.replaceAll('-', dash),
    ),
    ...['\u200b', '\u2060', '\ufeff', '\u00ad', '\u3164'].map((hidden) => between(code, hidden)),
    `\u202a${code}\u202c`,
  ];
  for (const input of written) expect([input, parse(input)]).toEqual([input, code]);
});

test.each(CODES)(
  'a %s pasted with the quotes, brackets or the Chinese label of a message is parsed',
  (_, code, parse) => {
    const pasted = [
      `“${code}”`,
      `‘${code}’。`,
      `"${code}"`,
      `'${code}',`,
      `\`${code}\``,
      `「${code}」`,
      `【${code}】`,
      `（${code}）`,
      `《${code}》；`,
      `«${code}»`,
      `编号：${code}`,
      `您的邀请码是 ${code}，请查收！`,
    ];
    for (const input of pasted) expect([input, parse(input)]).toEqual([input, code]);
  },
);

test.each(CODES)('a %s may stand among separators, up to 200 characters in all', (_, code, parse) => {
  expect(parse(code.padEnd(200, ' '))).toBe(code);
  expect(parse(code.padEnd(201, ' '))).toBeNull();
});

test.each(CODES)('text that is not a %s is rejected, whatever its length', (_, code, parse) => {
  for (const input of ['', '-', code.slice(0, -1), `${code}0`, '订单', 'x'.repeat(50_000), `${code}${code}`])
    expect(parse(input)).toBeNull();
});

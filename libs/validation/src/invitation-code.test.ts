import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  formatInvitationCode,
  INVITATION_CODE_RANDOM_SYMBOLS,
  invitationCodeHead,
  parseInvitationCode,
} from './invitation-code.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const random = fc.uint8Array({
  minLength: INVITATION_CODE_RANDOM_SYMBOLS,
  maxLength: INVITATION_CODE_RANDOM_SYMBOLS,
});
const code = formatInvitationCode([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);

describe('invitation code', () => {
  test('[R3.14] has a prefix and four groups without ambiguous characters', () => {
    fc.assert(
      fc.property(random, (bytes) => {
        const made = formatInvitationCode(bytes);
        expect(made).toMatch(/^YDIN(?:-[0-9A-HJKMNP-TV-Z]{4}){4}$/);
        expect(parseInvitationCode(made)).toBe(made);
      }),
    );
    expect(invitationCodeHead(code)).toBe('YDIN-1234');
  });

  test.each([
    ['lower case', code.toLowerCase()],
    ['spaces for hyphens, and around', `  ${code.replaceAll('-', ' ')} \n`],
    ['no hyphens', code.replaceAll('-', '')],
    ['no prefix', code.slice(5)],
    ['en dashes', code.replaceAll('-', '–')],
    ['I and l for 1', code.replaceAll('1', 'l')],
    ['capital I for 1', code.replaceAll('1', 'I')],
    ['a prefix read as YD1N', code.replace('YDIN', 'YD1N')],
    [
      'full-width letters',
      code.replace(/[!-~]/g, (symbol) => String.fromCharCode(symbol.charCodeAt(0) + 0xfee0)),
    ],
  ])('is parsed with %s', (_, input) => {
    expect(parseInvitationCode(input)).toBe(code);
  });

  test('parses O as 0', () => {
    const zeros = formatInvitationCode(Array(14).fill(0));
    expect(parseInvitationCode(zeros.replaceAll('0', 'o'))).toBe(zeros);
  });

  test('is rejected with any wrong symbol (property)', () => {
    fc.assert(
      fc.property(random, fc.nat(15), fc.integer({ min: 1, max: 31 }), (bytes, place, shift) => {
        const symbols = Array.from(formatInvitationCode(bytes).slice(5).replaceAll('-', ''));
        symbols[place] = ALPHABET[(ALPHABET.indexOf(symbols[place] ?? '') + shift) % 32] ?? '';
        expect(parseInvitationCode(symbols.join(''))).toBeNull();
      }),
    );
  });

  test('is rejected with two adjacent symbols swapped (property)', () => {
    fc.assert(
      fc.property(random, fc.nat(14), (bytes, place) => {
        const symbols = Array.from(formatInvitationCode(bytes).slice(5).replaceAll('-', ''));
        const [one = '', other = ''] = [symbols[place], symbols[place + 1]];
        fc.pre(one !== other);
        symbols.splice(place, 2, other, one);
        expect(parseInvitationCode(symbols.join(''))).toBeNull();
      }),
    );
  });

  test.each([
    '',
    'YDIN',
    'YDAC-0000-0000-0000-0000',
    `${code}0`,
    code.slice(0, -1),
    '邀请码',
    'U'.repeat(16),
  ])('%j is rejected', (input) => {
    expect(parseInvitationCode(input)).toBeNull();
  });

  test('parsing never throws, and rejects 50,000 characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect([null, 'string']).toContain(parseInvitationCode(text) === null ? null : 'string');
      }),
    );
    expect(parseInvitationCode('1'.repeat(50_000))).toBeNull();
  });
});

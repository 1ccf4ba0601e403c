import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { formatLicenceCode, LICENCE_CODE_RANDOM_SYMBOLS, parseLicenceCode } from './licence-code.ts';
import { CODE_ALPHABET } from './patterns.ts';

const random = fc.uint8Array({
  minLength: LICENCE_CODE_RANDOM_SYMBOLS,
  maxLength: LICENCE_CODE_RANDOM_SYMBOLS,
});
const code = random.map((bytes) => formatLicenceCode(bytes));
/** Positions of the symbols, without prefix and hyphens. */
const places = Array.from({ length: 39 }, (_, index) => index + 5).filter((index) => index % 5 !== 4);

describe('licence code', () => {
  test('has a prefix, groups of four and at least 128 random bits', () => {
    expect(formatLicenceCode(new Uint8Array(LICENCE_CODE_RANDOM_SYMBOLS))).toMatch(/^YDAC(-[0-9A-Z]{4}){8}$/);
    expect(LICENCE_CODE_RANDOM_SYMBOLS * Math.log2(CODE_ALPHABET.length)).toBeGreaterThanOrEqual(128);
    expect(new Set(CODE_ALPHABET).size).toBe(32);
    expect(CODE_ALPHABET).not.toMatch(/[ILOU]/);
  });

  test('is parsed in any spelling (property)', () => {
    fc.assert(
      fc.property(code, (made) => {
        expect(parseLicenceCode(made)).toBe(made);
        expect(parseLicenceCode(` ${made.toLowerCase()} `)).toBe(made);
        expect(parseLicenceCode(made.replaceAll('-', ''))).toBe(made);
        expect(parseLicenceCode(made.replaceAll('-', ' – '))).toBe(made);
        const misread = made.slice(5).replaceAll('0', 'o').replaceAll('1', 'l');
        expect(parseLicenceCode(`ydac-${misread}`)).toBe(made);
        expect(parseLicenceCode(`YDAC-${made.slice(5).replaceAll('1', 'I').replaceAll('0', 'O')}`)).toBe(
          made,
        );
      }),
    );
  });

  test('is unique per random input (property)', () => {
    fc.assert(
      fc.property(random, random, (one, other) => {
        const low = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte & 31).join();
        expect(formatLicenceCode(one) === formatLicenceCode(other)).toBe(low(one) === low(other));
      }),
    );
  });

  test('is rejected with one to four wrong symbols (property)', () => {
    const typos = fc.uniqueArray(
      fc.record({ place: fc.constantFrom(...places), by: fc.integer({ min: 1, max: 31 }) }),
      {
        selector: ({ place }) => place,
        minLength: 1,
        maxLength: 4,
      },
    );
    fc.assert(
      fc.property(code, typos, (made, wrong) => {
        const symbols = Array.from(made);
        for (const { place, by } of wrong) {
          const was = CODE_ALPHABET.indexOf(symbols[place] ?? '');
          symbols[place] = CODE_ALPHABET[(was + by) % 32] ?? '';
        }
        expect(parseLicenceCode(symbols.join(''))).toBeNull();
      }),
      { numRuns: 2000 },
    );
  });

  test('is rejected with two adjacent symbols swapped (property)', () => {
    fc.assert(
      fc.property(code, fc.integer({ min: 0, max: 30 }), (made, at) => {
        const symbols = Array.from(made.slice(5).replaceAll('-', ''));
        const [one = '', other = ''] = [symbols[at], symbols[at + 1]];
        fc.pre(one !== other);
        symbols.splice(at, 2, other, one);
        expect(parseLicenceCode(`YDAC${symbols.join('')}`)).toBeNull();
      }),
    );
  });

  test('is rejected if too short, too long, with another prefix, or any other text', () => {
    const made = formatLicenceCode(new Uint8Array(LICENCE_CODE_RANDOM_SYMBOLS).fill(7));
    for (const text of [
      '',
      'YDAC',
      made.slice(0, -1),
      `${made}0`,
      made.replace('YDAC', 'YDAB'),
      made.slice(5),
    ]) {
      expect(parseLicenceCode(text)).toBeNull();
    }
    expect(parseLicenceCode(made.replace('7', '*'))).toBeNull();
    expect(parseLicenceCode(`${made}${' '.repeat(1_000_000)}`)).toBeNull();
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => expect(parseLicenceCode(text)).toBeNull()),
    );
  });
});

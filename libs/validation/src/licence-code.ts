import { CODE_ALPHABET } from './patterns.ts';
import { readDigits, typedCode } from './typed-code.ts';

/**
 * An authorization code: `YDAC-` and eight groups of four, such as `YDAC-7K3M-…`. 26 random symbols (130
 * bits) and a checksum of six. The alphabet leaves out I, L, O and U; a typed I or L is read as 1, an O as 0.
 * The checksum is that of bech32m: it detects every error of up to four symbols, swaps included.
 */
export const LICENCE_CODE_PREFIX = 'YDAC';
export const LICENCE_CODE_RANDOM_SYMBOLS = 26;
const CHECK_SYMBOLS = 6;
const SYMBOLS = LICENCE_CODE_RANDOM_SYMBOLS + CHECK_SYMBOLS;
/**
 * How many trailing symbols may be shown to people other than the owner. They belong to the checksum and
 * reveal no random bit.
 */
export const LICENCE_CODE_TAIL = 4;

const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3] as const;
const BECH32M = 0x2bc830a3;
/**
 * Prefixed to the symbols before the checksum, so that a code of another product with the same alphabet is
 * invalid here.
 */
const DOMAIN = Array.from(LICENCE_CODE_PREFIX, (letter) => letter.charCodeAt(0) & 31);

function polymod(values: readonly number[]): number {
  let sum = 1;
  for (const value of values) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    for (const [bit, factor] of GENERATOR.entries()) if ((top >>> bit) & 1) sum ^= factor;
  }
  return sum;
}

function symbolOf(value: number): string {
  return CODE_ALPHABET[value & 31] ?? '';
}

/** The displayed code for these random numbers (their low five bits are used). */
export function formatLicenceCode(random: ArrayLike<number>): string {
  const values = Array.from(random, (value) => value & 31).slice(0, LICENCE_CODE_RANDOM_SYMBOLS);
  const sum = polymod([...DOMAIN, ...values, ...Array<number>(CHECK_SYMBOLS).fill(0)]) ^ BECH32M;
  const check = Array.from(
    { length: CHECK_SYMBOLS },
    (_, place) => sum >>> (5 * (CHECK_SYMBOLS - 1 - place)),
  );
  const text = [...values, ...check].map(symbolOf).join('');
  return [LICENCE_CODE_PREFIX, ...(text.match(/.{4}/g) ?? [])].join('-');
}

/**
 * The code in its stored form, from typed text (`typedCode`); look-alike letters are accepted. Null if it
 * cannot be a valid code.
 */
export function parseLicenceCode(input: string): string | null {
  const text = typedCode(input);
  if (!text.startsWith(LICENCE_CODE_PREFIX)) return null;
  const symbols = readDigits(text.slice(LICENCE_CODE_PREFIX.length));
  const values = Array.from(symbols, (symbol) => CODE_ALPHABET.indexOf(symbol));
  if (values.length !== SYMBOLS || values.includes(-1)) return null;
  if (polymod([...DOMAIN, ...values]) !== BECH32M) return null;
  return [LICENCE_CODE_PREFIX, ...(symbols.match(/.{4}/g) ?? [])].join('-');
}

import { CODE_ALPHABET } from './patterns.ts';
import { readDigits, typedCode } from './typed-code.ts';

/**
 * An invitation code: `YDIN-` and four groups of four, such as `YDIN-7K3M-…`. 14 random symbols (70 bits) and
 * a checksum of two. The alphabet leaves out I, L, O and U; a typed I or L is read as 1, an O as 0. The
 * checksum is the remainder modulo 1021, a prime: it detects every wrong symbol and every swap of two
 * neighbours.
 */
export const INVITATION_CODE_PREFIX = 'YDIN';
export const INVITATION_CODE_RANDOM_SYMBOLS = 14;
const CHECK_SYMBOLS = 2;
const SYMBOLS = INVITATION_CODE_RANDOM_SYMBOLS + CHECK_SYMBOLS;
const PRIME = 1021;
/** The text with look-alike letters read as digits. */
const READ_PREFIX = INVITATION_CODE_PREFIX.replace('I', '1');

const symbolOf = (value: number): string => CODE_ALPHABET[value & 31] ?? '';
const restOf = (values: readonly number[]): number =>
  values.reduce((rest, value) => (rest * 32 + value) % PRIME, 0);
const grouped = (symbols: string): string =>
  [INVITATION_CODE_PREFIX, ...(symbols.match(/.{4}/g) ?? [])].join('-');

/** The displayed code for these random numbers (their low five bits are used). */
export function formatInvitationCode(random: ArrayLike<number>): string {
  const values = Array.from(random, (value) => value & 31).slice(0, INVITATION_CODE_RANDOM_SYMBOLS);
  // The remainder of a valid code is 0.
  const check = (PRIME - restOf([...values, 0, 0])) % PRIME;
  return grouped([...values, check >>> 5, check].map(symbolOf).join(''));
}

/**
 * The code in its stored form, from typed or pasted text (`typedCode`); look-alike letters and a missing
 * prefix are accepted. Null if it cannot be a valid code.
 */
export function parseInvitationCode(input: string): string | null {
  const text = readDigits(typedCode(input));
  const symbols = text.length === SYMBOLS + READ_PREFIX.length ? text.slice(READ_PREFIX.length) : text;
  if (symbols !== text && !text.startsWith(READ_PREFIX)) return null;
  const values = Array.from(symbols, (symbol) => CODE_ALPHABET.indexOf(symbol));
  if (values.length !== SYMBOLS || values.includes(-1) || restOf(values) !== 0) return null;
  return grouped(symbols);
}

/** The part of a hashed code that operators see: the prefix and the first group. */
export const invitationCodeHead = (code: string): string =>
  code.slice(0, INVITATION_CODE_PREFIX.length + 1 + 4);

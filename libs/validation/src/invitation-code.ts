import { CODE_ALPHABET } from './patterns.ts';
import { readDigits, typedCode } from './typed-code.ts';

/**
 * The code of an invitation: `YDIN-` and four groups of four, such as `YDIN-7K3M-…`. 14 random symbols (70 bits) and
 * two of a checksum. The alphabet leaves out I, L, O and U; who reads a 1 as I or l, or a 0 as O, is understood. The
 * checksum is the rest by 1021, a prime: it finds every wrong symbol and every two neighbours that changed places.
 */
export const INVITATION_CODE_PREFIX = 'YDIN';
export const INVITATION_CODE_RANDOM_SYMBOLS = 14;
const CHECK_SYMBOLS = 2;
const SYMBOLS = INVITATION_CODE_RANDOM_SYMBOLS + CHECK_SYMBOLS;
const PRIME = 1021;
/** As it reads once look-alikes are read as digits. */
const READ_PREFIX = INVITATION_CODE_PREFIX.replace('I', '1');

const symbolOf = (value: number): string => CODE_ALPHABET[value & 31] ?? '';
const restOf = (values: readonly number[]): number =>
  values.reduce((rest, value) => (rest * 32 + value) % PRIME, 0);
const grouped = (symbols: string): string =>
  [INVITATION_CODE_PREFIX, ...(symbols.match(/.{4}/g) ?? [])].join('-');

/** The code whose random part is these numbers (their low five bits are used), as it is shown. */
export function formatInvitationCode(random: ArrayLike<number>): string {
  const values = Array.from(random, (value) => value & 31).slice(0, INVITATION_CODE_RANDOM_SYMBOLS);
  // A code whose checksum is right leaves no rest.
  const check = (PRIME - restOf([...values, 0, 0])) % PRIME;
  return grouped([...values, check >>> 5, check].map(symbolOf).join(''));
}

/**
 * The code as it is kept and compared, from what somebody typed or pasted (`typedCode`), with look-alike letters and
 * without the prefix, too. Null when it cannot be a code of ours.
 */
export function parseInvitationCode(typed: string): string | null {
  const text = readDigits(typedCode(typed));
  const symbols = text.length === SYMBOLS + READ_PREFIX.length ? text.slice(READ_PREFIX.length) : text;
  if (symbols !== text && !text.startsWith(READ_PREFIX)) return null;
  const values = Array.from(symbols, (symbol) => CODE_ALPHABET.indexOf(symbol));
  if (values.length !== SYMBOLS || values.includes(-1) || restOf(values) !== 0) return null;
  return grouped(symbols);
}

/** What operators see of a code that is kept hashed: the prefix and the first group. */
export const invitationCodeHead = (code: string): string =>
  code.slice(0, INVITATION_CODE_PREFIX.length + 1 + 4);

import { typedCode } from './typed-code.ts';

/**
 * The code that a device shows and a person types on another one (RFC 8628 §6.1): two groups of four, such as
 * `WDJB-MJHT`. Consonants only: no words appear by chance, and no letter is mistaken for a digit. 34 random
 * bits, enough for the minutes that a code lives and the few guesses that an account has.
 */
export const DEVICE_CODE_ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ';
export const DEVICE_CODE_LETTERS = 8;
const GROUP = 4;

/** The letters in groups: `WDJBMJHT` → `WDJB-MJHT`. */
export const formatDeviceCode = (letters: string): string =>
  `${letters.slice(0, GROUP)}-${letters.slice(GROUP)}`;

/**
 * The code in its stored and displayed form, from typed or pasted text (`typedCode`): lower case, full width
 * and a missing hyphen are accepted. Null for a text that no device shows. A letter outside the alphabet was
 * misread, and the intended one is unknown.
 */
export function parseDeviceCode(input: string): string | null {
  const letters = typedCode(input);
  if (letters.length !== DEVICE_CODE_LETTERS) return null;
  const known = Array.from(letters).every((letter) => DEVICE_CODE_ALPHABET.includes(letter));
  return known ? formatDeviceCode(letters) : null;
}

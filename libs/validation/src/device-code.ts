import { typedCode } from './typed-code.ts';

/**
 * The code that a device shows and a person types on another one (RFC 8628 §6.1): two groups of four, such as
 * `WDJB-MJHT`. Consonants alone: without vowels no word appears by chance, and without digits no letter is taken for
 * one. 34 random bits, which last for the minutes that a code lives and the few guesses that an account has.
 */
export const DEVICE_CODE_ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ';
export const DEVICE_CODE_LETTERS = 8;
const GROUP = 4;

/** The letters as they are shown: `WDJBMJHT` → `WDJB-MJHT`. */
export const formatDeviceCode = (letters: string): string =>
  `${letters.slice(0, GROUP)}-${letters.slice(GROUP)}`;

/**
 * The code as it is compared and shown, from what somebody typed or pasted (`typedCode`): in small letters, in full
 * width, without the hyphen, too. Null when no device was given such a code: a letter that the alphabet lacks was
 * misread, and nobody can say for which one.
 */
export function parseDeviceCode(typed: string): string | null {
  const letters = typedCode(typed);
  if (letters.length !== DEVICE_CODE_LETTERS) return null;
  const known = Array.from(letters).every((letter) => DEVICE_CODE_ALPHABET.includes(letter));
  return known ? formatDeviceCode(letters) : null;
}

/** Patterns of specification §5. All are linear: no nested quantifier. */

/** Chinese characters, English letters, digits. */
export const NICKNAME_PATTERN = /^[\p{Script=Han}A-Za-z0-9]+$/u;
export const EMAIL_CODE_PATTERN = /^\d{6}$/;
export const VERSION_PATTERN = /^\d{1,5}\.\d{1,5}\.\d{1,5}$/;
/** One `@`, no space or control character, a dotted domain of letters, digits and inner hyphens. */
export const EMAIL_PATTERN =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/;

/** Length in Unicode code points: what a reader counts, not UTF-16 units. */
export function codePoints(text: string): number {
  return Array.from(text).length;
}

/** How many of digits, upper case and lower case a password uses. */
export function passwordKinds(password: string): number {
  return [/[0-9]/, /[A-Z]/, /[a-z]/].filter((kind) => kind.test(password)).length;
}

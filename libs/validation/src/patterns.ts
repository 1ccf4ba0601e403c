/** Patterns of specification §5. All are linear: no nested quantifier. */

/** Chinese characters (not their radicals, which look the same), English letters, digits. */
export const NICKNAME_PATTERN = /^(?:(?=[\p{L}\p{Nl}])\p{Script=Han}|[A-Za-z0-9])+$/u;
/** What an authenticator app shows. */
export const TOTP_PATTERN = /^\d{6}$/;
export const EMAIL_CODE_PATTERN = /^\d{6}$/;
/** The core of a semantic version: three numbers of at most five digits, none with a zero in front. */
export const VERSION_PATTERN = /^(?:0|[1-9]\d{0,4})(?:\.(?:0|[1-9]\d{0,4})){2}$/;
/** What the client makes of a server's identity: SHA-256, 64 hex digits. */
export const FINGERPRINT_PATTERN = /^[0-9a-f]{64}$/;
/** A whole commit id of git in SHA-1 or SHA-256: a shortened one may name another commit later. */
export const GIT_COMMIT_PATTERN = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
/** SHA-256 of a file. */
export const SHA256_PATTERN = /^[0-9a-f]{64}$/;
/** Letters, digits, marks, punctuation, symbols and plain spaces: one line, nothing invisible. */
export const ONE_LINE_PATTERN = /^[\p{L}\p{N}\p{M}\p{P}\p{S} ]*$/u;
/** What a client sends to recognise the answer that belongs to its question. */
export const NONCE_PATTERN = /^[\x21-\x7e]{16,128}$/;
/** Letters of codes that people read out and write down: no I, L, O or U. */
export const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** `YD20261121-7K3M9-QXW2H`: the day in Shanghai, and 50 random bits in letters that are not mixed up. */
export const ORDER_NO_PATTERN = /^YD\d{8}-[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/;
/** Tax number of a Chinese company: 15, 17, 18 or 20 digits and capital letters. */
/** The number of an electronic invoice: year, region and channel, and a serial number. */
export const INVOICE_NUMBER_PATTERN = /^\d{20}$/;
export const TAX_NUMBER_PATTERN = /^(?:[0-9A-Z]{15}|[0-9A-Z]{17,18}|[0-9A-Z]{20})$/;
/** Small letters, digits, single hyphens inside. */
export const APP_KEY_PATTERN = /^[a-z](?:-?[a-z0-9]){2,39}$/;
/** Name of a container image with its registry, without tag and digest: `registry.example.com/team/name`. */
export const IMAGE_NAME_PATTERN =
  /^[a-z0-9]+(?:[.-][a-z0-9]+)*(?::\d{1,5})?(?:\/[a-z0-9]+(?:[._-][a-z0-9]+)*){1,5}$/;
export const IMAGE_DIGEST_PATTERN = /^sha256:[0-9a-f]{64}$/;
/** A whole https address of a dotted host, without user name and password. */
export const HTTPS_PATTERN =
  /^https:\/\/(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z0-9-]{2,63}(?::\d{1,5})?(?:[/?#][^\s\\\p{C}]*)?$/u;
/** QQ numbers have 5 to 12 digits and no zero in front. */
export const QQ_PATTERN = /^[1-9]\d{4,11}$/;
/** A telephone number as people write it: digits with spaces or hyphens, a plus for another country. */
export const PHONE_PATTERN = /^\+?\d(?:[ -]?\d){5,19}$/;
/** A WeChat id, or the telephone or QQ number that somebody goes by there. */
export const WECHAT_PATTERN = /^[A-Za-z0-9][A-Za-z0-9_-]{4,29}$/;
/** A path of this site without a language: `/store/3?tab=log`. */
export const SITE_PATH_PATTERN = /^\/(?:[^\s\\/][^\s\\]*)?$/;
/** A drawing that the site owns (`letter`), or a stored picture (`articles/0f3a.webp`). */
export const PICTURE_NAME_PATTERN = /^[a-z0-9][a-z0-9-]{0,99}(?:\/[a-z0-9][a-z0-9_-]{0,99}\.webp)?$/;
/** Pixels of a picture that was uploaded for an article: its name ends in them, so that a page can reserve its place. */
export function articlePictureSize(name: string): { width: number; height: number } | null {
  const [, width, height] = /-([1-9]\d{0,4})x([1-9]\d{0,4})\.webp$/.exec(name) ?? [];
  return width && height ? { width: Number(width), height: Number(height) } : null;
}

/**
 * One `@`, no space or control character, a dotted domain of letters, digits and inner hyphens. Domains of other scripts
 * match in their ASCII form (`asciiEmail`).
 */
export const EMAIL_PATTERN =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+(?:[A-Za-z]{2,63}|[xX][nN]--[A-Za-z0-9-]{0,58}[A-Za-z0-9])$/;

/** Length in Unicode code points: what a reader counts, not UTF-16 units. */
export function codePoints(text: string): number {
  return Array.from(text).length;
}

/** How many of digits, upper case and lower case a password uses. */
export function passwordKinds(password: string): number {
  return [/[0-9]/, /[A-Z]/, /[a-z]/].filter((kind) => kind.test(password)).length;
}

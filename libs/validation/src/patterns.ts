/** Patterns of specification §5. All run in linear time: no nested quantifiers. */

/** Chinese characters (not their look-alike radicals), English letters, digits. */
export const NICKNAME_PATTERN = /^(?:(?=[\p{L}\p{Nl}])\p{Script=Han}|[A-Za-z0-9])+$/u;
/** The code of an authenticator app. */
export const TOTP_PATTERN = /^\d{6}$/;
export const EMAIL_CODE_PATTERN = /^\d{6}$/;
/** The core of a semantic version: three numbers of at most five digits without leading zeros. */
export const VERSION_PATTERN = /^(?:0|[1-9]\d{0,4})(?:\.(?:0|[1-9]\d{0,4})){2}$/;
/** The client's fingerprint of a server: SHA-256, 64 hex digits. */
export const FINGERPRINT_PATTERN = /^[0-9a-f]{64}$/;
/** A full Git commit id in SHA-1 or SHA-256. An abbreviated id may become ambiguous later. */
export const GIT_COMMIT_PATTERN = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
/** SHA-256 of a file. */
export const SHA256_PATTERN = /^[0-9a-f]{64}$/;
/** One line of visible text: letters, digits, marks, punctuation, symbols and plain spaces. */
export const ONE_LINE_PATTERN = /^[\p{L}\p{N}\p{M}\p{P}\p{S} ]*$/u;
/** The nonce by which a client matches a response to its request. */
export const NONCE_PATTERN = /^[\x21-\x7e]{16,128}$/;
/** Letters of codes that people read out and write down: no I, L, O or U. */
export const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** `YD20261121-7K3M9-QXW2H`: the day in Shanghai, and 50 random bits in unambiguous letters. */
export const ORDER_NO_PATTERN = /^YD\d{8}-[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/;
/** The number of an electronic invoice: year, region and channel, and a serial number. */
export const INVOICE_NUMBER_PATTERN = /^\d{20}$/;
/** Tax number of a Chinese company: 15, 17, 18 or 20 digits and capital letters. */
export const TAX_NUMBER_PATTERN = /^(?:[0-9A-Z]{15}|[0-9A-Z]{17,18}|[0-9A-Z]{20})$/;
/** Lower-case letters, digits, single inner hyphens. */
export const APP_KEY_PATTERN = /^[a-z](?:-?[a-z0-9]){2,39}$/;
/** A container image name with its registry, without tag and digest: `registry.example.com/team/name`. */
export const IMAGE_NAME_PATTERN =
  /^[a-z0-9]+(?:[.-][a-z0-9]+)*(?::\d{1,5})?(?:\/[a-z0-9]+(?:[._-][a-z0-9]+)*){1,5}$/;
export const IMAGE_DIGEST_PATTERN = /^sha256:[0-9a-f]{64}$/;
/** An absolute https URL with a domain as host and no user info; `isHttpsUrl` also parses it. */
export const HTTPS_PATTERN =
  /^https:\/\/(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+(?:[A-Za-z]{2,63}|[xX][nN]--[A-Za-z0-9-]{0,58}[A-Za-z0-9])(?::\d{1,5})?(?:[/?#][^\s\\\p{C}]*)?$/u;
/** QQ numbers have 5 to 12 digits without a leading zero. */
export const QQ_PATTERN = /^[1-9]\d{4,11}$/;
/** A telephone number: digits with spaces or hyphens, and a plus for other countries. */
export const PHONE_PATTERN = /^\+?\d(?:[ -]?\d){5,19}$/;
/** A WeChat id, or the telephone or QQ number that serves as one. */
export const WECHAT_PATTERN = /^[A-Za-z0-9][A-Za-z0-9_-]{4,29}$/;
/** A path of this site without its language prefix: `/store/3?tab=log`. */
export const SITE_PATH_PATTERN = /^\/(?:[^\s\\/][^\s\\]*)?$/;
/** A built-in illustration (`letter`), or a stored picture (`articles/0f3a.webp`). */
export const PICTURE_NAME_PATTERN = /^[a-z0-9][a-z0-9-]{0,99}(?:\/[a-z0-9][a-z0-9_-]{0,99}\.webp)?$/;
/** Pixel size of an article's picture. The file name ends with it, so that a page can reserve the space. */
export function articlePictureSize(name: string): { width: number; height: number } | null {
  const size = /-([1-9]\d{0,4})x([1-9]\d{0,4})\.webp$/.exec(name);
  return size && { width: Number(size[1]), height: Number(size[2]) };
}

/**
 * One `@`, no space or control character, at most 64 characters before it (RFC 5321 §4.5.3.1.1: no server accepts
 * more), a dotted domain of letters, digits and inner hyphens. Domains in
 * other scripts match in ASCII form (`asciiEmail`).
 */
export const EMAIL_PATTERN =
  /^(?=.{1,64}@)[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+(?:[A-Za-z]{2,63}|[xX][nN]--[A-Za-z0-9-]{0,58}[A-Za-z0-9])$/;

/** Length in Unicode code points, as readers count, not in UTF-16 units. */
export function codePoints(text: string): number {
  return Array.from(text).length;
}

/** How many of the classes digits, upper case and lower case a password uses. */
export function passwordKinds(password: string): number {
  return [/[0-9]/, /[A-Z]/, /[a-z]/].filter((kind) => kind.test(password)).length;
}

/** The `&` of an address that was copied from the source of an HTML page or mail. */
export const ESCAPED_AMPERSAND = /&(?:amp(?:;|%3B))+/gi;

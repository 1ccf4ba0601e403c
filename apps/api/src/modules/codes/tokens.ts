import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { CODE_ALPHABET, EMAIL_CODE_LENGTH } from '@yunduo/validation';

/** Prefixes make a leaked token recognisable, to people and to secret scanners. */
const PREFIXES = {
  session: 'yds',
  change: 'ydc',
  undo: 'ydu',
  subscription: 'yde',
  handover: 'ydh',
  ticket: 'ydt',
  step: 'ydf',
  build: 'ydb',
  preview: 'ydp',
  device: 'ydd',
  report: 'ydr',
  grant: 'ydg',
} as const;
/** Prefix with `_`, 43 letters of base64url, 7 of checksum. */
const TOKEN_LENGTH = 54;
export type TokenKind = keyof typeof PREFIXES;

const checksum = (text: string): string => crc32(text).toString(36).padStart(7, '0');

/** `yds_` + 256 random bits + checksum. It is shown once; the database stores its `hashToken`. */
export function newToken(kind: TokenKind): string {
  const body = `${PREFIXES[kind]}_${randomBytes(32).toString('base64url')}`;
  return body + checksum(body);
}

/** Whether the text has the form of our tokens: avoids a database query for invented ones. */
export function looksLikeToken(kind: TokenKind, text: string): boolean {
  const body = text.slice(0, -7);
  return (
    text.length === TOKEN_LENGTH && body.startsWith(`${PREFIXES[kind]}_`) && text.slice(-7) === checksum(body)
  );
}

/**
 * The token of a link that people forward, without the punctuation or text that a program took for its end
 * (`…token=ydp_x，please look`), and without the line breaks or invisible signs that a mail program put into it; null if
 * it has not the form of our tokens.
 */
export function linkToken(kind: TokenKind, text: string): string | null {
  const [token = ''] = /^[\w-]*/.exec(text.replace(/=\s*|[\r\n]\s*|\p{Cf}/gu, '')) ?? [];
  return looksLikeToken(kind, token) ? token : null;
}

/** Hash of a token as stored. Unkeyed: 256 bits cannot be brute-forced. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** A code for a mail, uniformly distributed over a million. */
export const newCode = (): string =>
  String(randomInt(10 ** EMAIL_CODE_LENGTH)).padStart(EMAIL_CODE_LENGTH, '0');

/** Random letters for codes that people read aloud or type. */
export const newLetters = (count: number, alphabet: string = CODE_ALPHABET): string =>
  Array.from({ length: count }, () => alphabet[randomInt(alphabet.length)]).join('');

/** Keyed: without the key, the few digits of a code could be brute-forced. */
export const keyedHash = (key: Buffer, ...parts: (string | number)[]): string =>
  createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex');

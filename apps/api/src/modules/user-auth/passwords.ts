import { hash, verify, type Options } from '@node-rs/argon2';
import { COMMON_PASSWORDS, COMMON_STEMS } from './common-passwords.ts';

// OWASP's second choice for argon2id (the library's default algorithm): 19 MiB, two passes, some 30 ms of a core.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } satisfies Options;

/** A salted hash, which holds its own parameters. */
export const hashPassword = (password: string): Promise<string> => hash(password, COST);

/**
 * A hash with the cost of today, for a password that has just matched one with another cost; null when there is none to
 * make. So a change of `COST` reaches each account with its next sign-in.
 */
export async function renewedHash(stored: string, password: string): Promise<string | null> {
  const { memoryCost, timeCost, parallelism } = COST;
  const ofToday = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`;
  return stored.startsWith(ofToday) ? null : hashPassword(password);
}

let nobody: Promise<string> | null = null;

/**
 * Compares a password with a hash. Without one (an unknown account) it works as long as with one, so that the time
 * tells nobody which addresses are registered.
 */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  nobody ??= hashPassword('nobody has this password');
  const matches = await verify(stored ?? (await nobody), password);
  return stored !== null && matches;
}

/** Made ready at start: the first unknown address must not take longer than the others. */
export async function preparePasswords(): Promise<void> {
  await passwordMatches(null, '');
}

const LEET: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};
const plain = (text: string): string =>
  text.replace(/[@431!0$57]/g, (character) => LEET[character] ?? character);

const wordOf = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

/** Rows of keys, and the orders that fingers and minds run through. */
const RUNS = [
  '01234567890',
  '09876543210',
  'abcdefghijklmnopqrstuvwxyz',
  'zyxwvutsrqponmlkjihgfedcba',
  'qwertyuiop',
  'poiuytrewq',
  'asdfghjkl',
  'lkjhgfdsa',
  'zxcvbnm',
  'mnbvcxz',
  '1qaz2wsx3edc4rfv5tgb',
  'q1w2e3r4t5y6',
  '1q2w3e4r5t6y',
  '147258369',
  '789456123',
];

/**
 * Whether a password is among those that are tried first: on the list, a word of it with digits around and letters
 * swapped for signs, one thing repeated, a run of keys, or the owner's own address.
 */
export function isCommonPassword(password: string, email = ''): boolean {
  const lower = password.toLowerCase();
  if (COMMON_PASSWORDS.has(lower)) return true;
  // What stands around the word is digits and signs alone: `Password2026!` is `password`.
  const stem = wordOf(lower);
  if ([stem, plain(stem), wordOf(plain(lower))].some((word) => COMMON_STEMS.has(word))) return true;
  if (/^(.{1,4})\1+$/u.test(lower)) return true;
  if (RUNS.some((run) => run.includes(lower))) return true;
  if (madeOfRuns(lower)) return true;
  const name = email.toLowerCase().split('@')[0] ?? '';
  return name.length >= 4 && (lower === name || lower === email.toLowerCase() || stem === name);
}

/** `abc12345`, `qwer1234`: runs of three and more, one after the other, and nothing else. */
function madeOfRuns(text: string): boolean {
  let rest = text;
  while (rest.length > 0) {
    let longest = 0;
    for (const run of RUNS) {
      let length = Math.min(rest.length, run.length);
      while (length > longest && !run.includes(rest.slice(0, length))) length -= 1;
      longest = Math.max(longest, length);
    }
    if (longest < 3) return false;
    rest = rest.slice(longest);
  }
  return true;
}

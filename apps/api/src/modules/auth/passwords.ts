import { hash, verify, type Options } from '@node-rs/argon2';
import { PASSWORD } from '@yunduo/validation';
import { COMMON_PASSWORDS, COMMON_STEMS } from './common-passwords.ts';

// OWASP's second option for argon2id (the library's default algorithm): 19 MiB, two passes, about 30 ms of one core.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } satisfies Options;

/** A salted hash, including its parameters. */
export const hashPassword = (password: string): Promise<string> => hash(normalPassword(password), COST);

/** Normalises full-width and composed characters to those of a keyboard without an input method. */
const normalPassword = (password: string): string => password.normalize('NFKC');

/**
 * Rehashes a matched password with the current cost; null if its hash already has it. A change of `COST` thus reaches
 * each account at its next sign-in.
 */
export async function renewedHash(stored: string, password: string): Promise<string | null> {
  const { memoryCost, timeCost, parallelism } = COST;
  const ofToday = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`;
  return stored.startsWith(ofToday) ? null : hashPassword(password);
}

let nobody: Promise<string> | null = null;

/**
 * Compares a password with a hash. Without one (an unknown account) it takes equally long, so that timing does not
 * reveal which addresses are registered.
 */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  nobody ??= hashPassword('nobody has this password');
  const compared = stored ?? (await nobody);
  const normal = normalPassword(password);
  // Earlier versions hashed the password as typed.
  const matches =
    (await verify(compared, normal)) || (normal !== password && (await verify(compared, password)));
  return stored !== null && matches;
}

/** Called at start: the first unknown address must not take longer than the others. */
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

/** Keyboard rows and common sequences. */
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

let listed: Promise<ReadonlySet<string>> | null = null;

/** The most common leaked passwords that meet the length rule, about 18,000; loaded when the first password is set. */
const commonPasswords = (): Promise<ReadonlySet<string>> =>
  (listed ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => {
    const known = dictionary['passwords-common'].map((one) => String(one).toLowerCase());
    return new Set(known.filter((one) => one.length >= PASSWORD.min && one.length <= PASSWORD.max));
  }));

/** Product names; with digits and signs around them they are obvious first guesses. */
const PRODUCT_WORDS = ['yunduo', 'yunduocloud', '云舵'];

/** Why a password is easily guessed; null if it is not. */
export type Guessable = 'common' | 'personal' | 'product';

/**
 * Whether a password is easily guessed: on the list of common ones; a common word with digits around it and letters
 * replaced by signs; one repeated part or a keyboard run; the owner's address or nickname; or a product name.
 */
export async function guessable(
  input: string,
  { email, nickname = '' }: { email: string; nickname?: string },
): Promise<Guessable | null> {
  const lower = normalPassword(input).toLowerCase();
  // Only digits and signs surround the word: `Password2026!` is `password`.
  const stem = wordOf(lower);
  const forms = [lower, stem, plain(stem), wordOf(plain(lower))];
  const [name = '', domain = ''] = email.toLowerCase().split('@');
  const own = [name, wordOf(name), domain, email.toLowerCase(), normalPassword(nickname).toLowerCase()];
  if (own.some((word) => word.length >= OWN_WORD_MIN && forms.includes(word))) return 'personal';
  if (PRODUCT_WORDS.some((word) => forms.includes(word))) return 'product';
  if (COMMON_PASSWORDS.has(lower) || forms.some((word) => COMMON_STEMS.has(word))) return 'common';
  if (/^(.{1,4})\1+$/u.test(lower) || RUNS.some((run) => run.includes(lower)) || madeOfRuns(lower))
    return 'common';
  return (await commonPasswords()).has(lower) ? 'common' : null;
}

/** Shorter names occur in too many good passwords. */
const OWN_WORD_MIN = 4;

/** `abc12345`, `qwer1234`: only consecutive runs of three and more characters. */
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

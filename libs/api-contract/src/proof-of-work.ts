import type { DataOf } from './endpoint.ts';
import type { captcha } from './endpoints/captcha.ts';

/** The proof of work of a slider's picture. */
export type SliderWork = NonNullable<DataOf<typeof captcha.challenge>['work']>;

/**
 * SHA-256 in plain JavaScript, synchronous: `crypto.subtle` is missing on pages without https, and a promise
 * per hash costs more than the hash. Only proofs of work use it; it processes no secrets.
 */
const K = /* @__PURE__ */ constants();
const START = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
] as const;

/** The fractional parts of the cube roots of the first 64 primes, 32 bits each. */
function constants(): Int32Array {
  const words: number[] = [];
  for (let candidate = 2; words.length < 64; candidate += 1) {
    let prime = true;
    for (let divisor = 2; divisor * divisor <= candidate; divisor += 1) {
      if (candidate % divisor === 0) prime = false;
    }
    if (prime) words.push(((Math.cbrt(candidate) % 1) * 2 ** 32) | 0);
  }
  return Int32Array.from(words);
}

const schedule = /* @__PURE__ */ new Int32Array(64);
const state = /* @__PURE__ */ new Int32Array(8);
const encoder = /* @__PURE__ */ new TextEncoder();

/** The hash of a text as 64 hexadecimal digits. */
export function sha256(text: string): string {
  const message = encoder.encode(text);
  const bytes = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 4, message.length * 8);
  state.set(START);
  for (let offset = 0; offset < bytes.length; offset += 64) {
    for (let i = 0; i < 16; i += 1) schedule[i] = view.getInt32(offset + i * 4);
    compress();
  }
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

/** Compresses one block: the first 16 words of `schedule` into `state`. */
function compress(): void {
  const w = schedule;
  // The arrays have 64 and 8 elements and the indexes stay below, which the type checker cannot know.
  for (let i = 16; i < 64; i += 1) {
    const x = w[i - 15] as number;
    const y = w[i - 2] as number;
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[i] = ((w[i - 16] as number) + s0 + (w[i - 7] as number) + s1) | 0;
  }
  let a = state[0] as number;
  let b = state[1] as number;
  let c = state[2] as number;
  let d = state[3] as number;
  let e = state[4] as number;
  let f = state[5] as number;
  let g = state[6] as number;
  let h = state[7] as number;
  for (let i = 0; i < 64; i += 1) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (K[i] as number) + (w[i] as number)) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  state[0] = (state[0] as number) + a;
  state[1] = (state[1] as number) + b;
  state[2] = (state[2] as number) + c;
  state[3] = (state[3] as number) + d;
  state[4] = (state[4] as number) + e;
  state[5] = (state[5] as number) + f;
  state[6] = (state[6] as number) + g;
  state[7] = (state[7] as number) + h;
}

/**
 * Searches the number that solves one part of a slider's work: the SHA-256 of salt, part and number (16, 4
 * and 4 bytes) begins with a number below `target`. Tries `tries` numbers starting at `from`; null if none
 * fits.
 */
export function solvePart(
  { salt, target }: SliderWork,
  part: number,
  from: number,
  tries: number,
): number | null {
  const words = [0, 8, 16, 24].map((at) => Number.parseInt(salt.slice(at, at + 8), 16) | 0);
  for (let number = from; number < from + tries; number += 1) {
    schedule.fill(0, 6, 16);
    schedule.set(words);
    schedule[4] = part;
    schedule[5] = number;
    schedule[6] = 0x80000000 | 0;
    schedule[15] = 24 * 8;
    state.set(START);
    compress();
    if ((state[0] as number) >>> 0 < target) return number;
  }
  return null;
}

/** The `proof` of `captcha.verify` for a slider: the number of each part, in order. */
export const proofOf = (numbers: readonly number[]): string =>
  numbers.map((number) => number.toString(36)).join(',');

/** Computes the whole proof synchronously, for tests and tools. */
export function solveSliderWork(work: SliderWork, parts: number): string {
  const numbers = Array.from({ length: parts }, (_, part) => solvePart(work, part, 0, 2 ** 31) ?? 0);
  return proofOf(numbers);
}

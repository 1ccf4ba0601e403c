/**
 * SHA-256 in plain script, synchronous: `crypto.subtle` is missing on pages without https, and a promise per hash
 * costs more than the hash. Only the alternative of the captcha uses it; nothing secret goes through it.
 */
const K = /* @__PURE__ */ constants();
const START = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
] as const;

/** The fractional parts of the cube roots of the first 64 primes, 32 bits each. */
function constants(): Uint32Array {
  const words: number[] = [];
  for (let candidate = 2; words.length < 64; candidate += 1) {
    let prime = true;
    for (let divisor = 2; divisor * divisor <= candidate; divisor += 1) {
      if (candidate % divisor === 0) prime = false;
    }
    if (prime) words.push(((Math.cbrt(candidate) % 1) * 2 ** 32) >>> 0);
  }
  return Uint32Array.from(words);
}

const encoder = /* @__PURE__ */ new TextEncoder();
const schedule = /* @__PURE__ */ new Uint32Array(64);

/** The hash of a text as 64 hexadecimal digits. */
export function sha256(text: string): string {
  const bytes = padded(encoder.encode(text));
  const view = new DataView(bytes.buffer);
  const state = Uint32Array.from(START);
  for (let offset = 0; offset < bytes.length; offset += 64) compress(state, view, offset);
  return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('');
}

function padded(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  bytes.set(message);
  bytes[message.length] = 0x80;
  new DataView(bytes.buffer).setUint32(bytes.length - 4, message.length * 8);
  return bytes;
}

const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

function compress(state: Uint32Array, view: DataView, offset: number): void {
  const w = schedule;
  // The arrays have 64 places and the indexes stay below: the checker cannot know.
  const at = (index: number): number => w[index] as number;
  for (let i = 0; i < 16; i += 1) w[i] = view.getUint32(offset + i * 4);
  for (let i = 16; i < 64; i += 1) {
    const s0 = rotate(at(i - 15), 7) ^ rotate(at(i - 15), 18) ^ (at(i - 15) >>> 3);
    const s1 = rotate(at(i - 2), 17) ^ rotate(at(i - 2), 19) ^ (at(i - 2) >>> 10);
    w[i] = at(i - 16) + s0 + at(i - 7) + s1;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  for (let i = 0; i < 64; i += 1) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (K[i] as number) + at(i)) | 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => {
    state[index] = (state[index] as number) + word;
  });
}

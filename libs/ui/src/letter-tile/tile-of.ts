/** The number of tile colours. */
const COLOURS = 6;

export interface TileOf {
  letter: string;
  /** The index of the colour. */
  colour: number;
}

/**
 * The tile of an app without a logo: the first letter or digit of its key, and a colour derived from the
 * whole key. The key is the same in every language and never changes after publication.
 */
export function tileOf(appKey: string): TileOf {
  const key = appKey.trim().toLowerCase();
  let sum = 7;
  for (const sign of key) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 9973;
  const letter = /[\p{L}\p{N}]/u.exec(key)?.[0] ?? '?';
  return { letter: letter.toUpperCase(), colour: sum % COLOURS };
}

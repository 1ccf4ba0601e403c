/** In how many orders the colours of a flag can stand. */
const COLOURINGS = 6;

export interface FlagOf {
  /** Chooses the pattern. */
  letter: string;
  /** From 0: chooses the colours. */
  colours: number;
}

/**
 * The signal flag that stands for an app: its pattern is that of the first letter of the app's key, its colours follow
 * from the whole key. The key is the same in every language and never changes once an app is in the store.
 */
export function flagOf(appKey: string): FlagOf {
  const key = appKey.trim().toLowerCase();
  let sum = 7;
  for (const sign of key) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 9973;
  const [first = ''] = key;
  const letter = first >= 'a' && first <= 'z' ? first : String.fromCharCode(97 + (sum % 26));
  return { letter, colours: sum % COLOURINGS };
}

/** Where a change stands. Each token comes from the step before and works once. */
export type Change =
  | { step: 'identity' }
  | { step: 'new-email'; token: string }
  | { step: 'commit'; token: string; email: string }
  | { step: 'done'; email: string };

interface LeftChange {
  user: number;
  change: Change;
  /** Milliseconds: until then its token works. */
  until: number;
}

// In the memory of the page alone, by the store that it belongs to: a token is a key and is stored nowhere.
const left = new WeakMap<object, LeftChange>();

/** Keeps where a change stands while its panel is left, for as long as its token works. */
export const leftChange = {
  read(store: object, user: number): Change {
    const kept = left.get(store);
    return kept && kept.user === user && Date.now() < kept.until ? kept.change : { step: 'identity' };
  },
  /** `life`: seconds that the token of this step works; none, and there is nothing to come back to. */
  keep(store: object, user: number, change: Change, life = 0): void {
    left.set(store, { user, change, until: Date.now() + life * 1000 });
  },
};

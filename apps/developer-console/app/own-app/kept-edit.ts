import { browserStorage } from '@yunduo/session';
import { fieldsOf, layOver, pick, same, type Edited } from './edited.ts';

/** What is not with the server yet. It survives a crashed tab and an expired session, and other tabs see it at once. */
export interface Kept<T extends object> {
  /** That of the tab which wrote last. */
  revision: number;
  /** What the server had in the fields of `mine`; without it a field has no common ground, and clashes. */
  base: Partial<T>;
  mine: Partial<T>;
}

/** What was kept, or null for nothing and for what no form has written. */
export function parseKept<T extends object>(text: string | null): Kept<T> | null {
  try {
    const kept = JSON.parse(text ?? 'null') as Kept<T> | null;
    return kept && typeof kept.revision === 'number' && kept.mine && kept.base ? kept : null;
  } catch {
    return null;
  }
}

/** What this browser keeps under a key. */
export const readKept = (key: string): string | null => browserStorage.get(key);

/** What it was about is gone. */
export const forgetKept = (key: string): void => browserStorage.remove(key);

const nothing = <T extends object>(): Kept<T> => ({ revision: 0, base: {}, mine: {} });

/**
 * Keeps in this browser what is not saved. Several tabs may write the same thing at once and share one place: each of
 * them touches only the fields that it wrote or saved itself.
 */
export class KeptEdit<T extends object> {
  readonly #key: string;
  /** What this tab found there or put there. */
  #own = nothing<T>();

  constructor(key: string) {
    this.#key = key;
  }

  /** What an earlier visit left behind, over what the server has now. */
  restore(base: T, revision: number): Edited<T> {
    const kept = this.#read();
    this.#own = kept;
    const dirty = fieldsOf(kept.mine).filter((field) => field in base);
    const clashes = dirty.filter((field) => !(field in kept.base));
    const before = { ...base, ...kept.base };
    const content = { ...base, ...kept.mine };
    return layOver({ content, base: before, revision: kept.revision, dirty, clashes }, base, revision);
  }

  keep({ dirty, clashes, base, content, revision }: Edited<T>): void {
    const own: Kept<T> = {
      revision,
      // A clash that nobody has settled must be one again in the next visit.
      base: pick(
        base,
        dirty.filter((field) => !clashes.includes(field)),
      ),
      mine: pick(content, dirty),
    };
    const before = this.#own;
    const stored = this.#read();
    const touched = [...new Set([...fieldsOf(before.mine), ...dirty])].filter((field) => {
      if (field in own.mine && !same(own.mine[field], before.mine[field])) return true;
      const settled = !(field in own.mine) || !same(own.base[field], before.base[field]);
      // What another tab wrote over it since is that tab's to settle.
      return settled && same(stored.mine[field], before.mine[field]);
    });
    const others = fieldsOf(stored.mine).filter((field) => !touched.includes(field));
    const wrote = touched.filter((field) => field in own.mine);
    const all: Kept<T> = {
      revision,
      base: { ...pick(stored.base, others), ...pick(own.base, wrote) },
      mine: { ...pick(stored.mine, others), ...pick(own.mine, wrote) },
    };
    if (touched.length > 0 && others.length + wrote.length === 0) browserStorage.remove(this.#key);
    else if (touched.length > 0) browserStorage.set(this.#key, JSON.stringify(all));
    this.#own = own;
  }

  #read(): Kept<T> {
    return parseKept<T>(readKept(this.#key)) ?? nothing<T>();
  }
}

type Area = 'localStorage' | 'sessionStorage';

/** A storage that never throws. */
export interface SafeStorage {
  /** What is kept under a key; null for nothing. */
  get(key: string): string | null;
  /** Keeps a value. False where only this page remembers it, since the browser refused. */
  set(key: string, value: string): boolean;
  remove(key: string): void;
  /** The keys that hold something. */
  keys(): string[];
  /** Whether this page alone remembers what it reads under a key: another document would not. */
  isForgetful(key: string): boolean;
  /** Whether a `StorageEvent` speaks of this storage; one that names none may. */
  isArea(area: Storage | null): boolean;
}

/**
 * A browser may refuse a storage in any way: its getter throws or answers null (blocked cookies, a sandbox, a profile
 * that is broken), it is full, it reads or writes alone. What it refuses goes to `fallback`, or into the memory of the
 * page, and what was written last is what is read. On the server nothing is kept: its memory is everybody's.
 */
function safeStorage(area: Area, fallback?: SafeStorage): SafeStorage {
  const elsewhere = (key: string): string => `${area}:${key}`;
  /** What the browser does not keep as it was last said; null: removed. */
  const memory = new Map<string, string | null>();
  const attempt = <T>(work: (storage: Storage) => T): { value: T } | undefined => {
    try {
      // A storage that is null throws here, too.
      return { value: work(globalThis[area]) };
    } catch {
      return undefined;
    }
  };
  /** True when the browser took it and would say so. */
  const write = (key: string, value: string | null): boolean => {
    const written = attempt((storage) => {
      if (value === null) storage.removeItem(key);
      else storage.setItem(key, value);
      // One that may be written and not read is as good as none.
      storage.getItem(key);
      return true;
    });
    const safe = written !== undefined;
    if (typeof window === 'undefined') return safe;
    if (safe) memory.delete(key);
    else memory.set(key, value);
    return safe;
  };
  return {
    get(key) {
      const remembered = memory.get(key);
      if (remembered !== undefined) return remembered;
      const real = attempt((storage) => storage.getItem(key));
      return fallback?.get(elsewhere(key)) ?? real?.value ?? null;
    },
    set(key, value) {
      const safe = write(key, value);
      if (safe) fallback?.remove(elsewhere(key));
      // Only its own tab finds it there: better than only this page.
      else if (fallback?.set(elsewhere(key), value)) memory.delete(key);
      return safe;
    },
    remove(key) {
      write(key, null);
      fallback?.remove(elsewhere(key));
    },
    keys() {
      const real = attempt((storage) => Object.keys(storage))?.value ?? [];
      const others = fallback?.keys().filter((key) => key.startsWith(elsewhere(''))) ?? [];
      const names = new Set([...real, ...memory.keys(), ...others.map((key) => key.slice(area.length + 1))]);
      return [...names].filter((key) => memory.get(key) !== null);
    },
    isForgetful: (key) => typeof memory.get(key) === 'string',
    isArea: (seen) => seen === null || attempt((storage) => storage === seen)?.value !== false,
  };
}

/** What is kept for this tab: `sessionStorage`. */
export const tabStorage: SafeStorage = safeStorage('sessionStorage');

/** What is kept for every tab and visit: `localStorage`, else for this tab alone. */
export const browserStorage: SafeStorage = safeStorage('localStorage', tabStorage);

type Area = 'localStorage' | 'sessionStorage';

/** A storage that never throws. */
export interface SafeStorage {
  /** The stored value; null if there is none. */
  get(key: string): string | null;
  /** Stores a value. False if only this page remembers it because the browser refused. */
  set(key: string, value: string): boolean;
  remove(key: string): void;
  /** The keys with values. */
  keys(): string[];
  /** True if only this page knows the value of a key: another document would not. */
  isForgetful(key: string): boolean;
  /** True if a `StorageEvent` concerns this storage; one that names no storage may. */
  isArea(area: Storage | null): boolean;
}

/**
 * A storage that never throws. A browser may refuse storage in any way: its getter throws or returns null
 * (blocked cookies, a sandbox, a broken profile), it is full, it allows only reading or only writing. Refused
 * values go to `fallback`, or into the page's memory, and a read returns the last written value. On the
 * server nothing is stored, because its memory is shared by all users.
 */
function safeStorage(area: Area, fallback?: SafeStorage): SafeStorage {
  const elsewhere = (key: string): string => `${area}:${key}`;
  /** The last written values that the browser refused; null: removed. */
  const memory = new Map<string, string | null>();
  const attempt = <T>(work: (storage: Storage) => T): { value: T } | undefined => {
    try {
      // A null storage throws here too.
      return { value: work(globalThis[area]) };
    } catch {
      return undefined;
    }
  };
  /** True if the browser stored it and can read it back. */
  const write = (key: string, value: string | null): boolean => {
    const written = attempt((storage) => {
      if (value === null) storage.removeItem(key);
      else storage.setItem(key, value);
      // A storage that can be written but not read is useless.
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
      // Only this tab can read it there, which is better than only this page.
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

/** Storage of this tab: `sessionStorage`. */
export const tabStorage: SafeStorage = safeStorage('sessionStorage');

/** Storage of all tabs and visits: `localStorage`, otherwise of this tab only. */
export const browserStorage: SafeStorage = safeStorage('localStorage', tabStorage);

/** Prefix of the keys of all unsent input that this browser stores for a user, in either app and storage. */
export const WRITTEN = 'typed:';

/**
 * Removes all of it on sign-out, so that the next user of this browser finds none. An expired session keeps
 * it for its owner. Browser only.
 */
export function forgetWritten(): void {
  for (const storage of [browserStorage, tabStorage])
    for (const key of storage.keys()) if (key.startsWith(WRITTEN)) storage.remove(key);
}

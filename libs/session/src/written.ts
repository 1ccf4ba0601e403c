import { browserStorage, tabStorage } from './safe-storage.ts';

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

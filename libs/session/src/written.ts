import { browserStorage, tabStorage } from './safe-storage.ts';

/** Before the name of everything that somebody wrote and this browser keeps for them, in either app and storage. */
export const WRITTEN = 'typed:';

/**
 * Forgets all of it: whoever signs out leaves nothing that they wrote to the next one at this screen. A session that
 * runs out keeps it: its owner comes back to it. Browser only.
 */
export function forgetWritten(): void {
  for (const storage of [browserStorage, tabStorage])
    for (const key of storage.keys()) if (key.startsWith(WRITTEN)) storage.remove(key);
}

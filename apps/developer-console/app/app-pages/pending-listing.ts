import { afterPaint } from '@yunduo/app-shell';
import { useSyncExternalStore } from 'react';

/** By app: the last that its editor had to save, as long as it is on its way to the server or back from it. */
const coming = new Map<number, Promise<unknown>>();
const listeners = new Set<() => void>();

const tell = (): void => {
  for (const listener of listeners) listener();
};

/** The editor of a listing was left: `settled` ends when its last is fetched again, or can be awaited no longer. */
export async function leaveListing(id: number, settled: Promise<unknown>): Promise<void> {
  coming.set(id, settled);
  tell();
  try {
    await settled;
  } finally {
    // The store tells its readers of what was fetched by the next frame: until then a page has the old listing.
    afterPaint(() => {
      // It may have been opened and left again meanwhile.
      if (coming.get(id) === settled) coming.delete(id);
      tell();
    });
  }
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Whether the last of a listing is still on its way: to the server, or back from it. */
export const useListingPending = (id: number): boolean =>
  useSyncExternalStore(subscribe, () => coming.has(id));

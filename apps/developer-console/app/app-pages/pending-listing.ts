import { afterNextPaint } from '@yunduo/app-shell';
import { useSyncExternalStore } from 'react';

/** By app id: the last save of its editor while it, or the refetch after it, is running. */
const pending = new Map<number, Promise<unknown>>();
const listeners = new Set<() => void>();

const tell = (): void => {
  for (const listener of listeners) listener();
};

/**
 * To be called when the editor of a listing unmounts: `settled` settles when the saved listing has been refetched, or
 * the save failed.
 */
export async function leaveListing(id: number, settled: Promise<unknown>): Promise<void> {
  pending.set(id, settled);
  tell();
  try {
    await settled;
  } finally {
    // The store notifies subscribers in the next frame: until then a page has the old listing.
    afterNextPaint(() => {
      // The editor may have been opened and left again meanwhile.
      if (pending.get(id) === settled) pending.delete(id);
      tell();
    });
  }
}

/** Each open editor, or one whose last save is running: sends its unsaved changes, or waits for those being sent. */
export const openEditors = new Set<() => Promise<void>>();

/**
 * Saves all editors. It does not depend on when React unmounts them. A failed save counts as finished: the changes stay
 * in this browser.
 */
export const allSaved = (): Promise<unknown> => Promise.allSettled([...openEditors].map((save) => save()));

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** True while the last save of a listing is running. */
export const useListingPending = (id: number): boolean =>
  useSyncExternalStore(subscribe, () => pending.has(id));

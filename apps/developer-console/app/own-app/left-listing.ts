import type { DevAppDetail } from '@yunduo/api-contract';
import { useSyncExternalStore } from 'react';

/** By app: the revision that its listing has once it is saved, which nobody knows as long as it is being saved. */
const coming = new Map<number, number>();
const listeners = new Set<() => void>();

const set = (id: number, revision: number): void => {
  coming.set(id, revision);
  for (const listener of listeners) listener();
};

/** The editor of a listing was left: `saved` resolves to the revision that it came to, saved or not. */
export async function leaveListing(id: number, saved: Promise<number>): Promise<void> {
  set(id, Number.POSITIVE_INFINITY);
  // What could not be saved is awaited no longer.
  let revision = 0;
  try {
    revision = await saved;
  } finally {
    set(id, revision);
  }
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Whether the last of a listing is still on its way: to the server, or back from it. */
export const useListingComing = ({ id, revision }: DevAppDetail): boolean =>
  useSyncExternalStore(subscribe, () => coming.get(id) ?? 0) > revision;

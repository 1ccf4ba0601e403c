import { PATHS } from '../../paths.ts';

/** The pages of the desk, in the order of its navigation. */
export const ROOM_NAMES = ['today', 'content', 'orders', 'feedback', 'releases', 'people', 'audit'] as const;
export type Room = (typeof ROOM_NAMES)[number];

export const roomPath = (room: Room): string => (room === 'today' ? PATHS.desk : `${PATHS.desk}/${room}`);

/** The desk page of a path without language prefix; null for an unknown path. */
export function roomOf(path: string): Room | null {
  const bare = path.replace(/(.)\/$/, '$1');
  return ROOM_NAMES.find((room) => roomPath(room) === bare) ?? null;
}

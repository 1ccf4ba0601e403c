import { PATHS } from '../../paths.ts';

/** The rooms of the desk in the order of its navigation. */
export const ROOM_NAMES = ['today', 'content', 'orders', 'feedback', 'releases', 'people', 'audit'] as const;
export type Room = (typeof ROOM_NAMES)[number];

export const roomPath = (room: Room): string => (room === 'today' ? PATHS.desk : `${PATHS.desk}/${room}`);

/** The room at a path without language; null for an address that no room has. */
export function roomOf(path: string): Room | null {
  const bare = path.replace(/(.)\/$/, '$1');
  return ROOM_NAMES.find((room) => roomPath(room) === bare) ?? null;
}

import { lazyWithRetry } from '@yunduo/app-shell';
import type { ComponentType, ReactNode } from 'react';
import { PATHS } from '../../paths.ts';

/** The rooms of the desk in the order of its navigation. */
export const ROOM_NAMES = ['today', 'content', 'orders', 'feedback', 'releases', 'people', 'audit'] as const;
export type Room = (typeof ROOM_NAMES)[number];

/**
 * Each room in files of its own. Their addresses are one route of the application: each route weighs on the first load of
 * everybody.
 */
export const ROOMS: Readonly<Record<Room, ComponentType<{ waiting?: ReactNode }>>> = {
  today: lazyWithRetry(() => import('./today/today-room.tsx')),
  orders: lazyWithRetry(() => import('./orders/orders-room.tsx')),
  feedback: lazyWithRetry(() => import('./feedback/feedback-room.tsx')),
  people: lazyWithRetry(() => import('./people/people-room.tsx')),
  content: lazyWithRetry(() => import('./content/content-room.tsx')),
  releases: lazyWithRetry(() => import('./releases/releases-room.tsx')),
  audit: lazyWithRetry(() => import('./audit/audit-room.tsx')),
};

export const roomPath = (room: Room): string => (room === 'today' ? PATHS.desk : `${PATHS.desk}/${room}`);

/** The room at a path without language; null for an address that no room has. */
export function roomOf(path: string): Room | null {
  const bare = path.replace(/(.)\/$/, '$1');
  return ROOM_NAMES.find((room) => roomPath(room) === bare) ?? null;
}

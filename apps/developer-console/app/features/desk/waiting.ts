import type { DeskToday } from '@yunduo/api-contract';

/** What waits for operators on each page of the desk; a schedule does only if its draft was changed afterwards. */
export function countRooms(today: DeskToday) {
  // The previous API does not count kinds that were added later.
  const sum = (...kinds: (keyof DeskToday)[]) => kinds.reduce((all, kind) => all + (today[kind] || 0), 0);
  return {
    content: sum('schedules_outdated'),
    orders: sum('refunds', 'transfers', 'payments', 'invoices', 'decisions'),
    feedback: sum('feedback', 'reports'),
    releases: sum('invite_requests'),
  };
}

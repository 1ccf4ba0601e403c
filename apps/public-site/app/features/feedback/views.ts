/** The views of `/feedback`, by query. */
export type View = { name: 'write' } | { name: 'mine'; page: number } | { name: 'ticket'; no: string };

export function viewOf(query: URLSearchParams): View {
  const no = query.get('no');
  if (no) return { name: 'ticket', no };
  if (query.get('view') !== 'mine') return { name: 'write' };
  const page = Number(query.get('page'));
  return { name: 'mine', page: Number.isSafeInteger(page) && page > 1 ? page : 1 };
}

export const WRITE = '/feedback';
export const minePath = (page = 1): string =>
  page === 1 ? '/feedback?view=mine' : `/feedback?view=mine&page=${page}`;
export const ticketPath = (no: string): string => `/feedback?no=${encodeURIComponent(no)}`;

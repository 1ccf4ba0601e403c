import { LICENCE_CODE_TAIL, LICENCE_STATES, type LicenceState, SEARCH_MAX } from '@yunduo/validation';
import { panelPath } from '../panels.ts';

/** What the address says about the list of codes; null stands for all states. */
export interface LicenceQuery {
  state: LicenceState | null;
  /** Part of a server's name or a remark, or the tail of a code; empty for all. */
  q: string;
  page: number;
}

const NUMBER_PATTERN = /^[1-9]\d{0,8}$/;
const numberOf = (text: string | null): number | null =>
  text !== null && NUMBER_PATTERN.test(text) ? Number(text) : null;

/** A code that is pasted whole is sought by its tail: a code stands in no address. */
export const soughtIn = (typed: string): string => {
  const q = typed.trim();
  return /^YDAC/i.test(q) ? q.slice(-LICENCE_CODE_TAIL) : q.slice(0, SEARCH_MAX);
};

/** Reads the query; whatever is unknown in it counts as all. */
export const licenceQuery = (query: URLSearchParams): LicenceQuery => ({
  state: LICENCE_STATES.find((state) => state === query.get('state')) ?? null,
  q: soughtIn(query.get('q') ?? ''),
  page: Math.min(numberOf(query.get('page')) ?? 1, 10_000),
});

/** The licence that the address names, or null. */
export const licenceIdOf = (query: URLSearchParams): number | null => numberOf(query.get('code'));

/** The address of a list of codes: what is as ever is left out. */
export function licencesPath({ state, q, page }: LicenceQuery): string {
  const query = new URLSearchParams();
  if (state) query.set('state', state);
  if (q) query.set('q', q);
  if (page > 1) query.set('page', String(page));
  const rest = query.toString();
  return panelPath('my-codes') + (rest && `&${rest}`);
}

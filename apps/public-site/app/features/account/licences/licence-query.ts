import { LICENCE_CODE_TAIL, LICENCE_STATES, type LicenceState, SEARCH_MAX } from '@yunduo/validation';
import { panelPath } from '../panels.ts';

/** State of the list of codes, from the query; null means all states. */
export interface LicenceQuery {
  state: LicenceState | null;
  /** Part of a server's name or a note, or the end of a code; empty means all. */
  q: string;
  page: number;
}

const NUMBER_PATTERN = /^[1-9]\d{0,8}$/;
const numberOf = (text: string | null): number | null =>
  text !== null && NUMBER_PATTERN.test(text) ? Number(text) : null;

/** A complete code is searched by its last characters: codes must not appear in URLs. */
export const soughtIn = (input: string): string => {
  const q = input.trim();
  return /^YDAC/i.test(q) ? q.slice(-LICENCE_CODE_TAIL) : q.slice(0, SEARCH_MAX);
};

/** Parses the query; unknown values mean all. */
export const licenceQuery = (query: URLSearchParams): LicenceQuery => ({
  state: LICENCE_STATES.find((state) => state === query.get('state')) ?? null,
  q: soughtIn(query.get('q') ?? ''),
  page: Math.min(numberOf(query.get('page')) ?? 1, 10_000),
});

/** The licence in the query, or null. */
export const licenceIdOf = (query: URLSearchParams): number | null => numberOf(query.get('code'));

/** Path of a list of codes, without default values. */
export function licencesPath({ state, q, page }: LicenceQuery): string {
  const query = new URLSearchParams();
  if (state) query.set('state', state);
  if (q) query.set('q', q);
  if (page > 1) query.set('page', String(page));
  const rest = query.toString();
  return panelPath('my-codes') + (rest && `&${rest}`);
}

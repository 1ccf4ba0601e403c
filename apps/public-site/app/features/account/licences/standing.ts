import type { Licence } from '@yunduo/api-contract';
import { LICENCE_REMINDER_DAYS } from '@yunduo/validation';

/** State of a licence from the owner's view: an active one may end soon or have no server. */
export type Standing =
  'unused' | 'active' | 'ending' | 'unbound' | 'unbound_permanent' | 'expired' | 'revoked';

export function standingOf({
  state,
  days_left: days,
  server,
}: Pick<Licence, 'state' | 'days_left' | 'server'>): Standing {
  if (state !== 'active') return state;
  // The end takes precedence: a server can be bound at any time, an expired term cannot be recovered.
  if (days !== null && days <= LICENCE_REMINDER_DAYS[0]) return 'ending';
  if (server !== null) return 'active';
  return days === null ? 'unbound_permanent' : 'unbound';
}

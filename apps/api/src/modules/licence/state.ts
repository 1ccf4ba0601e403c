import { LICENCE_GRACE, type LicenceState } from '@yunduo/validation';
import { and, gt, isNotNull, isNull, lte, or, type SQL } from 'drizzle-orm';
import { after } from '../../clock.ts';
import { licences } from '../../db/schema/licence.ts';
import { apiError } from '../../http/errors.ts';

type Facts = Pick<typeof licences.$inferSelect, 'revokedAt' | 'startedAt' | 'expiresAt'>;

/** The state of a licence at a given time. Always computed, so never stale. */
export function stateOf({ revokedAt, startedAt, expiresAt }: Facts, now: Date): LicenceState {
  if (revokedAt !== null) return 'revoked';
  if (startedAt === null) return 'unused';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active';
}

/** `stateOf` as a condition. */
export function isInState(state: LicenceState, now: Date): SQL | undefined {
  const standing = isNull(licences.revokedAt);
  switch (state) {
    case 'revoked':
      return isNotNull(licences.revokedAt);
    case 'unused':
      return and(standing, isNull(licences.startedAt));
    case 'expired':
      return and(standing, isNotNull(licences.startedAt), lte(licences.expiresAt, now));
    case 'active':
      return and(
        standing,
        isNotNull(licences.startedAt),
        or(isNull(licences.expiresAt), gt(licences.expiresAt, now)),
      );
  }
}

/**
 * End of the offline grace period: 14 days after the client's last valid answer, or after the expiry. Null where
 * nothing was valid: unused or revoked.
 */
export function graceUntil(licence: Facts, now: Date): Date | null {
  switch (stateOf(licence, now)) {
    case 'active':
      return after(now, LICENCE_GRACE);
    case 'expired':
      return licence.expiresAt && after(licence.expiresAt, LICENCE_GRACE);
    default:
      return null;
  }
}

/** @throws ApiError LICENCE_REVOKED, LICENCE_EXPIRED */
export function rejectInactive(licence: Facts, now: Date): void {
  const state = stateOf(licence, now);
  if (state === 'revoked') throw apiError('LICENCE_REVOKED');
  if (state === 'expired') throw apiError('LICENCE_EXPIRED');
}

import type { ApiFailure } from '@yunduo/api-client';
import { claimFailure, failureText, showToast } from '@yunduo/app-shell';

const CODES: ReadonlySet<string> = new Set([
  'STATE_CHANGED',
  'VERSION_OPEN',
  'VERSION_FIXED',
  'VERSION_SUBMITTED',
  'APP_SUBMITTED',
  'APPEAL_OVER',
  'APP_TAKEN_DOWN',
  'REVIEW_CLAIMED',
]);

/**
 * The subject of a form has changed elsewhere or was deleted: the reloaded page may no longer contain the form, so a
 * toast gives the reason. Returns true if it showed one.
 */
export function showConflict(failure: ApiFailure): boolean {
  if (failure.status !== 404 && !CODES.has(failure.code)) return false;
  claimFailure(failure);
  showToast(failureText(failure), { kind: 'error' });
  return true;
}

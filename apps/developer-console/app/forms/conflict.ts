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
 * The subject of a form changed elsewhere, or is gone: the reloaded page may have no place for the form, so a toast says
 * why. True when one did.
 */
export function showConflict(failure: ApiFailure): boolean {
  if (failure.status !== 404 && !CODES.has(failure.code)) return false;
  claimFailure(failure);
  showToast(failureText(failure), { kind: 'error' });
  return true;
}

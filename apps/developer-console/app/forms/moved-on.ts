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
 * What a form is about has moved on elsewhere, or is gone: the page that comes anew may have no place for the form, so
 * a message says why. True when one did.
 */
export function tellMovedOn(failure: ApiFailure): boolean {
  const moved = failure.status === 404 || CODES.has(failure.code);
  if (!moved) return false;
  claimFailure(failure);
  showToast(failureText(failure), { kind: 'error' });
  return true;
}

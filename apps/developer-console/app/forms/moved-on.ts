import type { ApiFailure } from '@yunduo/api-client';
import { showToast } from '@yunduo/app-shell';

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
export function tellMovedOn({ status, code, msg }: ApiFailure): boolean {
  const moved = status === 404 || CODES.has(code);
  if (moved) showToast(msg || { message: 'server_busy' }, { kind: 'error' });
  return moved;
}

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
  'ORDER_STATE',
  'TRANSFER_CONFIRMED',
  'PROPOSAL_PENDING',
  'PROPOSAL_OVER',
  'PROPOSAL_STALE',
  'DELETION_BLOCKED',
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

/**
 * Of a form in a dialog (`onConflict`): shows the reason, and closes the dialog, whose buttons are about what was before;
 * the reloaded page shows what there is now.
 */
export const closeOnConflict =
  (onClose: () => void) =>
  (failure: ApiFailure): boolean => {
    if (!showConflict(failure)) return false;
    onClose();
    return true;
  };

/** The same for a confirmation (`onFailure`), whose reason a toast has shown, and which has no input to keep. */
export const closeIfOutdated =
  (onClose: () => void) =>
  (failure: ApiFailure): void => {
    if (failure.status === 404 || failure.code === 'EDIT_CONFLICT' || CODES.has(failure.code)) onClose();
  };

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `typed`, where fields still equal to `before` are replaced by those of `now`; each text of a group by itself. */
function merged(typed: unknown, before: unknown, now: unknown): unknown {
  if (isGroup(typed) && isGroup(before) && isGroup(now))
    return Object.fromEntries(
      Object.entries(now).map(([name, value]) => [name, merged(typed[name], before[name], value)]),
    );
  return JSON.stringify(typed) === JSON.stringify(before) ? now : typed;
}

/**
 * After an edit conflict: fields that the user has not changed take the current value, so that saving again does not
 * undo the other change.
 */
export function takeCurrent<V extends object>(
  { values, setValue }: { values: V; setValue: (name: keyof V & string, value: unknown) => void },
  before: V,
  now: V,
): void {
  for (const name of Object.keys(now) as (keyof V & string)[])
    setValue(name, merged(values[name], before[name], now[name]));
}

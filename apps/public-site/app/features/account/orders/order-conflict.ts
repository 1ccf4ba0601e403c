import type { ApiFailure } from '@yunduo/api-client';
import { claimFailure, failureText, showToast } from '@yunduo/app-shell';

/**
 * Of a form in a dialog (`onConflict`): the order has changed meanwhile, as by customer service. Shows the reason and
 * closes the dialog, whose button could only repeat it; the page behind shows the order as it is.
 */
export const closeOnConflict =
  (onClose: () => void) =>
  (failure: ApiFailure): boolean => {
    if (failure.code !== 'ORDER_STATE') return false;
    claimFailure(failure);
    showToast(failureText(failure), { kind: 'error' });
    onClose();
    return true;
  };

import { showToast } from '@yunduo/app-shell';
import { SIGN_IN_REASON, tabStorage } from '@yunduo/session';
import { useEffect } from 'react';

/** Tells why the developer center redirected the visitor here: its own toast was lost with its page. */
export function useSignInReason(): void {
  useEffect(() => {
    if (tabStorage.get(SIGN_IN_REASON) !== 'login_first') return;
    tabStorage.remove(SIGN_IN_REASON);
    showToast({ message: 'login_first' }, { kind: 'error' });
  }, []);
}

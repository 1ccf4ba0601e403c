import { showToast } from '@yunduo/app-shell';
import { SIGN_IN_REASON } from '@yunduo/session';
import { useEffect } from 'react';

/** Says why somebody was sent here from the developer center, whose own message went with its page. */
export function useSignInReason(): void {
  useEffect(() => {
    try {
      if (sessionStorage.getItem(SIGN_IN_REASON) !== 'login_first') return;
      sessionStorage.removeItem(SIGN_IN_REASON);
      showToast({ message: 'login_first' }, { kind: 'error' });
    } catch {
      // Storage may be refused; then nothing was left there either.
    }
  }, []);
}

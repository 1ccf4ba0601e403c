import { showToast } from '@yunduo/app-shell';
import { useEffect } from 'react';

const KEY = 'sign-in-reason';

/** Says why somebody was sent here from the developer center, whose own message went with its page. */
export function useSignInReason(): void {
  useEffect(() => {
    try {
      if (sessionStorage.getItem(KEY) !== 'login_first') return;
      sessionStorage.removeItem(KEY);
      showToast({ message: 'login_first' }, { kind: 'error' });
    } catch {
      // Storage may be refused; then nothing was left there either.
    }
  }, []);
}

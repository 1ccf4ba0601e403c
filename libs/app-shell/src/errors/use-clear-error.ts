import { useLocation, useNavigate } from 'react-router';
import { safeNavigate } from '../navigation/safe-navigate.ts';

/** Clears the page's error: navigates to `redirect` if given, otherwise tries the same page again (R2.34). */
export function useClearError(): (redirect?: string) => void {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  return (redirect) => {
    if (redirect !== undefined) safeNavigate(redirect, { navigate });
    // Not a revalidation: one that is answered from the cache does not clear a view's error.
    else void navigate({ pathname, search, hash }, { replace: true, preventScrollReset: true });
  };
}

import { selectSignedIn, signInPath } from '@yunduo/session';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useAppSelector } from '../common/shell-hooks.ts';

/**
 * For a page that requires a session: leaves it when the session ends here, on the server or in another tab.
 * It goes to sign-in, which returns here, unless `elsewhere` gives another path at that moment.
 */
export function useSessionEnd(elsewhere?: () => string | null): void {
  const signedIn = useAppSelector(selectSignedIn);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const before = useRef(signedIn);
  const leave = useEffectEvent(() =>
    navigate(elsewhere?.() ?? signInPath(pathname + search), { replace: true }),
  );
  useEffect(() => {
    // The route guard handles a visit without a session.
    if (before.current && !signedIn) void leave();
    before.current = signedIn;
  }, [signedIn]);
}

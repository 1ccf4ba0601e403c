import { useAppSelector, useLocalePath } from '@yunduo/app-shell';
import { selectSignedIn, signInPath } from '@yunduo/session';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { forgetKeptValues } from '../../forms/kept-values.ts';

/**
 * Leaves the account when the session ends: to the home page after the button here, to sign-in (and back afterwards)
 * when another tab or the server ended it. Returns what the button says first.
 */
export function useSignedOut(): { beginSignOut: () => void } {
  const signedIn = useAppSelector(selectSignedIn);
  const navigate = useNavigate();
  const path = useLocalePath();
  const { pathname, search } = useLocation();
  const byButton = useRef(false);

  const leave = useEffectEvent(() => {
    if (byButton.current) forgetKeptValues();
    return navigate(byButton.current ? path('/') : signInPath(pathname + search), { replace: true });
  });
  useEffect(() => {
    if (!signedIn) void leave();
  }, [signedIn]);

  return {
    beginSignOut: () => {
      byButton.current = true;
    },
  };
}

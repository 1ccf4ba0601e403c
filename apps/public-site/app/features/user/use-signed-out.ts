import { useAppDispatch, useAppSelector, useLocalePath } from '@yunduo/app-shell';
import { endSession, forgetWritten, selectSignedIn, signInPath } from '@yunduo/session';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * Leaves the account when the session ends: to the home page after the button here, to sign-in (and back afterwards)
 * when another tab or the server ended it. Returns what the button says first, and what ends a session that the server
 * has ended at the visitor's own wish.
 */
export function useSignedOut(): { beginSignOut: () => void; signedOut: () => void } {
  const dispatch = useAppDispatch();
  const signedIn = useAppSelector(selectSignedIn);
  const navigate = useNavigate();
  const path = useLocalePath();
  const { pathname, search } = useLocation();
  const byButton = useRef(false);

  const leave = useEffectEvent(() => {
    if (byButton.current) forgetWritten();
    return navigate(byButton.current ? path('/') : signInPath(pathname + search), { replace: true });
  });
  useEffect(() => {
    if (!signedIn) void leave();
  }, [signedIn]);

  const beginSignOut = () => {
    byButton.current = true;
  };
  return {
    beginSignOut,
    signedOut: () => {
      beginSignOut();
      dispatch(endSession());
    },
  };
}

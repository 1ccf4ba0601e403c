import { useAppDispatch, useLocalePath, useSessionEnd } from '@yunduo/app-shell';
import { removeDrafts } from '@yunduo/app-shell/drafts';
import { endSession } from '@yunduo/session';
import { useRef } from 'react';

/**
 * Leaves the account when the session ends: to the home page after the button here, to sign-in (and back afterwards)
 * when another tab or the server ended it. Returns what the button says first, and what ends a session that the server
 * has ended at the visitor's own wish.
 */
export function useSignedOut(): { beginSignOut: () => void; signedOut: () => void } {
  const dispatch = useAppDispatch();
  const path = useLocalePath();
  const byButton = useRef(false);

  useSessionEnd(() => {
    if (!byButton.current) return null;
    removeDrafts();
    return path('/');
  });

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

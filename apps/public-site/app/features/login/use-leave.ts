import { claimFailure, useAppSelector, useLocale } from '@yunduo/app-shell';
import { handledByForm, isApiFailure, useHandoverMutation } from '@yunduo/data-access';
import { selectUser } from '@yunduo/session';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { leaveTarget } from './leave-target.ts';
import { MAIL_SECTIONS, type Section } from './sections.ts';

/** Navigates away from the sign-in page; `redirect` is the server's answer to `r_url`. */
export function useLeave(): (redirect?: string) => void {
  const navigate = useNavigate();
  const locale = useLocale();
  const [query] = useSearchParams();

  return (redirect) => {
    const { href, inside } = leaveTarget(redirect, query, locale);
    if (inside) void navigate(href, { replace: true });
    // `replace`: back must never lead to a completed sign-in.
    else location.replace(href);
  };
}

/** Called when a form starts to sign in and will redirect itself; call the returned function if it fails. */
export type BeginSignIn = () => () => void;

/**
 * Redirects a visitor who is already signed in (R2.27), also after a sign-in in another tab. `beginSignIn` says that a
 * form on this page is signing in: it redirects itself, to the target in its own answer.
 */
export function useSignedInVisitor(section: Section): { leaving: boolean; beginSignIn: BeginSignIn } {
  const known = useAppSelector((state) => selectUser(state) !== null);
  const [query] = useSearchParams();
  const [handover] = useHandoverMutation();
  const leave = useLeave();
  // State: another tab may have signed in while the form's own attempt, which then fails, was under way.
  const [byForm, setByForm] = useState(false);
  // The undo link is for the mailbox's owner, regardless of the session. Only a loaded user proves a live session: one
  // that the server has ended, as before the mail "not me, reset the password", would lead away and back, without what
  // the visitor has typed meanwhile.
  const leaving = known && !MAIL_SECTIONS.includes(section);

  const goOn = useEffectEvent(async () => {
    const rUrl = query.get('r_url');
    if (!rUrl) return leave();
    try {
      leave((await handover(handledByForm({ r_url: rUrl })).unwrap()).redirect);
    } catch (error) {
      // The target is not allowed, or cannot be determined now: to the account. With a dead session the visitor stays
      // here and signs in.
      if (!isApiFailure(error) || error.status === 401) return;
      claimFailure(error);
      leave();
    }
  });

  useEffect(() => {
    if (leaving && !byForm) void goOn();
  }, [leaving, byForm]);

  return {
    leaving,
    beginSignIn: () => {
      setByForm(true);
      return () => setByForm(false);
    },
  };
}

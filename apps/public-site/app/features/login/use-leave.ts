import { claimFailure, useAppSelector, useLocale } from '@yunduo/app-shell';
import { handledByForm, isApiFailure, useHandoverMutation } from '@yunduo/data-access';
import { selectSignedIn, selectUser } from '@yunduo/session';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { leaveTarget } from './leave-target.ts';
import { MAIL_SECTIONS, type Section } from './sections.ts';

/** The way out of the sign-in page; `redirect` is what the server answered to `r_url`. */
export function useLeave(): (redirect?: string) => void {
  const navigate = useNavigate();
  const locale = useLocale();
  const [query] = useSearchParams();

  return (redirect) => {
    const { href, inside } = leaveTarget(redirect, query, locale);
    if (inside) void navigate(href, { replace: true });
    // Back leads to where the visitor was before, never to a sign-in that is over.
    else location.replace(href);
  };
}

/** A form is about to sign in and leads on by itself; what it returns is called when nothing came of it. */
export type BeginSignIn = () => () => void;

/**
 * Sends a visitor who is signed in already on their way (R2.27), also when another tab signs in. `beginSignIn` says that
 * the form here does it: it leaves by itself, with the redirect of its own answer.
 */
export function useSignedInVisitor(section: Section): { leaving: boolean; beginSignIn: BeginSignIn } {
  const signedIn = useAppSelector(selectSignedIn);
  const known = useAppSelector((state) => selectUser(state) !== null);
  const [query] = useSearchParams();
  const [handover] = useHandoverMutation();
  const leave = useLeave();
  const byForm = useRef(false);
  // The undo link is for the owner of the mailbox, whoever is signed in. A mail that says "not me, reset the password"
  // comes when the server has ended the session that this browser still keeps: only a user who was loaded has one.
  const leaving = section === 'reset' ? known : signedIn && !MAIL_SECTIONS.includes(section);

  const goOn = useEffectEvent(async () => {
    const rUrl = query.get('r_url');
    if (!rUrl) return leave();
    try {
      leave((await handover(handledByForm({ r_url: rUrl })).unwrap()).redirect);
    } catch (error) {
      // Not on the list, or not to be had now: then to the account. A dead session stays here and signs in.
      if (!isApiFailure(error) || error.status === 401) return;
      claimFailure(error);
      leave();
    }
  });

  useEffect(() => {
    if (leaving && !byForm.current) void goOn();
  }, [leaving]);

  return {
    leaving,
    beginSignIn: () => {
      byForm.current = true;
      return () => {
        byForm.current = false;
      };
    },
  };
}

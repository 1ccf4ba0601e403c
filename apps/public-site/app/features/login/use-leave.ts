import { parseSafeUrl, safeNavigate, sitePath, useAppSelector, useLocalePath } from '@yunduo/app-shell';
import { handledByForm, isApiFailure, useHandoverMutation } from '@yunduo/data-access';
import { splitLocale } from '@yunduo/i18n';
import { selectSignedIn } from '@yunduo/session';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { Section } from './sections.ts';

/** Pages under it belong to another application: they are loaded, not navigated to. */
const DEVELOPER_CENTER = /^\/developer-center(?:[/?#]|$)/;

/**
 * Where a signed-in visitor goes from here (specification §2): to the target that the server allowed and sealed with
 * `data`, else to `from` (a path of this site), else to `/user`.
 */
export function useLeave() {
  const navigate = useNavigate();
  const path = useLocalePath();
  const [query] = useSearchParams();

  return (redirect?: string): void => {
    const target = redirect && parseSafeUrl(redirect, { allow: [originOf(redirect)] });
    if (target) return safeNavigate(target.href, { allow: [target.origin] });
    const from = sitePath(query.get('from'), path('/user'));
    const elsewhere = DEVELOPER_CENTER.test(splitLocale(from).path);
    safeNavigate(from, elsewhere ? {} : { navigate: (to) => navigate(to, { replace: true }) });
  };
}

/**
 * Sends a visitor who is signed in already on their way (R2.27), also when another tab signs in. `beginSignIn` says that
 * the form here does it: it leaves by itself, with the redirect of its own answer.
 */
export function useSignedInVisitor(section: Section): { leaving: boolean; beginSignIn: () => void } {
  const signedIn = useAppSelector(selectSignedIn);
  const [query] = useSearchParams();
  const [handover] = useHandoverMutation();
  const leave = useLeave();
  const byForm = useRef(false);
  // The undo link is for the owner of the mailbox, whoever is signed in.
  const leaving = signedIn && section !== 'undo-email';

  const goOn = useEffectEvent(async () => {
    const rUrl = query.get('r_url');
    if (!rUrl) return leave();
    try {
      leave((await handover(handledByForm({ r_url: rUrl })).unwrap()).redirect);
    } catch (error) {
      // Not on the list, or not to be had now: then to the account. A dead session stays here and signs in.
      if (isApiFailure(error) && error.status !== 401) leave();
    }
  });

  useEffect(() => {
    if (leaving && !byForm.current) void goOn();
  }, [leaving]);

  return {
    leaving,
    beginSignIn: () => {
      byForm.current = true;
    },
  };
}

function originOf(url: string): string {
  try {
    return new URL(url).origin;
  } catch {
    return '';
  }
}

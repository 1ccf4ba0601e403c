import type { ApiFailure } from '@yunduo/api-client';
import { LocaleLink, useAppSelector, useLocalePath } from '@yunduo/app-shell';
import { removeDrafts } from '@yunduo/app-shell/drafts';
import { FormError } from '@yunduo/app-shell/form-error';
import {
  handledByForm,
  isApiFailure,
  useDisownSessionMutation,
  useEmailChangeUndoMutation,
  useLogoutMutation,
} from '@yunduo/data-access';
import { selectSignedIn, selectUser } from '@yunduo/session';
import { Button, buttonClass, LiveRegion, Notice } from '@yunduo/ui';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useTranslations } from '../../shell/words.ts';
import styles from './login.module.css';
import { SectionHead } from './section-head.tsx';

interface MailLinkProps {
  /** What the link takes back: an email change, or a sign-in by another person. */
  action: 'undo' | 'not_me';
}

/**
 * Target of a link in a security mail. Opening it changes nothing, since mail scanners open links too: the button does,
 * then a new password can be set. A default export, for `lazyWithRetry`.
 */
export default function MailLink({ action }: MailLinkProps) {
  const t = useTranslations('mailLinks');
  const [query] = useSearchParams();
  const signedIn = useAppSelector(selectSignedIn);
  const user = useAppSelector(selectUser);
  const undo = useEmailChangeUndoMutation();
  const disown = useDisownSessionMutation();
  const [act, { isLoading, data }] = action === 'undo' ? undo : disown;
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [incomplete, setIncomplete] = useState(false);

  const press = async () => {
    const token = query.get('token');
    setIncomplete(!token);
    setFailure(null);
    if (!token) return;
    try {
      await act(handledByForm({ token })).unwrap();
    } catch (error) {
      if (!isApiFailure(error)) throw error;
      setFailure(error);
    }
  };

  if (data) {
    // A user who is still signed in here knows the current password: the reset section would redirect away.
    const next = action === 'not_me' && signedIn ? '/user?panel=change-password' : '/login?section=reset';
    const other = user && user.email !== data.email ? user.email : null;
    return (
      <div className={styles.form}>
        <LiveRegion role="status">
          <SectionHead
            title={t(`${action}.done_heading`)}
            lead={t(`${action}.done`, { email: data.email })}
          />
        </LiveRegion>
        {other === null ? (
          <LocaleLink
            className={buttonClass}
            data-kind="primary"
            data-size="lg"
            to={next}
            state={{ email: data.email }}
          >
            {t(`${action}.go_password`)}
          </LocaleLink>
        ) : (
          <OtherAccount email={other} owner={data.email} />
        )}
      </div>
    );
  }
  return (
    <div className={styles.form}>
      <LiveRegion role="status">
        <SectionHead title={t(`${action}.heading`)} lead={t(`${action}.lead`)} />
      </LiveRegion>
      <LiveRegion role="alert">
        {incomplete && (
          <Notice tone="bad">
            <p>{t('no_token')}</p>
          </Notice>
        )}
      </LiveRegion>
      <FormError error={failure} />
      <Button size="lg" busy={isLoading} className={styles.submit} onClick={() => void press()}>
        {t(isLoading ? `${action}.busy` : `${action}.submit`)}
      </Button>
      <p className="quiet">
        <LocaleLink to="/login">{t(`${action}.leave`)}</LocaleLink>
      </p>
    </div>
  );
}

/** Another account is signed in here: every next page would be about that one, so it is signed out first. */
function OtherAccount({ email, owner }: { email: string; owner: string }) {
  const t = useTranslations('mailLinks');
  const navigate = useNavigate();
  const path = useLocalePath();
  const [logout, { isLoading }] = useLogoutMutation();

  const press = async () => {
    // Before the call: while it runs, the user may leave, or another one may sign in and type.
    removeDrafts();
    await logout();
    await navigate(path('/login?section=reset'), { state: { email: owner } });
  };
  return (
    <>
      <p>{t('other.text', { email })}</p>
      <Button size="lg" busy={isLoading} className={styles.submit} onClick={() => void press()}>
        {t(isLoading ? 'other.busy' : 'other.submit')}
      </Button>
    </>
  );
}

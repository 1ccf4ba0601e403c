import type { ApiFailure } from '@yunduo/api-client';
import { LocaleLink, useAppSelector } from '@yunduo/app-shell';
import { FormError } from '@yunduo/app-shell/form-error';
import { handledByForm, isApiFailure, useDisownSessionMutation } from '@yunduo/data-access';
import { selectSignedIn } from '@yunduo/session';
import { Button, buttonClass, LiveRegion, Notice } from '@yunduo/ui';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from '../../shell/words.ts';
import styles from './login.module.css';
import { SectionHead } from './section-head.tsx';

/**
 * Target of the link in the mail about a new device. Opening it changes nothing, since mail scanners open links too:
 * the button ends the session, then a new password can be set. A default export, for `lazyWithRetry`.
 */
export default function NotMe() {
  const t = useTranslations('mailLinks');
  const [query] = useSearchParams();
  const signedIn = useAppSelector(selectSignedIn);
  const [disown, { isLoading, data }] = useDisownSessionMutation();
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const token = query.get('token');
  const [incomplete, setIncomplete] = useState(false);

  const press = async () => {
    setIncomplete(!token);
    if (!token) return;
    try {
      await disown(handledByForm({ token })).unwrap();
    } catch (error) {
      if (!isApiFailure(error)) throw error;
      setFailure(error);
    }
  };

  if (data) {
    // A user who is still signed in here knows the current password: the reset section would redirect away.
    const next = signedIn ? '/user?panel=change-password' : '/login?section=reset';
    return (
      <div className={styles.form}>
        <LiveRegion role="status">
          <SectionHead title={t('not_me.done_heading')} lead={t('not_me.done', { email: data.email })} />
        </LiveRegion>
        <LocaleLink
          className={buttonClass}
          data-kind="primary"
          data-size="lg"
          to={next}
          state={{ email: data.email }}
        >
          {t('not_me.go_password')}
        </LocaleLink>
      </div>
    );
  }
  return (
    <div className={styles.form}>
      <LiveRegion role="status">
        <SectionHead title={t('not_me.heading')} lead={t('not_me.lead')} />
      </LiveRegion>
      <LiveRegion role="alert">
        {incomplete && (
          <Notice tone="bad">
            <p>{t('undo.no_token')}</p>
          </Notice>
        )}
      </LiveRegion>
      <FormError error={failure} />
      <Button size="lg" busy={isLoading} className={styles.submit} onClick={() => void press()}>
        {t(isLoading ? 'not_me.busy' : 'not_me.submit')}
      </Button>
      <p className="quiet">
        <LocaleLink to="/login">{t('not_me.was_me')}</LocaleLink>
      </p>
    </div>
  );
}

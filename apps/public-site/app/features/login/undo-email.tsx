import { LocaleLink } from '@yunduo/app-shell';
import { handledByForm, isApiFailure, useEmailChangeUndoMutation } from '@yunduo/data-access';
import type { ApiFailure } from '@yunduo/api-client';
import { FormError } from '@yunduo/app-shell/form-error';
import { Button, buttonClass, LiveRegion, Notice } from '@yunduo/ui';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from '../../shell/words.ts';
import styles from './login.module.css';
import { SectionHead } from './section-head.tsx';

/**
 * Target of the link in the "your e-mail was changed" mail. Opening it changes nothing, since mail scanners open links
 * too: the button does. A default export, for `lazyWithRetry`.
 */
export default function UndoEmail() {
  const t = useTranslations('mailLinks');
  const [query] = useSearchParams();
  const [undo, { isLoading, data }] = useEmailChangeUndoMutation();
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [incomplete, setIncomplete] = useState(false);

  const press = async () => {
    const token = query.get('token');
    setIncomplete(!token);
    if (!token) return;
    try {
      await undo(handledByForm({ token })).unwrap();
    } catch (error) {
      if (!isApiFailure(error)) throw error;
      setFailure(error);
    }
  };

  if (data) {
    return (
      <div className={styles.form}>
        <LiveRegion role="status">
          <SectionHead title={t('undo.done_heading')} lead={t('undo.done', { email: data.email })} />
        </LiveRegion>
        <LocaleLink
          className={buttonClass}
          data-kind="primary"
          data-size="lg"
          to="/login?section=reset"
          state={{ email: data.email }}
        >
          {t('undo.go_reset')}
        </LocaleLink>
      </div>
    );
  }
  return (
    <div className={styles.form}>
      <LiveRegion role="status">
        <SectionHead title={t('undo.heading')} lead={t('undo.lead')} />
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
        {t(isLoading ? 'undo.busy' : 'undo.submit')}
      </Button>
      <p className="quiet">
        <LocaleLink to="/login">{t('undo.go_sign_in')}</LocaleLink>
      </p>
    </div>
  );
}

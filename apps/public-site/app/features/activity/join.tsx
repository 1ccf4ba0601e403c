import type { Activity } from '@yunduo/api-contract';
import { LocaleLink, useAppSelector, useLocale, useLocalePath } from '@yunduo/app-shell';
import type { ApiFailure } from '@yunduo/api-client';
import { FormError } from '@yunduo/app-shell/form-error';
import { handledByForm, isApiFailure, useActivityJoinMutation } from '@yunduo/data-access';
import { momentOf } from '@yunduo/i18n';
import { selectSignedIn, signInPath } from '@yunduo/session';
import { Button, buttonClass, LiveRegion, Notice } from '@yunduo/ui';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from '../../shell/words.ts';
import styles from './activity.module.css';

interface JoinProps {
  activity: Activity;
  joinedAt: string | null;
}

/**
 * The action to join. The page is rendered signed out: it contains the button and the sign-in link, and the hint on
 * `<html>` shows one of them.
 */
export function Join({ activity, joinedAt }: JoinProps) {
  const t = useTranslations('activity');
  const locale = useLocale();
  const path = useLocalePath();
  const navigate = useNavigate();
  const signedIn = useAppSelector(selectSignedIn);
  const [join, { isLoading, data }] = useActivityJoinMutation();
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const since = joinedAt ?? data?.joined_at;

  const press = async () => {
    if (!signedIn) return navigate(signInPath(path('/activity')));
    setFailure(null);
    try {
      await join(handledByForm({ id: activity.id })).unwrap();
    } catch (error) {
      if (!isApiFailure(error)) throw error;
      setFailure(error);
    }
  };

  return (
    <>
      <LiveRegion role="status">
        {since && (
          <Notice tone="good" title={t(activity.state === 'ended' ? 'took_part' : 'joined')}>
            <p>{t('joined_when', { moment: momentOf(since, locale) })}</p>
            {activity.state === 'in_progress' && <NextSteps described={activity.html !== ''} />}
          </Notice>
        )}
      </LiveRegion>
      {!since && activity.state === 'in_progress' && (
        <>
          <Button size="lg" busy={isLoading} className={styles.join} onClick={() => void press()}>
            {t(isLoading ? 'joining' : 'join')}
          </Button>
          <LocaleLink
            className={`${buttonClass} ${styles.guest ?? ''}`}
            data-kind="primary"
            data-size="lg"
            to={`/login?from=${encodeURIComponent(path('/activity'))}`}
          >
            {t('sign_in')}
          </LocaleLink>
        </>
      )}
      <FormError error={since ? null : failure} />
    </>
  );
}

/** Next steps after joining: links to the places where the listed steps are done. */
function NextSteps({ described }: { described: boolean }) {
  const t = useTranslations('activity');
  return (
    <>
      {described && <p>{t('next.text')}</p>}
      <ul className={styles.next}>
        <li>
          <LocaleLink to="/client-download">{t('next.download')}</LocaleLink>
        </li>
        <li>
          <LocaleLink to="/feedback">{t('next.feedback')}</LocaleLink>
        </li>
      </ul>
    </>
  );
}

import { lazyWithRetry, useAppSelector } from '@yunduo/app-shell';
import { selectUser } from '@yunduo/session';
import { PageHead } from '@yunduo/ui';
import { REVIEW_WORKING_DAYS } from '@yunduo/validation';
import { useWords } from '../../shell/words.ts';
import styles from './not-developer.module.css';

const JoinForm = lazyWithRetry(() => import('./join-form.tsx'));

/** Signed in, but without the developer's role: one tick and one press away from it. */
export function NotDeveloper() {
  const t = useWords('apps');
  const user = useAppSelector(selectUser);
  return (
    <>
      <PageHead title={t('not_developer.heading')} />
      <div className={styles.way}>
        <p>{t('not_developer.text', { email: user?.email ?? '', days: REVIEW_WORKING_DAYS })}</p>
        <JoinForm waiting={<div className={styles.waiting} />} />
      </div>
    </>
  );
}

import { LocaleLink } from '@yunduo/app-shell';
import { buttonClass, EmptyState } from '@yunduo/ui';
import { REVIEW_WORKING_DAYS } from '@yunduo/validation';
import { PATHS } from '../../paths.ts';
import { useWords } from '../../shell/words.ts';
import { FirstSteps } from './first-steps.tsx';
import { NewApp } from './new-app.tsx';
import styles from './no-apps.module.css';

/** Nothing yet: what a first application needs. */
export function NoApps() {
  const t = useWords('apps');
  return (
    <>
      <EmptyState
        title={t('empty.heading')}
        action={
          <div className={styles.actions}>
            <NewApp />
            <LocaleLink className={buttonClass} data-kind="line" data-size="md" to={`${PATHS.landing}#steps`}>
              {t('empty.steps')}
            </LocaleLink>
          </div>
        }
      >
        {t('empty.text', { days: REVIEW_WORKING_DAYS })}
      </EmptyState>
      <FirstSteps app={null} />
    </>
  );
}

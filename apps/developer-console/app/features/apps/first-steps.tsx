import type { DevAppItem, DevCheck } from '@yunduo/api-contract';
import { LocaleLink } from '@yunduo/app-shell';
import { useDevAppDetailQuery } from '@yunduo/data-access';
import { Badge, buttonClass, Progress } from '@yunduo/ui';
import { APP_INTRO_MAX, APP_NAME, REVIEW_WORKING_DAYS, SCREENSHOTS_MAX } from '@yunduo/validation';
import type { ReactNode } from 'react';
import { Checklist } from '../../app-pages/checklist.tsx';
import { PATHS } from '../../paths.ts';
import { useTranslations } from '../../shell/words.ts';
import styles from './first-steps.module.css';
import { NewApp } from './new-app.tsx';
import { firstSteps, STEPS, type Step } from './steps.ts';

/** The limits in the texts of the steps. */
const LIMITS = {
  name_min: APP_NAME.min,
  name_max: APP_NAME.max,
  intro_max: APP_INTRO_MAX,
  shots: SCREENSHOTS_MAX,
  days: REVIEW_WORKING_DAYS,
};

/** Steps to the first submission: what is done, what the server still requires, and where to enter it. */
export function FirstSteps({ app }: { app: DevAppItem | null }) {
  const t = useTranslations('apps');
  const { data: detail } = useDevAppDetailQuery(
    { id: app?.id ?? 0 },
    { skip: app === null, refetchOnMountOrArgChange: true },
  );
  const { done, current, checks } = firstSteps(app === null ? null : detail);
  // The checks are loading: briefly wrong steps would be worse than none.
  if (app !== null && !detail) return null;
  return (
    <section className={styles.first} aria-labelledby="first-steps">
      <div className={styles.head}>
        <h2 id="first-steps">{t(app === null ? 'empty.heading' : 'first.heading')}</h2>
        {app === null && <p>{t('empty.text', LIMITS)}</p>}
        <Progress
          label={t('first.progress', { done: done.size, all: STEPS.length })}
          share={done.size / STEPS.length}
        />
      </div>
      <ol className={styles.steps}>
        {STEPS.map((step) => (
          <li
            key={step}
            aria-current={step === current ? 'step' : undefined}
            data-done={done.has(step) || undefined}
          >
            <h3>
              {t(`first.${step}.title`)} {done.has(step) && <Badge tone="good">{t('first.done')}</Badge>}
            </h3>
            {!done.has(step) && <p>{t(`first.${step}.text`, LIMITS)}</p>}
            {step === current && (
              <div className={styles.way}>
                {detail ? <Way step={step} id={detail.id} checks={checks} /> : <NewApp />}
              </div>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

interface WayProps {
  step: Step;
  id: number;
  checks: readonly DevCheck[];
}

/** The current step's missing parts, each with a link. */
function Way({ step, id, checks }: WayProps): ReactNode {
  const t = useTranslations('apps');
  const edit = `${PATHS.listing}?id=${id}`;
  const versions = `${PATHS.versions}?id=${id}`;
  return (
    <>
      {step === 'listing' && (
        <Checklist
          checks={checks}
          way={(_check, path, label) => (
            <LocaleLink to={`${edit}&at=${encodeURIComponent(path)}`}>{label}</LocaleLink>
          )}
        />
      )}
      {step === 'version' && (
        <Checklist
          checks={checks}
          way={(_check, path, label) => <LocaleLink to={`${versions}#version-${path}`}>{label}</LocaleLink>}
        />
      )}
      <LocaleLink
        className={buttonClass}
        data-kind="primary"
        data-size="md"
        to={step === 'listing' ? edit : versions}
      >
        {t(`first.${step === 'listing' ? 'listing' : step === 'version' ? 'version' : 'submit'}.action`)}
      </LocaleLink>
    </>
  );
}

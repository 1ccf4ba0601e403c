import { APP_INTRO_MAX, APP_NAME, REVIEW_WORKING_DAYS, SCREENSHOTS_MAX } from '@yunduo/validation';
import { useTranslations } from '../../shell/words.ts';
import styles from './landing.module.css';

const STEPS = ['listing', 'version', 'review', 'release', 'keep'] as const;

/** The limits in the steps: the same constants as in the forms and on the server. */
const FIGURES = {
  name_min: APP_NAME.min,
  name_max: APP_NAME.max,
  intro_max: APP_INTRO_MAX,
  shots: SCREENSHOTS_MAX,
  days: REVIEW_WORKING_DAYS,
};

export function Steps() {
  const t = useTranslations('landing');
  return (
    <section id="steps" className={styles.section} aria-labelledby="steps-heading">
      <h2 id="steps-heading">{t('steps.heading')}</h2>
      <ol className={styles.steps}>
        {STEPS.map((step) => (
          <li key={step}>
            <h3>{t(`steps.list.${step}.title`)}</h3>
            <p>{t(`steps.list.${step}.text`, FIGURES)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

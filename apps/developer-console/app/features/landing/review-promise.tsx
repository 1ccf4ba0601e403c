import { REVIEW_APPEAL_DAYS, REVIEW_WORKING_DAYS } from '@yunduo/validation';
import { useWords } from '../../shell/words.ts';
import styles from './landing.module.css';
import { ReviewDial } from './review-dial.tsx';

const RULES = ['suggestion', 'fair', 'diff', 'appeal'] as const;
/** What the drawing shows: the hand stands at 258° of three days of 24 hours. */
const HOURS_LEFT = 20;

export function ReviewPromise() {
  const t = useWords('landing');
  return (
    <section className={`${styles.section} ${styles.review}`} aria-labelledby="review">
      <div>
        <h2 id="review">{t('review.heading', { days: REVIEW_WORKING_DAYS })}</h2>
        <p className={styles.lead}>{t('review.text')}</p>
        <ul className={styles.rules}>
          {RULES.map((rule) => (
            <li key={rule}>{t(`review.rules.${rule}`, { days: REVIEW_APPEAL_DAYS })}</li>
          ))}
        </ul>
      </div>
      <figure role="img" aria-label={t('review.clock')}>
        <ReviewDial className={styles.clock} left={t('review.left', { hours: HOURS_LEFT })} />
      </figure>
    </section>
  );
}

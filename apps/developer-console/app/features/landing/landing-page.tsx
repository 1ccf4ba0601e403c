import { Prose, LocaleLink, useLocalePath } from '@yunduo/app-shell';
import { buttonClass } from '@yunduo/ui';
import { REVIEW_APPEAL_DAYS, REVIEW_WORKING_DAYS } from '@yunduo/validation';
import { PATHS } from '../../paths.ts';
import { useTranslations } from '../../shell/words.ts';
import { Hero } from './hero.tsx';
import styles from './landing.module.css';
import type { Question } from './questions-of.server.ts';
import { ReviewGauge } from './review-gauge.tsx';
import { Steps } from './steps.tsx';

/** The platform's offer, the publishing process, review times, and frequent questions. */
export function LandingPage({ questions }: { questions: readonly Question[] }) {
  return (
    <>
      <Hero />
      <Offers />
      <Steps />
      <ReviewPromise />
      <Questions questions={questions} />
      <Start />
    </>
  );
}

const OFFERS = ['shelf', 'checks', 'log', 'numbers'] as const;

function Offers() {
  const t = useTranslations('landing');
  return (
    <section className={styles.section} aria-labelledby="offers">
      <h2 id="offers">{t('offers.heading')}</h2>
      <ul className={styles.offers}>
        {OFFERS.map((offer) => (
          <li key={offer}>
            <h3>{t(`offers.list.${offer}.title`)}</h3>
            <p>{t(`offers.list.${offer}.text`)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const RULES = ['suggestion', 'fair', 'diff', 'appeal'] as const;
/** The value of the drawing: its hand is at 258° of a turn of three 24-hour days. */
const HOURS_LEFT = 20;

function ReviewPromise() {
  const t = useTranslations('landing');
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
        <ReviewGauge className={styles.clock} left={t('review.left', { hours: HOURS_LEFT })} />
      </figure>
    </section>
  );
}

/**
 * Frequent questions of new developers. The answers come from a file written by the build, not from the application's
 * code.
 */
function Questions({ questions }: { questions: readonly Question[] }) {
  const t = useTranslations('landing');
  return (
    <section className={styles.section} aria-labelledby="questions">
      <h2 id="questions">{t('questions')}</h2>
      <div className={styles.questions}>
        {questions.map(({ question, answer }) => (
          <details key={question}>
            <summary>{question}</summary>
            <Prose html={answer} />
          </details>
        ))}
      </div>
    </section>
  );
}

function Start() {
  const t = useTranslations('landing');
  const path = useLocalePath();
  return (
    <section className={styles.section} aria-labelledby="start">
      <h2 id="start">{t('start.heading')}</h2>
      <p className={styles.lead}>{t('start.text')}</p>
      <div className={styles.actions}>
        <LocaleLink to={PATHS.applications} className={buttonClass} data-kind="line" data-size="lg">
          {t('start.action')}
        </LocaleLink>
        {/* On the public site: another document. */}
        <a
          href={path('/protocol/developer-agreement')}
          className={buttonClass}
          data-kind="bare"
          data-size="lg"
        >
          {t('start.agreement')}
        </a>
        <a href={path('/developers')} className={buttonClass} data-kind="bare" data-size="lg">
          {t('start.api')}
        </a>
      </div>
    </section>
  );
}

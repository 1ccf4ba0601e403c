import { LocaleLink, Prose, useLocalePath } from '@yunduo/app-shell';
import { buttonClass, Icon } from '@yunduo/ui';
import {
  APP_INTRO_MAX,
  APP_NAME,
  REVIEW_APPEAL_DAYS,
  REVIEW_WORKING_DAYS,
  SCREENSHOTS_MAX,
} from '@yunduo/validation';
import { PATHS } from '../../paths.ts';
import { useTranslations } from '../../shell/words.ts';
import styles from './landing.module.css';
import type { Question } from './questions-of.server.ts';
import { HOURS_LEFT, ReviewGauge } from './review-gauge.tsx';
import { useDevDocs } from '../../shell/runtime-config.ts';
import { RouteDrawing } from './route-drawing.tsx';

const STEPS = ['listing', 'version', 'review', 'release', 'keep'] as const;

/** The limits in the steps: the same constants as in the forms and on the server. */
const FIGURES = {
  name_min: APP_NAME.min,
  name_max: APP_NAME.max,
  intro_max: APP_INTRO_MAX,
  shots: SCREENSHOTS_MAX,
  days: REVIEW_WORKING_DAYS,
};

function Steps() {
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

/** Figures of the platform. */
const FACTS = [
  ['wait', REVIEW_WORKING_DAYS],
  ['fee', 0],
  ['appeal', REVIEW_APPEAL_DAYS],
] as const;

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

/**
 * Its words before the first app and after sign-in are both in the document: the hint that the head script sets on
 * `<html>` selects one before the first paint.
 */
function OwnApps({ kind }: { kind: 'primary' | 'line' }) {
  const t = useTranslations('landing');
  return (
    <LocaleLink to={PATHS.applications} className={buttonClass} data-kind={kind} data-size="lg">
      <span className={styles.first}>{t('hero.publish')}</span>
      <span className={styles.mine}>{t('hero.applications')}</span>
    </LocaleLink>
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
        <OwnApps kind="line" />
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

function Hero() {
  const t = useTranslations('landing');
  return (
    <section className={styles.hero} aria-labelledby="landing">
      <h1 id="landing">{t('hero.headline')}</h1>
      <p className={styles.lead}>{t('hero.lead', { days: REVIEW_WORKING_DAYS })}</p>
      <div className={styles.actions}>
        <OwnApps kind="primary" />
        <DocsLink />
      </div>
      <RouteDrawing />
      <dl className={styles.figures}>
        {FACTS.map(([fact, value]) => (
          <div key={fact}>
            <dt>{t(`facts.${fact}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Its space is reserved while the configuration loads, so that nothing moves. */
function DocsLink() {
  const t = useTranslations('landing');
  const devDocs = useDevDocs();
  return (
    <a
      // The landing page's loader sets its address before the application runs.
      data-docs
      href={devDocs ?? undefined}
      className={`${buttonClass} ${styles.docs}`}
      data-kind="line"
      data-size="lg"
    >
      {t('hero.docs')}
      <Icon name="external" />
    </a>
  );
}

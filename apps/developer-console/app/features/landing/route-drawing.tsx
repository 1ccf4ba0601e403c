import { useTranslations } from '../../shell/words.ts';
import { HOURS_LEFT, ReviewGauge } from './review-gauge.tsx';
import styles from './landing.module.css';

const STAGES = ['submitted', 'review', 'store'] as const;

/** A listing of the sample data at three times: submitted, in review, and in the store. */
export function RouteDrawing() {
  const t = useTranslations('landing');
  const facts = {
    submitted: 'v1.4.0 · 5.4 MB',
    review: t('review.left', { hours: HOURS_LEFT }),
    store: '↓ 4,216',
  };
  return (
    <figure className={styles.route} role="img" aria-label={t('hero.drawing')}>
      {STAGES.map((stage) => (
        <div key={stage} data-stage={stage}>
          <b>{t('route.app')}</b>
          <span>{t('route.intro')}</span>
          <code>{facts[stage]}</code>
          <em>{t(`route.${stage}`)}</em>
          {stage === 'review' && <ReviewGauge />}
        </div>
      ))}
    </figure>
  );
}

import type { ReviewDetail } from '@yunduo/api-contract';
import { useLocale } from '@yunduo/app-shell';
import { momentOf, textAttributes } from '@yunduo/i18n';
import { Badge, Timeline, type BadgeTone } from '@yunduo/ui';
import type { ReviewDecision } from '@yunduo/validation';
import { TimeZone } from '../../parts/time-zone.tsx';
import { useDeveloperTerms, useTranslations } from '../../shell/words.ts';
import styles from './review-file.module.css';

const TONES: Record<ReviewDecision, BadgeTone> = { approve: 'good', request_changes: 'warn', reject: 'bad' };

interface HistoryProps extends Pick<ReviewDetail, 'rounds' | 'timeline'> {
  /** The submission that waits for a decision, if any. */
  reviewed: number | null;
}

/** All submissions of the version with their decisions, and events in between. A default export, for `lazyWithRetry`. */
export default function History({ rounds, timeline, reviewed }: HistoryProps) {
  const t = useTranslations('review');
  const terms = useDeveloperTerms();
  const locale = useLocale();
  return (
    <section aria-labelledby="history">
      <h2 id="history">{t('history.heading')}</h2>
      {rounds.length > 1 && (
        <ol className={styles.rounds} aria-label={t('history.rounds')}>
          {rounds.map(({ round, submitted_at, decision, text, withdrawn, appealed }) => (
            <li key={round}>
              <p>
                {t('file.round', { round })}{' '}
                {decision ? (
                  <Badge tone={TONES[decision]}>{t(`history.${decision}`)}</Badge>
                ) : withdrawn ? (
                  <Badge>{t('history.withdrawn')}</Badge>
                ) : (
                  // A listing published later is a round of its version, decided in a review of its own.
                  round === reviewed && <Badge>{t('history.waits')}</Badge>
                )}{' '}
                {appealed && <Badge tone="warn">{t('queue.appeal')}</Badge>}
              </p>
              <p className="quiet">
                <time dateTime={submitted_at}>{momentOf(submitted_at, locale)}</time>
              </p>
              {text && (
                <p className={styles.words} {...textAttributes(text, locale)}>
                  {text}
                </p>
              )}
            </li>
          ))}
        </ol>
      )}
      {timeline.length > 0 ? (
        <Timeline
          label={t('timeline.heading')}
          events={timeline.map(({ id, at, action, actor, text }) => ({
            key: id,
            title: `${actor}: ${terms(`action.${action}`)}`,
            at,
            when: momentOf(at, locale),
            ...(text && { children: <p className={styles.words}>{text}</p> }),
          }))}
        />
      ) : (
        <p className="quiet">{t('timeline.empty')}</p>
      )}
      <TimeZone />
    </section>
  );
}

import type { DevEvent } from '@yunduo/api-contract';
import { useLocale } from '@yunduo/app-shell';
import { handledByPart, useDevAppHistoryQuery, useDevAppTimelineQuery } from '@yunduo/data-access';
import { momentOf, textAttributes } from '@yunduo/i18n';
import { Button, Skeleton, Timeline, type TimelineEvent } from '@yunduo/ui';
import { useMemo, useState } from 'react';
import { TimeZone } from '../../parts/time-zone.tsx';
import { useDeveloperTerms, useTranslations } from '../../shell/words.ts';
import styles from './versions.module.css';

const TONES: Partial<Record<DevEvent['action'], 'good' | 'warn' | 'bad'>> = {
  approve: 'good',
  release: 'good',
  relist: 'good',
  request_changes: 'warn',
  unpublish: 'warn',
  reject: 'bad',
  yank: 'bad',
};

/** Events of the app with their actors, newest first. */
export function AppTimeline({ id }: { id: number }) {
  const t = useTranslations('versions');
  const terms = useDeveloperTerms();
  const locale = useLocale();
  const [all, setAll] = useState(false);
  // A failed load is retried here; the page itself reports a missing app.
  const input = useMemo(() => handledByPart({ id }), [id]);
  const { data: latest, error, isFetching, refetch } = useDevAppTimelineQuery(input);
  const whole = useDevAppHistoryQuery({ id }, { skip: !all });
  const data = whole.data ?? latest;
  const events = (data?.list ?? []).map((event): TimelineEvent => {
    const tone = TONES[event.action];
    return {
      key: event.id,
      title: (
        <>
          {event.action === 'replace'
            ? // The text is the name of the app that replaces this one.
              t(event.text ? 'timeline.replace' : 'timeline.not_replaced')
            : terms(`action.${event.action}`)}{' '}
          {event.listing ? terms('listing') : event.version && <span className="num">{event.version}</span>}
        </>
      ),
      at: event.at,
      when: `${momentOf(event.at, locale)} · ${event.actor}`,
      ...(tone && { tone }),
      ...(event.text && {
        children: (
          <p className={styles.words} {...textAttributes(event.text, locale)}>
            {event.text}
          </p>
        ),
      }),
    };
  });
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline" className={styles.aside_heading}>
        {t('timeline.heading')}
      </h2>
      {!data && !error && <Skeleton label={t('timeline.loading')} rows={3} />}
      {Boolean(error) && !data && (
        <Button kind="line" size="sm" busy={isFetching} onClick={() => void refetch()}>
          {t('timeline.retry')}
        </Button>
      )}
      {data?.total === 0 && <p className="quiet">{t('timeline.none')}</p>}
      {data && data.total > 0 && <Timeline label={t('timeline.heading')} events={events} />}
      {data && data.total > 0 && <TimeZone />}
      {data && data.list.length < data.total && (
        // The button stays until they have loaded: it also retries.
        <Button
          kind="bare"
          size="sm"
          busy={whole.isFetching}
          onClick={() => (all ? void whole.refetch() : setAll(true))}
        >
          {t('timeline.all', { count: data.total })}
        </Button>
      )}
    </section>
  );
}

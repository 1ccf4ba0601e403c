import type { DevEvent } from '@yunduo/api-contract';
import { useLocale } from '@yunduo/app-shell';
import { useDevAppTimelineQuery } from '@yunduo/data-access';
import { momentOf } from '@yunduo/i18n';
import { Button, Skeleton, Timeline, type TimelineEvent } from '@yunduo/ui';
import { PAGE_SIZE } from '@yunduo/validation';
import { useState } from 'react';
import { useDeveloperTerms } from '../../shell/developer-terms.ts';
import { useWords } from '../../shell/words.ts';
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

/** What happened to the app, as whom, the newest first. */
export function AppTimeline({ id }: { id: number }) {
  const t = useWords('versions');
  const terms = useDeveloperTerms();
  const locale = useLocale();
  const [all, setAll] = useState(false);
  const { data, isError, isFetching, refetch } = useDevAppTimelineQuery({
    id,
    ...(all && { page_size: PAGE_SIZE.max }),
  });
  const events = (data?.list ?? []).map((event): TimelineEvent => {
    const tone = TONES[event.action];
    return {
      key: event.id,
      title: (
        <>
          {terms(`action.${event.action}`)} {event.version && <span className="num">{event.version}</span>}
        </>
      ),
      at: event.at,
      when: `${momentOf(event.at, locale)} · ${event.actor}`,
      ...(tone && { tone }),
      ...(event.text && { children: <p className={styles.words}>{event.text}</p> }),
    };
  });
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline" className={styles.aside_heading}>
        {t('timeline.heading')}
      </h2>
      {!data && !isError && <Skeleton label={t('timeline.loading')} rows={3} />}
      {isError && !data && (
        <Button kind="line" size="sm" onClick={() => void refetch()}>
          {t('timeline.retry')}
        </Button>
      )}
      {data?.total === 0 && <p className="quiet">{t('timeline.none')}</p>}
      {data && data.total > 0 && <Timeline label={t('timeline.heading')} events={events} />}
      {data && data.list.length < Math.min(data.total, PAGE_SIZE.max) && (
        // It stays until they are there: what did not come is asked for once more.
        <Button
          kind="bare"
          size="sm"
          busy={all && isFetching}
          onClick={() => (all ? void refetch() : setAll(true))}
        >
          {data.total > PAGE_SIZE.max
            ? t('timeline.latest', { count: PAGE_SIZE.max })
            : t('timeline.all', { count: data.total })}
        </Button>
      )}
    </section>
  );
}

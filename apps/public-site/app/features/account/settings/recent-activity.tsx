import type { AccountActivity } from '@yunduo/api-contract';
import { useLocale } from '@yunduo/app-shell';
import { useRecentActivityQuery } from '@yunduo/data-access';
import { momentOf } from '@yunduo/i18n';
import { Button, Skeleton, Timeline } from '@yunduo/ui';
import { ACCOUNT_EVENTS, ACCOUNT_WARNINGS, PAGE_SIZE } from '@yunduo/validation';
import { useState } from 'react';
import { PartFailed } from '../../../shell/part-failed.tsx';
import { useTranslations } from '../../../shell/words.ts';
import styles from './account-settings.module.css';

const FIRST = 5;

/** Recent security events of the account: sign-ins and failures, passwords, addresses, tokens, sessions. */
export function RecentActivity() {
  const t = useTranslations('accountSettings');
  const locale = useLocale();
  const [shown, setShown] = useState(FIRST);
  const { data, error, isFetching, refetch } = useRecentActivityQuery(
    { page_size: shown },
    { refetchOnMountOrArgChange: true },
  );
  const more = data !== undefined && data.total > data.list.length && shown < PAGE_SIZE.max;

  return (
    <section className={styles.section} aria-labelledby="activity-h">
      <div>
        <h2 id="activity-h">{t('activity.heading')}</h2>
        <p className="quiet">{t('activity.lead')}</p>
      </div>
      {data ? (
        data.list.length === 0 ? (
          <p className="quiet">{t('activity.empty')}</p>
        ) : (
          <ActivityList list={data.list} />
        )
      ) : error ? (
        <PartFailed
          as="h3"
          title={t('activity.failed')}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton label={t('activity.loading')} shape="text" rows={FIRST} />
      )}
      {more && (
        <Button
          kind="line"
          size="sm"
          busy={isFetching}
          onClick={() => setShown((count) => Math.min(count + PAGE_SIZE.default, PAGE_SIZE.max))}
        >
          {t('activity.more')}
        </Button>
      )}
      {data && data.list.length > 0 && locale === 'en' && (
        <p className={`quiet ${styles.note}`}>{t('activity.time_zone')}</p>
      )}
    </section>
  );
}

function ActivityList({ list }: { list: readonly AccountActivity[] }) {
  const t = useTranslations('accountSettings');
  const locale = useLocale();
  const titleOf = ({ event, known_device: known }: AccountActivity): string => {
    if (event === 'sign_in_succeeded' && known === false) return t('activity.new_device');
    // An event kind that this build does not know.
    return ACCOUNT_EVENTS.includes(event) ? t(`activity.events.${event}`) : t('activity.other');
  };
  return (
    <Timeline
      label={t('activity.heading')}
      events={list.map((one) => {
        const place = [one.device, one.network].filter(Boolean).join(' · ');
        const times = one.count > 1 ? t('activity.times', { count: one.count }) : '';
        return {
          key: one.id,
          at: one.at,
          when: momentOf(one.at, locale),
          title: times ? `${titleOf(one)} ${times}` : titleOf(one),
          ...(ACCOUNT_WARNINGS.includes(one.event) && { tone: 'warn' as const }),
          children: place && <p className="quiet">{place}</p>,
        };
      })}
    />
  );
}

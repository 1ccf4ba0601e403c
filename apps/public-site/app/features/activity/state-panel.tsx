import type { Activity } from '@yunduo/api-contract';
import { useAppSelector, useLocale } from '@yunduo/app-shell';
import { momentOf } from '@yunduo/i18n';
import { selectGeneration } from '@yunduo/session';
import { Meta, StatusDot, type StatusTone } from '@yunduo/ui';
import { JOINED_SHOWN_FROM, type ActivityState } from '@yunduo/validation';
import { useWords } from '../../shell/words.ts';
import styles from './activity.module.css';
import { Join } from './join.tsx';
import { TimeLeft } from './time-left.tsx';
import type { LiveActivity } from './use-live-activity.ts';

const TONES: Record<ActivityState, StatusTone> = { not_started: 'none', in_progress: 'good', ended: 'warn' };

interface StatePanelProps extends LiveActivity {
  serverTime: string;
}

/** Where it stands, with the message of that state (R4.06), its dates, and the way in. */
export function StatePanel({ activity, joinedAt, deadline, serverTime }: StatePanelProps) {
  const t = useWords('activity');
  const locale = useLocale();
  const session = useAppSelector(selectGeneration);
  const { state } = activity;
  const starts = momentOf(activity.starts_at, locale);
  return (
    <aside className={styles.panel} aria-label={t(`state.${state}`)}>
      <p className={styles.state}>
        <StatusDot tone={TONES[state]} />
        {t(`state.${state}`)}
      </p>
      <p className={styles.message}>{t(`message.${state}`, { moment: starts })}</p>
      {state === 'in_progress' && (
        <TimeLeft deadline={deadline} told={secondsBetween(serverTime, activity)} />
      )}
      <Join key={session} activity={activity} joinedAt={joinedAt} />
      <Meta
        layout="rows"
        items={[
          { term: t('starts'), value: starts, num: true },
          { term: t('ends'), value: momentOf(activity.ends_at, locale), num: true },
          // Few look like nobody.
          ...(activity.joined_count >= JOINED_SHOWN_FROM
            ? [{ term: t('taking_part'), value: t('people', { count: activity.joined_count }), num: true }]
            : []),
        ]}
      />
      <p className={styles.zone}>{t('beijing')}</p>
    </aside>
  );
}

const secondsBetween = (serverTime: string, { ends_at }: Activity): number =>
  Math.max(0, Math.ceil((Date.parse(ends_at) - Date.parse(serverTime)) / 1000));

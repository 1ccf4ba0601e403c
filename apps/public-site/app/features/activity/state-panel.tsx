import type { Activity } from '@yunduo/api-contract';
import { useAppSelector, useLocale, countdownParts, useCountdown } from '@yunduo/app-shell';
import { momentOf } from '@yunduo/i18n';
import { selectGeneration } from '@yunduo/session';
import { DescriptionList, StatusDot, type StatusTone, Countdown } from '@yunduo/ui';
import { JOINED_SHOWN_FROM, type ActivityState } from '@yunduo/validation';
import { useTranslations } from '../../shell/words.ts';
import styles from './activity.module.css';
import { Join } from './join.tsx';
import type { LiveActivity } from './use-live-activity.ts';

const TONES: Record<ActivityState, StatusTone> = { not_started: 'none', in_progress: 'good', ended: 'warn' };

interface StatePanelProps extends LiveActivity {
  serverTime: string;
}

/** State of the activity with its message (R4.06), its dates, and the action to join. */
export function StatePanel({ activity, joinedAt, deadline, serverTime }: StatePanelProps) {
  const t = useTranslations('activity');
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
        <TimeLeft deadline={deadline} initialSeconds={secondsBetween(serverTime, activity)} />
      )}
      <Join key={session} activity={activity} joinedAt={joinedAt} />
      <DescriptionList
        layout="rows"
        items={[
          { term: t('starts'), value: starts },
          { term: t('ends'), value: momentOf(activity.ends_at, locale) },
          // A small count would look like no one takes part.
          ...(activity.joined_count >= JOINED_SHOWN_FROM
            ? [{ term: t('taking_part'), value: t('people', { count: activity.joined_count }) }]
            : []),
        ]}
      />
      <p className={styles.zone}>{t('beijing')}</p>
    </aside>
  );
}

const secondsBetween = (serverTime: string, { ends_at }: Activity): number =>
  Math.max(0, Math.ceil((Date.parse(ends_at) - Date.parse(serverTime)) / 1000));

interface TimeLeftProps {
  /** The end on the visitor's clock; null on the server. */
  deadline: number | null;
  /** Seconds to the end when the page was rendered. */
  initialSeconds: number;
}

/** The time to the end in days, hours and minutes. The last minute counts as one: 0 means that it has ended. */
function TimeLeft({ deadline, initialSeconds }: TimeLeftProps) {
  const t = useTranslations('activity');
  const counted = useCountdown(deadline);
  const seconds = deadline === null ? initialSeconds : counted;
  const { days, hours, minutes } = countdownParts(Math.ceil(seconds / 60) * 60);
  const units = {
    days: t('days', { count: days }),
    hours: t('hours', { count: hours }),
    minutes: t('minutes', { count: minutes }),
  };
  return (
    <Countdown
      label={t('left', {
        days: `${days} ${units.days}`,
        hours: `${hours} ${units.hours}`,
        minutes: `${minutes} ${units.minutes}`,
      })}
      parts={[
        { value: days, unit: units.days },
        { value: hours, unit: units.hours },
        { value: minutes, unit: units.minutes },
      ]}
    />
  );
}

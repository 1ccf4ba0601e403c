import { countdownParts, useCountdown } from '@yunduo/app-shell';
import { Countdown } from '@yunduo/ui';
import { useWords } from '../../shell/words.ts';

interface TimeLeftProps {
  /** The end on the visitor's clock; null on the server. */
  deadline: number | null;
  /** Seconds to the end when the page was made. */
  told: number;
}

/** The time to the end in days, hours and minutes. The last minute counts as one: 0 is when it is over. */
export function TimeLeft({ deadline, told }: TimeLeftProps) {
  const t = useWords('activity');
  const counted = useCountdown(deadline);
  const seconds = deadline === null ? told : counted;
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

import { countdownParts, useCountdown } from '@yunduo/app-shell';
import { Countdown } from '@yunduo/ui';
import { useState } from 'react';
import { useWords } from '../../shell/words.ts';

interface TimeLeftProps {
  /** The end on the visitor's clock; null as long as only what was sent with the page is known. */
  deadline: number | null;
  /** Seconds to the end when the page was made. */
  told: number;
}

/** The time to the end in days, hours and minutes. The last minute counts as one: 0 is when it is over. */
export function TimeLeft({ deadline, told }: TimeLeftProps) {
  const t = useWords('activity');
  const counted = useCountdown(deadline);
  // It reads 0 until it has looked at the clock; only after that, 0 is the end.
  const [live, setLive] = useState(false);
  if (counted > 0 && !live) setLive(true);
  const seconds = live ? counted : told;
  const { days, hours, minutes } = countdownParts(Math.ceil(seconds / 60) * 60);
  return (
    <Countdown
      label={t('left', { days, hours, minutes })}
      parts={[
        { value: days, unit: t('days') },
        { value: hours, unit: t('hours') },
        { value: minutes, unit: t('minutes') },
      ]}
    />
  );
}

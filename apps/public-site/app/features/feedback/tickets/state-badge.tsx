import { Badge, type BadgeTone } from '@yunduo/ui';
import type { FeedbackState } from '@yunduo/validation';
import { useWords } from '../../../shell/words.ts';

const TONES: Record<FeedbackState, BadgeTone> = { open: 'neutral', answered: 'good', closed: 'ink' };

/** Where a ticket stands. */
export function StateBadge({ state }: { state: FeedbackState }) {
  const t = useWords('feedback');
  return <Badge tone={TONES[state]}>{t(`states.${state}`)}</Badge>;
}

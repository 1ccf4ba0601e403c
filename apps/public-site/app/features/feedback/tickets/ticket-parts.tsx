import { Badge, type BadgeTone } from '@yunduo/ui';
import type { FeedbackState } from '@yunduo/validation';
import { useTranslations } from '../../../shell/words.ts';
import { PartFailed } from '../../../shell/part-failed.tsx';

const TONES: Record<FeedbackState, BadgeTone> = { open: 'brand', answered: 'good', closed: 'neutral' };

/** State of a ticket. */
export function StateBadge({ state }: { state: FeedbackState }) {
  const t = useTranslations('feedback');
  return <Badge tone={TONES[state]}>{t(`states.${state}`)}</Badge>;
}

/** A failed request, with a retry button. */
export function Failed({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  const t = useTranslations('feedback');
  return (
    <PartFailed title={t('failed.title')} retrying={busy} onRetry={onRetry}>
      {t('failed.text')}
    </PartFailed>
  );
}

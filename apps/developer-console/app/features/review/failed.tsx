import { Button, EmptyState } from '@yunduo/ui';
import { useWords } from '../../shell/words.ts';

interface FailedProps {
  as?: 'h2' | 'h3';
  retrying: boolean;
  onRetry: () => void;
}

/** A part that did not come; the others stand. */
export function Failed({ as = 'h2', retrying, onRetry }: FailedProps) {
  const t = useWords('desk');
  return (
    <EmptyState
      failed
      as={as}
      title={t('failed.heading')}
      action={
        <Button kind="line" busy={retrying} onClick={onRetry}>
          {t('failed.retry')}
        </Button>
      }
    >
      {t('failed.text')}
    </EmptyState>
  );
}

import { Button, EmptyState } from '@yunduo/ui';
import { useTranslations } from '../shell/words.ts';

interface PartFailedProps {
  as?: 'h1' | 'h2' | 'h3';
  retrying: boolean;
  onRetry: () => void;
}

/** Part of a page that failed to load; the others stay. */
export function PartFailed({ as = 'h2', retrying, onRetry }: PartFailedProps) {
  const t = useTranslations('frame');
  return (
    <EmptyState
      failed
      as={as}
      title={t('part_failed.heading')}
      action={
        <Button kind="line" busy={retrying} onClick={onRetry}>
          {t('part_failed.retry')}
        </Button>
      }
    >
      {t('part_failed.text')}
    </EmptyState>
  );
}

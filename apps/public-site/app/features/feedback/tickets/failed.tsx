import { Button, EmptyState } from '@yunduo/ui';
import { useWords } from '../../../shell/words.ts';

/** No answer: what happened, and the same again. */
export function Failed({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  const t = useWords('feedback');
  return (
    <EmptyState
      failed
      title={t('failed.title')}
      action={
        <Button busy={busy} onClick={onRetry}>
          {t('failed.retry')}
        </Button>
      }
    >
      {t('failed.text')}
    </EmptyState>
  );
}

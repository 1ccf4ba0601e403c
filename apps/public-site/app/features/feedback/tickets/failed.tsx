import { PartFailed } from '../../../shell/part-failed.tsx';
import { useWords } from '../../../shell/words.ts';

/** No answer: what happened, and the same again. */
export function Failed({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  const t = useWords('feedback');
  return (
    <PartFailed title={t('failed.title')} retrying={busy} onRetry={onRetry}>
      {t('failed.text')}
    </PartFailed>
  );
}

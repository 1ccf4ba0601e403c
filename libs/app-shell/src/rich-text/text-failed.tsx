import { Button, LiveRegion } from '@yunduo/ui';
import { useSharedWords } from '../i18n/use-words.ts';

/** Says that the sanitiser of a text did not come, and asks for it again. Plain: the landing page carries it. */
export function TextFailed({ onRetry }: { onRetry: () => void }) {
  const t = useSharedWords('shell');
  return (
    <LiveRegion role="alert">
      <p>{t('part_failed')}</p>
      <Button kind="line" onClick={onRetry}>
        {t('error_again')}
      </Button>
    </LiveRegion>
  );
}

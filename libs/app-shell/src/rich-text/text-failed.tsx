import { Button, LiveRegion } from '@yunduo/ui';
import { useSharedTranslations } from '../i18n/use-translations.ts';

/** Reports that a text's sanitiser failed to load, and retries. Kept small: the landing page loads it. */
export function TextFailed({ onRetry }: { onRetry: () => void }) {
  const t = useSharedTranslations('shell');
  return (
    <LiveRegion role="alert">
      <p>{t('part_failed')}</p>
      <Button kind="line" onClick={onRetry}>
        {t('error_again')}
      </Button>
    </LiveRegion>
  );
}

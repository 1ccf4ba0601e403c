import { Button } from '@yunduo/ui';
import { useTranslations } from '../../../shell/words.ts';

/** Button to restart after a step has expired. */
export function StartAgain({ onPress }: { onPress: () => void }) {
  const t = useTranslations('account');
  return (
    <Button kind="line" size="sm" onClick={onPress}>
      {t('email.start_again')}
    </Button>
  );
}

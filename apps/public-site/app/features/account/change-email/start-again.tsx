import { Button } from '@yunduo/ui';
import { useWords } from '../../../shell/words.ts';

/** Button to restart after a step has expired. */
export function StartAgain({ onPress }: { onPress: () => void }) {
  const t = useWords('account');
  return (
    <Button kind="line" size="sm" onClick={onPress}>
      {t('email.start_again')}
    </Button>
  );
}

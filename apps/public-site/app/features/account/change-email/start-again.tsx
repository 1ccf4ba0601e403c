import { Button } from '@yunduo/ui';
import { useWords } from '../../../shell/words.ts';

/** The way on when a step took too long. */
export function StartAgain({ onPress }: { onPress: () => void }) {
  const t = useWords('account');
  return (
    <Button kind="line" size="sm" onClick={onPress}>
      {t('email.start_again')}
    </Button>
  );
}

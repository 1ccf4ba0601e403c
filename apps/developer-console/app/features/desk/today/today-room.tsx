import { PageHead } from '@yunduo/ui';
import { useWords } from '../../../shell/words.ts';

/** What waits for an operator. */
export default function TodayRoom() {
  const t = useWords('operatorDesk');
  return <PageHead title={t('room.today')} />;
}

import type { AdminArticle } from '@yunduo/api-contract';
import { Badge } from '@yunduo/ui';
import { useWords } from '../../../shell/words.ts';
import styles from './content.module.css';

const TONES = { draft: 'neutral', published: 'good', archived: 'neutral' } as const;

/** Publication state of an article, and a mark if its draft differs. */
export function ArticleState({ article: { status, changed } }: { article: AdminArticle }) {
  const t = useWords('deskContent');
  return (
    <span className={styles.states}>
      <Badge tone={TONES[status]}>{t(`status.${status}`)}</Badge>
      {status === 'published' && changed && <Badge tone="warn">{t('pending')}</Badge>}
    </span>
  );
}

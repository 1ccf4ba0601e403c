import type { AdminArticle } from '@yunduo/api-contract';
import { Badge } from '@yunduo/ui';
import { useTranslations } from '../../../shell/words.ts';
import styles from './content.module.css';

const TONES = { draft: 'neutral', published: 'good', archived: 'neutral' } as const;

/** A title without the line breaks that it has in a headline; Chinese continues without a space. */
export const oneLine = (title: string): string =>
  title.replace(/([\u3000-\u9fff\uff00-\uffef])\n/g, '$1').replaceAll('\n', ' ');

/** Publication state of an article, with marks for an unpublished draft and for a schedule. */
export function ArticleState({ article: { status, changed, schedule } }: { article: AdminArticle }) {
  const t = useTranslations('deskContent');
  return (
    <span className={styles.states}>
      <Badge tone={TONES[status]}>{t(`status.${status}`)}</Badge>
      {status === 'published' && changed && <Badge tone="warn">{t('pending')}</Badge>}
      {/* The previous API knows no schedules. */}
      {schedule && (
        <Badge tone={schedule.outdated ? 'bad' : 'brand'}>
          {t(
            schedule.outdated
              ? 'schedule.outdated'
              : schedule.publish_at
                ? 'schedule.waits'
                : 'schedule.ends',
          )}
        </Badge>
      )}
    </span>
  );
}

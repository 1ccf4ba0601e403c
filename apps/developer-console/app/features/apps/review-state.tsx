import type { DevAppItem } from '@yunduo/api-contract';
import { useLocale, useSharedWords } from '@yunduo/app-shell';
import { dayOf } from '@yunduo/i18n';
import { Badge } from '@yunduo/ui';
import { REVIEW_TONES } from '../../parts/review-tones.ts';
import { useWords } from '../../shell/words.ts';

/** Where the newest version stands, and what comes next: the day of the answer, or what is asked for. */
export function ReviewState({ app }: { app: DevAppItem }) {
  const t = useWords('apps');
  const terms = useSharedWords('storeTerms');
  const locale = useLocale();
  const { review_status: status, due_at: due, coming_version: version } = app;
  if (!status) return <span className="quiet">{t('nothing_in_review')}</span>;
  return (
    <>
      {version && <span className="num">{version}</span>}{' '}
      <Badge tone={REVIEW_TONES[status]}>{terms(`review.${status}`)}</Badge>
      {status === 'in_review' && due && (
        <small>
          <time dateTime={due}>{t('due', { date: dayOf(due, locale) })}</time>
        </small>
      )}
      {app.open_suggestions > 0 && <small>{t('suggestions', { count: app.open_suggestions })}</small>}
    </>
  );
}

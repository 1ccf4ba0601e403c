import type { DataOf, devApp } from '@yunduo/api-contract';
import { useLocale } from '@yunduo/app-shell';
import { useWords } from '../../shell/words.ts';

/** The list in a sentence. Sums are said only where the whole list is here. */
export function Summary({ data }: { data: DataOf<typeof devApp.list> }) {
  const t = useWords('apps');
  const locale = useLocale();
  if (data.list.length < data.total) return t('summary_count', { count: data.total });
  const number = new Intl.NumberFormat(locale === 'zh' ? 'zh-CN' : 'en-GB');
  const downloads = number.format(data.list.reduce((sum, app) => sum + app.download_num, 0));
  const inReview = data.list.filter(({ review_status }) => review_status === 'in_review').length;
  return (
    <>
      {t('summary', { count: data.total, downloads })}
      {inReview > 0 && (locale === 'en' ? ' ' : '') + t('in_review', { count: inReview })}
    </>
  );
}

import type { DevAppItem } from '@yunduo/api-contract';
import { useLocale } from '@yunduo/app-shell';
import { dayOf } from '@yunduo/i18n';
import { useDeveloperTerms } from '../../shell/developer-terms.ts';
import { useWords } from '../../shell/words.ts';

/** Whose turn it is, and since when. */
export function Turn({ app: { waits_for, waits_since } }: { app: DevAppItem }) {
  const t = useWords('apps');
  const terms = useDeveloperTerms();
  const locale = useLocale();
  if (waits_for === 'nobody') return <span className="quiet">{terms('turn.nobody')}</span>;
  return (
    <>
      {waits_for === 'developer' ? <b>{terms('turn.developer')}</b> : terms('turn.reviewer')}
      {waits_since && (
        <small>
          <time dateTime={waits_since}>{t('since', { date: dayOf(waits_since, locale) })}</time>
        </small>
      )}
    </>
  );
}

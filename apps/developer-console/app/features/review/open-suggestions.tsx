import type { ReviewDetail } from '@yunduo/api-contract';
import { useDeveloperTerms } from '../../shell/developer-terms.ts';
import { useWords } from '../../shell/words.ts';
import { placeOfField } from './begun-suggestion.ts';

/** What is still asked for, with the way to each. */
export function OpenSuggestions({ suggestions }: { suggestions: ReviewDetail['suggestions'] }) {
  const t = useWords('desk');
  const terms = useDeveloperTerms();
  if (suggestions.length === 0) return <p className="quiet">{t('decision.none_open')}</p>;
  const fields = [...new Set(suggestions.map(({ field }) => field))];
  return (
    <p>
      {t('decision.open', { count: suggestions.length })}{' '}
      {fields.map((field, index) => (
        <span key={field}>
          {index > 0 && ' · '}
          <a href={`#${placeOfField(field)}`}>{terms(`field.${field}`)}</a>
        </span>
      ))}
    </p>
  );
}

import type { SuggestionField } from '@yunduo/validation';
import { lazy, Suspense } from 'react';
import { useEditedApp } from './app-id.ts';
import styles from './edit.module.css';

// Most apps have none: they come with the form to answer them when there are some.
const SuggestionCard = lazy(() =>
  import('../../own-app/suggestion-card.tsx').then((module) => ({ default: module.SuggestionCard })),
);

/** What a reviewer asked for at this field. */
export function FieldSuggestions({ field }: { field: SuggestionField }) {
  const { suggestions, answerable } = useEditedApp();
  const own = suggestions.filter((suggestion) => suggestion.field === field);
  if (own.length === 0) return null;
  return (
    <div className={styles.suggestions}>
      <Suspense fallback={null}>
        {own.map((suggestion) => (
          <SuggestionCard key={suggestion.id} suggestion={suggestion} open={answerable} />
        ))}
      </Suspense>
    </div>
  );
}

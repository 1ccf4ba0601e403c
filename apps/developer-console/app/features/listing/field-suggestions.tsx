import { lazyWithRetry } from '@yunduo/app-shell';
import type { SuggestionField } from '@yunduo/validation';
import { useEditedApp } from './app-id.ts';
import styles from './listing.module.css';

// Most apps have none: the cards load only when needed, with their answer form.
const SuggestionCard = lazyWithRetry(() => import('../../app-pages/suggestion-card.tsx'));

/** A reviewer's suggestions for this field. */
export function FieldSuggestions({ field }: { field: SuggestionField }) {
  const { suggestions, answerable } = useEditedApp();
  const own = suggestions.filter((suggestion) => suggestion.field === field);
  if (own.length === 0) return null;
  return (
    <div className={styles.suggestions}>
      {own.map((suggestion) => (
        <SuggestionCard key={suggestion.id} suggestion={suggestion} open={answerable} />
      ))}
    </div>
  );
}

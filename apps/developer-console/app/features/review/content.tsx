import type { ReviewDetail } from '@yunduo/api-contract';
import { lazyWithRetry, useAppSelector } from '@yunduo/app-shell';
import { localDraft } from '@yunduo/app-shell/drafts';
import { selectUser } from '@yunduo/session';
import { Badge, Button } from '@yunduo/ui';
import { SUGGESTION_FIELDS, type SuggestionField } from '@yunduo/validation';
import { useRef, useState } from 'react';
import { useDeveloperTerms, useTranslations } from '../../shell/words.ts';
import { placeOfField, suggestionKey } from './suggestion-draft.ts';
import { FieldValue } from './field-value.tsx';
import styles from './content.module.css';
import { Suggestion } from './suggestion.tsx';

const SuggestionForm = lazyWithRetry(() => import('./suggestion-form.tsx'));

/** The complete submission, each field with its suggestions. */
export function Content({ data }: { data: ReviewDetail }) {
  const t = useTranslations('review');
  return (
    <section aria-labelledby="content">
      <h2 id="content">{t('content.heading')}</h2>
      {SUGGESTION_FIELDS.map((field) => (
        <FieldBlock key={field} field={field} data={data} />
      ))}
    </section>
  );
}

function FieldBlock({ field, data }: { field: SuggestionField; data: ReviewDetail }) {
  const t = useTranslations('review');
  const terms = useDeveloperTerms();
  const draftKey = suggestionKey(useAppSelector(selectUser)?.id, data.version_id, field);
  const [writing, setWriting] = useState<'restored' | 'opened' | null>(() =>
    localDraft(draftKey).exists() ? 'restored' : null,
  );
  const title = terms(`field.${field}`);
  const block = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button is unmounted: if the focus was inside, it moves to the field.
  const stay = () => {
    if (block.current?.contains(document.activeElement)) heading.current?.focus();
  };
  const changed =
    data.difference.base !== 'nothing' && data.difference.fields.some((one) => one.field === field);
  const suggestions = data.suggestions.filter((suggestion) => suggestion.field === field);
  // Not a field of the form: for suggestions about anything else.
  if (field === 'other' && suggestions.length === 0 && !data.decidable) return null;
  return (
    <div
      ref={block}
      id={placeOfField(field)}
      className={styles.block}
      role="group"
      aria-labelledby={`title-${field}`}
    >
      <div className={styles.head}>
        <h3 ref={heading} id={`title-${field}`} tabIndex={-1}>
          {title} {changed && <Badge tone="brand">{t('difference.changed')}</Badge>}
        </h3>
        {data.decidable && !writing && (
          <Button
            kind="bare"
            size="sm"
            aria-label={t('suggestion.add_label', { field: title })}
            onClick={() => setWriting('opened')}
          >
            {t('suggestion.add')}
          </Button>
        )}
      </div>
      <FieldValue field={field} data={data} />
      {suggestions.length > 0 && (
        <ul className={styles.suggestions}>
          {suggestions.map((suggestion) => (
            <Suggestion key={suggestion.id} suggestion={suggestion} data={data} onChanged={stay} />
          ))}
        </ul>
      )}
      {data.decidable && writing && (
        <SuggestionForm
          versionId={data.version_id}
          round={data.round}
          field={field}
          title={title}
          draftKey={draftKey}
          focused={writing === 'opened'}
          onClose={() => {
            stay();
            setWriting(null);
          }}
        />
      )}
    </div>
  );
}

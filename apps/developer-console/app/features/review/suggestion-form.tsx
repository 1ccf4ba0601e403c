import { loadChunk, showToast } from '@yunduo/app-shell';
import { handledByForm, useReviewSuggestMutation } from '@yunduo/data-access';
import { Button, Field, TextArea } from '@yunduo/ui';
import type { SuggestionField } from '@yunduo/validation';
import { useEffect, useRef } from 'react';
import { FormFault } from '../../forms/form-fault.tsx';
import { useCheckedForm } from '../../forms/use-checked-form.ts';
import { useWords } from '../../shell/words.ts';
import styles from './content.module.css';

interface SuggestionFormProps {
  versionId: number;
  field: SuggestionField;
  /** The field as people call it. */
  title: string;
  /** Under which name it is kept. */
  keep: string;
  /** It was opened to write into, and did not come again by itself. */
  focused: boolean;
  onClose: () => void;
}

/** A change to ask for, at the field that it is about. */
export function SuggestionForm({ versionId, field, title, keep, focused, onClose }: SuggestionFormProps) {
  const t = useWords('desk');
  const [suggest] = useReviewSuggestMutation();
  const input = useRef<HTMLTextAreaElement>(null);
  const { values, change, errorOf, busy, fault, form, forget } = useCheckedForm({
    initialValues: { field, text: '' },
    schema: async () => (await loadChunk(() => import('./rules.ts'))).suggestionSchema,
    onSubmit: async (wish) => {
      await suggest(handledByForm({ version_id: versionId, ...wish })).unwrap();
      showToast(t('suggestion.added'));
      onClose();
    },
    keep,
  });
  const cancel = () => {
    forget();
    onClose();
  };
  useEffect(() => {
    if (focused) input.current?.focus();
  }, [focused]);
  return (
    <form {...form} className={styles.form} aria-label={t('suggestion.add_label', { field: title })}>
      <Field required label={t('suggestion.text')} hint={t('suggestion.hint')} error={errorOf('text')}>
        {(control) => (
          <TextArea
            {...control}
            ref={input}
            value={values.text}
            onChange={({ target }) => change({ text: target.value })}
          />
        )}
      </Field>
      <FormFault fault={fault} />
      <div className={styles.actions}>
        <Button type="submit" size="sm" busy={busy}>
          {t(busy ? 'suggestion.saving' : 'suggestion.save')}
        </Button>
        <Button kind="bare" size="sm" onClick={cancel}>
          {t('suggestion.cancel')}
        </Button>
      </div>
    </form>
  );
}

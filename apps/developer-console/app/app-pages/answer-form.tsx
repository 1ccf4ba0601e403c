import type { DevSuggestion } from '@yunduo/api-contract';
import { loadChunk, showToast } from '@yunduo/app-shell';
import { FormError } from '@yunduo/app-shell/form-error';
import { useForm } from '@yunduo/app-shell/forms';
import { handledByForm, useDevAppSuggestionAnswerMutation } from '@yunduo/data-access';
import { Button, Field, TextArea } from '@yunduo/ui';
import { useEffect, useRef } from 'react';
import { showConflict } from '../forms/conflict.ts';
import { useTranslations } from '../shell/words.ts';
import styles from './app-page.module.css';

const schema = async () => (await loadChunk(() => import('../forms/rules.ts'))).suggestionAnswerSchema;

interface AnswerFormProps {
  suggestion: DevSuggestion;
  draftKey: string;
  /** The form was opened by a press, not restored with a draft: it takes the focus. */
  focused: boolean;
  onDone: () => void;
}

/** The answer to a reviewer's suggestion. A default export, for `lazyWithRetry`. */
export default function AnswerForm({ suggestion, draftKey, focused, onDone }: AnswerFormProps) {
  const t = useTranslations('appPages');
  const [save] = useDevAppSuggestionAnswerMutation();
  const { field, form, errorOf, error, busy, submit, removeDraft } = useForm({
    initialValues: { answer: suggestion.answer ?? '' },
    schema,
    onSubmit: async ({ answer }) => {
      await save(handledByForm({ id: suggestion.id, answer })).unwrap();
      showToast({ message: 'edited' });
      onDone();
    },
    onConflict: showConflict,
    draft: { key: draftKey },
  });
  const input = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (focused) input.current?.focus();
  }, [focused]);
  const cancel = () => {
    removeDraft();
    onDone();
  };
  return (
    // Not a `form`: it is also rendered inside the form of the app's listing.
    <div id={form.id} onFocus={form.onFocus}>
      <FormError error={error} />
      <Field label={t('suggestion.answer')} error={errorOf('answer')}>
        {(control) => <TextArea {...control} {...field('answer')} ref={input} rows={3} />}
      </Field>
      <div className={styles.actions}>
        <Button size="sm" busy={busy} onClick={submit}>
          {t('suggestion.send')}
        </Button>
        <Button kind="bare" size="sm" onClick={cancel}>
          {t('suggestion.cancel')}
        </Button>
      </div>
    </div>
  );
}

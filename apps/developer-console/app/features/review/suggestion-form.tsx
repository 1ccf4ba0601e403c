import { loadChunk, showToast } from '@yunduo/app-shell';
import { FormError } from '@yunduo/app-shell/form-error';
import { useForm } from '@yunduo/app-shell/forms';
import { handledByForm, useReviewSuggestMutation } from '@yunduo/data-access';
import { Button, Field, TextArea } from '@yunduo/ui';
import type { SuggestionField } from '@yunduo/validation';
import { useEffect, useRef } from 'react';
import { showConflict } from '../../forms/conflict.ts';
import { useTranslations } from '../../shell/words.ts';
import styles from './content.module.css';

interface SuggestionFormProps {
  versionId: number;
  /** The submission that is shown. */
  round: number;
  field: SuggestionField;
  /** Label of the field. */
  title: string;
  draftKey: string;
  /** The form was opened by a press, not restored with a draft: it takes the focus. */
  focused: boolean;
  onClose: () => void;
}

/** Form for a suggestion, at its field. */
export default function SuggestionForm({
  versionId,
  round,
  field,
  title,
  draftKey,
  focused,
  onClose,
}: SuggestionFormProps) {
  const t = useTranslations('review');
  const [suggest] = useReviewSuggestMutation();
  const area = useRef<HTMLTextAreaElement>(null);
  const {
    field: input,
    errorOf,
    busy,
    error,
    form,
    removeDraft,
  } = useForm({
    initialValues: { field, text: '' },
    schema: async () => (await loadChunk(() => import('./rules.ts'))).suggestionSchema,
    onSubmit: async (wish) => {
      await suggest(handledByForm({ version_id: versionId, round, ...wish })).unwrap();
      showToast(t('suggestion.added'));
      onClose();
    },
    onConflict: showConflict,
    draft: { key: draftKey },
  });
  const cancel = () => {
    removeDraft();
    onClose();
  };
  useEffect(() => {
    if (focused) area.current?.focus();
  }, [focused]);
  return (
    <form {...form} className={styles.form} aria-label={t('suggestion.add_label', { field: title })}>
      <Field required label={t('suggestion.text')} hint={t('suggestion.hint')} error={errorOf('text')}>
        {(control) => <TextArea {...control} {...input('text')} ref={area} />}
      </Field>
      <FormError error={error} />
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

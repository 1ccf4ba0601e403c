import type { DevSuggestion } from '@yunduo/api-contract';
import { showToast, useLocale } from '@yunduo/app-shell';
import { handledByForm, useDevAppSuggestionAnswerMutation } from '@yunduo/data-access';
import { momentOf } from '@yunduo/i18n';
import { Button, Field, TextArea } from '@yunduo/ui';
import { useState } from 'react';
import { FormFault } from '../forms/form-fault.tsx';
import { useCheckedForm } from '../forms/use-checked-form.ts';
import { useDeveloperTerms } from '../shell/developer-terms.ts';
import { useWords } from '../shell/words.ts';
import styles from './own-app.module.css';

const schema = async () => (await import('../forms/rules.ts')).suggestionAnswerSchema;

interface SuggestionCardProps {
  suggestion: DevSuggestion;
  /** The developer has the turn: it can be answered. */
  open: boolean;
}

/** One thing that a reviewer asked for at a field: done, answered, or still open. */
export function SuggestionCard({ suggestion, open }: SuggestionCardProps) {
  const t = useWords('ownApp');
  const terms = useDeveloperTerms();
  const locale = useLocale();
  const [answering, setAnswering] = useState(false);
  const [save, { isLoading }] = useDevAppSuggestionAnswerMutation();
  const { id, field, text, created_at, resolved, answer } = suggestion;
  return (
    <article className={styles.suggestion} data-done={resolved || undefined}>
      <b>{t('suggestion.about', { field: terms(`field.${field}`) })}</b>{' '}
      <time dateTime={created_at}>{momentOf(created_at, locale)}</time>
      {resolved && <b> · {t('suggestion.done')}</b>}
      <p>{text}</p>
      {answer && !answering && <p>{t('suggestion.your_answer', { answer })}</p>}
      {open && !answering && (
        <div className={styles.actions}>
          <Button
            kind="line"
            size="sm"
            busy={isLoading}
            onClick={() => void save({ id, resolved: !resolved })}
          >
            {t(resolved ? 'suggestion.reopen' : 'suggestion.resolve')}
          </Button>
          <Button kind="bare" size="sm" onClick={() => setAnswering(true)}>
            {t(answer ? 'suggestion.change_answer' : 'suggestion.answer')}
          </Button>
        </div>
      )}
      {answering && <AnswerForm suggestion={suggestion} onDone={() => setAnswering(false)} />}
    </article>
  );
}

function AnswerForm({ suggestion, onDone }: { suggestion: DevSuggestion; onDone: () => void }) {
  const t = useWords('ownApp');
  const [save] = useDevAppSuggestionAnswerMutation();
  const { values, change, form, errorOf, fault, busy, submit } = useCheckedForm({
    initialValues: { answer: suggestion.answer ?? '' },
    schema,
    onSubmit: async ({ answer }) => {
      await save(handledByForm({ id: suggestion.id, answer: answer.trim() })).unwrap();
      showToast({ message: 'edited' });
      onDone();
    },
  });
  return (
    // No form of its own: it stands in the one of the app's listing, too.
    <div id={form.id} onFocus={form.onFocus}>
      <FormFault fault={fault} />
      <Field label={t('suggestion.answer')} error={errorOf('answer')}>
        {(control) => (
          <TextArea
            {...control}
            rows={3}
            value={values.answer}
            onChange={({ target }) => change({ answer: target.value })}
          />
        )}
      </Field>
      <div className={styles.actions}>
        <Button size="sm" busy={busy} onClick={submit}>
          {t('suggestion.send')}
        </Button>
        <Button kind="bare" size="sm" onClick={onDone}>
          {t('suggestion.cancel')}
        </Button>
      </div>
    </div>
  );
}

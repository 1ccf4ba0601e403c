import type { DevSuggestion } from '@yunduo/api-contract';
import { loadChunk, showToast, useLocale } from '@yunduo/app-shell';
import { handledByForm, useDevAppSuggestionAnswerMutation } from '@yunduo/data-access';
import { momentOf, textLang } from '@yunduo/i18n';
import { Button, Field, TextArea } from '@yunduo/ui';
import { useEffect, useRef, useState } from 'react';
import { FormFault } from '../forms/form-fault.tsx';
import { isKept } from '../forms/kept-form.ts';
import { useCheckedForm } from '../forms/use-checked-form.ts';
import { useDeveloperTerms } from '../shell/developer-terms.ts';
import { useWords } from '../shell/words.ts';
import { answerKey, placeOfSuggestion } from './begun-answer.ts';
import styles from './own-app.module.css';

const schema = async () => (await loadChunk(() => import('../forms/rules.ts'))).suggestionAnswerSchema;

interface SuggestionCardProps {
  suggestion: DevSuggestion;
  /** The developer has the turn: it can be answered. */
  open: boolean;
}

/** One thing that a reviewer asked for at a field: done, answered, or still open. */
export default function SuggestionCard({ suggestion, open }: SuggestionCardProps) {
  const t = useWords('ownApp');
  const terms = useDeveloperTerms();
  const locale = useLocale();
  const { id, field, text, created_at, resolved, answer } = suggestion;
  const keep = answerKey(id);
  const [asked, setAnswering] = useState<'again' | 'asked' | null>(() => (isKept(keep) ? 'again' : null));
  // Handed in, as from another tab, it takes no answer; withdrawn, what was begun is here again.
  const answering = open && asked !== null;
  const [save, { isLoading }] = useDevAppSuggestionAnswerMutation();
  const card = useRef<HTMLElement>(null);
  const close = () => {
    // The button that was pressed goes with the form: whoever is still here stays at the suggestion.
    if (card.current?.contains(document.activeElement)) card.current.focus();
    setAnswering(null);
  };
  return (
    <article
      ref={card}
      id={placeOfSuggestion(id)}
      tabIndex={-1}
      className={styles.suggestion}
      data-done={resolved || undefined}
    >
      <b>{t('suggestion.about', { field: terms(`field.${field}`) })}</b>{' '}
      <time dateTime={created_at}>{momentOf(created_at, locale)}</time>
      {resolved && <b> · {t('suggestion.done')}</b>}
      <p lang={textLang(text, locale)}>{text}</p>
      {answer && !answering && (
        <p lang={textLang(answer, locale)}>{t('suggestion.your_answer', { answer })}</p>
      )}
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
          <Button kind="bare" size="sm" onClick={() => setAnswering('asked')}>
            {t(answer ? 'suggestion.change_answer' : 'suggestion.answer')}
          </Button>
        </div>
      )}
      {answering && (
        <AnswerForm suggestion={suggestion} keep={keep} focused={asked === 'asked'} onDone={close} />
      )}
    </article>
  );
}

interface AnswerFormProps {
  suggestion: DevSuggestion;
  /** Under which name it is kept. */
  keep: string;
  /** It was opened to write into, and did not come again by itself. */
  focused: boolean;
  onDone: () => void;
}

function AnswerForm({ suggestion, keep, focused, onDone }: AnswerFormProps) {
  const t = useWords('ownApp');
  const [save] = useDevAppSuggestionAnswerMutation();
  const { values, change, form, errorOf, fault, busy, submit, forget } = useCheckedForm({
    initialValues: { answer: suggestion.answer ?? '' },
    schema,
    onSubmit: async ({ answer }) => {
      await save(handledByForm({ id: suggestion.id, answer: answer.trim() })).unwrap();
      showToast({ message: 'edited' });
      onDone();
    },
    keep,
  });
  const input = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (focused) input.current?.focus();
  }, [focused]);
  const cancel = () => {
    forget();
    onDone();
  };
  return (
    // No form of its own: it stands in the one of the app's listing, too.
    <div id={form.id} onFocus={form.onFocus}>
      <FormFault fault={fault} />
      <Field label={t('suggestion.answer')} error={errorOf('answer')}>
        {(control) => (
          <TextArea
            {...control}
            ref={input}
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
        <Button kind="bare" size="sm" onClick={cancel}>
          {t('suggestion.cancel')}
        </Button>
      </div>
    </div>
  );
}

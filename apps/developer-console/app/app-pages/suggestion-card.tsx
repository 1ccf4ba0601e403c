import type { DevSuggestion } from '@yunduo/api-contract';
import { lazyWithRetry, useLocale } from '@yunduo/app-shell';
import { localDraft } from '@yunduo/app-shell/drafts';
import { useDevAppSuggestionAnswerMutation } from '@yunduo/data-access';
import { momentOf, textAttributes } from '@yunduo/i18n';
import { Button } from '@yunduo/ui';
import { useRef, useState } from 'react';
import { useDeveloperTerms, useTranslations } from '../shell/words.ts';
import { answerKey, placeOfSuggestion } from './answer-draft.ts';
import styles from './app-page.module.css';

const AnswerForm = lazyWithRetry(() => import('./answer-form.tsx'));

interface SuggestionCardProps {
  suggestion: DevSuggestion;
  /** True if it can be answered: the developer has to act next. */
  open: boolean;
}

/** A reviewer's suggestion for a field: resolved, answered or open. */
export default function SuggestionCard({ suggestion, open }: SuggestionCardProps) {
  const t = useTranslations('appPages');
  const terms = useDeveloperTerms();
  const locale = useLocale();
  const { id, field, text, created_at, resolved, answer } = suggestion;
  const draftKey = answerKey(id);
  const [requested, setAnswering] = useState<'restored' | 'opened' | null>(() =>
    localDraft(draftKey).exists() ? 'restored' : null,
  );
  // After a submission, also in another tab, it cannot be answered; after a withdrawal the draft answer is shown again.
  const answering = open && requested !== null;
  const [save, { isLoading }] = useDevAppSuggestionAnswerMutation();
  const card = useRef<HTMLElement>(null);
  const close = () => {
    // The pressed button is unmounted with the form: if the focus was inside, it moves to the suggestion.
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
      <p {...textAttributes(text, locale)}>{text}</p>
      {answer && !answering && (
        <p {...textAttributes(answer, locale)}>{t('suggestion.your_answer', { answer })}</p>
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
          <Button kind="bare" size="sm" onClick={() => setAnswering('opened')}>
            {t(answer ? 'suggestion.change_answer' : 'suggestion.answer')}
          </Button>
        </div>
      )}
      {answering && (
        <AnswerForm
          suggestion={suggestion}
          draftKey={draftKey}
          focused={requested === 'opened'}
          onDone={close}
        />
      )}
    </article>
  );
}

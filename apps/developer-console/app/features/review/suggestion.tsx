import type { ReviewDetail } from '@yunduo/api-contract';
import { showToast, useLocale } from '@yunduo/app-shell';
import { isApiFailure, useReviewSuggestMutation } from '@yunduo/data-access';
import { dayOf, textAttributes } from '@yunduo/i18n';
import { Badge, Button } from '@yunduo/ui';
import { useTranslations } from '../../shell/words.ts';
import styles from './content.module.css';

interface SuggestionProps {
  suggestion: ReviewDetail['suggestions'][number];
  data: Pick<ReviewDetail, 'version_id' | 'round' | 'review_status' | 'decidable'>;
  /** Called when the suggestion was removed, resolved or reopened: the pressed button is unmounted. */
  onChanged: () => void;
}

/** A suggestion, the developer's answer, and its state. */
export function Suggestion({ suggestion, data, onChanged }: SuggestionProps) {
  const t = useTranslations('review');
  const locale = useLocale();
  const [call, { isLoading }] = useReviewSuggestMutation();
  const { version_id, decidable } = data;
  const { id, round, text, created_at, removable, answer, answered_at, resolved_at, resolved_by } =
    suggestion;
  // The developer sees it only after the decision.
  const reported = round < data.round || data.review_status !== 'in_review';
  const press = async (change: 'remove' | 'resolve' | 'reopen') => {
    try {
      await call({ version_id, id, change }).unwrap();
      onChanged();
      if (change === 'remove') showToast({ message: 'deleted' });
    } catch (error) {
      // A toast has reported the reason; the page shows the current state.
      if (!isApiFailure(error)) throw error;
    }
  };
  const button = (change: 'remove' | 'resolve' | 'reopen') => (
    <Button kind="line" size="sm" busy={isLoading} onClick={() => void press(change)}>
      {t(`suggestion.${change}`)}
    </Button>
  );
  return (
    <li className={styles.suggestion} data-state={resolved_at ? 'resolved' : 'open'}>
      <p className={styles.meta}>
        <Badge tone={resolved_at ? 'good' : 'warn'}>
          {t(
            !resolved_at
              ? 'suggestion.open'
              : resolved_by === 'developer'
                ? 'suggestion.resolved_developer'
                : 'suggestion.resolved',
          )}
        </Badge>{' '}
        {t('suggestion.of_round', { round, date: dayOf(created_at, locale) })}
      </p>
      <p {...textAttributes(text, locale)}>{text}</p>
      {answer && answered_at ? (
        <>
          <p className={styles.meta}>{t('suggestion.answer', { date: dayOf(answered_at, locale) })}</p>
          <blockquote {...textAttributes(answer, locale)}>{answer}</blockquote>
        </>
      ) : (
        reported && <p className={styles.meta}>{t('suggestion.no_answer')}</p>
      )}
      {decidable && (
        <div className={styles.actions}>
          {removable ? (
            button('remove')
          ) : (
            <>
              {resolved_by !== 'reviewer' && button('resolve')}
              {resolved_at && button('reopen')}
            </>
          )}
        </div>
      )}
    </li>
  );
}

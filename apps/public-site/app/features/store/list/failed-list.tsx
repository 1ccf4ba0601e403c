import { LocaleLink, useFailureText } from '@yunduo/app-shell';
import { buttonClass, EmptyState } from '@yunduo/ui';
import { useTranslations } from '../../../shell/words.ts';
import { listPath, type ListState } from './list-state.ts';

interface FailedListProps {
  state: ListState;
  /** The call that failed. */
  failure: { status: number; msg: string } | null;
}

/** The list failed to load. Category, search and filters stay as they were; retrying loads the same address. */
export function FailedList({ state, failure }: FailedListProps) {
  const t = useTranslations('store');
  const textOf = useFailureText();
  return (
    <EmptyState
      as="h3"
      failed
      title={t('failed.title')}
      action={
        <LocaleLink to={listPath(state)} className={buttonClass} data-kind="line">
          {t('failed.retry')}
        </LocaleLink>
      }
    >
      {failure && (
        <>
          {textOf(failure)}
          <br />
        </>
      )}
      {t('failed.text')}
    </EmptyState>
  );
}

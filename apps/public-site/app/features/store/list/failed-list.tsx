import { LocaleLink } from '@yunduo/app-shell';
import { buttonClass, EmptyState } from '@yunduo/ui';
import { useWords } from '../../../shell/words.ts';
import { listPath, type ListState } from './list-state.ts';

/** The list did not come. Category, search and filters stand around this as they were; the way on is the same address. */
export function FailedList({ state }: { state: ListState }) {
  const t = useWords('store');
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
      {t('failed.text')}
    </EmptyState>
  );
}

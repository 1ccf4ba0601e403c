import { LocaleLink } from '@yunduo/app-shell';
import { buttonClass, EmptyState } from '@yunduo/ui';
import { useWords } from '../../../shell/words.ts';
import { activeFilters, EVERYTHING, listPath, withoutFilters, type ListState } from './list-state.ts';

interface EmptyListProps {
  state: ListState;
  /** How many apps fit at all: more than none when the page lies beyond the end. */
  total: number;
  pageSize: number;
}

/** Nothing fits: says why, and what to take away. */
export function EmptyList({ state, total, pageSize }: EmptyListProps) {
  const t = useWords('store');

  if (total > 0) {
    return (
      <EmptyState
        as="h3"
        title={t('empty.title_beyond')}
        action={
          <LocaleLink to={listPath({ ...state, page: 1 })} className={buttonClass} data-kind="line">
            {t('empty.first')}
          </LocaleLink>
        }
      >
        {t('empty.beyond', { pages: Math.ceil(total / pageSize) })}
      </EmptyState>
    );
  }

  const ways: [to: ListState, words: string][] = [];
  if (activeFilters(state) > 0) ways.push([withoutFilters(state), t('empty.clear')]);
  if (state.q && state.category) {
    ways.push([{ ...EVERYTHING, q: state.q, sort: state.sort }, t('empty.everywhere')]);
  }
  if (ways.length === 0) ways.push([EVERYTHING, t('empty.all')]);

  const text =
    activeFilters(state) > 0
      ? t('empty.filtered')
      : state.q
        ? t('empty.search', { q: state.q })
        : t('empty.plain');
  return (
    <EmptyState
      as="h3"
      title={t('empty.title')}
      action={ways.map(([to, words]) => (
        <LocaleLink key={words} to={listPath(to)} className={buttonClass} data-kind="line">
          {words}
        </LocaleLink>
      ))}
    >
      {text}
    </EmptyState>
  );
}

import type { appStore, DataOf } from '@yunduo/api-contract';
import { useSharedTranslations, LocaleLink } from '@yunduo/app-shell';
import { PageHead, SettledStatus, SideNav } from '@yunduo/ui';
import { STORE_CATEGORIES } from '@yunduo/validation';
import type { ReactNode } from 'react';
import { useTranslations } from '../../../shell/words.ts';
import { Filters } from './filters.tsx';
import { type ListState, listPath } from './list-state.ts';
import { SearchForm, SortForm } from './list-forms.tsx';
import styles from './store-page.module.css';
import { useAskedState } from './use-list-changing.ts';

export type Categories = DataOf<typeof appStore.categories>['list'];
export type AppPage = DataOf<typeof appStore.list>;

interface StorePageProps {
  state: ListState;
  /** Undefined if they failed to load: their names are known anyway. */
  categories: Categories | undefined;
  /** Number of matching apps, if known. */
  total: number | undefined;
  /** The list, or its replacement. */
  children: ReactNode;
}

/** The store: search in the header, categories and filters on the side, order and list next to them. */
export function StorePage({ state, categories, total, children }: StorePageProps) {
  const t = useTranslations('store');
  const terms = useSharedTranslations('storeTerms');
  const requested = useAskedState(state);
  const heading = state.q
    ? t('list.heading_search', { q: state.q })
    : state.category
      ? terms(`category.${state.category}`)
      : t('categories.all');

  return (
    <div className="wrap">
      <PageHead
        title={t('title')}
        lead={
          <>
            {t('intro')} <LocaleLink to="/application">{t('guides')}</LocaleLink>
          </>
        }
      >
        <SearchForm state={requested} />
      </PageHead>
      <div className={styles.store}>
        <div className={styles.side}>
          <CategoryNav
            state={requested}
            categories={
              categories ?? STORE_CATEGORIES.map((id) => ({ id, name: terms(`category.${id}`), count: null }))
            }
          />
          <Filters state={requested} />
        </div>
        <section className={styles.main} aria-labelledby="list-h">
          <div className={styles.head}>
            <div className={styles.heading}>
              <h2 id="list-h">{heading}</h2>
              <p className="quiet">
                {total !== undefined && t('list.count', { count: total })}
                <SettledStatus text={total === undefined ? '' : t('list.count', { count: total })} />
              </p>
            </div>
            <SortForm state={requested} />
          </div>
          <div className={styles.list}>{children}</div>
        </section>
      </div>
    </div>
  );
}

interface CategoryNavProps {
  state: ListState;
  categories: Categories;
}

/** The categories with their counts. Links keep search, filters and order. */
function CategoryNav({ state, categories }: CategoryNavProps) {
  const t = useTranslations('store');
  const all = {
    id: null,
    name: t('categories.all'),
    // Recommended apps and the user's own also belong to a category, so those two are not added.
    count: categories.reduce<number | null>(
      (sum, { id, count }) => (id === 'recommend' || count === null ? sum : (sum ?? 0) + count),
      null,
    ),
  };
  return (
    <SideNav label={t('categories.label')}>
      {[all, ...categories].map(({ id, name, count }) => (
        <LocaleLink
          key={id}
          to={listPath({ ...state, category: id, page: 1 })}
          aria-current={state.category === id ? 'page' : undefined}
        >
          {name} {count !== null && <span className="num">{count}</span>}
        </LocaleLink>
      ))}
    </SideNav>
  );
}

import { LocaleLink } from '@yunduo/app-shell';
import { SideNav } from '@yunduo/ui';
import { useWords } from '../../../shell/words.ts';
import { listPath, type ListState } from './list-state.ts';
import type { Categories } from './store-page.tsx';

interface CategoryNavProps {
  state: ListState;
  categories: Categories;
}

/** The categories with how much is in each. A link keeps search, filters and order. */
export function CategoryNav({ state, categories }: CategoryNavProps) {
  const t = useWords('store');
  const current = (category: ListState['category']) => (state.category === category ? 'page' : undefined);
  return (
    <SideNav label={t('categories.label')}>
      <LocaleLink to={listPath({ ...state, category: null, page: 1 })} aria-current={current(null)}>
        {t('categories.all')}
      </LocaleLink>
      {categories.map(({ id, name, count }) => (
        <LocaleLink key={id} to={listPath({ ...state, category: id, page: 1 })} aria-current={current(id)}>
          {name} {count !== null && <span className="num">{count}</span>}
        </LocaleLink>
      ))}
    </SideNav>
  );
}

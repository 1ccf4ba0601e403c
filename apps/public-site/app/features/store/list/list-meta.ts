import type { Translate } from '@yunduo/app-shell';
import type { SiteWords } from '@yunduo/i18n-public-site';
import type { PageMeta } from '../../../seo.ts';
import { activeFilters, EVERYTHING, type ListState } from './list-state.ts';

interface ListMetaData {
  state: ListState;
  /** Name of the category, in the language of the page. */
  category: string | null;
  /** True if the page is past the last one, and so empty. */
  beyond: boolean;
}

/**
 * Metadata of a list. Categories and their pages are separate pages; searches, filters and orders are views of them,
 * which search engines must not index.
 */
export function listMeta(
  { state, category, beyond }: ListMetaData,
  t: Translate<SiteWords['store']>,
): PageMeta {
  const { q, page, sort } = state;
  const isView = q !== '' || sort !== EVERYTHING.sort || activeFilters(state) > 0 || state.category === 'my';
  const title = q ? t('title_search', { q }) : category ? t('title_category', { category }) : t('title');
  return {
    title: page > 1 ? t('title_page', { title, page }) : title,
    description: category ? t('description_category', { category }) : t('description'),
    query: { cate: state.category, page: page > 1 ? page : null },
    index: !isView && !beyond,
    feeds: true,
  };
}

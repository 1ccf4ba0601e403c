import { Pagination } from '@yunduo/ui';
import { LocaleLink } from '../i18n/locale-link.tsx';
import { useSharedTranslations } from '../i18n/use-translations.ts';

interface ListPagesProps {
  /** The list's paging in the API's response: current page, page size, total items. */
  list: { page: number; page_size: number; total: number };
  /** The address of a page, without the language. */
  path: (page: number) => string;
}

/** Pagination as links; nothing if there is only one page. Its words are `pages`, which the feature loads. */
export function ListPages({ list, path }: ListPagesProps) {
  const t = useSharedTranslations('pages');
  return (
    <Pagination
      words={{
        label: t('label'),
        previous: t('previous'),
        next: t('next'),
        page: (page) => t('page', { page }),
      }}
      page={list.page}
      pages={Math.ceil(list.total / list.page_size)}
      link={(page, props) => <LocaleLink to={path(page)} {...props} />}
    />
  );
}

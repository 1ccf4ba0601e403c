import type { DataOf, devApp } from '@yunduo/api-contract';
import { LocaleLink } from '@yunduo/app-shell';
import { Pagination } from '@yunduo/ui';
import { useSearchParams } from 'react-router';
import { PATHS } from '../../paths.ts';
import { useWords } from '../../shell/words.ts';
import { pageQuery } from './list-input.ts';

/** The pages of a long list. */
export function AppPages({ data: { page, page_size, total } }: { data: DataOf<typeof devApp.list> }) {
  const t = useWords('apps');
  const [query] = useSearchParams();
  return (
    <Pagination
      words={{
        label: t('pages.label'),
        previous: t('pages.previous'),
        next: t('pages.next'),
        page: (number) => t('pages.page', { page: number }),
      }}
      page={page}
      pages={Math.ceil(total / page_size)}
      link={(number, props) => (
        <LocaleLink to={`${PATHS.applications}${pageQuery(query, number)}`} {...props} />
      )}
    />
  );
}

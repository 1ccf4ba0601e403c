import { pageError, type Translate, translator } from '@yunduo/app-shell';
import type { SiteWords } from '@yunduo/i18n-public-site';
import type { MetaDescriptor } from 'react-router';
import type { LanguageHandle } from './language.ts';

/** Document title of an error page. */
export const errorPageTitle = (status: number, t: Translate<SiteWords['errorsPage']>): string =>
  t(status === 404 ? 'not_found_title' : 'server_error_title');

/** Metadata of an error page. Other pages define their own. */
export function errorMeta(error: unknown, { words }: LanguageHandle): MetaDescriptor[] {
  if (!error) return [];
  const t = translator<SiteWords['errorsPage']>(words, 'errorsPage');
  return [{ title: errorPageTitle(pageError(error).status, t) }, { name: 'robots', content: 'noindex' }];
}

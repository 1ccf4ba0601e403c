import { pageError, translator } from '@yunduo/app-shell';
import type { SiteWords } from '@yunduo/i18n-public-site';
import type { MetaDescriptor } from 'react-router';
import type { LanguageHandle } from './language.ts';

/** Title of an error page. Pages that are there bring their own. */
export function errorMeta(error: unknown, { words }: LanguageHandle): MetaDescriptor[] {
  if (!error) return [];
  const { status } = pageError(error);
  const t = translator<SiteWords['errorsPage']>(words, 'errorsPage');
  return [
    { title: t(status === 404 ? 'not_found_title' : 'server_error_title') },
    { name: 'robots', content: 'noindex' },
  ];
}

import { pageError, type Translate } from '@yunduo/app-shell';
import type { ConsoleWords } from '@yunduo/i18n-developer-console';
import type { MetaDescriptor } from 'react-router';
import { wordsOf, type LanguageHandle } from './language.ts';

/** Document title of an error page. */
export const errorPageTitle = (status: number, t: Translate<ConsoleWords['frame']>): string =>
  t(status === 404 ? 'not_found_title' : 'failed_title');

/** Metadata of an error page. Other pages define their own. */
export function errorMeta(error: unknown, handle: LanguageHandle): MetaDescriptor[] {
  if (!error) return [];
  return [
    { title: errorPageTitle(pageError(error).status, wordsOf(handle)('frame')) },
    { name: 'robots', content: 'noindex' },
  ];
}

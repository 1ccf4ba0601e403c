import { pageError, type Translate } from '@yunduo/app-shell';
import type { ConsoleWords } from '@yunduo/i18n-developer-console';
import type { MetaDescriptor } from 'react-router';
import { wordsOf, type LanguageHandle } from './language.ts';

/** What the tab says of an error page. */
export const errorPageTitle = (status: number, t: Translate<ConsoleWords['frame']>): string =>
  t(status === 404 ? 'not_found_title' : 'failed_title');

/** Title of an error page. Pages that are there bring their own. */
export function errorMeta(error: unknown, handle: LanguageHandle): MetaDescriptor[] {
  if (!error) return [];
  return [
    { title: errorPageTitle(pageError(error).status, wordsOf(handle)('frame')) },
    { name: 'robots', content: 'noindex' },
  ];
}

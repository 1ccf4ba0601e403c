import { pageError } from '@yunduo/app-shell';
import type { MetaDescriptor } from 'react-router';
import { wordsOf, type LanguageHandle } from './language.ts';

/** Title of an error page. Pages that are there bring their own. */
export function errorMeta(error: unknown, handle: LanguageHandle): MetaDescriptor[] {
  if (!error) return [];
  const t = wordsOf(handle)('frame');
  return [
    { title: t(pageError(error).status === 404 ? 'not_found_title' : 'failed_title') },
    { name: 'robots', content: 'noindex' },
  ];
}

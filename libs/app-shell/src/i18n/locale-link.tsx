import { localePath } from '@yunduo/i18n';
import { useCallback } from 'react';
import { Link, type LinkProps } from 'react-router';
import { useLocale } from './use-words.ts';

/** `path => path` in the language of the page: `/store` becomes `/en/store` on an English page. */
export function useLocalePath(): (path: string) => string {
  const locale = useLocale();
  return useCallback((path: string) => localePath(locale, path), [locale]);
}

/** A link of this site, written without language prefix. */
export function LocaleLink({ to, ...props }: Omit<LinkProps, 'to'> & { to: string }) {
  const path = useLocalePath();
  // Both apps know all their routes from the start: a mark for discovery would only be weight.
  return <Link discover="none" {...props} to={path(to)} />;
}

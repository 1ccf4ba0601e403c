import { localePath } from '@yunduo/i18n';
import { useCallback } from 'react';
import { Link, type LinkProps } from 'react-router';
import { useLocale } from './use-translations.ts';

/** Returns `path => path` in the page's language: `/store` becomes `/en/store` on an English page. */
export function useLocalePath(): (path: string) => string {
  const locale = useLocale();
  return useCallback((path: string) => localePath(locale, path), [locale]);
}

/** An internal link, written without language prefix. */
export function LocaleLink({ to, ...props }: Omit<LinkProps, 'to'> & { to: string }) {
  const path = useLocalePath();
  // Both apps know all routes from the start, so the attribute for route discovery is useless.
  return <Link discover="none" {...props} to={path(to)} />;
}

import { htmlLang, localePath, LOCALES, splitLocale, type Locale } from '@yunduo/i18n';
import { tokenStorage, writeCookie } from '@yunduo/session';
import { LOCALE_COOKIE_DAYS } from '@yunduo/validation';
import type { MouseEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useLocale, useSharedWords } from './use-words.ts';

/** Remembers the choice for 365 days. The URL alone decides the language; the cookie only offers it. */
function rememberLocale(locale: Locale): void {
  writeCookie('locale', locale, LOCALE_COOKIE_DAYS * 86_400);
}

/** The same page and query in the other language: a plain link, which works before any script. */
export function LanguageSwitch({ className }: { className?: string }) {
  const t = useSharedWords('shell');
  const locale = useLocale();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const other = LOCALES.find((candidate) => candidate !== locale) ?? locale;
  // A page that the build renders is asked for with a slash at its end; its address has none.
  const href = localePath(other, splitLocale(pathname.replace(/(.)\/$/, '$1')).path) + search;
  const press = (event: MouseEvent) => {
    rememberLocale(other);
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || !tokenStorage.isForgetful())
      return;
    // Where the browser keeps no session, it would end with this document.
    event.preventDefault();
    void navigate(href);
  };
  return (
    <a className={className} href={href} hrefLang={htmlLang(other)} lang={htmlLang(other)} onClick={press}>
      {t('language')}
    </a>
  );
}

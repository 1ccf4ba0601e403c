import { htmlLang, localePath, LOCALES, splitLocale, type Locale } from '@yunduo/i18n';
import { tokenStorage, writeCookie } from '@yunduo/session';
import { LOCALE_COOKIE_DAYS } from '@yunduo/validation';
import type { MouseEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useLocale, useSharedTranslations } from './use-translations.ts';

/** Stores the choice for 365 days. The URL alone decides the language; the cookie only suggests it. */
function rememberLocale(locale: Locale): void {
  writeCookie('locale', locale, LOCALE_COOKIE_DAYS * 86_400);
}

/** Links to the same page and query in the other language. A plain link works before any script. */
export function LanguageSwitch({ className }: { className?: string }) {
  const t = useSharedTranslations('shell');
  const locale = useLocale();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const other = LOCALES.find((candidate) => candidate !== locale) ?? locale;
  // A prerendered page is requested with a trailing slash; its address has none.
  const href = localePath(other, splitLocale(pathname.replace(/(.)\/$/, '$1')).path) + search;
  const press = (event: MouseEvent) => {
    rememberLocale(other);
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || !tokenStorage.isForgetful())
      return;
    // If the browser stores no session, loading another document would end it.
    event.preventDefault();
    void navigate(href);
  };
  return (
    <a className={className} href={href} hrefLang={htmlLang(other)} lang={htmlLang(other)} onClick={press}>
      {t('language')}
    </a>
  );
}

import { Button, buttonClass, LiveRegion } from '@yunduo/ui';
import { SEARCH_MAX } from '@yunduo/validation';
import { useEffect, type MouseEvent, type ReactNode, useLayoutEffect } from 'react';
import { useLocation } from 'react-router';
import { LocaleLink, useLocalePath } from '../i18n/locale-link.tsx';
import { useSharedTranslations } from '../i18n/use-translations.ts';
import { reportAppError } from './app-errors.ts';
import styles from './error-page.module.css';
import { useFailureText } from './failure-text.ts';
import { errorTitle, type PageError } from './page-error.ts';
import { useClearError } from './use-clear-error.ts';

/**
 * Sets the document's title while a view without `meta` is shown: an error thrown by a view or a script is
 * not a router error. The previous title is restored unless the next page has set its own.
 */
function useDocumentTitle(title: string): void {
  useLayoutEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      if (document.title === title) document.title = before;
    };
  }, [title]);
}

export interface ErrorPageProps {
  /** The document's title, equal to the one of the route's `meta` for a loader's error. */
  documentTitle: string;
  /** HTTP status; 500 by default. */
  status?: number;
  /** The path of a 404. */
  path?: string;
  /** The failed call, as `pageError` names it; its text from the error catalogue comes first, on a 404 alone. */
  failure?: PageError['failure'];
  /** What happened and what to do next; the shell's text by default. */
  message?: ReactNode;
  /** The path of the home page, without language prefix. */
  home?: string;
  /** More links, beside the store search. */
  children?: ReactNode;
}

/**
 * The pages for not found and server error (R2.33, R8.06). `pageError` turns a route's error into its props.
 */
export function ErrorPage({
  documentTitle,
  status = 500,
  path,
  failure,
  message,
  home = '/',
  children,
}: ErrorPageProps) {
  useDocumentTitle(documentTitle);
  const t = useSharedTranslations('shell');
  const textOf = useFailureText();
  const clearError = useClearError();
  const localised = useLocalePath();
  const { pathname, search } = useLocation();
  const missing = status === 404;
  const title = errorTitle(status, path);
  const named = (missing && path) || '';
  const said = failure && textOf(failure);
  useEffect(() => {
    if (!missing) reportAppError();
  }, [missing]);
  // Plain links: they work without scripts, and the browser handles presses that open another tab.
  const clearing = (redirect?: string) => (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    clearError(redirect);
  };
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={styles.status}>
        {t(missing ? 'page_not_found_status' : 'server_error_status', { status })}
      </div>
      <h1>
        {/* The specification's text, English in both languages; the path may be in any language. */}
        <span lang="en">{title.slice(0, title.length - named.length)}</span>
        {named}
      </h1>
      <LiveRegion role="alert" as="p">
        {said}
      </LiveRegion>
      {(message || !missing || !said) && (
        <p>{message ?? t(missing ? 'page_not_found_text' : 'server_error_text')}</p>
      )}
      {children}
      {/* The browser's own reload works even if the application does not. */}
      <form className={styles.search} role="search" method="get" action={localised('/store')}>
        <label className="sr" htmlFor="error-search">
          {t('error_search')}
        </label>
        {/* Not the field of `libs/ui`: every page loads this file and would load all fields with it. */}
        <input
          id="error-search"
          type="search"
          name="q"
          maxLength={SEARCH_MAX}
          placeholder={t('error_search')}
          enterKeyHint="search"
        />
        <Button kind="line" type="submit">
          {t('error_search_submit')}
        </Button>
      </form>
      <div className={styles.actions}>
        {!missing && (
          <a href={pathname + search} className={buttonClass} data-kind="primary" onClick={clearing()}>
            {t('error_again')}
          </a>
        )}
        <LocaleLink
          to={home}
          className={buttonClass}
          data-kind={missing ? 'primary' : 'line'}
          onClick={clearing(localised(home))}
        >
          {t('error_home')}
        </LocaleLink>
      </div>
    </div>
  );
}

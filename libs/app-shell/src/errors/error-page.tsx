import { Button, buttonClass, LiveRegion } from '@yunduo/ui';
import { SEARCH_MAX } from '@yunduo/validation';
import { useEffect, type MouseEvent, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { LocaleLink, useLocalePath } from '../i18n/locale-link.tsx';
import { useSharedWords } from '../i18n/use-words.ts';
import { reportAppError } from './app-errors.ts';
import styles from './error-page.module.css';
import { useFailureText } from './failure-text.ts';
import { errorTitle, type PageError } from './page-error.ts';
import { useClearError } from './use-clear-error.ts';
import { useDocumentTitle } from './use-document-title.ts';

export interface ErrorPageProps {
  /** The document's title, as the route's `meta` says it for an error that a loader threw. */
  documentTitle: string;
  /** HTTP status; 500 by default. */
  status?: number;
  /** The path that was not found. */
  path?: string;
  /** The call that failed, as `pageError` names it: what the error catalogue says of it comes first. */
  failure?: PageError['failure'];
  /** What happened and what to do next; the shell's own words by default. */
  message?: ReactNode;
  /** Where "home" is, without language prefix. */
  home?: string;
  /** More ways on, beside the search of the store. */
  children?: ReactNode;
}

/** The not-found and the server-error page (R2.33, R8.06); `pageError` turns a route's error into its props. */
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
  const t = useSharedWords('shell');
  const textOf = useFailureText();
  const clearError = useClearError();
  const localised = useLocalePath();
  const { pathname, search } = useLocation();
  const missing = status === 404;
  const title = errorTitle(status, path);
  const named = (missing && path) || '';
  useEffect(() => {
    if (!missing) reportAppError();
  }, [missing]);
  // Links, so that they work before and without scripts; a press that opens another tab is the browser's.
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
        {/* The specification's words, English in both languages; the path may be anything. */}
        <span lang="en">{title.slice(0, title.length - named.length)}</span>
        {named}
      </h1>
      <LiveRegion role="alert" as="p">
        {failure && textOf(failure)}
      </LiveRegion>
      <p>{message ?? t(missing ? 'page_not_found_text' : 'server_error_text')}</p>
      {children}
      {/* The browser's own: it works where the application does not. */}
      <form className={styles.search} role="search" method="get" action={localised('/store')}>
        <label className="sr" htmlFor="error-search">
          {t('error_search')}
        </label>
        {/* Not the kit's field: what every page loads would bring all fields along. */}
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

import { ErrorPage, LocaleLink, pageError } from '@yunduo/app-shell';
import { useLocation } from 'react-router';
import { PATHS } from '../paths.ts';
import { errorPageTitle } from './error-meta.ts';
import { useTranslations } from './words.ts';

/** Replaces a failed page: the error, and links to continue. */
export function ErrorScreen({ error }: { error: unknown }) {
  const t = useTranslations('frame');
  const { pathname } = useLocation();
  const { status, failure } = pageError(error);
  return (
    <ErrorPage
      documentTitle={errorPageTitle(status, t)}
      status={status}
      failure={failure}
      path={status === 404 ? readable(pathname) : undefined}
      message={t(status === 404 ? 'not_found_text' : 'failed_text')}
      home={PATHS.landing}
    >
      {status === 404 && (
        <p>
          <LocaleLink to={PATHS.applications}>{t('not_found_applications')}</LocaleLink>
        </p>
      )}
    </ErrorPage>
  );
}

/** The decoded path; one that is not valid UTF-8 stays encoded. */
function readable(pathname: string): string {
  try {
    return decodeURI(pathname);
  } catch {
    return pathname;
  }
}

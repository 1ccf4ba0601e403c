import { ErrorPage, LocaleLink, pageError } from '@yunduo/app-shell';
import { buttonClass } from '@yunduo/ui';
import { useLocation } from 'react-router';
import { DefaultFrame } from './default-layout.tsx';
import { errorPageTitle } from './error-meta.ts';
import { readablePath } from './page-not-found.ts';
import { useTranslations } from './words.ts';

/** Replaces a failed page: the error, and links to continue. */
export function ErrorScreen({ error }: { error: unknown }) {
  const t = useTranslations('errorsPage');
  const { pathname } = useLocation();
  const { status, failure } = pageError(error);
  const unpublished = failure?.unpublished;
  const replacement = unpublished?.replaced_by;
  return (
    <DefaultFrame>
      <ErrorPage
        documentTitle={errorPageTitle(status, t)}
        status={status}
        failure={failure}
        path={readablePath(pathname)}
        {...(unpublished && { message: t('unpublished') })}
      >
        {replacement && (
          <p>
            <LocaleLink to={`/store/${String(replacement.id)}`}>
              {t('replacement', { app: replacement.name })}
            </LocaleLink>
          </p>
        )}
        {status === 404 && /\/(store|application)\/./.test(pathname) && (
          <LocaleLink className={buttonClass} data-kind="line" to="/store">
            {t('store')}
          </LocaleLink>
        )}
      </ErrorPage>
    </DefaultFrame>
  );
}

import { useAppSelector, useLocalePath } from '@yunduo/app-shell';
import { useSiteInfoQuery } from '@yunduo/data-access';
import { selectUser } from '@yunduo/session';
import { buttonClass, PageHead } from '@yunduo/ui';
import { useWords } from '../../shell/words.ts';
import styles from './not-developer.module.css';

/** Signed in, but without the developer's role: what to do about it. */
export function NotDeveloper() {
  const t = useWords('apps');
  const path = useLocalePath();
  const user = useAppSelector(selectUser);
  const { data: site } = useSiteInfoQuery();
  const mail =
    site && `mailto:${site.support_email}?subject=${encodeURIComponent(t('not_developer.subject'))}`;
  return (
    <>
      <PageHead title={t('not_developer.heading')} />
      <div className={styles.way}>
        <p>{t('not_developer.text', { email: user?.email ?? '' })}</p>
        <div className={styles.actions}>
          <a
            className={buttonClass}
            data-kind="primary"
            data-size="md"
            href={path('/protocol/developer-agreement')}
          >
            {t('not_developer.agreement')}
          </a>
          {mail && (
            <a className={buttonClass} data-kind="line" data-size="md" href={mail}>
              {t('not_developer.write')}
            </a>
          )}
        </div>
      </div>
    </>
  );
}

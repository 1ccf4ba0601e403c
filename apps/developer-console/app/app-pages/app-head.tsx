import type { DevAppDetail } from '@yunduo/api-contract';
import { lazyWithRetry, LocaleLink, useLocale } from '@yunduo/app-shell';
import { localized } from '@yunduo/i18n';
import { AppLogo, PageHead, Tabs } from '@yunduo/ui';
import { useTitleOf } from '../parts/use-title-of.ts';
import { PATHS } from '../paths.ts';
import { useTranslations } from '../shell/words.ts';
import styles from './app-page.module.css';

// With its own words: the editor does not wait for it.
const StatusStrip = lazyWithRetry(() => import('./status-strip.tsx'), {
  words: {
    zh: () => import('@yunduo/i18n-developer-console/zh/app-status'),
    en: () => import('@yunduo/i18n-developer-console/en/app-status'),
  },
});

/** Name and state of the app, and links to its pages. */
export function AppHead({ detail, here }: { detail: DevAppDetail; here: 'edit' | 'versions' | 'preview' }) {
  const t = useTranslations('appPages');
  const locale = useLocale();
  const { id, app_key, draft } = detail;
  const name = localized(draft.name, locale) || t('no_name');
  useTitleOf(name);
  return (
    <>
      <PageHead
        title={
          <span className={styles.title}>
            <AppLogo appKey={app_key} src={draft.logo?.src ?? null} size={36} />
            <bdi>{name}</bdi>
          </span>
        }
        lead={
          <>
            <span className="sr">{t('app_id')} </span>
            <span className="num">{app_key}</span>
          </>
        }
      />
      <Tabs label={t('pages')} className={styles.tabs}>
        <LocaleLink to={`${PATHS.listing}?id=${id}`} aria-current={here === 'edit' ? 'page' : undefined}>
          {t('edit')}
        </LocaleLink>
        <LocaleLink to={`${PATHS.versions}?id=${id}`} aria-current={here === 'versions' ? 'page' : undefined}>
          {t('versions')}
        </LocaleLink>
        <LocaleLink to={`${PATHS.preview}?id=${id}`} aria-current={here === 'preview' ? 'page' : undefined}>
          {t('preview')}
        </LocaleLink>
      </Tabs>
      <StatusStrip detail={detail} here={here} waiting={<div className={styles.strip} />} />
    </>
  );
}

import type { PrivateRelease, PrivateVersion, SiteInfo } from '@yunduo/api-contract';
import { LocaleLink, Prose, useLocale } from '@yunduo/app-shell';
import { dayOf } from '@yunduo/i18n';
import { EmptyState, Meta, Notice, PageHead } from '@yunduo/ui';
import { useWords } from '../../shell/words.ts';
import { DownloadItems } from './download-items.tsx';
import { BeforeYouInstall, UpgradeAndBackup } from './good-to-know.tsx';
import { InstallCommands } from './install-commands.tsx';
import styles from './private-deployment.module.css';
import { Sketch } from './sketch.tsx';
import { Versions } from './versions.tsx';

interface PrivatePageProps {
  versions: readonly PrivateVersion[];
  /** The version that is shown; undefined while none was published. */
  release: PrivateRelease | undefined;
  site: SiteInfo;
  /** The reader followed the link of a package that does not exist, or not any more. */
  linkGone: boolean;
}

/** Running the server oneself: two commands, what they fetch, and what proves it. */
export function PrivateDeploymentPage({ versions, release, site, linkGone }: PrivatePageProps) {
  const t = useWords('privateDeployment');
  const locale = useLocale();
  if (!release) {
    return (
      <div className={`wrap ${styles.page ?? ''}`}>
        <PageHead title={t('heading')} lead={t('lead', { name: site.name })} />
        <EmptyState title={t('none.title')}>{t('none.text', { email: site.support_email })}</EmptyState>
      </div>
    );
  }
  const [from = 0, to = 0] = release.minutes;
  return (
    <div className={`wrap ${styles.page ?? ''}`}>
      <div className={styles.top}>
        <div>
          <PageHead title={t('heading')} lead={t('lead', { name: site.name })} />
          <Meta
            layout="columns"
            className={styles.facts}
            items={[
              { term: t('version'), value: release.version, num: true },
              {
                term: t('published'),
                value: <time dateTime={release.published_at}>{dayOf(release.published_at, locale)}</time>,
              },
              { term: t('estimate'), value: t('minutes', { from, to }) },
            ]}
          />
        </div>
        <Sketch />
      </div>
      {linkGone && (
        <Notice tone="warn" title={t('gone.title')}>
          <p>{t('gone.text')}</p>
        </Notice>
      )}
      {!release.current && (
        <Notice tone="warn" action={<LocaleLink to="/private">{t('to_current')}</LocaleLink>}>
          <p>{t('older', { version: release.version })}</p>
        </Notice>
      )}
      <BeforeYouInstall release={release} site={site} />
      <InstallCommands release={release} />
      <UpgradeAndBackup release={release} />
      <div className={styles.columns}>
        <DownloadItems release={release} />
        <aside className={styles.side}>
          <section aria-labelledby="notes-h">
            <h2 id="notes-h">{t('notes', { version: release.version })}</h2>
            <Prose html={release.notes} />
          </section>
          <Versions versions={versions} shown={release.version} />
        </aside>
      </div>
    </div>
  );
}

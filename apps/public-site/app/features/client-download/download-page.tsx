import type { ClientReleases, SiteInfo } from '@yunduo/api-contract';
import { Prose, useLocale } from '@yunduo/app-shell';
import { dayOf } from '@yunduo/i18n';
import { EmptyState, Notice, PageHead } from '@yunduo/ui';
import { useWords } from '../../shell/words.ts';
import { Checksums } from './checksums.tsx';
import { ClaimForm } from './claim-form.tsx';
import styles from './client-download.module.css';
import { InstallNotes } from './install-notes.tsx';
import { OlderReleases } from './older-releases.tsx';
import { Systems } from './systems.tsx';

interface DownloadPageProps {
  releases: ClientReleases;
  site: SiteInfo;
  /** The reader followed a link that does not exist, or not any more. */
  linkGone: boolean;
}

/** The desktop client: for which computers, by invitation, with what proves that the file is the right one. */
export function DownloadPage({ releases: { list, protocol }, site, linkGone }: DownloadPageProps) {
  const t = useWords('clientDownload');
  const locale = useLocale();
  const [current, ...older] = list;
  return (
    <div className={`wrap ${styles.page ?? ''}`}>
      <PageHead title={t('heading', { name: site.name })} lead={t('lead')} />
      {linkGone && (
        <div className={styles.gone}>
          <Notice tone="warn" title={t('gone.title')}>
            <p>{t('gone.text')}</p>
          </Notice>
        </div>
      )}
      {current ? (
        <>
          <Systems release={current} />
          <div className={styles.columns}>
            <div className={styles.main}>
              <section aria-labelledby="claim-h">
                <h2 id="claim-h">{t('claim.heading')}</h2>
                <ClaimForm release={current} protocol={protocol} site={site} />
              </section>
              <InstallNotes />
              <Checksums release={current} />
            </div>
            <aside className={styles.side}>
              <section aria-labelledby="notes-h">
                <h2 id="notes-h">{t('notes', { version: current.version })}</h2>
                <p className={styles.when}>
                  <time dateTime={current.published_at}>{dayOf(current.published_at, locale)}</time>
                </p>
                <Prose html={current.notes} />
              </section>
              {older.length > 0 && <OlderReleases releases={older} />}
            </aside>
          </div>
        </>
      ) : (
        <EmptyState title={t('none.title')}>{t('none.text', { email: site.support_email })}</EmptyState>
      )}
    </div>
  );
}

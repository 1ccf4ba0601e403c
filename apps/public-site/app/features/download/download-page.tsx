import type { ClientReleases, SiteInfo, ClientRelease } from '@yunduo/api-contract';
import { LocaleLink, Prose, useLocale, useLocalePath, CopyButton } from '@yunduo/app-shell';
import { dayOf } from '@yunduo/i18n';
import { EmptyState, Notice, PageHead, Command } from '@yunduo/ui';
import { useTranslations } from '../../shell/words.ts';
import { ClaimForm } from './claim-form.tsx';
import styles from './download.module.css';
import { InviteForm } from './invite-form.tsx';

interface DownloadPageProps {
  releases: ClientReleases;
  site: SiteInfo;
  /** The site's origin, for URLs used outside it. */
  origin: string;
  /** True if the visitor followed a download link that does not exist or has expired. */
  linkGone: boolean;
}

/** The desktop client's page: supported computers, download by invitation, and how to verify the file. */
export function DownloadPage({ releases: { list, protocol }, site, origin, linkGone }: DownloadPageProps) {
  const t = useTranslations('download');
  const localePath = useLocalePath();
  const locale = useLocale();
  const [current, ...older] = list;
  return (
    <div className={`wrap ${styles.page ?? ''}`}>
      <PageHead title={t('heading', { name: site.name })} lead={t('lead')} />
      {/* Without a release there is no new link. */}
      {linkGone && current && (
        <div className={styles.gone}>
          <Notice tone="warn" title={t('gone.title')}>
            <p>{t('gone.text')}</p>
          </Notice>
        </div>
      )}
      {current ? (
        <>
          <div className={styles.columns}>
            <div className={styles.main}>
              <section aria-labelledby="claim-h">
                <h2 id="claim-h">{t('claim.heading')}</h2>
                <p className={styles.phone}>
                  {t('phone.text')}{' '}
                  <a
                    href={`mailto:?${mailOf(t('phone.subject', { name: site.name }), origin + localePath('/client-download'))}`}
                  >
                    {t('phone.send')}
                  </a>
                </p>
                <ClaimForm release={current} protocol={protocol} site={site} />
              </section>
              <section id="invite" aria-labelledby="invite-h" className={styles.invite}>
                <h2 id="invite-h">{t('invite.heading')}</h2>
                <p>{t('invite.lead')}</p>
                <InviteForm supportEmail={site.support_email} />
              </section>
            </div>
            <aside className={styles.side}>
              <InstallNotes />
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
          <div className={styles.after}>
            <FirstSteps />
            <Checksums release={current} />
          </div>
        </>
      ) : (
        <EmptyState title={t('none.title')}>{t('none.text', { email: site.support_email })}</EmptyState>
      )}
    </div>
  );
}

/** Consequences of installing it in the wrong place (specification §1). */
function InstallNotes() {
  const t = useTranslations('download');
  return (
    <section aria-labelledby="install-h">
      <h2 id="install-h">{t('install.heading')}</h2>
      <ul className={styles.notes}>
        <li>
          <b>{t('install.program_files')}</b> {t('install.program_files_why')}
        </li>
        <li>
          <b>{t('install.chinese_path')}</b> {t('install.chinese_path_why')}
        </li>
        <li>
          <b>{t('install.mac')}</b> {t('install.mac_why')}
        </li>
      </ul>
    </section>
  );
}

/** Changes of earlier versions. Only the current one can be downloaded. */
function OlderReleases({ releases }: { releases: readonly ClientRelease[] }) {
  const t = useTranslations('download');
  const locale = useLocale();
  return (
    <section aria-labelledby="older-h">
      <h2 id="older-h">{t('older')}</h2>
      {releases.map(({ version, published_at, notes }) => (
        <details key={version} className={styles.older}>
          <summary>
            <b>{version}</b>
            <time dateTime={published_at}>{dayOf(published_at, locale)}</time>
          </summary>
          <Prose html={notes} />
        </details>
      ))}
    </section>
  );
}

/** Spaces as `%20`: mail programs show a plus literally. */
const mailOf = (subject: string, body: string): string =>
  `subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;

/** From the file to the first server. */
function FirstSteps() {
  const t = useTranslations('download');
  const steps = [
    { step: 'install', to: null },
    { step: 'sign_in', to: '/device' },
    { step: 'server', to: '/auth' },
  ] as const;
  return (
    <section id="after" aria-labelledby="steps-h" className={styles.target}>
      <h2 id="steps-h">{t('steps.heading')}</h2>
      <ol className={styles.steps}>
        {steps.map(({ step, to }) => (
          <li key={step}>
            <h3>{t(`steps.${step}`)}</h3>
            <p>
              {t(`steps.${step}_text`)} {to && <LocaleLink to={to}>{t(`steps.${step}_link`)}</LocaleLink>}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Compares the file with its checksum: `True` in PowerShell, `OK` on a Mac. */
const checkOf = ({ platform, filename, sha256 }: ClientRelease['platforms'][number]): string =>
  platform.startsWith('windows')
    ? `(Get-FileHash ${filename}).Hash -eq '${sha256}'`
    : `echo '${sha256}  ${filename}' | shasum -a 256 -c`;

/** Each file with its checksum and the command that compares them. */
function Checksums({ release }: { release: ClientRelease }) {
  const t = useTranslations('download');
  return (
    <section aria-labelledby="checksums-h">
      <h2 id="checksums-h">{t('checksums.heading')}</h2>
      <p className={styles.text}>{t('checksums.text')}</p>
      <ul className={styles.files}>
        {release.platforms.map((file) => (
          <li key={file.platform} data-platform={file.platform}>
            <div>
              <h3>{t(`platforms.${file.platform}`)}</h3>
              <p>{file.filename}</p>
              <div className={styles.hash}>
                <code translate="no">{file.sha256}</code>
                <CopyButton text={file.sha256} label={t('checksums.copy', { file: file.filename })} />
              </div>
            </div>
            <Command
              label={t('checksums.command', { file: file.filename })}
              command={checkOf(file)}
              wrap
              copy={<CopyButton text={checkOf(file)} />}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

import type { PrivateRelease, PrivateVersion, SiteInfo } from '@yunduo/api-contract';
import { LocaleLink, Prose, useLocale, CopyButton } from '@yunduo/app-shell';
import { dayOf } from '@yunduo/i18n';
import { EmptyState, DescriptionList, Notice, PageHead, Table, Command } from '@yunduo/ui';
import { VersionLinks } from '../../shell/version-links.tsx';
import { useTranslations } from '../../shell/words.ts';
import { BeforeYouInstall, UpgradeAndBackup } from './good-to-know.tsx';
import styles from './private-deployment.module.css';
import { Sketch } from './sketch.tsx';

/** Top-level domains that RFC 2606 and RFC 6761 reserve: they never resolve, so nothing can be pulled from there. */
const RESERVED_HOST = /^[^/]+\.(?:test|example|invalid)(?::\d+)?\//;

/** Whether the image is the placeholder of the sample data, whose digest belongs to no published image. */
const isSampleImage = (image: string): boolean => RESERVED_HOST.test(image);

interface PrivatePageProps {
  versions: readonly PrivateVersion[];
  /** The version that is shown; undefined if none is published. */
  release: PrivateRelease | undefined;
  site: SiteInfo;
  /** True if the visitor followed a package link that does not exist or was withdrawn. */
  linkGone: boolean;
}

/** Private deployment: two commands, what they download, and how to verify it. */
export function PrivateDeploymentPage({ versions, release, site, linkGone }: PrivatePageProps) {
  const t = useTranslations('privateDeployment');
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
          <DescriptionList
            layout="columns"
            className={styles.facts}
            items={[
              { term: t('version'), value: release.version },
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
          <VersionLinks
            heading={t('versions')}
            current={t('current')}
            versions={versions}
            shown={release.version}
            path="/private"
            className={styles.versions}
          />
        </aside>
      </div>
    </div>
  );
}

/** The packages, for air-gapped servers. */
function DownloadItems({ release }: { release: PrivateRelease }) {
  const t = useTranslations('privateDeployment');
  return (
    <section aria-labelledby="items-h">
      <h2 id="items-h">{t('items.heading')}</h2>
      <p className={styles.text}>{t('items.text')}</p>
      <Table
        caption={t('items.heading')}
        rows={release.items}
        rowKey={(item) => item.arch}
        columns={[
          {
            key: 'name',
            header: t('items.file'),
            cell: (item) => (
              <a className={styles.file} href={item.url}>
                {item.name}
              </a>
            ),
          },
          {
            key: 'arch',
            header: t('items.arch'),
            cell: (item) => (
              <code className={styles.arch} translate="no">
                {item.arch}
              </code>
            ),
          },
          { key: 'size', header: t('items.size'), cell: (item) => item.human_size },
          {
            key: 'sum',
            header: 'SHA-256',
            cell: (item) => (
              <span className={styles.hash}>
                <code translate="no">{item.sha256}</code>
                <CopyButton text={item.sha256} label={t('items.copy', { file: item.name })} />
              </span>
            ),
          },
        ]}
      />
    </section>
  );
}

/** Two ways to install the same server. Both are pinned by checksum or digest: only the published content runs. */
function InstallCommands({ release }: { release: PrivateRelease }) {
  const t = useTranslations('privateDeployment');
  return (
    <div className={styles.ways}>
      <section aria-labelledby="bash-h">
        <h2 id="bash-h">{t('bash.heading')}</h2>
        <p>{t('bash.text')}</p>
        <Command
          label={t('bash.label')}
          command={release.bash_command}
          wrap
          copy={<CopyButton text={release.bash_command} label={t('bash.copy')} />}
        />
        <dl className={styles.image}>
          <div>
            <dt>{t('bash.read')}</dt>
            <dd>
              <a href={release.script.url}>{t('bash.open')}</a>
            </dd>
          </div>
          <div>
            <dt>SHA-256</dt>
            <dd className={styles.hash}>
              <code translate="no">{release.script.sha256}</code>
              <CopyButton text={release.script.sha256} label={t('bash.copy_hash')} />
            </dd>
          </div>
        </dl>
      </section>
      <section aria-labelledby="docker-h">
        <h2 id="docker-h">{t('docker.heading')}</h2>
        <p>{t('docker.text')}</p>
        {isSampleImage(release.image) && <Notice tone="info">{t('docker.sample')}</Notice>}
        <Command
          label={t('docker.label')}
          command={release.docker_command}
          wrap
          copy={<CopyButton text={release.docker_command} label={t('docker.copy')} />}
        />
        <dl className={styles.image}>
          <div>
            <dt>{t('docker.image')}</dt>
            <dd className={styles.hash}>
              <code translate="no">{release.image}</code>
              <CopyButton text={release.image} label={t('docker.copy_image')} />
            </dd>
          </div>
          <div>
            <dt>{t('docker.digest')}</dt>
            <dd className={styles.hash}>
              <code translate="no">{release.digest}</code>
              <CopyButton text={release.digest} label={t('docker.copy_digest')} />
            </dd>
          </div>
        </dl>
      </section>
    </div>
  );
}

import type { PrivateRelease, SiteInfo } from '@yunduo/api-contract';
import { CopyButton } from '@yunduo/app-shell';
import { Command } from '@yunduo/ui';
import { useTranslations } from '../../shell/words.ts';
import styles from './private-deployment.module.css';

/** Requirements, costs and network connections: for decisions before an installation. */
export function BeforeYouInstall({ release, site }: { release: PrivateRelease; site: SiteInfo }) {
  const t = useTranslations('privateDeployment');
  const archs = release.items.map(({ arch }) => arch).join(' / ');
  return (
    <div className={styles.before}>
      <section aria-labelledby="needs-h">
        <h2 id="needs-h">{t('needs.heading')}</h2>
        <dl>
          <div>
            <dt>{t('needs.system')}</dt>
            <dd>{t('needs.system_text', { archs })}</dd>
          </div>
          <div>
            <dt>Bash</dt>
            <dd>{t('needs.bash_text')}</dd>
          </div>
          <div>
            <dt>Docker</dt>
            <dd>{t('needs.docker_text')}</dd>
          </div>
        </dl>
      </section>
      <section aria-labelledby="parts-h">
        <h2 id="parts-h">{t('parts.heading')}</h2>
        <ul>
          {(['client', 'server', 'servers'] as const).map((part) => (
            <li key={part}>{t(`parts.${part}`)}</li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="price-h">
        <h2 id="price-h">{t('price.heading')}</h2>
        <p>{t('price.text')}</p>
        <p>
          <a href={`mailto:${site.support_email}?subject=${encodeURIComponent(t('price.subject'))}`}>
            {t('price.ask', { email: site.support_email })}
          </a>
        </p>
      </section>
    </div>
  );
}

/** Archives the volume from the Docker command into the current folder. */
const BACKUP =
  'docker run --rm -v yunduo-data:/data:ro -v "$PWD":/backup busybox tar czf /backup/yunduo-data.tar.gz -C /data .';

/** Maintenance: back up the data, then install the newer version over it. */
export function UpgradeAndBackup({ release }: { release: PrivateRelease }) {
  const t = useTranslations('privateDeployment');
  // The image is there before the old container goes: without a connection the server runs on.
  const pull = `docker pull ${release.image}@${release.digest}`;
  const upgrade = `${pull} && docker rm -f yunduo && ${release.docker_command}`;
  return (
    <section aria-labelledby="keep-h" className={styles.keep}>
      <h2 id="keep-h">{t('keep.heading')}</h2>
      <ol>
        <li>
          <h3>{t('keep.connect')}</h3>
          <p>{t('keep.connect_text')}</p>
        </li>
        <li>
          <h3>{t('keep.backup')}</h3>
          <p>{t('keep.backup_text')}</p>
          <Command
            label={t('keep.backup_command')}
            command={BACKUP}
            wrap
            copy={<CopyButton text={BACKUP} label={t('keep.copy_backup')} />}
          />
        </li>
        <li>
          <h3>{t('keep.upgrade')}</h3>
          <p>{t('keep.upgrade_text', { version: release.version })}</p>
          <Command
            label={t('keep.upgrade_command')}
            command={upgrade}
            wrap
            copy={<CopyButton text={upgrade} label={t('keep.copy_upgrade')} />}
          />
        </li>
      </ol>
    </section>
  );
}

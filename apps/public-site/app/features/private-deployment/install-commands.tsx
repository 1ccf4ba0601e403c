import type { PrivateRelease } from '@yunduo/api-contract';
import { CopyButton } from '@yunduo/app-shell';
import { Command } from '@yunduo/ui';
import { useWords } from '../../shell/words.ts';
import styles from './private-deployment.module.css';

/** Two ways to the same server. Both are pinned: what runs is what was published, or nothing. */
export function InstallCommands({ release }: { release: PrivateRelease }) {
  const t = useWords('privateDeployment');
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
        <details className={styles.script}>
          <summary>{t('bash.read')}</summary>
          <p>
            <a href={release.script.url}>{t('bash.open')}</a>
          </p>
          <p className={styles.hash}>
            <code translate="no">{release.script.sha256}</code>
            <CopyButton text={release.script.sha256} label={t('bash.copy_hash')} />
          </p>
        </details>
      </section>
      <section aria-labelledby="docker-h">
        <h2 id="docker-h">{t('docker.heading')}</h2>
        <p>{t('docker.text')}</p>
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

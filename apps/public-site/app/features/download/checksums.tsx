import type { ClientRelease } from '@yunduo/api-contract';
import { CopyButton } from '@yunduo/app-shell';
import { Command } from '@yunduo/ui';
import { useWords } from '../../shell/words.ts';
import styles from './download.module.css';

/** What the bytes add up to, and how to let a computer add them up. */
export function Checksums({ release }: { release: ClientRelease }) {
  const t = useWords('download');
  const windows = release.platforms.find(({ platform }) => platform.startsWith('windows'));
  const mac = release.platforms.find(({ platform }) => platform.startsWith('mac'));
  const commands = [
    windows && { system: 'Windows', command: `certutil -hashfile ${windows.filename} SHA256` },
    mac && { system: 'macOS', command: `shasum -a 256 ${mac.filename}` },
  ].filter((line) => line !== undefined);
  return (
    <section aria-labelledby="checksums-h">
      <h2 id="checksums-h">{t('checksums.heading')}</h2>
      <p className={styles.text}>{t('checksums.text')}</p>
      <dl className={styles.sums}>
        {release.platforms.map(({ platform, filename, sha256 }) => (
          <div key={platform}>
            <dt>{filename}</dt>
            <dd className={styles.hash}>
              <code translate="no">{sha256}</code>
              <CopyButton text={sha256} label={t('checksums.copy', { file: filename })} />
            </dd>
          </div>
        ))}
      </dl>
      {commands.map(({ system, command }) => (
        <div key={system} className={styles.check}>
          <p>{t('checksums.on', { system })}</p>
          <Command
            label={t('checksums.command', { system })}
            command={command}
            copy={<CopyButton text={command} />}
          />
        </div>
      ))}
    </section>
  );
}

import { useWords } from '../../shell/words.ts';
import styles from './client-download.module.css';

/** What goes wrong when it is installed in the wrong place (specification §1). */
export function InstallNotes() {
  const t = useWords('clientDownload');
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

import { LocaleLink, useSharedWords } from '@yunduo/app-shell';
import { OPERATING_SYSTEMS, type OperatingSystem } from '@yunduo/validation';
import { useWords } from '../../../shell/words.ts';
import { directoryPath } from '../directory.ts';
import styles from './system-picker.module.css';

/** The systems as links: each shows only what runs on it. */
export function SystemPicker({ os }: { os: OperatingSystem | null }) {
  const t = useWords('application');
  const terms = useSharedWords('storeTerms');
  return (
    <nav className={styles.picker} aria-labelledby="picker-h">
      <span id="picker-h">{t('picker.label')}</span>
      <ul>
        {[null, ...OPERATING_SYSTEMS].map((system) => (
          <li key={system}>
            <LocaleLink to={directoryPath(system)} aria-current={system === os ? 'page' : undefined}>
              {system === null ? t('picker.any') : terms(`os.${system}`)}
            </LocaleLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

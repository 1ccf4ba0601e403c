import { useLocale } from '@yunduo/app-shell';
import { useWords } from '../shell/words.ts';
import styles from './time-zone.module.css';

/** Below moments in English: whose clock they go by, which a reader abroad would not think of. */
export function TimeZone() {
  const t = useWords('frame');
  if (useLocale() === 'zh') return null;
  return <p className={`quiet ${styles.note}`}>{t('time_zone')}</p>;
}

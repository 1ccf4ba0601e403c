import { useLocale } from '@yunduo/app-shell';
import { useTranslations } from '../shell/words.ts';
import styles from './time-zone.module.css';

/** Note below times in English: names their time zone, which readers abroad would not expect. */
export function TimeZone() {
  const t = useTranslations('frame');
  if (useLocale() === 'zh') return null;
  return <p className={`quiet ${styles.note}`}>{t('time_zone')}</p>;
}

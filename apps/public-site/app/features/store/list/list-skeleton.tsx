import { LiveRegion } from '@yunduo/ui';
import { useTranslations } from '../../../shell/words.ts';
import listStyles from './app-list.module.css';
import styles from './list-skeleton.module.css';

const ROWS = [1, 2, 3, 4, 5, 6, 7, 8];

/** Placeholder while another list loads. */
export function ListSkeleton() {
  const t = useTranslations('store');
  return (
    <div aria-busy="true">
      <LiveRegion role="status" as="p" className="sr">
        {t('list.loading')}
      </LiveRegion>
      <ul className={listStyles.apps} aria-hidden="true">
        {ROWS.map((row) => (
          <li key={row} className={`${listStyles.app ?? ''} ${styles.row ?? ''}`}>
            <i />
            <i />
            <i />
            <i />
          </li>
        ))}
      </ul>
    </div>
  );
}

import { Skeleton } from '@yunduo/ui';
import { useWords } from '../../shell/words.ts';
import styles from './user.module.css';

/** The shape of the account page until the user is there. */
export function UserSkeleton() {
  const t = useWords('user');
  return (
    <div className={`wrap ${styles.account}`}>
      <h1 className="sr">{t('title')}</h1>
      <div>
        <Skeleton label={t('loading')} rows={1} />
      </div>
      <div className={styles.main} aria-hidden="true">
        <Skeleton label="" shape="text" rows={3} />
      </div>
      <noscript>
        <p>{t('needs_script')}</p>
      </noscript>
    </div>
  );
}

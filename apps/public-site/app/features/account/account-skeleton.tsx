import { Skeleton } from '@yunduo/ui';
import { useTranslations } from '../../shell/words.ts';
import styles from './account.module.css';

/** Placeholder of the account page until the user is loaded. */
export function AccountSkeleton() {
  const t = useTranslations('account');
  return (
    <div className={`wrap ${styles.account}`}>
      <h1 className="sr">{t('title')}</h1>
      <div>
        <Skeleton label={t('loading')} rows={1} />
      </div>
      <div className={styles.main}>
        <div aria-hidden="true">
          <Skeleton label="" shape="text" rows={3} />
        </div>
        {/* Shown after a delay by CSS only: the scripts themselves may fail to load. */}
        <p className={styles.late}>{t('failed.late')}</p>
      </div>
      <noscript>
        <p>{t('needs_script')}</p>
      </noscript>
    </div>
  );
}

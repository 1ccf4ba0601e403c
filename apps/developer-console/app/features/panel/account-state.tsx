import type { DevAppItem, User } from '@yunduo/api-contract';
import { useLocalePath } from '@yunduo/app-shell';
import { DescriptionList } from '@yunduo/ui';
import { useTranslations } from '../../shell/words.ts';
import styles from './panel.module.css';

/** The developer's account with its counts. */
export function AccountState({ user, apps }: { user: User; apps: readonly DevAppItem[] }) {
  const t = useTranslations('panel');
  const path = useLocalePath();
  const live = apps.filter(({ status }) => status === 'published').length;
  return (
    <section aria-labelledby="account">
      <h2 id="account">{t('account.heading')}</h2>
      <DescriptionList
        layout="rows"
        items={[
          { term: t('account.email'), value: user.email },
          {
            term: t('account.roles'),
            value: user.roles
              .filter((role) => role !== 'user' || user.roles.length === 1)
              .map((role) => t(`account.role.${role}`))
              .join(' · '),
          },
          {
            term: t('account.apps'),
            value:
              apps.length > 0
                ? t('account.apps_count', { count: apps.length, live })
                : t('account.apps_none'),
          },
        ]}
      />
      <p className={styles.small}>
        <a href={path('/user')}>{t('account.settings')}</a>
      </p>
    </section>
  );
}

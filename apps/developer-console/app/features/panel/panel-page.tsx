import { LocaleLink, useAppSelector, useLocalePath, useSessionEnd } from '@yunduo/app-shell';
import { useDevNoticesQuery } from '@yunduo/data-access';
import { selectGeneration } from '@yunduo/session';
import { buttonClass, DescriptionList, EmptyState, PageHead, Skeleton } from '@yunduo/ui';
import type { DevAppItem, User } from '@yunduo/api-contract';
import { PATHS } from '../../paths.ts';
import { useTranslations } from '../../shell/words.ts';
import { NotDeveloper, useDeveloper } from '../../parts/developers-only.tsx';
import { PartFailed } from '../../parts/part-failed.tsx';
import { InReview } from './in-review.tsx';
import styles from './panel.module.css';
import { Statistics } from './statistics.tsx';
import { PublisherState } from './publisher.tsx';
import { Tokens } from './tokens.tsx';
import { Waits } from './waits.tsx';

/** The developer's overview: pending tasks, statistics, publisher and build tokens. */
export function PanelPage() {
  useSessionEnd();
  // A change of account, for example in another tab, remounts the page and drops the previous account's data.
  return <OwnPanel key={useAppSelector(selectGeneration)} />;
}

function OwnPanel() {
  const t = useTranslations('panel');
  const { user, options, apps, refused, failed, retrying, retry } = useDeveloper();
  const notices = useDevNoticesQuery(undefined, options);
  if (refused) return <NotDeveloper page="panel" />;
  // Once the first section has loaded or failed: earlier it would move the others.
  const begun = notices.data !== undefined || notices.error !== undefined;
  return (
    <>
      <PageHead title={t('heading')} lead={t('lead')} />
      {user && apps && begun ? (
        <div className={styles.panel}>
          <Waits />
          {apps.total > 0 ? <Statistics apps={apps.list} /> : <NoApps />}
          <div className={styles.pair}>
            <InReview apps={apps.list} />
            <AccountState user={user} apps={apps.list} />
          </div>
          <PublisherState user={user} />
          <Tokens apps={apps.list} />
          <WebhooksLink />
        </div>
      ) : failed ? (
        <PartFailed retrying={retrying} onRetry={retry} />
      ) : (
        <Skeleton label={t('loading')} rows={4} />
      )}
    </>
  );
}

/** Link to the webhooks, which have their own page. */
function WebhooksLink() {
  const t = useTranslations('panel');
  return (
    <section aria-labelledby="webhooks">
      <h2 id="webhooks">{t('webhooks.heading')}</h2>
      <p className="quiet">{t('webhooks.text')}</p>
      <p className={styles.way}>
        <LocaleLink className={buttonClass} data-kind="line" data-size="md" to={PATHS.webhooks}>
          {t('webhooks.open')}
        </LocaleLink>
      </p>
    </section>
  );
}

function NoApps() {
  const t = useTranslations('panel');
  return (
    <EmptyState
      title={t('none.heading')}
      action={
        <LocaleLink className={buttonClass} data-kind="primary" data-size="md" to={PATHS.applications}>
          {t('none.action')}
        </LocaleLink>
      }
    >
      {t('none.text')}
    </EmptyState>
  );
}

/** The developer's account with its counts. */
function AccountState({ user, apps }: { user: User; apps: readonly DevAppItem[] }) {
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

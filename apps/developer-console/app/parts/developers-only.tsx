import type { DevAppItem, User } from '@yunduo/api-contract';
import { LocaleLink, useAppSelector } from '@yunduo/app-shell';
import { isApiFailure, useDevAppsQuery, useUserInfoQuery } from '@yunduo/data-access';
import { selectSignedIn, selectUser } from '@yunduo/session';
import { buttonClass, EmptyState, PageHead } from '@yunduo/ui';
import { PATHS } from '../paths.ts';
import { isDeveloper } from '../shell/roles.ts';
import { useTranslations } from '../shell/words.ts';

interface Developer {
  user: User | null;
  /** Options of the page's own queries. */
  options: { skip: boolean };
  apps: { list: readonly DevAppItem[]; total: number } | undefined;
  /** By the roles, or by the API: the page shows `NotDeveloper`. */
  refused: boolean;
  failed: boolean;
  retrying: boolean;
  retry: () => void;
}

/** What a page for developers needs before its own queries: the user and their apps. */
export function useDeveloper(): Developer {
  const signedIn = useAppSelector(selectSignedIn);
  const user = useAppSelector(selectUser);
  const allowed = isDeveloper(user);
  const who = useUserInfoQuery(undefined, { skip: !signedIn });
  const apps = useDevAppsQuery(undefined, { skip: !signedIn || !allowed });
  return {
    user,
    options: { skip: !signedIn || !allowed },
    apps: allowed ? apps.data : undefined,
    refused: (user !== null && !allowed) || (isApiFailure(apps.error) && apps.error.status === 403),
    // Not `isError`: it is false again during a retry, which would replace the button, or the page.
    failed: (user ? apps : who).error !== undefined,
    retrying: who.isFetching || apps.isFetching,
    retry: () => {
      if (!user) void who.refetch();
      else if (apps.error) void apps.refetch();
    },
  };
}

/** In place of a page that only developers use. */
export function NotDeveloper({ page }: { page: 'panel' | 'webhooks' }) {
  const t = useTranslations(page);
  return (
    <>
      <PageHead title={t('heading')} />
      <EmptyState
        title={t('not_developer.heading')}
        action={
          <LocaleLink className={buttonClass} data-kind="primary" data-size="md" to={PATHS.applications}>
            {t('not_developer.action')}
          </LocaleLink>
        }
      >
        {t('not_developer.text')}
      </EmptyState>
    </>
  );
}

import {
  lazyWithRetry,
  LocaleLink,
  useAppDispatch,
  useAppSelector,
  useLocalePath,
  useSessionEnd,
} from '@yunduo/app-shell';
import { useUserInfoQuery } from '@yunduo/data-access';
import { selectSignedIn, selectUser, userPanelOpened, endSession } from '@yunduo/session';
import { Breadcrumb } from '@yunduo/ui';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { PartFailed } from '../../shell/part-failed.tsx';
import { useTranslations } from '../../shell/words.ts';
import { AccountSecurity } from './security/account-security.tsx';
import { AccountNav } from './account-nav.tsx';
import { PanelFailed, PanelWaiting } from './panel-waiting.tsx';
import { panelOf, panelPath } from './panels.ts';
import { Profile } from './profile/profile.tsx';
import { AccountSkeleton } from './account-skeleton.tsx';
import styles from './account.module.css';
import { removeDrafts } from '@yunduo/app-shell/drafts';

const Orders = lazyWithRetry(() => import('./orders/orders.tsx'), {
  words: {
    zh: [() => import('@yunduo/i18n-public-site/zh/orders'), () => import('@yunduo/i18n/zh/pages')],
    en: [() => import('@yunduo/i18n-public-site/en/orders'), () => import('@yunduo/i18n/en/pages')],
  },
  Failed: PanelFailed,
});
const Licences = lazyWithRetry(() => import('./licences/licences.tsx'), {
  words: {
    zh: [() => import('@yunduo/i18n-public-site/zh/licences'), () => import('@yunduo/i18n/zh/pages')],
    en: [() => import('@yunduo/i18n-public-site/en/licences'), () => import('@yunduo/i18n/en/pages')],
  },
  Failed: PanelFailed,
});
const ChangeEmail = lazyWithRetry(() => import('./change-email/change-email.tsx'), { Failed: PanelFailed });
const ChangePassword = lazyWithRetry(() => import('./change-password/change-password.tsx'), {
  Failed: PanelFailed,
});
const AccountSettings = lazyWithRetry(() => import('./settings/account-settings.tsx'), {
  words: {
    zh: () => import('@yunduo/i18n-public-site/zh/account-settings'),
    en: () => import('@yunduo/i18n-public-site/en/account-settings'),
  },
  Failed: PanelFailed,
});
const SecondFactor = lazyWithRetry(() => import('./second-factor/second-factor.tsx'), {
  words: {
    zh: () => import('@yunduo/i18n-public-site/zh/second-factor'),
    en: () => import('@yunduo/i18n-public-site/en/second-factor'),
  },
  Failed: PanelFailed,
});

/** The account: navigation on the left, one panel on the right. */
export function AccountPage() {
  const t = useTranslations('account');
  const dispatch = useAppDispatch();
  const [query] = useSearchParams();
  const open = panelOf(query);
  const { panel, words, under } = open;
  const signedIn = useAppSelector(selectSignedIn);
  const user = useAppSelector(selectUser);
  const { error, isFetching, refetch } = useUserInfoQuery(undefined, { skip: !signedIn });
  const { beginSignOut, signedOut } = useSignedOut(user?.id);

  useEffect(() => {
    dispatch(userPanelOpened(panel));
  }, [dispatch, panel]);

  if (!user && error) {
    return (
      <div className="wrap">
        <h1 className="sr">{t(`panel.${words}`)}</h1>
        <PartFailed title={t('failed.heading')} retrying={isFetching} onRetry={() => void refetch()}>
          {t('failed.text')}
        </PartFailed>
      </div>
    );
  }
  if (!user) return <AccountSkeleton />;
  return (
    <div className={`wrap ${styles.account}`}>
      <AccountNav user={user} open={open} onSignOut={beginSignOut} />
      <div className={styles.main}>
        {under && (
          <div className={styles.path}>
            <Breadcrumb label={t('breadcrumb')}>
              <LocaleLink to={panelPath(under)}>{t('panel.account_info')}</LocaleLink>
              {t(`panel.${words}`)}
            </Breadcrumb>
          </div>
        )}
        {panel === 'person-info' && <Profile user={user} />}
        {panel === 'account-info' && <AccountSecurity user={user} />}
        {panel === 'my-codes' && <Licences waiting={<PanelWaiting />} />}
        {panel === 'order-info' && <Orders waiting={<PanelWaiting />} />}
        {panel === 'change-email' && <ChangeEmail user={user} waiting={<PanelWaiting />} />}
        {panel === 'change-password' && <ChangePassword waiting={<PanelWaiting />} />}
        {panel === 'two-step' && <SecondFactor user={user} waiting={<PanelWaiting />} />}
        {panel === 'account-center' && (
          <AccountSettings user={user} onDeleted={signedOut} waiting={<PanelWaiting />} />
        )}
      </div>
    </div>
  );
}

/**
 * Leaves the account when the session ends: to the home page after a sign-out here, to sign-in (and back afterwards)
 * when another tab or the server ended it. Returns `beginSignOut`, for the button to call first, and `signedOut`, which
 * ends a session that the server has ended at the user's request.
 */
function useSignedOut(userId: number | undefined): { beginSignOut: () => void; signedOut: () => void } {
  const dispatch = useAppDispatch();
  const path = useLocalePath();
  const byButton = useRef(false);

  useSessionEnd(() => {
    if (!byButton.current) return null;
    // Typed here while the call ran.
    removeDrafts();
    return path('/');
  });

  const beginSignOut = () => {
    byButton.current = true;
    // Before the session ends: the user may leave this page while the call runs.
    removeDrafts();
  };
  return {
    beginSignOut,
    signedOut: () =>
      dispatch((act, getState) => {
        // Another user may have signed in in another tab before the response.
        if (selectUser(getState())?.id !== userId) return;
        beginSignOut();
        act(endSession());
      }),
  };
}

import { lazyWithRetry, LocaleLink, useAppDispatch, useAppSelector } from '@yunduo/app-shell';
import { useUserInfoQuery } from '@yunduo/data-access';
import { selectSignedIn, selectUser, userPanelOpened } from '@yunduo/session';
import { Breadcrumb } from '@yunduo/ui';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { PartFailed } from '../../shell/part-failed.tsx';
import { useWords } from '../../shell/words.ts';
import { AccountInfo } from './account-info/account-info.tsx';
import { AccountNav } from './account-nav.tsx';
import { PanelFailed, PanelWaiting } from './panel-waiting.tsx';
import { panelOf, panelPath } from './panels.ts';
import { PersonInfo } from './person-info/person-info.tsx';
import { useSignedOut } from './use-signed-out.ts';
import { UserSkeleton } from './user-skeleton.tsx';
import styles from './user.module.css';

const Orders = lazyWithRetry(() => import('./orders/orders.tsx'), {
  words: { zh: () => import('./orders/words.zh.ts'), en: () => import('./orders/words.en.ts') },
  Failed: PanelFailed,
});
const MyCodes = lazyWithRetry(() => import('./my-codes/my-codes.tsx'), {
  words: { zh: () => import('./my-codes/words.zh.ts'), en: () => import('./my-codes/words.en.ts') },
  Failed: PanelFailed,
});
const ChangeEmail = lazyWithRetry(() => import('./change-email/change-email.tsx'), { Failed: PanelFailed });
const ChangePassword = lazyWithRetry(() => import('./change-password/change-password.tsx'), {
  Failed: PanelFailed,
});
const AccountCenter = lazyWithRetry(() => import('./account-center/account-center.tsx'), {
  words: {
    zh: () => import('./account-center/words.zh.ts'),
    en: () => import('./account-center/words.en.ts'),
  },
  Failed: PanelFailed,
});
const SecondFactor = lazyWithRetry(() => import('./second-factor/second-factor.tsx'), {
  words: {
    zh: () => import('./second-factor/words.zh.ts'),
    en: () => import('./second-factor/words.en.ts'),
  },
  Failed: PanelFailed,
});

/** The account: navigation left, one panel right. */
export function UserPage() {
  const t = useWords('user');
  const dispatch = useAppDispatch();
  const [query] = useSearchParams();
  const open = panelOf(query);
  const { panel, words, under } = open;
  const signedIn = useAppSelector(selectSignedIn);
  const user = useAppSelector(selectUser);
  const { error, isFetching, refetch } = useUserInfoQuery(undefined, { skip: !signedIn });
  const { beginSignOut, signedOut } = useSignedOut();

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
  if (!user) return <UserSkeleton />;
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
        {panel === 'person-info' && <PersonInfo user={user} />}
        {panel === 'account-info' && <AccountInfo user={user} />}
        {panel === 'my-codes' && <MyCodes waiting={<PanelWaiting />} />}
        {panel === 'order-info' && <Orders waiting={<PanelWaiting />} />}
        {panel === 'change-email' && <ChangeEmail user={user} waiting={<PanelWaiting />} />}
        {panel === 'change-password' && <ChangePassword waiting={<PanelWaiting />} />}
        {panel === 'two-step' && <SecondFactor user={user} waiting={<PanelWaiting />} />}
        {panel === 'account-center' && (
          <AccountCenter user={user} onDeleted={signedOut} waiting={<PanelWaiting />} />
        )}
      </div>
    </div>
  );
}

import { LocaleLink, useAppSelector } from '@yunduo/app-shell';
import { selectSignedIn, selectUser, tokenStorage } from '@yunduo/session';
import { Avatar, buttonClass, Icon } from '@yunduo/ui';
import { useLayoutEffect } from 'react';
import { useMatches } from 'react-router';
import { pageNameOf } from '../route-map.ts';
import styles from './account.module.css';
import { useTranslations } from './words.ts';

/**
 * Sign-in button and account link. Both are in every page, since pages are rendered signed out; the hint that the head
 * script sets on `<html>` selects one before the first paint, without flicker. The sign-in page shows no button that
 * leads to itself.
 */
export function Account() {
  const t = useTranslations('frame');
  const signedIn = useAppSelector(selectSignedIn);
  const user = useAppSelector(selectUser);
  useLayoutEffect(() => {
    if (signedIn) document.documentElement.dataset['signedIn'] = '';
    // During hydration the session is not restored yet: the hint stays if a token is stored.
    else if (!tokenStorage.token()) delete document.documentElement.dataset['signedIn'];
  }, [signedIn]);
  const name = user?.nickname || user?.email;
  const signingIn = pageNameOf(useMatches().at(-1)?.id ?? '') === 'login';
  return (
    <>
      {!signingIn && (
        <LocaleLink
          to="/login"
          className={`${buttonClass} ${styles.signIn ?? ''}`}
          data-kind="line"
          data-size="sm"
        >
          {t('sign_in')}
        </LocaleLink>
      )}
      <LocaleLink
        to="/user"
        className={styles.account}
        aria-label={name ? t('account_of', { name }) : t('account')}
      >
        {user && name ? (
          <Avatar name={name} src={user.head_image} className={styles.avatar} />
        ) : (
          <span className={styles.placeholder}>
            <Icon name="user" />
          </span>
        )}
      </LocaleLink>
    </>
  );
}

import { loadChunk, useAppDispatch, useAppSelector, useLocalePath } from '@yunduo/app-shell';
import { selectSignedIn, selectUser, signInPath, tokenStorage } from '@yunduo/session';
import { useLayoutEffect } from 'react';
import { useNavigate } from 'react-router';
import { PATHS } from '../paths.ts';
import styles from './console-frame.module.css';
import { useTranslations } from './words.ts';

/**
 * Sign-in and account link, both to the public site. Both are in every document, since the build renders signed out;
 * the hint that the head script sets on `<html>` selects one before the first paint.
 */
export function Account() {
  const t = useTranslations('frame');
  const path = useLocalePath();
  const signedIn = useAppSelector(selectSignedIn);
  const user = useAppSelector(selectUser);
  useLayoutEffect(() => {
    if (signedIn) document.documentElement.dataset['signedIn'] = '';
    // During hydration the session is not restored yet: the hint stays if a token is stored.
    else if (!tokenStorage.token()) delete document.documentElement.dataset['signedIn'];
  }, [signedIn]);
  return (
    <>
      <a className={`${styles.link} ${styles.signIn}`} href={signInPath(path(PATHS.applications))}>
        {t('sign_in')}
      </a>
      <a className={`${styles.link} ${styles.account}`} href={path('/user')}>
        {user?.nickname || user?.email || t('account')}
      </a>
    </>
  );
}

/**
 * In the rail, or below the page where the rail is a header. Its code loads at the press. Disabled until the session is
 * restored: a press before hydration would be lost.
 */
export function SignOut() {
  const t = useTranslations('frame');
  const path = useLocalePath();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  // If it fails to load, the account page also has a sign-out.
  const press = () =>
    loadChunk(() => import('./sign-out.ts')).then(
      ({ signOut }) => signOut(dispatch, navigate, path(PATHS.landing)),
      () => location.assign(path('/user')),
    );
  return (
    <button
      type="button"
      className={styles.signOut}
      disabled={!useAppSelector(selectSignedIn)}
      onClick={() => void press()}
    >
      {t('sign_out')}
    </button>
  );
}

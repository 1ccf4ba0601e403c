import { loadChunk, useAppDispatch, useAppSelector, useLocalePath } from '@yunduo/app-shell';
import { selectSignedIn, selectUser, signInPath, tokenStorage } from '@yunduo/session';
import { useLayoutEffect } from 'react';
import { useNavigate } from 'react-router';
import { PATHS } from '../paths.ts';
import styles from './console-frame.module.css';
import { useWords } from './words.ts';

/**
 * Sign-in and account link, both on the public site. Both stand in every document, since the build knows nobody; the
 * hint that the head script puts on `<html>` decides which one shows before the first picture.
 */
export function Account() {
  const t = useWords('frame');
  const path = useLocalePath();
  const signedIn = useAppSelector(selectSignedIn);
  const user = useAppSelector(selectUser);
  useLayoutEffect(() => {
    if (signedIn) document.documentElement.dataset['signedIn'] = '';
    // While React takes the page over nobody is signed in yet: the hint stays if there is a session to come.
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

/** In the rail, and below the page where the rail is a header. Its call is loaded when it is pressed. */
export function SignOut({ className = '' }: { className?: string | undefined }) {
  const t = useWords('frame');
  const path = useLocalePath();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  // The account has a sign-out, too, where this one does not come.
  const press = () =>
    loadChunk(() => import('./sign-out.ts')).then(
      ({ signOut }) => signOut(dispatch, () => navigate(path(PATHS.landing))),
      () => location.assign(path('/user')),
    );
  return (
    <button type="button" className={`${styles.signOut} ${className}`} onClick={() => void press()}>
      {t('sign_out')}
    </button>
  );
}

import { profileApi } from '@yunduo/data-access';
import { splitLocale } from '@yunduo/i18n';
import { selectSignedIn, selectUser, signInPath } from '@yunduo/session';
import { useEffect } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';
import { loadingChanged, pathChanged, scrolled, signInShown } from '../common/common-slice.ts';
import { useAppDispatch, useAppSelector } from '../common/shell-hooks.ts';
import { useKeptPage } from '../navigation/keep-page.ts';
import { PageAnnouncer } from './page-announcer.tsx';
import { usePartFocus } from './use-part-focus.ts';

/**
 * What the frame does without showing anything: keeps path, loading flag and scroll position of the common state, goes to sign-in when
 * a call met a dead session, loads the user when a session is kept (R7.12), reads out each new page, takes the focus to the part that a link names, keeps the page that stands until another one is here. Once per layout.
 */
export function ShellEffects() {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const location = useLocation();
  const navigation = useNavigation();
  const target = navigation.location ?? location;
  const here = target.pathname + target.search;

  const busy = navigation.state !== 'idle';
  useEffect(() => {
    dispatch(loadingChanged(busy));
    // Where the page was left; the router itself restores it on the way back.
    if (busy) dispatch(scrolled(window.scrollY));
  }, [dispatch, busy]);

  useEffect(() => {
    dispatch(pathChanged(target.pathname));
  }, [dispatch, target.pathname]);

  const asked = useAppSelector((state) => state.common.signInAsked);
  useEffect(() => {
    if (!asked) return;
    dispatch(signInShown());
    // A loader may have turned to sign-in by itself.
    if (splitLocale(target.pathname).path !== '/login') void navigate(signInPath(here));
  }, [asked, dispatch, here, navigate, target.pathname]);

  const waiting = useAppSelector((state) => selectSignedIn(state) && selectUser(state) === null);
  // A link of the newsletter's mails needs no account, and a 401 would take its page away: the next page asks.
  const anybodys = splitLocale(location.pathname).path === '/subscribe';
  useEffect(() => {
    if (!waiting || anybodys) return;
    // Asked again on the next page when it failed; joined when a loader asks for the same.
    const call = dispatch(profileApi.endpoints.userInfo.initiate(undefined, { subscribe: false }));
    void call.catch(() => undefined);
  }, [waiting, anybodys, dispatch, location.pathname]);

  useKeptPage();
  usePartFocus();
  return <PageAnnouncer />;
}

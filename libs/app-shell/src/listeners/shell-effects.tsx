import { profileApi } from '@yunduo/data-access';
import { splitLocale } from '@yunduo/i18n';
import { selectGeneration, selectSignedIn, selectUser, signInPath } from '@yunduo/session';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';
import { loadingChanged, pathChanged, scrolled, signInShown } from '../common/common-slice.ts';
import { useAppDispatch, useAppSelector } from '../common/shell-hooks.ts';
import { useKeptPage } from '../navigation/keep-page.ts';
import { usePartFocus } from './use-part-focus.ts';

// The last announced title. A remounted frame, as on an error page, continues from it.
let reported: string | undefined;

/**
 * Announces the title of each page that the router opens. The screen reader announces the first one itself.
 */
function PageAnnouncer() {
  const { key } = useLocation();
  const idle = useNavigation().state === 'idle';
  const words = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (!idle) return;
    const { title } = document;
    if (reported && reported !== title && words.current) words.current.textContent = title;
    reported = title;
  }, [idle, key]);
  return <p ref={words} className="sr" aria-live="polite" data-above-dialogs="" />;
}

/**
 * Effects of the frame without output, once per layout: updates path, loading flag and scroll position in the
 * common state, navigates to sign-in after a 401, loads the user of a stored session (R7.12), announces each
 * new page, moves focus to a linked part, and keeps the current page until the next one is loaded.
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
    // The scroll position on leaving; the router restores it on the way back.
    if (busy) dispatch(scrolled(window.scrollY));
  }, [dispatch, busy]);

  useEffect(() => {
    dispatch(pathChanged(target.pathname));
  }, [dispatch, target.pathname]);

  const requested = useAppSelector((state) => state.common.signInAsked);
  useEffect(() => {
    if (!requested) return;
    dispatch(signInShown());
    // A loader may already have redirected to sign-in.
    if (splitLocale(target.pathname).path !== '/login') void navigate(signInPath(here));
  }, [requested, dispatch, here, navigate, target.pathname]);

  const waiting = useAppSelector((state) => selectSignedIn(state) && selectUser(state) === null);
  const session = useAppSelector(selectGeneration);
  // The newsletter's links need no account, and a 401 would replace their page: the user is loaded on the
  // next page.
  const anybodys = splitLocale(location.pathname).path === '/subscribe';
  useEffect(() => {
    if (!waiting || anybodys) return;
    // Retried on the next page after a failure, and in the session that replaces this one; shared with a
    // loader's request for the same user.
    const call = dispatch(profileApi.endpoints.userInfo.initiate(undefined, { subscribe: false }));
    void call.catch(() => undefined);
  }, [waiting, session, anybodys, dispatch, location.pathname]);

  useKeptPage();
  usePartFocus();
  return <PageAnnouncer />;
}

import {
  ChatWidget,
  LoadingBar,
  Notifications,
  ProofHost,
  ShellEffects,
  Toasts,
  UpdateCheck,
  footerShown,
  languageSignChanged,
  navChanged,
  useAppDispatch,
  useLocale,
} from '@yunduo/app-shell';
import { useSiteInfoQuery } from '@yunduo/data-access';
import { memo, useEffect } from 'react';
import { buildId } from './build-id.ts';
import { languageSign } from '@yunduo/i18n';
import { useLocation, useMatches } from 'react-router';
import { currentEntry, showsFooter } from './navigation-map.ts';

declare global {
  /** Id of a newer build that the head script detected before the application ran. */
  var __newBuild: string | undefined;
}

/**
 * Services of every page: toasts, loading bar, update check, help widget. It does not re-render on navigation, so that
 * the update check's ten minutes are not restarted.
 */
export const FrameServices = memo(function FrameServices() {
  const { data: site } = useSiteInfoQuery();
  return (
    <>
      <LoadingBar />
      <Toasts />
      <Notifications />
      <ProofHost />
      <UpdateCheck buildId={buildId()} seen={globalThis.__newBuild} />
      <ChatWidget widget={site?.widget} />
      <ShellEffects />
      <FrameState />
    </>
  );
});

/** Keeps the common state (specification §3) in sync with the current page. */
export function FrameState() {
  const dispatch = useAppDispatch();
  const locale = useLocale();
  const { pathname } = useLocation();
  const navId = currentEntry(useMatches().at(-1)?.id)?.id ?? 1;
  useEffect(() => {
    dispatch(languageSignChanged(languageSign(locale)));
    dispatch(navChanged(navId));
    dispatch(footerShown(showsFooter(pathname)));
  }, [dispatch, locale, navId, pathname]);
  return null;
}

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
  /** Id of a newer build that the head script noticed before the application ran. */
  var __newBuild: string | undefined;
}

/**
 * What works beside every page: messages, loading bar, update check, help widget. It stands still while pages come
 * and go, so that the update check counts its ten minutes to the end.
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

/** Keeps the common state (specification §3) in step with the page shown. */
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

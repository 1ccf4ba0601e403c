import {
  ChatWidget,
  I18nProvider,
  LoadingBar,
  Notifications,
  ProofHost,
  ShellEffects,
  Toasts,
  UnhandledErrors,
  UpdateCheck,
} from '@yunduo/app-shell';
import { useSiteInfoQuery } from '@yunduo/data-access';
import type { i18n } from 'i18next';
import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { ConsoleFrame } from './console-frame.tsx';

declare global {
  /** Id of a newer build that the landing page's loader detected before the application ran. */
  var __newBuild: string | undefined;
}

/** Everything of one language: its words, the frame with the page, and overlays. */
export function LanguageFrame({ words, children }: { words: i18n; children?: ReactNode }) {
  const { data: site } = useSiteInfoQuery();
  return (
    <I18nProvider instance={words}>
      <ConsoleFrame>{children ?? <Outlet />}</ConsoleFrame>
      <LoadingBar />
      <Toasts />
      <Notifications />
      <ProofHost />
      <UpdateCheck buildId={buildId()} base="/developer-center" seen={globalThis.__newBuild} />
      <ChatWidget widget={site?.widget ?? null} />
      <ShellEffects />
      {/* With children it is the error page itself. */}
      {!children && <UnhandledErrors />}
    </I18nProvider>
  );
}

/**
 * The id of the running build: the hash in the router's manifest, which `builds/latest.json` also contains. Undefined
 * in development and on the server.
 */
function buildId(): string | undefined {
  if (typeof window === 'undefined' || import.meta.env.DEV) return undefined;
  return (window as { __reactRouterManifest?: { version?: string } }).__reactRouterManifest?.version;
}

import { ChatWidget, LoadingBar, Notifications, ShellEffects, Toasts, UpdateCheck } from '@yunduo/app-shell';
import { useSiteInfoQuery } from '@yunduo/data-access';
import { FrameState } from './frame-state.tsx';

declare global {
  interface Window {
    __reactRouterManifest?: { version: string };
  }
}

/** React Router's manifest carries the hash of every script and style: the build's id. None in development. */
const buildId = (): string | undefined =>
  import.meta.env.PROD && typeof window !== 'undefined' ? window.__reactRouterManifest?.version : undefined;

/** What works beside every page: messages, loading bar, update check, help widget. */
export function FrameServices() {
  const { data: site } = useSiteInfoQuery();
  return (
    <>
      <LoadingBar />
      <Toasts />
      <Notifications />
      <UpdateCheck buildId={buildId()} />
      <ChatWidget widget={site?.widget} />
      <ShellEffects />
      <FrameState />
    </>
  );
}

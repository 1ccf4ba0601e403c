import {
  ChatWidget,
  LoadingBar,
  Notifications,
  ProofHost,
  ShellEffects,
  Toasts,
  UpdateCheck,
} from '@yunduo/app-shell';
import { useSiteInfoQuery } from '@yunduo/data-access';
import { memo } from 'react';
import { buildId } from './build-id.ts';
import { FrameState } from './frame-state.tsx';

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

import { usePart } from '@yunduo/app-shell';
import { Skeleton } from '@yunduo/ui';
import type { ComponentType } from 'react';
import { PartFailed } from './part-failed.tsx';

/** A part of a page in a file of its own; `label` says what is awaited, without one nothing stands in its place. */
export function lazyPart<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  const here: { part?: ComponentType<P> } = {};
  return function LazyPart({ waiting, ...props }: P & { waiting?: { label: string; rows: number } }) {
    const { Part, failed, busy, retry } = usePart(here, 'part', load);
    if (Part) return <Part {...(props as unknown as P)} />;
    if (failed) return <PartFailed as="h3" retrying={busy} onRetry={retry} />;
    return waiting && <Skeleton {...waiting} />;
  };
}

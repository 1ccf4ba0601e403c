import { lazyWithRetry } from '@yunduo/app-shell';
import { LiveRegion } from '@yunduo/ui';
import type { ClashListProps } from './clash-list.tsx';

// Rare: it comes when there is something to choose.
const ClashList = lazyWithRetry(() => import('./clash-list.tsx'));

/** What was written here and elsewhere, as long as there is any of it. */
export function Clashes<F extends string>({ clashes, choose }: ClashListProps<F>) {
  return (
    <LiveRegion role="alert">
      {clashes.length > 0 && (
        <ClashList clashes={clashes} choose={(field, whose) => choose(field as F, whose)} />
      )}
    </LiveRegion>
  );
}

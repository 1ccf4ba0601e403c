import { lazyWithRetry } from '@yunduo/app-shell';
import type { ClashListProps } from './clash-list.tsx';

// Rare: it comes when there is something to choose.
const ClashList = lazyWithRetry(() => import('./clash-list.tsx'));

/** What was written here and elsewhere, as long as there is any of it. */
export function Clashes<F extends string>({ clashes, choose }: ClashListProps<F>) {
  if (clashes.length === 0) return null;
  return <ClashList clashes={clashes} choose={(field, whose) => choose(field as F, whose)} />;
}

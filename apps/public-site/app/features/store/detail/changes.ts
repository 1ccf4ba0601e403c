import type { AppRelease } from '@yunduo/api-contract';
import { CHANGE_KINDS } from '@yunduo/validation';

export type Change = AppRelease['changes'][number] & { version: string };

/** The changes of several releases, what a reader should heed first; newer releases before older ones. */
export function mergedChanges(releases: readonly AppRelease[]): Change[] {
  const all = releases.flatMap(({ version, changes }) => changes.map((change) => ({ ...change, version })));
  return CHANGE_KINDS.flatMap((kind) => all.filter((change) => change.kind === kind));
}

import type { AppRelease } from '@yunduo/api-contract';

type Warning = AppRelease['changes'][number] & { version: string };

/** * Warnings that a guide repeats; the log in the store has them all. */
const SHOWN = 5;

/** What breaks on an update and which holes were closed, newest first: what one wants to know before pressing Update. */
export function warningsOf(releases: readonly AppRelease[]): Warning[] {
  return releases
    .flatMap(({ version, changes }) => changes.map((change) => ({ ...change, version })))
    .filter(({ kind }) => kind === 'breaking' || kind === 'security')
    .slice(0, SHOWN);
}

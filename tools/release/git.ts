import { execFileSync } from 'node:child_process';
import { root } from '../test/run.ts';

const LIMIT = 60_000;

/** What git says, without the last line's end. Throws with git's own words. */
export const git = (args: readonly string[], cwd = root): string =>
  execFileSync('git', args, {
    cwd,
    encoding: 'utf8',
    timeout: LIMIT,
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();

/** Whether git agrees. */
export function gitAgrees(args: readonly string[], cwd = root): boolean {
  try {
    git(args, cwd);
    return true;
  } catch {
    return false;
  }
}

/** Whether this clone holds a commit: a shallow one may not. */
export const holdsCommit = (commit: string): boolean => gitAgrees(['cat-file', '-e', `${commit}^{commit}`]);

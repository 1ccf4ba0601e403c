import { execFileSync } from 'node:child_process';
import { root } from '../test/run.ts';

const LIMIT = 60_000;

/** Git's output without the trailing newline. Throws with Git's message. */
export const git = (args: readonly string[], cwd = root): string =>
  execFileSync('git', args, {
    cwd,
    encoding: 'utf8',
    timeout: LIMIT,
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();

/** True if Git exits with 0. */
export function gitAgrees(args: readonly string[], cwd = root): boolean {
  try {
    git(args, cwd);
    return true;
  } catch {
    return false;
  }
}

/** True if this clone has a commit: a shallow one may lack it. */
export const holdsCommit = (commit: string): boolean => gitAgrees(['cat-file', '-e', `${commit}^{commit}`]);

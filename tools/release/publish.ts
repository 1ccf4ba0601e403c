import { root } from '../test/run.ts';
import { git } from './git.ts';
import { ReleaseError } from './release-error.ts';
import type { App } from './released.ts';

/** How many merges in a row may arrive between a fetch and its push. */
const TRIES = 5;

interface Publishing {
  /** The clone to work in; it must have no changes. */
  folder: string;
  /** Creates the release of the checked-out commit: one commit and one tag. Null: nothing to release. */
  cut: () => Promise<{ tag: string } | null>;
  remote?: string;
  branch?: string;
}

/**
 * Cuts a release from the branch's current head and pushes commit and tag atomically: after a failure neither of them is
 * there, and it can be run again. If a merge arrives meanwhile, it starts over from the new head. Null: nothing to
 * release.
 * @throws ReleaseError if the push is rejected, with Git's message
 */
export async function publish(
  app: App,
  { folder, cut, remote = 'origin', branch = 'main' }: Publishing,
): Promise<string | null> {
  const say = (...args: string[]): string => git(args, folder);
  const upstream = `${remote}/${branch}`;
  rejectOwnWork(say, upstream);
  let words = '';
  for (let round = 0; round < TRIES; round += 1) {
    // Tags of attempts that were never pushed would block this one.
    const tags = `+refs/tags/${app}@*:refs/tags/${app}@*`;
    say('fetch', '--quiet', '--prune', '--no-tags', remote, tags);
    say('fetch', '--quiet', '--no-tags', remote, `+refs/heads/${branch}:refs/remotes/${upstream}`);
    const head = say('rev-parse', `refs/remotes/${upstream}`);
    say('checkout', '--quiet', '--detach', head);
    const made = await cut();
    if (!made) return null;
    try {
      say('push', '--quiet', '--atomic', remote, `HEAD:refs/heads/${branch}`, `refs/tags/${made.tag}`);
      return made.tag;
    } catch (error) {
      words = String((error as { stderr?: string }).stderr ?? error).trim();
    }
    say('checkout', '--quiet', '--detach', head);
    // Not a concurrent merge: the next attempt would be rejected for the same reason.
    if (say('ls-remote', remote, `refs/heads/${branch}`).split('\t')[0] === head) break;
  }
  throw new ReleaseError(`The release was not pushed, and nothing of it is there:\n${words}`);
}

/** The newest release of an app in the checked-out commit's history. */
export const newestTag = (app: App, folder = root): string =>
  git(['describe', '--tags', '--abbrev=0', '--match', `${app}@*`, 'HEAD'], folder);

/** The clone moves to the branch's head, so it must have no unpushed work. */
function rejectOwnWork(say: (...args: string[]) => string, upstream: string): void {
  const changed = say('status', '--porcelain', '--untracked-files=no');
  if (changed) throw new ReleaseError(`Commit or take back what is changed first:\n${changed}`);
  const own = say('log', '--format=%s', `${upstream}..HEAD`)
    .split('\n')
    .filter((subject) => subject && !subject.startsWith('chore(release): '));
  if (own.length > 0) throw new ReleaseError(`Merge first what is committed here alone:\n${own.join('\n')}`);
}

import { root } from '../test/run.ts';
import { git, gitAgrees } from './git.ts';
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

export interface Published {
  tag: string;
  /** False if an earlier run had cut it, and only the missing part was pushed. */
  cut: boolean;
}

/**
 * Cuts a release from the branch's current head and pushes commit and tag atomically. If a merge arrives
 * meanwhile, it starts over from the new head. It can be run again after any failure: it completes or
 * replaces the result of an earlier run. Null: nothing to release.
 * @throws ReleaseError if the push is rejected, with Git's message
 */
export async function publish(
  app: App,
  { folder, cut, remote = 'origin', branch = 'main' }: Publishing,
): Promise<Published | null> {
  const say = (...args: string[]): string => git(args, folder);
  const isIn = (commit: string, head: string): boolean =>
    gitAgrees(['merge-base', '--is-ancestor', commit, head], folder);
  rejectOwnWork(say, `${remote}/${branch}`);
  let words = '';
  for (let round = 0; round < TRIES; round += 1) {
    say('fetch', '--quiet', '--no-tags', remote, `+refs/heads/${branch}:refs/remotes/${remote}/${branch}`);
    const head = say('rev-parse', `refs/remotes/${remote}/${branch}`);
    const tags = remoteTags(say, remote, app);
    // Tags of attempts that were never pushed would block this one.
    for (const tag of lines(say('tag', '--list', `${app}@*`))) {
      const commit = say('rev-parse', `${tag}^{commit}`);
      if (!isIn(commit, head)) say('tag', '--delete', tag);
    }
    for (const [tag, { object }] of tags) {
      if (gitAgrees(['rev-parse', '--verify', '--quiet', `refs/tags/${tag}`], folder)) continue;
      say('fetch', '--quiet', '--no-tags', remote, object);
      if (isIn(object, head)) say('update-ref', `refs/tags/${tag}`, object);
    }
    say('checkout', '--quiet', '--detach', head);

    const untagged = cutBefore(say, app, tags);
    if (untagged) {
      say('tag', '--force', untagged.tag, untagged.commit);
      say('push', '--quiet', remote, `refs/tags/${untagged.tag}`);
      return { tag: untagged.tag, cut: false };
    }
    // A tag pushed without its commit, which can still be added to the branch.
    for (const [tag, { object }] of tags) {
      if (isIn(object, head) || say('rev-parse', `${object}^{commit}^`) !== head) continue;
      if (!tryPush(['--quiet', remote, `${object}^{commit}:refs/heads/${branch}`])) continue;
      say('update-ref', `refs/tags/${tag}`, object);
      say('checkout', '--quiet', '--detach', tag);
      return { tag, cut: false };
    }

    const made = await cut();
    if (!made) return null;
    const alone = tags.get(made.tag);
    const pushed = tryPush([
      '--quiet',
      '--atomic',
      // A tag whose commit never reached the branch marks no release: it is moved, unless it has moved
      // meanwhile.
      ...(alone ? [`--force-with-lease=refs/tags/${made.tag}:${alone.object}`] : []),
      remote,
      `HEAD:refs/heads/${branch}`,
      `refs/tags/${made.tag}`,
    ]);
    if (pushed) return { tag: made.tag, cut: true };
    say('tag', '--delete', made.tag);
    say('checkout', '--quiet', '--detach', head);
    // Not a concurrent merge: the next attempt would be rejected for the same reason.
    const now = say('ls-remote', remote, `refs/heads/${branch}`).split('\t')[0];
    if (now === head) break;
  }
  throw new ReleaseError(`The release was not pushed, and nothing of it is there:\n${words}`);

  function tryPush(args: string[]): boolean {
    try {
      say('push', ...args);
      return true;
    } catch (error) {
      words = String((error as { stderr?: string }).stderr ?? error).trim();
      return false;
    }
  }
}

/** The newest release of an app in the checked-out commit's history. */
export const newestTag = (app: App, folder = root): string =>
  git(['describe', '--tags', '--abbrev=0', '--match', `${app}@*`, 'HEAD'], folder);

type Say = (...args: string[]) => string;
const lines = (text: string): string[] => text.split('\n').filter(Boolean);

/** The clone moves to the branch's head, so it must have no unpushed work. */
function rejectOwnWork(say: Say, upstream: string): void {
  const changed = say('status', '--porcelain', '--untracked-files=no');
  if (changed) throw new ReleaseError(`Commit or take back what is changed first:\n${changed}`);
  const own = lines(say('log', '--format=%s', `${upstream}..HEAD`)).filter(
    (subject) => !subject.startsWith('chore(release): '),
  );
  if (own.length > 0) throw new ReleaseError(`Merge first what is committed here alone:\n${own.join('\n')}`);
}

/** The app's tags at the remote with their objects, which are commits or annotated tags. */
function remoteTags(say: Say, remote: string, app: App): Map<string, { object: string }> {
  const found = lines(say('ls-remote', '--tags', remote, `refs/tags/${app}@*`)).flatMap((line) => {
    const [object = '', ref = ''] = line.split('\t');
    return ref.endsWith('^{}') ? [] : [[ref.slice('refs/tags/'.length), { object }] as const];
  });
  return new Map(found);
}

/** The branch's newest release commit, if its tag was not pushed. */
function cutBefore(
  say: Say,
  app: App,
  tags: ReadonlyMap<string, unknown>,
): { tag: string; commit: string } | null {
  const [newest] = lines(
    say('log', '-1', '--format=%H %s', '--extended-regexp', `--grep=^chore\\(release\\): ${app} [0-9.]+$`),
  );
  const [, commit, version] = /^(\w+) chore\(release\): \S+ ([\d.]+)$/.exec(newest ?? '') ?? [];
  if (!commit || !version || tags.has(`${app}@${version}`)) return null;
  return { tag: `${app}@${version}`, commit };
}

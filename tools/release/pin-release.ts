import { writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { ReleaseError } from './release-error.ts';
import { git, gitAgrees } from './git.ts';
import { readReleases, RELEASES_FILE, tagOf, type App, type Release, type Releases } from './released.ts';

/** Releases of one app that stay pinned: the running one, and those that may still be rolled back to. */
const KEPT = 5;

/** The list of an app once a release runs: it comes first, whether it is new or was pinned before. */
export const withRunning = (list: readonly Release[], release: Release): Release[] =>
  [release, ...list.filter(({ version }) => version !== release.version)].slice(0, KEPT);

/** The list of an app once the release before runs again; null when none is pinned. */
export const withoutRunning = (list: readonly Release[]): Release[] | null =>
  list.length > 1 ? list.slice(1) : null;

async function write(releases: Releases): Promise<void> {
  const options = { ...(await resolveConfig(RELEASES_FILE)), filepath: RELEASES_FILE };
  writeFileSync(RELEASES_FILE, await format(JSON.stringify(releases), options));
}

/** A version now runs: it comes first. Its tag says which commit it is. */
export async function rolledOut(app: App, version: string): Promise<Release> {
  const tag = tagOf(app, { version });
  if (!gitAgrees(['rev-parse', '--verify', `refs/tags/${tag}`])) {
    throw new ReleaseError(`There is no tag ${tag}: cut the release first, or git fetch --tags`);
  }
  const release = { version, commit: git(['rev-list', '-n', '1', tag]) };
  const releases = readReleases();
  await write({ ...releases, [app]: withRunning(releases[app], release) });
  return release;
}

/** The version that ran before runs again; the one that was taken back is pinned no more. */
export async function rolledBack(app: App): Promise<Release> {
  const releases = readReleases();
  const list = withoutRunning(releases[app]);
  const [before] = list ?? [];
  if (!list || !before) {
    throw new ReleaseError(`releases.json pins one release of ${app}: there is none to go back to`);
  }
  await write({ ...releases, [app]: list });
  return before;
}

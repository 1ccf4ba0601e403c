import { writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { ReleaseError } from './release-error.ts';
import { git, gitAgrees } from './git.ts';
import { readReleases, RELEASES_FILE, tagOf, type App, type Release, type Releases } from './released.ts';

/** Pinned releases of one app: the running one, and the rollback targets. */
const KEPT = 5;

/** The list after a release goes live: it comes first, new or pinned before. */
export const withRunning = (list: readonly Release[], release: Release): Release[] =>
  [release, ...list.filter(({ version }) => version !== release.version)].slice(0, KEPT);

/** The list after a rollback to the previous release; null if none is pinned. */
export const withoutRunning = (list: readonly Release[]): Release[] | null =>
  list.length > 1 ? list.slice(1) : null;

async function write(releases: Releases): Promise<void> {
  const options = { ...(await resolveConfig(RELEASES_FILE)), filepath: RELEASES_FILE };
  writeFileSync(RELEASES_FILE, await format(JSON.stringify(releases), options));
}

/** Records that a version runs: it comes first. Its tag gives the commit. */
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

/** Records that the previous version runs again; the withdrawn one is no longer pinned. */
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

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ReleaseClient } from 'nx/release/index.js';
import { root } from '../test/run.ts';
import { AppChangelog } from './app-changelog.ts';
import {
  acceptedBreaks,
  currentContract,
  judge,
  storeContract,
  releasedContract,
  sentence,
} from './contract.ts';
import { git, gitAgrees, holdsCommit } from './git.ts';
import { ReleaseError } from './release-error.ts';
import { APPS, readReleases, tagOf, type App } from './released.ts';

/** The release, or null if no shipped file has changed since the previous one. */
export interface Cut {
  version: string;
  tag: string;
}

/**
 * Cuts a release of one app: version and changelog from the commits that changed it, one commit, one tag. For
 * the API, its contract is stored as the released one. Pushes nothing and publishes no package.
 */
export async function cut(app: App, specifier?: string): Promise<Cut | null> {
  rejectUnfinished();
  if (app === 'api') rejectBreaks();
  tagPinned();
  const nx = new ReleaseClient({ changelog: { projectChangelogs: { renderer: AppChangelog } } });
  const { projectsVersionData } = await nx.releaseVersion({ projects: [app], specifier });
  const version = projectsVersionData[app]?.newVersion;
  if (!version) return null;
  const written = [inLockfile(app, version)];
  if (app === 'api') written.push(...storeContract(currentContract(), version));
  git(['add', '--', ...written]);
  await nx.releaseChangelog({
    projects: [app],
    versionData: projectsVersionData,
    gitCommitMessage: `chore(release): ${app} ${version}`,
  });
  const tag = tagOf(app, { version });
  // Nx logs a failure of Git and continues.
  if (!gitAgrees(['rev-parse', '--verify', `refs/tags/${tag}`])) {
    throw new ReleaseError(`${tag} was not made; what Nx says stands above.`);
  }
  return { version, tag };
}

function rejectUnfinished(): void {
  const changed = git(['status', '--porcelain', '--untracked-files=no']);
  if (changed) throw new ReleaseError(`Commit or take back what is changed first:\n${changed}`);
}

function rejectBreaks(): void {
  const { breaks, faults } = judge(releasedContract(), currentContract(), acceptedBreaks(), readReleases());
  const all = [...breaks.map(sentence), ...faults];
  if (all.length) {
    throw new ReleaseError(`The previous release of a web app would break:\n${all.join('\n')}`);
  }
}

/**
 * releases.json is the source of truth: a clone without one of its tags gets the tag, and Nx counts from
 * there.
 */
function tagPinned(): void {
  const releases = readReleases();
  for (const app of APPS) {
    for (const release of releases[app]) {
      const tag = tagOf(app, release);
      if (gitAgrees(['rev-parse', '--verify', `refs/tags/${tag}`])) continue;
      if (!holdsCommit(release.commit)) {
        throw new ReleaseError(
          `${tag} is at ${release.commit}, which this clone lacks: git fetch --unshallow --tags`,
        );
      }
      git(['tag', tag, release.commit]);
    }
  }
}

/** `npm install` would query the registry, but only one number changes. Returns the file. */
function inLockfile(app: App, version: string): string {
  const file = join(root, 'package-lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, { version?: string }> };
  const entry = lock.packages[`apps/${app}`];
  if (!entry) throw new ReleaseError(`package-lock.json knows no apps/${app}`);
  entry.version = version;
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  return file;
}

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, run } from '../test/run.ts';
import { ReleaseError } from './release-error.ts';
import { git, holdsCommit } from './git.ts';
import type { App } from './released.ts';

const INSTALL_LIMIT = 10 * 60_000;
const BUILD_LIMIT = 10 * 60_000;

/** A state of the whole repository with its builds. */
export interface Tree {
  /** Its name in messages. */
  name: string;
  folder: string;
}

/** The working tree, built. */
export async function here(apps: readonly App[]): Promise<Tree> {
  const tree = { name: 'this commit', folder: root };
  await build(tree, apps);
  return tree;
}

const before = new Map<string, Promise<Tree>>();

/**
 * A released commit in its own clone with its own dependencies, built with its own scripts. A commit is
 * checked out once per run. Where the API rejects a release's test data since, a patch of its tests beside the
 * released contract replaces the data; its apps stay as released.
 */
export function checkout(commit: string): Promise<Tree> {
  const known = before.get(commit) ?? make(commit);
  before.set(commit, known);
  return known;
}

/** Removes every checkout. */
export async function removeCheckouts(): Promise<void> {
  for (const made of before.values()) {
    const tree = await made.catch(() => null);
    if (tree) rmSync(join(tree.folder, '..'), { recursive: true, force: true });
  }
  before.clear();
}

async function make(commit: string): Promise<Tree> {
  if (!holdsCommit(commit)) {
    throw new ReleaseError(`This clone lacks the released commit ${commit}: git fetch --unshallow --tags`);
  }
  const folder = join(mkdtempSync(join(tmpdir(), `yunduo-${commit.slice(0, 8)}-`)), 'clone');
  const tree = { name: commit.slice(0, 8), folder };
  git(['clone', '--quiet', '--shared', '--no-checkout', root, folder]);
  git(['checkout', '--quiet', '--detach', commit], folder);
  const patch = join(root, 'tools/release/released', `${tree.name}.patch`);
  if (existsSync(patch)) {
    git(['apply', patch], folder);
    console.log(`${tree.name}: its tests use the data of tools/release/released/${tree.name}.patch`);
  }
  console.log(`${tree.name}: installing what it was built with`);
  const { code, output } = await run(
    'npm',
    ['ci', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'],
    { cwd: folder, limit: INSTALL_LIMIT, quiet: true },
  );
  if (code !== 0) throw new ReleaseError(`npm ci of ${tree.name} failed:\n${output}`);
  await build(tree, ['api', 'public-site', 'developer-console']);
  return tree;
}

async function build({ name, folder }: Tree, apps: readonly App[]): Promise<void> {
  console.log(`${name}: building ${apps.join(', ')}`);
  const own = folder === root ? {} : { NX_CACHE_DIRECTORY: join(folder, '.nx/cache') };
  const { code, output } = await run(
    process.execPath,
    [
      join(folder, 'node_modules/nx/dist/bin/nx.js'),
      'run-many',
      '--targets=build',
      `--projects=${apps.join(',')}`,
      '--output-style=static',
    ],
    {
      cwd: folder,
      env: {
        NX_DAEMON: 'false',
        NODE_ENV: 'production',
        NODE_OPTIONS: '',
        NX_WORKSPACE_ROOT_PATH: folder,
        ...own,
      },
      limit: BUILD_LIMIT,
      quiet: true,
    },
  );
  if (code !== 0) throw new ReleaseError(`The build of ${name} failed:\n${output}`);
}

/** The first of these files that a tree contains, because a file may have moved. */
export function firstOf({ name, folder }: Tree, paths: readonly string[]): string {
  const found = paths.find((path) => existsSync(join(folder, path)));
  if (!found) throw new ReleaseError(`${name} holds none of ${paths.join(', ')}`);
  return join(folder, found);
}

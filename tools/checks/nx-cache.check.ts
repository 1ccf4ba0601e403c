import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { git } from '../release/git.ts';
import { linkPackages, root } from './workspace.ts';

// CI keeps Nx's cache between runs (`.github/actions/prepare`): `~/.nx`, reused by the runner that restores
// it.

const folder = mkdtempSync(join(tmpdir(), 'yunduo-nx-cache-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A clone and the home folder of its user. */
function clone(name: string): { home: string; workspace: string } {
  const workspace = join(folder, name);
  git(['clone', '--quiet', '--shared', root, workspace]);
  // Nx identifies a workspace by its remote.
  git(['remote', 'set-url', 'origin', 'https://git.yunduo.test/yunduo.git'], workspace);
  linkPackages(workspace);
  const home = join(folder, `${name}-home`);
  mkdirSync(home);
  return { workspace, home };
}

function lint({ workspace, home }: ReturnType<typeof clone>): string {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/nx/dist/bin/nx.js'), 'lint', 'validation'],
    {
      cwd: workspace,
      encoding: 'utf8',
      timeout: 120_000,
      env: {
        ...process.env,
        NODE_OPTIONS: '',
        HOME: home,
        NX_DAEMON: 'false',
        // Its only task is no build (decision 70).
        NX_ISOLATE_PLUGINS: 'false',
        NX_WORKSPACE_ROOT_PATH: workspace,
        NX_CACHE_DIRECTORY: undefined,
        NX_WORKSPACE_DATA_DIRECTORY: undefined,
        PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`,
      },
    },
  );
  if (status !== 0) throw new Error(stdout + stderr);
  return stdout;
}

const HIT = /Nx read the output from the cache/;

/** The index files, with the machine's name replaced by another one. */
function ofAnotherMachine(home: string): void {
  const nx = join(home, '.nx');
  for (const workspace of readdirSync(nx)) {
    const databases = join(nx, workspace, 'databases');
    for (const file of readdirSync(databases))
      renameSync(join(databases, file), join(databases, file.replace(/^.*(?=-v3\.)/, 'another')));
  }
}

test('a clone on another machine hits the cache after its index has been adopted', () => {
  const [first, second] = [clone('first'), clone('second')];
  expect(lint(first)).not.toMatch(HIT);
  cpSync(join(first.home, '.nx'), join(second.home, '.nx'), { recursive: true });
  ofAnotherMachine(second.home);
  const adopted = spawnSync(join(root, '.github/actions/prepare/adopt-cache.sh'), {
    env: { ...process.env, HOME: second.home },
    encoding: 'utf8',
    timeout: 10_000,
  });
  expect({ status: adopted.status, said: adopted.stdout + adopted.stderr }).toEqual({ status: 0, said: '' });
  expect(lint(second)).toMatch(HIT);
}, 300_000);

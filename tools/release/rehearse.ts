import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../test/run.ts';
import { git } from './git.ts';
import type { App } from './released.ts';

const LIMIT = 5 * 60_000;

/** The result of a rehearsal: the release commit as Git shows it, and its tags. */
export interface Rehearsal {
  ok: boolean;
  /** The command's output. */
  said: string;
  /** Files of the release commit. */
  files: string[];
  tags: string[];
  /** Lines that the release commit adds, without those of the contract. */
  added: string;
}

/**
 * Cuts the release of the last commit in a temporary clone that shares this one's objects: the same code,
 * this clone stays unchanged, and no network is needed. `before` may commit something there first.
 */
export function rehearse(app: App, specifier?: string, before?: (clone: string) => void): Rehearsal {
  const folder = mkdtempSync(join(tmpdir(), 'yunduo-rehearsal-'));
  const clone = join(folder, 'clone');
  try {
    git(['clone', '--quiet', '--shared', '--no-tags', root, clone]);
    git(['config', 'user.name', 'Rehearsal'], clone);
    git(['config', 'user.email', 'rehearsal@yunduo.test'], clone);
    symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
    before?.(clone);
    const start = git(['rev-parse', 'HEAD'], clone);
    const script = join(clone, 'tools/release/release.ts');
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [script, 'cut', app, ...(specifier ? ['--as', specifier] : [])],
      {
        cwd: clone,
        encoding: 'utf8',
        timeout: LIMIT,
        env: {
          ...process.env,
          NODE_OPTIONS: '',
          NX_DAEMON: 'false',
          // A release reads the projects and runs no task.
          NX_ISOLATE_PLUGINS: 'false',
          NX_WORKSPACE_ROOT_PATH: clone,
          NX_CACHE_DIRECTORY: join(folder, 'cache'),
          NX_WORKSPACE_DATA_DIRECTORY: join(folder, 'data'),
        },
      },
    );
    const made = git(['rev-parse', 'HEAD'], clone) !== start;
    const show = (...args: string[]): string => (made ? git(['show', '--format=', ...args], clone) : '');
    return {
      ok: status === 0,
      said: `${stdout}${stderr}`,
      files: show('--name-only').split('\n').filter(Boolean),
      tags: made ? git(['tag', '--points-at', 'HEAD'], clone).split('\n').filter(Boolean) : [],
      added: show('--unified=0', '--', `apps/${app}`)
        .split('\n')
        .filter((line) => /^\+(?!\+\+ )/.test(line))
        .map((line) => line.slice(1))
        .join('\n'),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

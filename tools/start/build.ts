import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root, StartError } from './settings.ts';

const BUILD_LIMIT = 10 * 60_000;

/** Builds the three apps; what is built already comes from Nx's cache. Its output is shown only when it fails. */
export function buildApps(): void {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/nx/dist/bin/nx.js'),
      'run-many',
      '--targets=build',
      '--projects=api,public-site,developer-console',
      '--output-style=static',
    ],
    {
      cwd: root,
      env: { ...process.env, NX_DAEMON: 'false', NODE_ENV: 'production' },
      encoding: 'utf8',
      timeout: BUILD_LIMIT,
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  if (status === 0) return;
  process.stderr.write(stdout + stderr);
  throw new StartError('The build failed; its output stands above.');
}

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { root } from './workspace.ts';

test('no file, export or dependency is without a use', () => {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/knip/bin/knip.js'), '--no-progress'],
    { cwd: root, encoding: 'utf8', timeout: 300_000, env: { ...process.env, NODE_OPTIONS: '' } },
  );
  expect({ found: `${stdout}${stderr}`.trim(), status }).toEqual({ found: '', status: 0 });
});

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { filesOf, projectOf, readProjects, root } from './workspace.ts';

test('no file, export or dependency is unused', () => {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/knip/bin/knip.js'), '--no-progress'],
    { cwd: root, encoding: 'utf8', timeout: 300_000, env: { ...process.env, NODE_OPTIONS: '' } },
  );
  expect({ found: `${stdout}${stderr}`.trim(), status }).toEqual({ found: '', status: 0 });
});

test('every test file is run by Jest, the checks or Playwright', () => {
  const projects = readProjects();
  /**
   * Who runs a test file: Jest if its project has a configuration, the checks, or Playwright by its suffix.
   */
  const isRun = (path: string): boolean => {
    if (/\.(test|spec)\.tsx?$/.test(path)) {
      const folder = projectOf(path, projects)?.folder ?? '';
      return existsSync(join(root, folder, 'jest.config.mjs'));
    }
    if (path.endsWith('.check.ts')) return path.startsWith('tools/checks/');
    if (path.endsWith('.e2e.ts'))
      return /^(e2e\/(public-site|developer-console|api-client)|tools\/visual)\//.test(path);
    return path.endsWith('.engine.ts') && path.startsWith('e2e/engines/');
  };
  const named = filesOf('{apps,libs,e2e,tools}/**/*.{test,spec,check,e2e,engine}.*').filter(
    (path) => !path.endsWith('.snap'),
  );
  expect(named.length).toBeGreaterThan(400);
  expect(named.filter((path) => !isRun(path))).toEqual([]);
});

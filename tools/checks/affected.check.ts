import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { filesOf, root } from './workspace.ts';

/** Which projects `nx affected` would run after a change to this file, from the real graph. */
function affectedBy(file: string): string[] {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/nx/dist/bin/nx.js'),
      'show',
      'projects',
      '--affected',
      `--files=${file}`,
      '--json',
    ],
    {
      cwd: root,
      encoding: 'utf8',
      timeout: 60_000,
      env: { ...process.env, NODE_OPTIONS: '', NX_DAEMON: 'false' },
    },
  );
  if (status !== 0) throw new Error(stderr || stdout);
  return (JSON.parse(stdout) as string[]).sort();
}

/** A file below a folder that is there whatever the team renames; the rule is about the folder. */
function someFile(pattern: string): string {
  const file = filesOf(pattern).find((path) => !/\.(test|stories)\.tsx?$/.test(path));
  if (!file) throw new Error(`Nothing matches ${pattern}`);
  return file;
}

const web = ['developer-console', 'public-site'];

// Touch a file of the left → these projects are affected, and no other.
const exact: [pattern: string, projects: string[]][] = [
  ['apps/developer-console/app/**/*.tsx', ['developer-console']],
  ['apps/public-site/app/**/*.tsx', ['public-site']],
  ['apps/public-site/server/*.ts', ['public-site']],
  ['apps/api/src/*.ts', ['api']],
  ['libs/ui/src/**/*.tsx', ['app-shell', ...web, 'ui']],
  ['libs/app-shell/src/**/*.tsx', ['app-shell', ...web]],
  ['e2e/*.ts', ['e2e']],
  ['tools/start/*.ts', ['tools']],
];

// Words of one team reach its own app (and the browser tests, which read both), never the other team's.
const never: [pattern: string, reached: string[], untouched: string[]][] = [
  ['libs/i18n/public-site/src/zh/*.ts', ['public-site'], ['developer-console', 'api', 'ui']],
  ['libs/i18n/developer-console/src/zh/*.ts', ['developer-console'], ['public-site', 'api', 'ui']],
  ['libs/i18n/shared/src/zh/*.ts', ['api', ...web], ['ui']],
  ['libs/validation/src/*.ts', ['api', 'api-contract', ...web], ['ui']],
  [
    'libs/api-contract/src/endpoints/*.ts',
    ['api', 'api-client', 'data-access', ...web],
    ['ui', 'validation'],
  ],
  ['libs/session/src/*.ts', ['app-shell', 'data-access', ...web], ['api', 'ui']],
];

describe('what a change affects', () => {
  test.each(exact)('%s → %j', (pattern, projects) => {
    expect(affectedBy(someFile(pattern))).toEqual([...projects].sort());
  });

  test.each(never)('%s reaches %j, never %j', (pattern, reached, untouched) => {
    const affected = affectedBy(someFile(pattern));
    expect(affected).toEqual(expect.arrayContaining(reached));
    expect(affected.filter((project) => untouched.includes(project))).toEqual([]);
  });

  test('a document affects nobody', () => {
    expect(affectedBy('docs/architecture.md')).toEqual([]);
  });
});

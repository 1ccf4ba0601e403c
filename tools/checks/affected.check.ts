import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { git } from '../release/git.ts';
import { imagesOf } from '../test/affected-plan.ts';
import { TARGETS } from '../test/run.ts';
import { filesOf, root } from './workspace.ts';

const folder = mkdtempSync(join(tmpdir(), 'yunduo-affected-'));
// A daemon of this check's own keeps the graph from question to question.
const daemon = {
  NX_DAEMON: 'true',
  NX_WORKSPACE_DATA_DIRECTORY: join(folder, 'graph'),
  NX_SOCKET_DIR: join(folder, 'socket'),
};
afterAll(() => {
  nx(['daemon', '--stop']);
  rmSync(folder, { recursive: true, force: true });
});

function nx(args: string[], env: NodeJS.ProcessEnv = daemon, cwd = root): string {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/nx/dist/bin/nx.js'), ...args],
    {
      cwd,
      encoding: 'utf8',
      timeout: 60_000,
      env: { ...process.env, NODE_OPTIONS: '', ...env },
    },
  );
  if (status !== 0) throw new Error(stderr || stdout);
  return stdout;
}

/** Which projects `nx affected` would run after a change to each of these files, from the real graph. */
function affectedByEach(files: readonly string[]): Map<string, string[]> {
  const script = join(import.meta.dirname, 'affected-projects.ts');
  const { stdout, stderr, status } = spawnSync(process.execPath, [script, ...files], {
    cwd: root,
    encoding: 'utf8',
    timeout: 60_000,
    env: { ...process.env, NODE_OPTIONS: '', NX_DAEMON: 'false' },
  });
  if (status !== 0) throw new Error(stderr || stdout);
  return new Map(Object.entries(JSON.parse(stdout) as Record<string, string[]>));
}

let affected: Map<string, string[]>;
const affectedBy = (file: string): string[] => {
  const projects = affected.get(file);
  if (!projects) throw new Error(`nobody asked whom ${file} affects`);
  return projects;
};

/** The tasks that a pull request with this file would run, `public-site:build`. */
function tasksOf(file: string): string[] {
  const said = nx(['affected', TARGETS, `--files=${file}`, '--graph=stdout']);
  const { tasks } = JSON.parse(said.slice(said.indexOf('{'))) as {
    tasks: { tasks: Record<string, unknown> };
  };
  return Object.keys(tasks.tasks).sort();
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
  // The tools run the browser tests, and find browsers and ports as they do.
  ['e2e/*.ts', ['e2e', 'tools']],
  // The words of one feature: its app, and the browser tests and tools that read the same words.
  ['libs/i18n/public-site/src/zh/store.ts', ['e2e', 'i18n-public-site', 'public-site', 'tools']],
  [
    'libs/i18n/developer-console/src/en/apps.ts',
    ['developer-console', 'e2e', 'i18n-developer-console', 'tools'],
  ],
  ['apps/public-site/app/features/about/words.zh.ts', ['public-site']],
  ['apps/developer-console/app/features/apps/words.en.ts', ['developer-console']],
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

// One team's change: no task and no image of the other team's app.
const apart: [pattern: string, own: string, other: string][] = [
  ['apps/developer-console/app/**/*.tsx', 'developer-console', 'public-site'],
  ['apps/public-site/app/**/*.tsx', 'public-site', 'developer-console'],
  ['libs/i18n/developer-console/src/zh/*.ts', 'developer-console', 'public-site'],
  ['libs/i18n/public-site/src/en/*.ts', 'public-site', 'developer-console'],
];

const DOCUMENT = 'docs/architecture.md';

beforeAll(() => {
  const patterns = [...exact, ...never, ...apart].map(([pattern]) => pattern);
  affected = affectedByEach([...patterns.map(someFile), DOCUMENT]);
}, 90_000);

describe('what a change affects', () => {
  test.each(exact)('%s → %j', (pattern, projects) => {
    expect(affectedBy(someFile(pattern))).toEqual([...projects].sort());
  });

  test.each(never)('%s reaches %j, never %j', (pattern, reached, untouched) => {
    const projects = affectedBy(someFile(pattern));
    expect(projects).toEqual(expect.arrayContaining(reached));
    expect(projects.filter((project) => untouched.includes(project))).toEqual([]);
  });

  test('a document affects nobody', () => {
    expect(affectedBy(DOCUMENT)).toEqual([]);
  });
});

interface Task {
  executor?: string;
  cache?: boolean;
}

test('every task of every project is kept, and made by what nx.json says', () => {
  const said = nx(['graph', '--print']);
  const { graph } = JSON.parse(said.slice(said.indexOf('{'))) as {
    graph: { nodes: Record<string, { data: { targets: Record<string, Task> } }> };
  };
  const odd = Object.entries(graph.nodes).flatMap(([project, { data }]) =>
    ['lint', 'typecheck', 'test', 'build'].flatMap((target) => {
      const task = data.targets[target];
      if (!task || (task.cache && task.executor === 'nx:run-commands')) return [];
      return [`${project}:${target}: ${task.executor}, cache ${task.cache}`];
    }),
  );
  expect(Object.keys(graph.nodes).length).toBeGreaterThan(10);
  expect(odd).toEqual([]);
});

// Text that is shown is made anew when it changes; what only developers read is not.
test.each([
  ['developer-console:build', 'apps/developer-console/app/features/landing/questions.zh.md', true],
  ['api:build', 'apps/api/src/db/seed/assets/protocols/*.zh.md', true],
  ['api:build', 'apps/api/src/testing/*.ts', false],
])('%s is made of %s: %p', (task, pattern, made) => {
  const { files } = JSON.parse(nx(['show', 'target', 'inputs', task, '--json'])) as { files: string[] };
  expect(files.includes(filesOf(pattern)[0] ?? '')).toBe(made);
});

test.each(apart)('%s leads to tasks and an image of %s, to none of %s', (pattern, own, other) => {
  const file = someFile(pattern);
  const tasks = tasksOf(file);
  for (const target of ['lint', 'typecheck', 'test', 'build']) expect(tasks).toContain(`${own}:${target}`);
  expect(tasks.filter((task) => task.startsWith(`${other}:`) || task.startsWith('api:'))).toEqual([]);
  expect(imagesOf(affectedBy(file))).toEqual([own]);
});

describe('what a commit affects, by what stands in it and not by its file alone', () => {
  const clone = join(folder, 'clone');
  const env = {
    NX_DAEMON: 'false',
    NX_WORKSPACE_ROOT_PATH: clone,
    NX_CACHE_DIRECTORY: join(folder, 'cache'),
    NX_WORKSPACE_DATA_DIRECTORY: join(folder, 'data'),
  };

  beforeAll(() => {
    git(['clone', '--quiet', '--shared', root, clone]);
    git(['config', 'user.name', 'Check'], clone);
    git(['config', 'user.email', 'check@yunduo.test'], clone);
    symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
  });

  /** Commits an edit of JSON files and says whom it affects. */
  function committed(edits: Record<string, (json: never) => unknown>): string[] {
    for (const [file, edit] of Object.entries(edits)) {
      const path = join(clone, file);
      const json = JSON.parse(readFileSync(path, 'utf8')) as never;
      edit(json);
      writeFileSync(path, `${JSON.stringify(json, null, 2)}\n`);
    }
    git(['commit', '--quiet', '--all', '--message', 'chore: an edit'], clone);
    const shown = nx(
      ['show', 'projects', '--affected', '--base=HEAD~1', '--head=HEAD', '--json'],
      env,
      clone,
    );
    return (JSON.parse(shown) as string[]).sort();
  }

  interface Manifest {
    version: string;
    dependencies: Record<string, string>;
    scripts: Record<string, string>;
  }
  interface Lockfile {
    packages: Record<string, Manifest>;
  }

  test('the release of one app affects no other', () => {
    const affected = committed({
      'apps/public-site/package.json': (json: Manifest) => (json.version = '99.0.0'),
      'package-lock.json': ({ packages }: Lockfile) => {
        const entry = packages['apps/public-site'];
        if (entry) entry.version = '99.0.0';
      },
    });
    expect(affected).toEqual(['public-site']);
  });

  test('a new version of a package that only the console uses affects the console', () => {
    const name = '@tiptap/core';
    const affected = committed({
      'apps/developer-console/package.json': (json: Manifest) => (json.dependencies[name] = '99.0.0'),
      'package-lock.json': ({ packages }: Lockfile) => {
        for (const place of ['apps/developer-console', `node_modules/${name}`]) {
          const entry = packages[place];
          if (entry?.dependencies?.[name]) entry.dependencies[name] = '99.0.0';
          else if (entry) entry.version = '99.0.0';
        }
      },
    });
    expect(affected).toEqual(['developer-console']);
  });

  test('a new script of the whole affects no project', () => {
    expect(committed({ 'package.json': ({ scripts }: Manifest) => (scripts['one-more'] = 'true') })).toEqual(
      [],
    );
  });
});

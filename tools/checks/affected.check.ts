import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { git } from '../release/git.ts';
import { TARGETS } from '../test/run.ts';
import { filesOf, root } from './workspace.ts';

const folder = mkdtempSync(join(tmpdir(), 'yunduo-affected-'));
// A daemon of this check keeps the graph between calls.
const daemon = {
  NX_DAEMON: 'true',
  NX_ISOLATE_PLUGINS: 'false',
  NX_WORKSPACE_DATA_DIRECTORY: join(folder, 'graph'),
  NX_SOCKET_DIR: join(folder, 'socket'),
};
afterAll(() => {
  nx(['daemon', '--stop']);
  rmSync(folder, { recursive: true, force: true });
});

function nx(args: string[], env: NodeJS.ProcessEnv = daemon, cwd = root): string {
  const { stdout, stderr, status, signal } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/nx/dist/bin/nx.js'), ...args],
    {
      cwd,
      encoding: 'utf8',
      timeout: 110_000,
      // A task graph is several megabytes.
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, NODE_OPTIONS: '', ...env },
    },
  );
  if (status !== 0) throw new Error(stderr || stdout || `nx ${args.join(' ')}: ${signal}`);
  return stdout;
}

type Edits = Record<string, (json: never) => unknown>;

/** The JSON files as an edit leaves them. */
function textsOf(edits: Edits, folder = root): Record<string, string> {
  return Object.fromEntries(
    Object.entries(edits).map(([file, edit]) => {
      const json = JSON.parse(readFileSync(join(folder, file), 'utf8')) as never;
      edit(json);
      return [file, `${JSON.stringify(json, null, 2)}\n`];
    }),
  );
}

/** The projects that `nx affected` would run after each of these changes, from the real graph. */
function affectedByEach(files: readonly string[], edits: Record<string, Edits>): Map<string, string[]> {
  const script = join(import.meta.dirname, 'affected-projects.ts');
  const texts = Object.entries(edits).map(([name, edit]) => [name, textsOf(edit)]);
  const { stdout, stderr, status, signal } = spawnSync(process.execPath, [script], {
    cwd: root,
    encoding: 'utf8',
    timeout: 110_000,
    input: JSON.stringify({ files, edits: Object.fromEntries(texts) as unknown }),
    env: { ...process.env, NODE_OPTIONS: '', NX_DAEMON: 'false', NX_ISOLATE_PLUGINS: 'false' },
  });
  if (status !== 0) throw new Error(stderr || stdout || `${script}: ${signal}`);
  return new Map(Object.entries(JSON.parse(stdout) as Record<string, string[]>));
}

let affected: Map<string, string[]>;
const affectedBy = (file: string): string[] => {
  const projects = affected.get(file);
  if (!projects) throw new Error(`it was not asked what ${file} affects`);
  return projects;
};

/** The tasks that a pull request with this file would run, `public-site:build`. */
function tasksOf(file: string): string[] {
  const output = nx(['affected', TARGETS, `--files=${file}`, '--graph=stdout']);
  const { tasks } = JSON.parse(output.slice(output.indexOf('{'))) as {
    tasks: { tasks: Record<string, unknown> };
  };
  return Object.keys(tasks.tasks).sort();
}

/** A file below a stable folder: the rule is about the folder. */
function someFile(pattern: string): string {
  const file = filesOf(pattern).find((path) => !/\.(test|stories)\.tsx?$/.test(path));
  if (!file) throw new Error(`Nothing matches ${pattern}`);
  return file;
}

const web = ['developer-console', 'public-site'];
// Firefox and WebKit tests cover both apps.
const siteAndTests = ['public-site', 'public-site-e2e', 'engines-e2e'];
const consoleAndTests = ['developer-console', 'developer-console-e2e', 'engines-e2e'];
const tests = ['developer-console-e2e', 'engines-e2e', 'public-site-e2e'];
// A client that is written against the API only.
const client = 'api-client-e2e';

// A change of the file on the left affects exactly these projects.
const exact: [pattern: string, projects: string[]][] = [
  ['apps/developer-console/app/**/*.tsx', consoleAndTests],
  ['apps/public-site/app/**/*.tsx', siteAndTests],
  ['apps/public-site/server/*.ts', siteAndTests],
  ['apps/api/src/*.ts', ['api', client, ...tests]],
  ['libs/ui/src/**/*.tsx', ['app-shell', ...web, ...tests, 'ui']],
  ['libs/app-shell/src/**/*.tsx', ['app-shell', ...web, ...tests]],
  // The tools run the browser tests, and share their code to find browsers and ports.
  ['e2e/*.ts', [client, 'e2e', ...tests, 'tools']],
  ['e2e/public-site/*.e2e.ts', ['public-site-e2e']],
  // The words of one feature affect its app with its browser tests, and the tools that read the same words.
  ['libs/i18n/public-site/src/zh/store.ts', ['i18n-public-site', ...siteAndTests, 'tools']],
  ['libs/i18n/developer-console/src/en/apps.ts', ['i18n-developer-console', ...consoleAndTests, 'tools']],
  ['apps/public-site/app/features/about/route.tsx', siteAndTests],
  ['apps/developer-console/app/features/apps/route.tsx', consoleAndTests],
  ['tools/start/*.ts', ['tools']],
];

// Words of one team affect its own app (and the browser tests, which read both), never the other team's.
const never: [pattern: string, reached: string[], untouched: string[]][] = [
  [
    'libs/i18n/public-site/src/zh/*.ts',
    ['public-site', 'public-site-e2e'],
    ['developer-console', 'developer-console-e2e', 'api', 'ui'],
  ],
  [
    'libs/i18n/developer-console/src/zh/*.ts',
    ['developer-console', 'developer-console-e2e'],
    ['public-site', 'public-site-e2e', 'api', 'ui'],
  ],
  ['libs/i18n/shared/src/zh/*.ts', ['api', ...web], ['ui']],
  ['libs/validation/src/*.ts', ['api', 'api-contract', ...web], ['ui']],
  [
    'libs/api-contract/src/endpoints/*.ts',
    ['api', 'api-client', 'data-access', ...web],
    ['ui', 'validation'],
  ],
  ['libs/session/src/*.ts', ['app-shell', 'data-access', ...web], ['api', 'ui']],
];

// A change of one team affects no task and no image of the other team's app.
const apart: [pattern: string, own: string, other: string][] = [
  ['apps/developer-console/app/**/*.tsx', 'developer-console', 'public-site'],
  ['apps/public-site/app/**/*.tsx', 'public-site', 'developer-console'],
  ['libs/i18n/developer-console/src/zh/*.ts', 'developer-console', 'public-site'],
  ['libs/i18n/public-site/src/en/*.ts', 'public-site', 'developer-console'],
];

const DOCUMENT = 'docs/architecture.md';

interface Manifest {
  version: string;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  scripts: Record<string, string>;
}
interface Lockfile {
  packages: Record<string, Manifest>;
}

const RELEASE: Edits = {
  'apps/public-site/package.json': (json: Manifest) => (json.version = '99.0.0'),
  'package-lock.json': ({ packages }: Lockfile) => {
    const entry = packages['apps/public-site'];
    if (entry) entry.version = '99.0.0';
  },
};

const CONSOLES_OWN = '@tiptap/core';
const consolesPackage: Edits = {
  'apps/developer-console/package.json': (json: Manifest) => (json.dependencies[CONSOLES_OWN] = '99.0.0'),
  'package-lock.json': ({ packages }: Lockfile) => {
    for (const place of ['apps/developer-console', `node_modules/${CONSOLES_OWN}`]) {
      const entry = packages[place];
      if (entry?.dependencies?.[CONSOLES_OWN]) entry.dependencies[CONSOLES_OWN] = '99.0.0';
      else if (entry) entry.version = '99.0.0';
    }
  },
};

const newVersionOf = (tool: string): Edits => ({
  'package.json': ({ devDependencies }: Manifest) => (devDependencies[tool] = '99.0.0'),
  'package-lock.json': ({ packages }: Lockfile) => {
    const [whole, entry] = [packages[''], packages[`node_modules/${tool}`]];
    if (whole) whole.devDependencies[tool] = '99.0.0';
    if (entry) entry.version = '99.0.0';
  },
});

// A workspace-wide tool affects everything that it tests, compiles, builds or runs.
const bumps: [tool: string, reached: string[], untouched: string[]][] = [
  // An app's browser tests are affected whenever the app is.
  ['jest', ['api', 'public-site', 'ui', 'tools'], []],
  ['@swc/core', ['api', 'public-site', 'ui', 'tools'], []],
  ['typescript-native', ['api', 'public-site', 'ui', 'tools', 'public-site-e2e'], []],
  ['@playwright/test', ['public-site-e2e', 'developer-console-e2e', 'e2e'], ['api', 'ui', 'public-site']],
  ['@react-router/dev', ['public-site', 'developer-console'], ['api', 'ui', 'validation']],
  ['node', ['api', 'public-site', 'ui', 'tools', 'public-site-e2e'], []],
];

beforeAll(() => {
  const patterns = [...exact, ...never, ...apart].map(([pattern]) => pattern);
  affected = affectedByEach([...patterns.map(someFile), DOCUMENT], {
    release: RELEASE,
    consolesPackage,
    script: { 'package.json': ({ scripts }: Manifest) => (scripts['one-more'] = 'true') },
    ...Object.fromEntries(bumps.map(([tool]) => [tool, newVersionOf(tool)])),
  });
}, 90_000);

describe('projects affected by a change', () => {
  test.each(exact)('%s → %j', (pattern, projects) => {
    expect(affectedBy(someFile(pattern))).toEqual([...projects].sort());
  });

  test.each(never)('%s affects %j and not %j', (pattern, reached, untouched) => {
    const projects = affectedBy(someFile(pattern));
    expect(projects).toEqual(expect.arrayContaining(reached));
    expect(projects.filter((project) => untouched.includes(project))).toEqual([]);
  });

  test('a document affects no project', () => {
    expect(affectedBy(DOCUMENT)).toEqual([]);
  });
});

interface Task {
  executor?: string;
  cache?: boolean;
}

test('every task of every project is cached with the inputs of nx.json', () => {
  const output = nx(['graph', '--print']);
  const { graph } = JSON.parse(output.slice(output.indexOf('{'))) as {
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

// A change of displayed text rebuilds the app; a change of text for developers does not.
test.each([
  ['developer-console:build', 'apps/developer-console/app/features/landing/questions.zh.md', true],
  ['api:build', 'apps/api/src/seed/assets/protocols/*.zh.md', true],
  ['api:build', 'apps/api/src/testing/*.ts', false],
])('%s has %s as an input: %p', (task, pattern, made) => {
  const { files } = JSON.parse(nx(['show', 'target', 'inputs', task, '--json'])) as { files: string[] };
  expect(files.includes(filesOf(pattern)[0] ?? '')).toBe(made);
});

test.each(apart)('%s runs tasks and browser tests of %s, none of %s', (pattern, own, other) => {
  const file = someFile(pattern);
  const tasks = tasksOf(file);
  for (const target of ['lint', 'typecheck', 'test', 'build']) expect(tasks).toContain(`${own}:${target}`);
  expect(tasks.filter((task) => task.startsWith(`${other}:`) || task.startsWith('api:'))).toEqual([]);
  const tested = nx(['show', 'projects', '--affected', '--with-target=e2e', `--files=${file}`, '--json']);
  expect(JSON.parse(tested)).toEqual([`${own}-e2e`]);
});

describe('projects affected by the content of a commit', () => {
  test('a release of one app affects no other app, as the command itself says', () => {
    expect(affectedBy('release')).toEqual([...siteAndTests].sort());

    const clone = join(folder, 'clone');
    git(['clone', '--quiet', '--shared', root, clone]);
    git(['config', 'user.name', 'Check'], clone);
    git(['config', 'user.email', 'check@yunduo.test'], clone);
    symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
    for (const [file, text] of Object.entries(textsOf(RELEASE, clone)))
      writeFileSync(join(clone, file), text);
    git(['commit', '--quiet', '--all', '--message', 'chore: an edit'], clone);
    const env = {
      NX_DAEMON: 'false',
      NX_ISOLATE_PLUGINS: 'false',
      NX_WORKSPACE_ROOT_PATH: clone,
      NX_CACHE_DIRECTORY: join(folder, 'cache'),
      NX_WORKSPACE_DATA_DIRECTORY: join(folder, 'data'),
    };
    const shown = nx(
      ['show', 'projects', '--affected', '--base=HEAD~1', '--head=HEAD', '--json'],
      env,
      clone,
    );
    expect((JSON.parse(shown) as string[]).sort()).toEqual(affectedBy('release'));
  });

  test('a new version of a package used only by the console affects the console', () => {
    expect(affectedBy('consolesPackage')).toEqual([...consoleAndTests].sort());
  });

  test.each(bumps)('a new version of %s affects %j', (tool, reached, untouched) => {
    const projects = affectedBy(tool);
    expect(projects).toEqual(expect.arrayContaining(reached));
    expect(projects.filter((project) => untouched.includes(project))).toEqual([]);
  });

  test('a new workspace script affects no project', () => {
    expect(affectedBy('script')).toEqual([]);
  });
});

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { filesOf, root } from './workspace.ts';

function node(args: readonly string[], input = ''): string {
  const { stdout, stderr, status, signal } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    timeout: 110_000,
    maxBuffer: 64 * 1024 * 1024,
    input,
    env: { ...process.env, NODE_OPTIONS: '', NX_DAEMON: 'false', NX_ISOLATE_PLUGINS: 'false' },
  });
  if (status !== 0) throw new Error(stderr || stdout || `${args.join(' ')}: ${signal}`);
  return stdout;
}

type Edits = Record<string, (json: never) => unknown>;

/** The JSON files as an edit leaves them. */
const textsOf = (edits: Edits): Record<string, string> =>
  Object.fromEntries(
    Object.entries(edits).map(([file, edit]) => {
      const json = JSON.parse(readFileSync(join(root, file), 'utf8')) as never;
      edit(json);
      return [file, `${JSON.stringify(json, null, 2)}\n`];
    }),
  );

interface Answers {
  /** The projects that `nx affected` would run after each change. */
  projects: Record<string, string[] | undefined>;
  nodes: Record<
    string,
    { data: { targets: Record<string, { executor?: string; cache?: boolean } | undefined> } }
  >;
}
let answers: Answers;
const affectedBy = (change: string): string[] => {
  const projects = answers.projects[change];
  if (!projects) throw new Error(`it was not asked what ${change} affects`);
  return projects;
};

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
  const edits: Record<string, Edits> = {
    release: RELEASE,
    consolesPackage,
    script: { 'package.json': ({ scripts }: Manifest) => (scripts['one-more'] = 'true') },
    ...Object.fromEntries(bumps.map(([tool]) => [tool, newVersionOf(tool)])),
  };
  const input = {
    files: [...[...exact, ...never].map(([pattern]) => someFile(pattern)), DOCUMENT],
    edits: Object.fromEntries(Object.entries(edits).map(([name, edit]) => [name, textsOf(edit)])),
  };
  const script = join(import.meta.dirname, 'affected-projects.ts');
  answers = JSON.parse(node([script], JSON.stringify(input))) as Answers;
}, 120_000);

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

test('every task of every project is cached with the inputs of nx.json', () => {
  const odd = Object.entries(answers.nodes).flatMap(([project, { data }]) =>
    ['lint', 'typecheck', 'test', 'build'].flatMap((target) => {
      const task = data.targets[target];
      if (!task || (task.cache && task.executor === 'nx:run-commands')) return [];
      return [`${project}:${target}: ${task.executor}, cache ${task.cache}`];
    }),
  );
  expect(Object.keys(answers.nodes).length).toBeGreaterThan(10);
  expect(odd).toEqual([]);
});

// A change of displayed text rebuilds the app; a change of text for developers does not.
test.each([
  ['developer-console:build', 'apps/developer-console/app/features/landing/questions.zh.md', true],
  ['api:build', 'apps/api/src/seed/assets/protocols/*.zh.md', true],
  ['api:build', 'apps/api/src/testing/*.ts', false],
])('%s has %s as an input: %p', (task, pattern, made) => {
  const nx = join(root, 'node_modules/nx/dist/bin/nx.js');
  const { files } = JSON.parse(node([nx, 'show', 'target', 'inputs', task, '--json'])) as { files: string[] };
  expect(files.includes(filesOf(pattern)[0] ?? '')).toBe(made);
});

describe('projects affected by the content of a commit', () => {
  test('a release of one app affects no other app', () => {
    expect(affectedBy('release')).toEqual([...siteAndTests].sort());
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

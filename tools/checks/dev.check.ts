import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { filesOf, linkPackages, root } from './workspace.ts';

// `npm run dev` as developers use it, in a copy of the workspace, whose files are changed here.

const WAIT_LIMIT = 90_000;
const MADE = ['node_modules', 'dist', '.react-router', 'storybook-static'];

const workspace = mkdtempSync(join(tmpdir(), 'yunduo-dev-'));
let child: ChildProcess;
let ended: Promise<number | null>;
let output = '';
let origin: string;

/** Repeats a request until it succeeds; the failure contains the output so far. */
async function until<T>(what: string, ask: () => Promise<T | undefined> | T | undefined): Promise<T> {
  const end = performance.now() + WAIT_LIMIT;
  while (performance.now() < end) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (child.exitCode !== null) throw new Error(`npm run dev ended: ${output}`);
    await pause(100);
  }
  throw new Error(`Not within ${WAIT_LIMIT / 1000} s: ${what}\n${output}`);
}

function copyWorkspace(): void {
  for (const folder of ['apps', 'libs', 'tools', 'e2e']) {
    cpSync(join(root, folder), join(workspace, folder), {
      recursive: true,
      filter: (path) => !MADE.includes(basename(path)),
    });
  }
  // Created once by PGlite; without it each new database takes seconds more.
  const cluster = 'apps/api/dist/initdb.tar.gz';
  if (existsSync(join(root, cluster))) cpSync(join(root, cluster), join(workspace, cluster));
  for (const file of filesOf('*.json')) cpSync(join(root, file), join(workspace, file));
  linkPackages(workspace);
}

type Save = (file: string, text: string) => void;

/** How editors save: JetBrains and vim write a new file and rename it over the old one. */
const SAVES: Record<'in place' | 'by renaming', Save> = {
  'in place': writeFileSync,
  'by renaming': (file, text) => {
    writeFileSync(`${file}~`, text);
    renameSync(`${file}~`, file);
  },
};

/** Changes a file of the copy; a change without effect is an error. */
function change(path: string, changed: (text: string) => string, save: Save = writeFileSync): void {
  const file = join(workspace, path);
  const text = readFileSync(file, 'utf8');
  const next = changed(text);
  if (next === text) throw new Error(`${path} has nothing to change.`);
  save(file, next);
}

const environment = (settings: { PORT: string; DATA_DIR: string }): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_OPTIONS: '',
  APP_MODE: 'trial',
  HOST: '127.0.0.1',
  ...settings,
});

beforeAll(async () => {
  copyWorkspace();
  child = spawn(process.execPath, ['tools/start/dev.ts'], {
    cwd: workspace,
    env: environment({ PORT: '0', DATA_DIR: join(workspace, '.data') }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  ended = new Promise((resolve) => child.once('close', resolve));
  const hear = (chunk: Buffer): void => void (output += chunk.toString());
  child.stdout?.on('data', hear);
  child.stderr?.on('data', hear);
  origin = await until('Ready', () => /^Ready: (\S+)$/m.exec(output)?.[1]);
}, 2 * WAIT_LIMIT);

afterAll(async () => {
  child.kill('SIGTERM');
  const insist = setTimeout(() => child.kill('SIGKILL'), 15_000);
  await ended;
  clearTimeout(insist);
  rmSync(workspace, { recursive: true, force: true });
}, 30_000);

const statusOf = async (path: string): Promise<number> => {
  const answer = await fetch(origin + path);
  await answer.text();
  return answer.status;
};

test('one origin serves both apps and the API', async () => {
  const paths = ['/', '/en', '/developer-center', '/en/developer-center', '/developers', '/api/health/live'];
  const answers = await Promise.all(paths.map(async (path) => [path, await statusOf(path)]));
  expect(answers).toEqual(paths.map((path) => [path, 200]));
});

test.each([
  ['the public site', 'apps/public-site', '/', 'app/features/home/hero.tsx'],
  [
    'the developer center',
    'apps/developer-console',
    '/developer-center/',
    'app/features/landing/landing-page.tsx',
  ],
])('a changed component of %s reaches the open page', async (_, app, base, file) => {
  // Like the page's own script: the token is in Vite's client, and only requested files are updated.
  const client = await (await fetch(`${origin}${base}@vite/client`)).text();
  const token = /wsToken = "([^"]+)"/.exec(client)?.[1] ?? '';
  const component = await fetch(origin + base + file);
  expect({ status: component.status, text: await component.text() }).toMatchObject({
    status: 200,
    text: expect.stringContaining('import.meta.hot'),
  });
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${base}?token=${token}`, 'vite-hmr');
  const messages: string[] = [];
  socket.addEventListener('message', ({ data }) => messages.push(String(data)));
  try {
    await until('connected', () => messages.find((message) => message.includes('"connected"')));
    change(join(app, file), (text) => `${text}\n// changed\n`);
    const update = await until('the update', () =>
      messages.find((message) => message.includes('"update"') && message.includes(file)),
    );
    expect(JSON.parse(update)).toMatchObject({
      type: 'update',
      updates: expect.arrayContaining([expect.objectContaining({ type: 'js-update', path: `/${file}` })]),
    });
  } finally {
    socket.close();
  }
});

test(
  'the API restarts on each save, in place or by rename, at the same address',
  async () => {
    const works = "calls.live, contentSchemas.live, () => ({ status: 'ok' })";
    const throws = "calls.live, contentSchemas.live, () => { throw new Error('changed'); }";
    // Renaming twice: a watcher of the old file would notice only the first change.
    for (const [from, to, save, status] of [
      [works, throws, SAVES['by renaming'], 500],
      [throws, works, SAVES['by renaming'], 200],
      [works, throws, SAVES['in place'], 500],
    ] as const) {
      change('apps/api/src/modules/health/routes.ts', (text) => text.replace(from, to), save);
      // While the API is away the edge answers 502.
      await until(
        `status ${status}`,
        async () => (await statusOf('/api/health/live')) === status || undefined,
      );
    }
    expect(await statusOf('/')).toBe(200);
  },
  3 * WAIT_LIMIT,
);

test.each([
  [
    'the data folder',
    () => ({ PORT: '0', DATA_DIR: join(workspace, '.data') }),
    /^API ended with exit code 1: the data folder \S+ is in use by another process/,
  ],
  [
    'the port',
    () => ({ PORT: new URL(origin).port, DATA_DIR: join(workspace, '.data-2') }),
    /^Port \d+ on 127\.0\.0\.1 is in use/,
  ],
])('a second `npm run dev` with %s in use exits with one line', (_, settings, words) => {
  const second = spawnSync(process.execPath, ['tools/start/dev.ts'], {
    cwd: workspace,
    env: environment(settings()),
    encoding: 'utf8',
    timeout: WAIT_LIMIT,
  });
  expect({ status: second.status, lines: second.stderr.trim().split('\n').length }).toEqual({
    status: 1,
    lines: 1,
  });
  expect(second.stderr).toMatch(words);
  expect(second.stdout.split('\n').filter((line) => line && !/^\[API\] Waiting/.test(line))).toEqual([]);
});

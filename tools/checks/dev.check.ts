import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { filesOf, root } from './workspace.ts';

// `npm run dev` as developers meet it, in a copy of the workspace: its files are changed here.

const WAIT_LIMIT = 90_000;
const MADE = ['node_modules', 'dist', '.react-router', 'storybook-static'];

const workspace = mkdtempSync(join(tmpdir(), 'yunduo-dev-'));
let child: ChildProcess;
let ended: Promise<number | null>;
let output = '';
let origin: string;

/** Asks again and again until there is an answer; what was said so far stands in the failure. */
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
  for (const folder of ['apps', 'libs', 'tools']) {
    cpSync(join(root, folder), join(workspace, folder), {
      recursive: true,
      filter: (path) => !MADE.includes(basename(path)),
    });
  }
  // Made once by PGlite; without it each new database takes seconds more.
  const cluster = 'apps/api/dist/initdb.tar.gz';
  if (existsSync(join(root, cluster))) cpSync(join(root, cluster), join(workspace, cluster));
  for (const file of filesOf('*.json')) cpSync(join(root, file), join(workspace, file));
  // Packages are those of the real workspace, its own ones those of the copy.
  const packages = join(root, 'node_modules');
  mkdirSync(join(workspace, 'node_modules/@yunduo'), { recursive: true });
  for (const name of readdirSync(packages)) {
    if (!name.startsWith('.') && name !== '@yunduo')
      symlinkSync(join(packages, name), join(workspace, 'node_modules', name));
  }
  for (const name of readdirSync(join(packages, '@yunduo')))
    symlinkSync(readlinkSync(join(packages, '@yunduo', name)), join(workspace, 'node_modules/@yunduo', name));
}

/** Changes a file of the copy; nothing may be left as it was. */
function change(path: string, changed: (text: string) => string): void {
  const file = join(workspace, path);
  const text = readFileSync(file, 'utf8');
  const next = changed(text);
  if (next === text) throw new Error(`${path} has nothing to change.`);
  writeFileSync(file, next);
}

beforeAll(async () => {
  copyWorkspace();
  child = spawn(process.execPath, ['tools/start/dev.ts'], {
    cwd: workspace,
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      APP_MODE: 'trial',
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: join(workspace, '.data'),
    },
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

test('one address serves both apps and the API', async () => {
  const paths = ['/', '/en', '/developer-center', '/en/developer-center', '/api/health/live'];
  const answers = await Promise.all(paths.map(async (path) => [path, await statusOf(path)]));
  expect(answers).toEqual(paths.map((path) => [path, 200]));
});

test.each([
  ['the public site', 'apps/public-site', '/', 'app/features/home/hero.tsx'],
  ['the developer center', 'apps/developer-console', '/developer-center/', 'app/features/landing/hero.tsx'],
])('a component of %s that changes reaches the page that is open', async (_, app, base, file) => {
  // As the page's own script does: the token stands in Vite's client, and only what was asked for is updated.
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

test('the API starts again when its source changes, at the same address', async () => {
  expect(await statusOf('/api/health/live')).toBe(200);
  change('apps/api/src/modules/health/routes.ts', (text) =>
    text.replace(
      /(calls\.live, contentSchemas\.live, \(\) => )\(\{ status: 'ok' \}\)/,
      "$1{ throw new Error('changed'); }",
    ),
  );
  // While it is away the edge answers 502.
  const status = await until('another answer', async () => {
    const now = await statusOf('/api/health/live');
    return now === 200 || now === 502 ? undefined : now;
  });
  expect(status).toBe(500);
  expect(await statusOf('/')).toBe(200);
});

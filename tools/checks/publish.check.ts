import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startProduct, type Product } from '@yunduo/e2e/product';
import { root } from './workspace.ts';

// The publish example as a build server runs it, against the whole product with its seeded world.

const DAY = 86_400_000;
/** Every scope that the example needs. */
const SCOPES = ['app:read', 'app:write', 'version:submit'];
const PACKAGE = Buffer.alloc(4_096);
const COMMIT = ['--commit', 'a'.repeat(40)];
/** A developer's seeded app that is published, complete, and has no version in preparation. */
const APP = { key: '', id: 0, version: '' };

const folder = mkdtempSync(join(tmpdir(), 'yunduo-publish-'));
let product: Product;
let session: string;

interface Answer<T> {
  code: string;
  data: T;
}
async function call<T>(path: string, data?: object): Promise<T> {
  const answer = await fetch(`${product.origin}/api${path}`, {
    headers: {
      'content-type': 'application/json',
      ...(session && { authorization: `Bearer ${session}` }),
    },
    ...(data && { method: 'POST', body: JSON.stringify(data) }),
  });
  const body = (await answer.json()) as Answer<T>;
  expect({ path, code: body.code }).toEqual({ path, code: 'OK' });
  return body.data;
}
const moveClock = (move: object) =>
  fetch(`${product.origin}/dev/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(move),
  });

interface Made {
  token: string;
  item: { id: number };
}
const makeToken = (scopes = SCOPES, limits: { app_id?: number; expires_in_days?: number } = {}) =>
  call<Made>('/dev_token/create', { name: 'night build', scopes, expires_in_days: 30, ...limits });
const signIn = async () => {
  session = '';
  const person = { email: 'developer@yunduo.test', password: 'Yunduo2026', agree: true };
  session = (await call<{ token: string }>('/user_auth/login', person)).token;
};

beforeAll(async () => {
  product = await startProduct({}, false);
  await signIn();
  const { list } = await call<{
    list: { id: number; app_key: string; status: string; version: string; coming_version: string | null }[];
  }>('/dev_app/list?status=published&page_size=50');
  const found = list.find(({ coming_version }) => coming_version === null);
  if (!found) throw new Error('the seed has no app of the developer that is live and at rest');
  Object.assign(APP, { key: found.app_key, id: found.id, version: found.version });
  writeFileSync(join(folder, 'zh.md'), '夜里构建的版本。\n');
  writeFileSync(join(folder, 'en.md'), 'Built at night.\n');
  writeFileSync(join(folder, 'gbk.md'), Buffer.of(0xd2, 0xb9, 0xc0, 0xef));
  writeFileSync(join(folder, 'app.tar.gz'), PACKAGE);
});
afterAll(async () => {
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Ran {
  code: number | null;
  said: string;
  complained: string;
}
/** Runs the example; the locale is that of a build server. */
function run(args: readonly string[], env: Record<string, string> = {}): Promise<Ran> {
  const child = spawn(process.execPath, [join(root, 'apps/developer-console/public/publish.mjs'), ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8', PUBLISH_ORIGIN: product.origin, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ran: Ran = { code: null, said: '', complained: '' };
  child.stdout.on('data', (chunk: Buffer) => (ran.said += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (ran.complained += chunk.toString()));
  return new Promise((resolve) => child.once('close', (code) => resolve({ ...ran, code })));
}
const publish = (token: string, version: string, more: readonly string[] = []) =>
  run(
    [
      ...['--app', APP.key, '--version', version, '--package', 'app.tar.gz'],
      ...['--repo', 'https://git.example.com/night/build', '--notes-zh', 'zh.md', '--notes-en', 'en.md'],
      ...(more.includes('--git') ? [] : COMMIT),
      ...more,
    ],
    { PUBLISH_TOKEN: token },
  );
interface Seen {
  version: string;
  git_version: string;
  git_commit: string;
  size: number;
  package_sha256: string;
  review_status: string;
  description: { zh: string; en: string };
}
const seen = async (version: string) =>
  (await call<{ versions: Seen[] }>(`/dev_app/detail?id=${APP.id}`)).versions.find(
    (each) => each.version === version,
  );

test('explains a missing scope and an unknown, revoked or foreign token, and submits nothing', async () => {
  const reader = await makeToken(['app:read']);
  const rejected = await publish(reader.token, '90.0.0');
  expect(rejected).toMatchObject({ code: 1, said: '' });
  expect(rejected.complained).toMatch(/^refused \(TOKEN_SCOPE_MISSING\): .*app:write/);

  const writer = await makeToken(['app:read', 'app:write']);
  // It may create a version, but not submit it; the next run continues with the created one.
  expect((await publish(writer.token, '90.0.0')).complained).toMatch(/TOKEN_SCOPE_MISSING.*version:submit/);
  expect(await seen('90.0.0')).toMatchObject({ review_status: 'draft' });

  const ended = await makeToken();
  await call('/dev_token/revoke', { id: ended.item.id });
  for (const token of [ended.token, 'ydb_made-up']) {
    const answer = await publish(token, '90.0.0');
    expect(answer.code).toBe(1);
    expect(answer.complained).toMatch(/^refused \(UNAUTHENTICATED\): /);
  }

  const { list } = await call<{ list: { id: number }[] }>('/dev_app/list?page_size=50');
  const elsewhere = await makeToken(SCOPES, { app_id: list.find(({ id }) => id !== APP.id)?.id ?? 0 });
  const answer = await publish(elsewhere.token, '90.0.0');
  expect(answer.code).toBe(1);
  expect(answer.complained).toContain(`reaches no app with the ID ${APP.key}`);
});

/**
 * A repository with a commit under an annotated tag, checked out as on a build server; returns the commit.
 */
function repository(tag: string): string {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=E2E', '-c', 'user.email=e2e@example.com', ...args], {
      cwd: folder,
      encoding: 'utf8',
    }).trim();
  git('init', '--quiet');
  git('commit', '--quiet', '--allow-empty', '--message', 'built at night');
  git('tag', '--annotate', tag, '--message', tag);
  return git('rev-parse', 'HEAD');
}

test('a scoped token creates and submits a version; the same version again is rejected', async () => {
  const { token } = await makeToken(SCOPES, { app_id: APP.id });
  // Without the tag in Git nothing is sent: a name alone does not identify what was built.
  const unknown = await publish(token, '90.0.0', ['--git', 'release-90']);
  expect(unknown).toMatchObject({ code: 2, said: '' });
  expect(unknown.complained).toContain('git knows no release-90 in this folder');
  const commit = repository('release-90');
  const done = await publish(token, '90.0.0', ['--git', 'release-90']);
  expect(done).toMatchObject({ code: 0, complained: '' });
  expect(done.said).toMatch(new RegExp(`^${APP.key} 90\\.0\\.0 is submitted, answer by \\d{4}-`));
  expect(await seen('90.0.0')).toMatchObject({
    review_status: 'in_review',
    git_version: 'release-90',
    git_commit: commit,
    size: 4_096,
    package_sha256: createHash('sha256').update(PACKAGE).digest('hex'),
    description: { zh: '夜里构建的版本。', en: 'Built at night.' },
  });

  const again = await publish(token, '90.0.0');
  expect(again).toMatchObject({ code: 1, said: '' });
  expect(again.complained).toMatch(
    /^refused \(VERSION_TAKEN\): .+\n {2}version: .+ \(version_taken\)\n {2}Use a higher number, or withdraw .+\n$/,
  );
  // A repeated job: the same build is under review already.
  expect(await publish(token, '90.0.0', ['--git', 'release-90'])).toEqual({ ...done, complained: '' });
  // A number below the published one.
  const below = await publish(token, '0.0.1');
  expect(below.code).toBe(1);
  expect(below.complained).toContain('(VERSION_NOT_HIGHER)');
  // In Chinese on a build server with a Chinese locale.
  const chinese = await run(['--app', APP.key, '--version', '90.0.0', ...COMMIT], {
    PUBLISH_TOKEN: token,
    LANG: 'zh_CN.UTF-8',
  });
  expect(chinese.complained).toMatch(/VERSION_TAKEN\): .*\p{Script=Han}/u);
});

test('a repeated job of a build that is published already succeeds; of another commit it is rejected', async () => {
  const { token } = await makeToken();
  const live = await seen(APP.version);
  if (!live) throw new Error('the app has no published version');
  const repeat = (commit: string) =>
    run(['--app', APP.key, '--version', APP.version, '--commit', commit], { PUBLISH_TOKEN: token });
  expect(await repeat(live.git_commit)).toEqual({
    code: 0,
    said: `${APP.key} ${APP.version} is released\n`,
    complained: '',
  });
  expect((await repeat('b'.repeat(40))).complained).toMatch(/^refused \(VERSION_TAKEN\)/);
});

test('finds an app behind a page of apps whose IDs contain its ID', async () => {
  for (let place = 0; place < 20; place += 1) {
    const name = `${APP.key} ${String.fromCodePoint(97 + place)}`;
    await call('/dev_app/save', { name: { zh: name, en: name } });
  }
  const { token } = await makeToken();
  expect((await publish(token, '90.0.0')).complained).toMatch(/^refused \(VERSION_TAKEN\)/);
});

test('a build without notes reads what is missing and which option adds it, and no words of the page', async () => {
  const { token } = await makeToken();
  const args = ['--app', APP.key, '--version', '90.0.0', ...COMMIT, '--notes-en', 'long.md'];
  writeFileSync(join(folder, 'long.md'), 'x'.repeat(501));
  const long = await run(args, { PUBLISH_TOKEN: token });
  expect(long.complained).toBe(
    'refused (VALIDATION_FAILED): Some fields are invalid\n' +
      '  description.en: Use up to 500 characters (version_description_length)\n' +
      '  Correct the options above.\n',
  );
  const chinese = await run(args, { PUBLISH_TOKEN: token, LANG: 'zh_CN.UTF-8' });
  expect(chinese.complained).toMatch(/^refused \(VALIDATION_FAILED\): 部分内容填写有误\n/);
});

test('rejects an expired token', async () => {
  const { token } = await makeToken();
  await moveClock({ advance: 31 * DAY });
  const answer = await publish(token, '91.0.0');
  expect(answer.code).toBe(1);
  expect(answer.complained).toMatch(/^refused \(UNAUTHENTICATED\): /);
  await moveClock({ advance: -31 * DAY });
  // The token works again: the server now rejects a field, which the tool does not validate.
  const repo = ['--repo', 'ftp://git.example.com/night/build'];
  expect((await publish(token, '91.0.0', repo)).complained).toMatch(
    /^refused \(VALIDATION_FAILED\): .+\n {2}repo_url: /,
  );
});

test('wrong usage prints the usage and sends nothing', async () => {
  const { token } = await makeToken();
  const needed = ['--app', APP.key, '--version', '92.0.0', ...COMMIT];
  const wrong: readonly (readonly [string[], Record<string, string>])[] = [
    [[], { PUBLISH_TOKEN: token }],
    [needed, {}],
    [needed, { PUBLISH_TOKEN: token, PUBLISH_ORIGIN: 'nowhere' }],
    [needed, { PUBLISH_TOKEN: token, PUBLISH_ORIGIN: 'yunduo.example:8443' }],
    [[...needed, '--notes-en', 'none.md'], { PUBLISH_TOKEN: token }],
    [[...needed, '--package', 'none.tar.gz'], { PUBLISH_TOKEN: token }],
    [[...needed, '--size', 'large'], { PUBLISH_TOKEN: token }],
    [[...needed, '--sha256', 'short'], { PUBLISH_TOKEN: token }],
    [[...needed, '--package', 'app.tar.gz', '--size', '4096'], { PUBLISH_TOKEN: token }],
    [[...needed, '--size', '4096'], { PUBLISH_TOKEN: token }],
    [[...needed, '--sha256', 'a'.repeat(64)], { PUBLISH_TOKEN: token }],
    [[...needed, '--notes-zh', 'gbk.md'], { PUBLISH_TOKEN: token }],
    [needed, { PUBLISH_TOKEN: `Bearer ${token}` }],
    [needed, { PUBLISH_TOKEN: `"${token}"` }],
    [['--app', APP.key, '--version', '92.0.0', '--commit', 'main'], { PUBLISH_TOKEN: token }],
    [[...needed, '--unknown'], { PUBLISH_TOKEN: token }],
    ...['092.0.0', '92.0', '92.00.0', '92.0.0-rc.1', 'v92.0.0'].map(
      (version): [string[], Record<string, string>] => [
        ['--app', APP.key, '--version', version, ...COMMIT],
        { PUBLISH_TOKEN: token },
      ],
    ),
  ];
  for (const [args, env] of wrong) {
    const answer = await run(args, env);
    expect({ args, code: answer.code }).toEqual({ args, code: 2 });
    expect(answer.complained).toContain('usage:');
  }
  expect(await seen('92.0.0')).toBeUndefined();
});

test('names an unreachable site after a few attempts', async () => {
  const { token } = await makeToken();
  const answer = await run(['--app', APP.key, '--version', '93.0.0', ...COMMIT], {
    PUBLISH_TOKEN: token,
    PUBLISH_ORIGIN: 'http://127.0.0.1:9',
  });
  expect(answer.code).toBe(1);
  expect(answer.complained).toMatch(/^http:\/\/127\.0\.0\.1:9 is not reached \(.+\)\n$/);
});

test('names the address that a site redirects to, and sends the token nowhere else', async () => {
  const there: unknown[] = [];
  const port = (one: Server) => (one.address() as AddressInfo).port;
  const target = createServer((request, response) => {
    there.push(request.headers.authorization);
    response.writeHead(401, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ code: 'UNAUTHENTICATED', msg: 'Log in', data: null }));
  }).listen(0, '127.0.0.1');
  await once(target, 'listening');
  const server = createServer((request, response) => {
    response.writeHead(301, { location: `http://127.0.0.1:${port(target)}${request.url}` }).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const answer = await run(['--app', APP.key, '--version', '93.0.0', ...COMMIT], {
    PUBLISH_TOKEN: 'ydb_any',
    PUBLISH_ORIGIN: `http://127.0.0.1:${port(server)}`,
  });
  const [from, to] = [port(server), port(target)];
  server.close();
  target.close();
  expect(answer).toMatchObject({
    code: 1,
    complained: `http://127.0.0.1:${from} redirects to http://127.0.0.1:${to}: give the address of the site itself as --origin\n`,
  });
  expect(there).toEqual([]);
});

test('asks again after an answer that breaks off', async () => {
  let requested = 0;
  const server = createServer((_, response) => {
    requested += 1;
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
    response.write('{"code":', () => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const answer = await run(['--app', APP.key, '--version', '93.0.0', ...COMMIT], {
    PUBLISH_TOKEN: 'ydb_any',
    PUBLISH_ORIGIN: origin,
  });
  server.close();
  expect(answer.code).toBe(1);
  expect(answer.complained).toContain(`${origin} is not reached (`);
  expect(requested).toBe(3);
});

/** Prints each pause of a program instead of waiting. */
const PRINTS_PAUSES = `data:text/javascript,${encodeURIComponent(`
import timers from 'node:timers/promises';
import { syncBuiltinESMExports } from 'node:module';
timers.setTimeout = (pause) => Promise.resolve(process.stderr.write('waits ' + pause + '\\n'));
syncBuiltinESMExports();
`)}`;

test('waits for as long as an API that is away says, but not for an hour', async () => {
  const pauses = ['5', '3600'];
  const server = createServer((_, response) => {
    const words = JSON.stringify({ code: 'UNAVAILABLE', msg: 'Later.', data: null });
    response.writeHead(503, { 'content-type': 'application/json', 'retry-after': pauses.shift() ?? '5' });
    response.end(words);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const answer = await run(['--app', APP.key, '--version', '93.0.0', ...COMMIT], {
    PUBLISH_TOKEN: 'ydb_any',
    PUBLISH_ORIGIN: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    NODE_OPTIONS: `--import=${PRINTS_PAUSES}`,
  });
  server.close();
  expect(answer).toMatchObject({
    code: 1,
    complained: 'waits 5000\nwaits 500\nwaits 0\nwaits 1000\nrefused (UNAVAILABLE): Later.\n',
  });
});

test('retries after a short Retry-After, but not after one of an hour', async () => {
  const pauses = ['1', '3600'];
  let requested = 0;
  const server = createServer((_, response) => {
    requested += 1;
    const words = JSON.stringify({ code: 'TOO_MANY_REQUESTS', msg: 'Later.', data: null });
    response.writeHead(429, { 'content-type': 'application/json', 'retry-after': pauses.shift() }).end(words);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const answer = await run(['--app', APP.key, '--version', '93.0.0', ...COMMIT], {
    PUBLISH_TOKEN: 'ydb_any',
    PUBLISH_ORIGIN: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });
  server.close();
  expect(answer).toMatchObject({ code: 1, complained: 'refused (TOO_MANY_REQUESTS): Later.\n' });
  expect(requested).toBe(2);
});

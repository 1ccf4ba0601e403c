// The guides of the API's documentation match its behaviour. Each example is a file that this test runs, as a reader
// would, against the real app on a port.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { appStore, devApp, devToken, userDevice } from '@yunduo/api-contract';
import { LOCALES, type Locale } from '@yunduo/i18n';
import { DEVICE_SIGN_IN, TOKEN_SCOPES, type TokenScope } from '@yunduo/validation';
import { createInvitation } from './modules/download/invitations.ts';
import { GIT_COMMIT, idOf, signInSeeded } from './testing/dev-apps.ts';
import { testApp, type TestApp } from './testing/app.ts';
import { codeOfLicence, issued } from './testing/licences.ts';
import { noticeOf, orderIn } from './testing/orders.ts';
import { newcomer, signedInAs, type SignedIn } from './testing/people.ts';
import { SEED_PASSWORD } from './testing/builders.ts';
import { providerNamed } from './modules/payment/providers.ts';
import { webhookSignature } from './modules/webhook/signature.ts';

const ROOT = join(import.meta.dirname, '../../..');
const CONTRACT = join(ROOT, 'libs/api-contract');
const GUIDES = join(CONTRACT, 'guides');
const EXAMPLES = readdirSync(join(GUIDES, 'examples'));
/** Origin in the examples: the site replaces it with its own. */
const ORIGIN = 'https://yunduo.example';

const textOf = (locale: Locale, name: string): string => readFileSync(join(GUIDES, locale, name), 'utf8');
const guides = readdirSync(join(GUIDES, 'en'));
const matches = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([all]) => all);

describe('API guides', () => {
  test('have the same sections, examples and codes in both languages', () => {
    expect(readdirSync(join(GUIDES, 'zh'))).toEqual(guides);
    for (const name of guides) {
      const [zh, en] = LOCALES.map((locale) => textOf(locale, name));
      for (const pattern of [/\{#[\w-]+\}/g, /^\{\{.+\}\}$/gm, /`[A-Z_]{4,}`/g, /\/api\/[\w./{}]+/g])
        expect([name, pattern, matches(zh ?? '', pattern).sort()]).toEqual([
          name,
          pattern,
          matches(en ?? '', pattern).sort(),
        ]);
    }
  });

  test('name for each scope of a build token the calls that it allows', () => {
    const { paths } = JSON.parse(readFileSync(join(CONTRACT, 'openapi.json'), 'utf8')) as {
      paths: Record<string, Record<string, { 'x-token-scope'?: TokenScope }>>;
    };
    const allowed = TOKEN_SCOPES.map((scope) => [
      scope,
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.values(methods).some((call) => call['x-token-scope'] === scope) ? [path] : [],
      ),
    ]);
    for (const locale of LOCALES) {
      const rows = [...textOf(locale, 'authentication.md').matchAll(/^\| `(\w+:\w+)` .*$/gm)];
      expect(rows.map(([row, scope]) => [scope, matches(row, /\/api\/\w+\/\w+/g).sort()])).toEqual(
        allowed.map(([scope, calls]) => [scope, [...(calls ?? [])].sort()]),
      );
    }
  });

  test('show exactly the example programs that are run', () => {
    const shown = guides.flatMap((name) =>
      [...textOf('en', name).matchAll(/^\{\{example (\S+)\}\}$/gm)].map(([, file]) => file),
    );
    expect([...shown].sort()).toEqual([...EXAMPLES].sort());
    const languages = guides.flatMap((name) => matches(textOf('en', name), /^```\w+/gm));
    // Responses, and the configuration file of a third-party service.
    expect(new Set(languages)).toEqual(new Set(['```json', '```text', '```yaml']));
    expect(Object.keys(SAYS).sort()).toEqual(EXAMPLES.filter((name) => !PARTS.includes(name)).sort());
  });
});

/** Modules imported by other examples. */
const PARTS = ['keys.ts', 'webhook.ts'];
/** Expected output of each example. */
const SAYS: Record<string, RegExp> = {
  'generate.sh': /yunduo\.d\.ts/,
  'first-call.sh': /^(\S+ \d+\.\d+\S*\n){3}$/,
  'first-call.ts': /^(\S+ \d+\.\d+\S*\n){3}$/,
  'session.sh': /^user@yunduo\.test\n$/,
  'build-token.sh': /^[\w-]+\n/,
  'scope.sh': /^HTTP\/1\.1 403[\s\S]+www-authenticate: Bearer error="insufficient_scope"[\s\S]+"scope":null/i,
  'device.sh': /^Open http\S+ and confirm [A-Z-]{9}\nuser@yunduo\.test\n$/,
  'device.ts': /^Open http\S+ and confirm [A-Z-]{9}\nuser@yunduo\.test\n$/,
  'error.sh': /^HTTP\/1\.1 400[\s\S]+x-request-id: [\s\S]+"fields":\{"page":"field_invalid"\}/,
  'error.ts': /^The app has left the store\n$/,
  'pages.ts': /^\d{2,} apps\n$/,
  'idempotency.sh': /^(YD\S+)\n\1\n$/,
  'idempotency.ts': /^YD\S+\n$/,
  'retry.ts': /^200\n$/,
  'language.sh': /^[A-Z][\w ]+\n\p{Script=Han}+\n$/u,
  'etag.sh': /^200\n304\n\d{2,}\n$/,
  'etag.ts': /^unchanged\n$/,
  'resume.sh': /^client\.part: OK\n$/,
  'fingerprint.sh': /^[0-9a-f]{64}\n$/,
  'bind.sh': /^active until \d{4}-\d{2}-\d{2}T15:59:59\.\d+Z\n$/,
  'verify.ts': /^valid until \d{4}-\d{2}-\d{2}T15:59:59\.\d+Z\n$/,
  'request.sh': /^yunduo-licence\/1\n$/,
  'licence-file.ts': /^licensed until \d{4}-\d{2}-\d{2}T\S+Z\n$/,
  'check.sh': /^mem\n(cores\n)?$/,
  'update.ts': /^\d+\.\d+\.\d+ [0-9a-f]{64}\n$/,
  'receiver.ts': /^listening on \d+\nping\n$/,
  'vectors.ts': /^([0-9a-f]{16}) (?!\1)[0-9a-f]{16}\nOK true\nLICENCE_NOT_FOUND true\n$/,
  'publish.sh': /^\S+ 90\.0\.0 is submitted, answer by /,
  'publish-calls.sh': /^OK\nin_review\n$/,
  'notice.sh': /^accepted\n$/,
  'notice.ts': /^OK unmatched\n$/,
};

/** Shortens the examples' seconds to milliseconds; the server's clock stands still. */
const AT_ONCE = `
import timers from 'node:timers/promises';
import { syncBuiltinESMExports } from 'node:module';
const { setTimeout: rest } = timers;
timers.setTimeout = (milliseconds) => rest(milliseconds / 100);
syncBuiltinESMExports();
`;

describe('Guide example', () => {
  let api: TestApp;
  let user: SignedIn;
  let developer: string;
  let server: Server;
  let origin: string;
  const built = join(import.meta.dirname, '../dist');
  let folder: string;
  const env: Record<string, string> = {};

  beforeAll(async () => {
    server = createServer((request, response) => {
      const isScript = request.url === '/developer-center/publish.mjs';
      if (isScript) response.end(readFileSync(join(ROOT, 'apps/developer-console/public/publish.mjs')));
      else api.app.routing(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    api = await testApp({ seeded: true, env: { ORIGIN: origin } });
    // Example programs use the computer's clock.
    api.clock.set(new Date());
    user = await signedInAs(api, 'user@yunduo.test', SEED_PASSWORD);
    developer = await signInSeeded(api, 'developer@yunduo.test');
    // Next to the installed packages that the examples import.
    mkdirSync(built, { recursive: true });
    folder = mkdtempSync(join(built, 'guides-'));
    const machineId = 'fedcba9876543210fedcba9876543210';
    writeFileSync(join(folder, 'machine-id'), machineId);
    for (const name of EXAMPLES) {
      const text = readFileSync(join(GUIDES, 'examples', name), 'utf8');
      writeFileSync(
        join(folder, name),
        text.replaceAll(ORIGIN, origin).replaceAll('/etc/machine-id', join(folder, 'machine-id')),
      );
    }
    cpSync(join(CONTRACT, 'licence-vectors.json'), join(folder, 'licence-vectors.json'));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'dist.tar.gz'), Buffer.alloc(2_000));
    writeFileSync(join(folder, 'notes.en.md'), 'Built at night.\n');
    // Shortens the examples' waits; packages are already installed.
    mkdirSync(join(folder, 'bin'));
    for (const name of ['sleep', 'npm'])
      writeFileSync(join(folder, 'bin', name), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
    writeFileSync(join(folder, 'at-once.mjs'), AT_ONCE);
    Object.assign(env, {
      TOKEN: user.token,
      FINGERPRINT: createHash('sha256').update(`yunduo-server/1\n${machineId}`).digest('hex'),
    });
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await api.close();
  });

  /** Runs an example as a reader does; `hears` is called with the output so far. */
  async function run(
    name: string,
    hears: (message: string, end: () => void) => void = () => undefined,
  ): Promise<string> {
    const command = name.endsWith('.sh')
      ? ['sh', '-eu', name]
      : [process.execPath, '--import', './at-once.mjs', name];
    const path = [join(folder, 'bin'), join(ROOT, 'node_modules/.bin'), process.env['PATH']].join(delimiter);
    const child = spawn(command[0] ?? '', command.slice(1), {
      cwd: folder,
      env: { PATH: path, HOME: folder, ...env },
      timeout: 60_000,
    });
    let message = '';
    let complained = '';
    child.stdout.on('data', (data: Buffer) => {
      message += String(data);
      hears(message, () => child.kill());
    });
    child.stderr.on('data', (data: Buffer) => (complained += String(data)));
    const code = await new Promise((resolve, reject) => child.on('close', resolve).on('error', reject));
    // An example that listens is killed.
    if (code !== 0 && !child.killed) throw new Error(`${name} ended with ${String(code)}: ${complained}`);
    return message;
  }
  const expectOutput = async (name: string, hears?: (message: string, end: () => void) => void) =>
    expect(await run(name, hears)).toMatch(SAYS[name] ?? /^$/);

  test('generates types, and every TypeScript example compiles with them', async () => {
    await expectOutput('generate.sh');
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          strict: true,
          noEmit: true,
          target: 'es2024',
          module: 'nodenext',
          moduleDetection: 'force',
          lib: ['es2024', 'dom', 'dom.iterable'],
          types: ['node'],
          allowImportingTsExtensions: true,
          verbatimModuleSyntax: true,
          skipLibCheck: true,
        },
        include: ['*.ts'],
      }),
    );
    const tsc = join(ROOT, 'node_modules/typescript-native/bin/tsc');
    const { stdout } = await promisify(execFile)(process.execPath, [tsc, '-p', folder], {
      cwd: folder,
    }).catch((error: { stdout: string }) => error);
    expect(stdout).toBe('');
  });

  test.each([
    'first-call.sh',
    'first-call.ts',
    'session.sh',
    'error.sh',
    'error.ts',
    'pages.ts',
    'idempotency.sh',
    'idempotency.ts',
    'retry.ts',
    'language.sh',
    'etag.sh',
    'etag.ts',
    'fingerprint.sh',
    'vectors.ts',
  ])('%s', (name) => expectOutput(name));

  test.each(['device.sh', 'device.ts'])('%s, once its owner has confirmed', async (name) => {
    let allowed: Promise<unknown> | undefined;
    await expectOutput(name, (message) => {
      const [, code] = /confirm ([A-Z-]{9})/.exec(message) ?? [];
      if (code !== undefined)
        allowed ??= api.call(userDevice.allow, { user_code: code }, { token: user.token }).then((answer) => {
          // The example does not really wait: a poll before this answer was too early.
          api.clock.advance(DEVICE_SIGN_IN.intervalMax);
          return answer;
        });
    });
    expect(await allowed).toMatchObject({ code: 'OK' });
    api.clock.set(new Date());
  });

  test('resume.sh, with an invitation', async () => {
    const operator = { userId: null, name: 'guides', via: 'command' } as const;
    env['INVITATION'] = (await createInvitation(api.app, operator, {})).code;
    await expectOutput('resume.sh');
  });

  test('licence examples bind, verify and license a server without a network', async () => {
    const plans = await (await fetch(`${origin}/api/auth_code/plans`)).json();
    const { keys } = (plans as { data: { keys: { public_key: string }[] } }).data;
    const owner = await newcomer(api);
    Object.assign(env, {
      TOKEN: owner.token,
      CODE: await codeOfLicence(api, await issued(api, await idOf(api, owner.email), 'm12')),
      DELIVERED_KEY: keys.at(-1)?.public_key ?? '',
    });
    for (const name of ['bind.sh', 'verify.ts', 'request.sh', 'licence-file.ts', 'update.ts'])
      await expectOutput(name);
    const file = readFileSync(join(folder, 'licence.json'), 'utf8');
    writeFileSync(join(folder, 'licence.json'), file.replace('"m12"', '"permanent"'));
    await expect(run('licence-file.ts')).rejects.toThrow(/This file was changed/);
    env['TOKEN'] = user.token;
  });

  test('build server examples list apps, hit a missing scope, and publish by script and by calls', async () => {
    /** A published app without a pending version, and a build token of its developer. */
    const building = async (session: string) => {
      const caller = { token: session };
      const { data } = await api.call(devApp.list, { status: 'published', page_size: 50 }, caller);
      const scopes: TokenScope[] = ['app:read', 'app:write', 'version:submit'];
      const made = await api.call(devToken.create, { name: 'guides', scopes, expires_in_days: 30 }, caller);
      const app = data.list.find(({ coming_version }) => coming_version === null);
      return { BUILD_TOKEN: made.data.token, APP: app?.app_key ?? '' };
    };
    Object.assign(env, await building(developer), { COMMIT: GIT_COMMIT, VERSION: '90.0.0' });
    for (const name of ['build-token.sh', 'scope.sh', 'publish.sh']) await expectOutput(name);
    Object.assign(env, await building(await signInSeeded(api, 'lighthouse@yunduo.test')));
    await expectOutput('publish-calls.sh');
  });

  test('check.sh, for an app that needs more memory than the server has', async () => {
    const { data } = await api.call(appStore.catalog, {});
    const large = data.list.find(
      ({ minimum, os, arch }) =>
        (minimum.mem_mb ?? 0) > 1_000 && os.includes('debian') && arch.includes('x86_64'),
    );
    env['APP'] = large?.app_key ?? '';
    await expectOutput('check.sh');
  });

  test('receiver.ts accepts a signed event once, and rejects others', async () => {
    const free = createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const { port } = free.address() as AddressInfo;
    free.close();
    const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
    Object.assign(env, { PORT: String(port), WEBHOOK_SECRET: secret });
    const body = JSON.stringify({ type: 'ping', timestamp: new Date().toISOString(), data: {} });
    const timestamp = Math.floor(Date.now() / 1000);
    const send = async (content: string) => {
      const headers = {
        'webhook-id': 'event-1',
        'webhook-timestamp': String(timestamp),
        'webhook-signature': webhookSignature([secret], { id: 'event-1', timestamp, body }),
      };
      return (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body: content })).status;
    };
    let statuses: Promise<number[]> | undefined;
    await expectOutput('receiver.ts', (_, end) => {
      statuses ??= (async () => {
        const answered = [await send(body.replace('ping', 'pong')), await send(body), await send(body)];
        end();
        return answered;
      })();
    });
    expect(await statuses).toEqual([401, 204, 204]);
  });

  test('webhook.ts agrees with the published vectors', async () => {
    const { isOurs } = (await import(join(GUIDES, 'examples/webhook.ts'))) as {
      isOurs: (secret: string, headers: object, body: string, now: number) => boolean;
    };
    const { now, cases } = JSON.parse(readFileSync(join(CONTRACT, 'webhook-vectors.json'), 'utf8')) as {
      now: number;
      cases: { about: string; valid: boolean; secret: string; headers: object; body: string }[];
    };
    expect(cases.length).toBeGreaterThan(8);
    expect(
      cases.map(({ about, secret, headers, body }) => [about, isOurs(secret, headers, body, now)]),
    ).toEqual(cases.map(({ about, valid }) => [about, valid]));
  });

  test('payment provider examples send a notice', async () => {
    const order = await orderIn(api, user, 'pending');
    const notice = await noticeOf(api, order.orderNo);
    Object.assign(env, {
      ORDER_NO: order.orderNo,
      PAYMENT_NO: notice.payment_no,
      AMOUNT: String(notice.amount),
      PAY_KEY: providerNamed('sandbox')?.noticeKey(api.app.config)?.toString('hex') ?? '',
    });
    for (const name of ['notice.sh', 'notice.ts']) await expectOutput(name);
  });
});

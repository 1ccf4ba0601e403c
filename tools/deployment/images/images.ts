// npm run images [-- api …]: builds the images with buildah, runs them with podman as in production, and
// tests the product through its edge. No container engine is needed, only Debian's packages buildah podman
// runc debootstrap.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { freePort } from '@yunduo/e2e/free-port';
import { record } from '../../bench/measurements.ts';
import { among, commandLine } from '../../cli.ts';
import { aptInstall, provideTestBrowser } from '../../test/chromium.ts';
import { OUTSIDE } from '../../test/outside.ts';
import { startPostgres } from '../../test/postgres.ts';
import { root, run, tool } from '../../test/run.ts';

const IMAGES = ['edge', 'api', 'public-site', 'developer-console'] as const;
type Image = (typeof IMAGES)[number];
const MINUTE = 60_000;
const BUILD_LIMIT = 30 * MINUTE;
const READY_LIMIT = 2 * MINUTE;
/** Seconds after which a container that was asked to stop is killed. */
const TIMEOUT = 10;
const CONSOLE_PORT = 8080;

const USAGE = `npm run images [-- ${IMAGES.join('|')} …]

  --pull            takes the base images from their registries; stand-ins made of Debian's packages otherwise
  --built           runs what an earlier run has built
  --folder PATH     where images are kept (~/.cache/yunduo-images)
  --files-store …   an S3 store that is there, as FILES_STORE names it; one of our own otherwise
  --smtp …          a mail server that is there, as SMTP_URL names it; one of our own otherwise
  --write           writes sizes and what held (docs/measurements)`;
const { options, images } = commandLine(
  USAGE,
  {
    options: {
      pull: { type: 'boolean', default: false },
      built: { type: 'boolean', default: false },
      folder: { type: 'string', default: join(homedir(), '.cache/yunduo-images') },
      'files-store': { type: 'string' },
      smtp: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  },
  ({ values, positionals }) => ({ options: values, images: among(IMAGES, positionals) }),
);

const store = [
  '--root',
  join(options.folder, 'store'),
  '--runroot',
  join(options.folder, 'run'),
  '--storage-driver',
  'overlay',
];
const name = (image: Image): string => `localhost/yunduo/${image}:local`;

async function must(command: string, args: readonly string[], limit = MINUTE, quiet = true): Promise<string> {
  const { code, output } = await run(command, args, { limit, quiet });
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${output.slice(-3000)}`);
  return output.trim();
}
const podman = (...args: string[]): Promise<string> => must('podman', [...store, ...args]);

const buildSeconds = new Map<Image, number>();
const sizes = new Map<Image, number>();

/** Builds an image from the repository; each base image is pulled or replaced by a stand-in. */
async function build(image: Image): Promise<void> {
  const file = `tools/deployment/images/${image}.Dockerfile`;
  const bases = [...readFileSync(join(root, file), 'utf8').matchAll(/^FROM (\S+)/gm)].map(
    ([, base = '']) => base,
  );
  const contexts = [...new Set(bases)].flatMap((base) => {
    const standIn = /distroless/.test(base) ? 'distroless-cc' : /nginx/.test(base) ? 'nginx' : 'node';
    return ['--build-context', `${base}=docker-image://localhost/stand-in/${standIn}`];
  });
  const cache = await must('npm', ['config', 'get', 'cache']);
  const startedAt = Date.now();
  await must(
    'buildah',
    [
      ...store,
      ...['build', '--isolation', 'chroot', '--format', 'docker', '--layers'],
      // npm opens more files than the default limit allows.
      ...['--ulimit', 'nofile=20000:20000', '--volume', `${cache}:/root/.npm`],
      ...(options.pull ? [] : ['--pull=never', ...contexts]),
      ...['--file', file, '--tag', name(image), root],
    ],
    BUILD_LIMIT,
  );
  buildSeconds.set(image, Math.round((Date.now() - startedAt) / 1000));
  console.log(`${image}: built in ${buildSeconds.get(image)} s`);
}

interface Container {
  name: string;
  /** Waits until the image's own health check passes. */
  healthy(): Promise<void>;
  /** The folders in this list that it could write to. */
  writes(places: readonly string[]): Promise<string[]>;
}

/** Starts an image read-only, as its user, without capabilities, on this machine's network. */
async function start(
  image: Image,
  env: Record<string, string>,
  mounts: readonly string[] = [],
): Promise<Container> {
  const container = `yunduo-${image}-${process.pid}-${started.length}`;
  const variables = Object.entries(env).flatMap(([key, value]) => ['--env', `${key}=${value}`]);
  await podman(
    ...['run', '--detach', '--name', container, '--network', 'host', '--runtime', 'runc'],
    ...['--read-only', '--cap-drop', 'all', '--security-opt', 'no-new-privileges', '--no-healthcheck'],
    ...['--ulimit', 'nofile=20000:20000', '--ulimit', 'nproc=4096:4096'],
    ...mounts,
    ...variables,
    name(image),
  );
  started.push(container);
  const check = JSON.parse(
    await podman('image', 'inspect', '--format', '{{json .HealthCheck.Test}}', name(image)),
  ) as string[];
  const health = check
    .slice(1)
    .map((word) => word.replace(`:${CONSOLE_PORT}/`, `:${env['PORT'] ?? CONSOLE_PORT}/`));
  return {
    name: container,
    async healthy() {
      const end = Date.now() + READY_LIMIT;
      while (Date.now() < end) {
        const { code } = await run('podman', [...store, 'exec', container, ...health], {
          limit: MINUTE,
          quiet: true,
        });
        if (code === 0) return;
        if ((await podman('inspect', '--format', '{{.State.Running}}', container)) === 'false') break;
        await pause(500);
      }
      throw new Error(`${image} is not healthy:\n${await podman('logs', container)}`);
    },
    async writes(places) {
      const tried =
        image === 'api' || image === 'public-site'
          ? [
              'node',
              '-e',
              `for (const p of ${JSON.stringify(places)}) try { require('node:fs').writeFileSync(p + '/probe', ''); console.log(p) } catch {}`,
            ]
          : ['sh', '-c', `for p in ${places.join(' ')}; do (: >$p/probe) 2>/dev/null && echo $p; done; true`];
      return (await podman('exec', container, ...tried)).split('\n').filter(Boolean);
    },
  };
}

const started: string[] = [];
const ends: (() => Promise<unknown>)[] = [];
const errors: string[] = [];
const seenToHold: string[] = [];
function held(what: string, good: boolean, seen = ''): void {
  console.log(`${good ? 'held    ' : 'NOT HELD'} ${what}${seen && ` (${seen})`}`);
  if (!good) errors.push(what);
  else seenToHold.push(what.replace(/-\d+-\d+/, ''));
}

/** An S3 server as a separate process, with one bucket. */
async function ownStore(folder: string): Promise<string> {
  const program = createRequire(import.meta.url).resolve('s3rver/bin/s3rver.js');
  const port = await freePort();
  mkdirSync(join(folder, 'buckets'));
  const child = spawn(
    process.execPath,
    [
      program,
      '-d',
      join(folder, 'buckets'),
      '-a',
      '127.0.0.1',
      '-p',
      String(port),
      '--silent',
      '--configure-bucket',
      'yunduo',
    ],
    { stdio: 'ignore', env: { ...process.env, NODE_OPTIONS: '--no-deprecation' } },
  );
  ends.push(() => Promise.resolve(child.kill('SIGKILL')));
  return `s3+http://S3RVER:S3RVER@127.0.0.1:${port}/yunduo`;
}

async function ownMailServer(): Promise<string> {
  const server = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}?ignoreTLS=true`;
}

/** The edge's configuration with the addresses of this run. */
function configuredEdge(folder: string, port: number, upstreams: Record<string, string>): string {
  const site = join(folder, 'site');
  cpSync(join(root, 'tools/deployment/nginx/site'), site, { recursive: true });
  writeFileSync(join(site, 'listen.conf'), `listen 127.0.0.1:${port};\n`);
  writeFileSync(join(site, 'server.conf'), 'set $kept /srv/yunduo/kept;\ninclude options/dev.conf;\n');
  const http = readFileSync(join(site, 'http.conf'), 'utf8');
  // Each browser test sends its own client address, as a proxy in front does.
  writeFileSync(
    join(site, 'http.conf'),
    `${http.replace('default 0;', 'default 0; 127.0.0.1 1;')}set_real_ip_from 127.0.0.1;\nreal_ip_header X-Forwarded-For;\n`,
  );
  for (const [app, address] of Object.entries(upstreams))
    writeFileSync(join(site, `upstreams/${app}.conf`), `server ${address};\n`);
  return site;
}

async function tryThem(folder: string): Promise<void> {
  const cluster = await startPostgres();
  ends.push(() => cluster.stop());
  const [edgePort, apiPort, sitePort] = [await freePort(), await freePort(), await freePort()];
  const origin = `http://127.0.0.1:${edgePort}`;
  const site = configuredEdge(folder, edgePort, {
    api: `127.0.0.1:${apiPort}`,
    'public-site': `127.0.0.1:${sitePort}`,
    'developer-console': `127.0.0.1:${CONSOLE_PORT}`,
  });
  // A folder that the image's user may write to; an engine provides a volume.
  const writable = (at: string): string => {
    const place = join(folder, 'writable', at);
    mkdirSync(place, { recursive: true });
    chmodSync(place, 0o777);
    return place;
  };
  const memory = (at: string): string[] => ['--volume', `${writable(at)}:${at}`];
  const outside = {
    FILES_STORE: options['files-store'] ?? (await ownStore(folder)),
    SMTP_URL: options.smtp ?? (await ownMailServer()),
    MAIL_FROM: 'Yunduo <no-reply@example.com>',
    SIGNING_KEY: randomBytes(36).toString('base64'),
  };
  const common = {
    HOST: '127.0.0.1',
    PORT: String(apiPort),
    DATABASE_URL: cluster.url,
    LOG_LEVEL: 'warn',
    ORIGIN: origin,
    TRUST_PROXY: '1',
  };

  // First as in production: every dependency is a separate server.
  const production = await start('api', {
    ...common,
    ...outside,
    APP_MODE: 'production',
    DATABASE_URL: cluster.url,
  });
  await production.healthy();
  const ready = (await (await fetch(`http://127.0.0.1:${apiPort}/api/health/ready`)).json()) as {
    data: Record<string, unknown>;
  };
  held(
    'the API reaches PostgreSQL, the S3 store and the mail server',
    ready.data['database'] === true && ready.data['storage'] === true && ready.data['mail'] === true,
    JSON.stringify(ready.data),
  );
  await stop(production.name);

  // Then with the sample world, for the browser.
  const api = await start(
    'api',
    {
      ...common,
      ...OUTSIDE,
      APP_MODE: 'test',
      FILES_STORE: outside.FILES_STORE,
      DATABASE_URL: cluster.url,
    },
    memory('/data'),
  );
  await api.healthy();
  const web = await start('public-site', {
    HOST: '127.0.0.1',
    PORT: String(sitePort),
    API_BASE_URL: `http://127.0.0.1:${apiPort}`,
    ORIGIN: origin,
    TRUST_PROXY: '1',
    ...OUTSIDE,
  });
  const desk = await start('developer-console', { ORIGIN: origin });
  const edge = await start('edge', { PORT: String(edgePort) }, [
    '--volume',
    `${site}:/srv/edge/site:ro`,
    ...memory('/var/cache/yunduo'),
  ]);
  for (const one of [web, desk, edge]) await one.healthy();

  const places = ['/', '/usr', '/srv', '/app', '/tmp'];
  held(
    'the API writes to /data and memory alone',
    (await api.writes([...places, '/data'])).join() === '/tmp,/data',
  );
  held(
    'the public site writes to memory alone',
    (await web.writes([...places, '/srv/kept'])).join() === '/tmp',
  );
  held('the developer center writes to memory alone', (await desk.writes(places)).join() === '/tmp');
  held(
    'the edge writes to its cache alone',
    (await edge.writes([...places, '/var/cache/yunduo'])).join() === '/tmp,/var/cache/yunduo',
  );

  const { code } = await tool(
    '@playwright/test/cli.js',
    [
      'test',
      '--config',
      'e2e/playwright.config.ts',
      '--project=zh-375',
      'public-site/journey',
      'developer-console/console',
    ],
    {
      env: { CHROMIUM_PATH: await provideTestBrowser(), NODE_OPTIONS: '', E2E_ORIGIN: origin },
      limit: 10 * MINUTE,
    },
  );
  held('the core journeys of both apps, in a browser through the edge', code === 0);
  for (const one of [edge, desk, web, api]) await stop(one.name);
}

/** Stopped by the image's own signal, in time and without an error. */
async function stop(container: string): Promise<void> {
  const startedAt = Date.now();
  await must('podman', [...store, 'stop', '--time', String(TIMEOUT), container], MINUTE);
  const code = await podman('inspect', '--format', '{{.State.ExitCode}}', container);
  held(
    `${container} ends by its own signal`,
    code === '0',
    `${((Date.now() - startedAt) / 1000).toFixed(1)} s`,
  );
}

function writeFigures(): void {
  const base = options.pull ? 'on the base images that the files name' : 'on stand-ins of Debian packages';
  record('images', {
    title: 'Images',
    command: 'npm run images -- --write',
    method: `Sizes with the base, ${base}`,
    tables: [
      {
        columns: ['Image', 'Size', 'Built in'],
        rows: images.map((image) => [image, `${sizes.get(image)} MB`, `${buildSeconds.get(image) ?? '–'} s`]),
      },
      ...(seenToHold.length > 0
        ? [{ columns: ['Held'], rows: seenToHold.map((sentence) => [sentence]) }]
        : []),
    ],
  });
}

if (process.getuid?.() !== 0) {
  console.log('Skipped: building and running images without an engine needs root. 0 held, 1 skipped.');
  process.exit(1);
}
const folder = mkdtempSync(join(tmpdir(), 'yunduo-images-'));
chmodSync(folder, 0o755);
try {
  for (const program of ['buildah', 'podman', 'runc', ...(options.pull ? [] : ['debootstrap'])]) {
    if ((await run('which', [program], { limit: MINUTE, quiet: true })).code !== 0) await aptInstall(program);
  }
  if (!options.built) {
    if (!options.pull && !existsSync(join(options.folder, 'bases'))) {
      await must(
        'sh',
        [join(import.meta.dirname, 'bases.sh'), options.folder, process.execPath],
        10 * MINUTE,
        false,
      );
      writeFileSync(join(options.folder, 'bases'), '');
    }
    for (const image of images) await build(image);
  }
  for (const image of images) {
    const bytes = Number(await podman('image', 'inspect', '--format', '{{.Size}}', name(image)));
    sizes.set(image, Math.round(bytes / 1e6));
    console.log(`${image}: ${sizes.get(image)} MB`);
  }
  if (images.length === IMAGES.length) await tryThem(folder);
  if (options.write && errors.length === 0) writeFigures();
} catch (error) {
  errors.push(String(error));
  console.error(error instanceof Error ? error.message : error);
} finally {
  for (const container of started)
    await run('podman', [...store, 'rm', '--force', container], { limit: MINUTE, quiet: true });
  for (const end of ends.toReversed()) await end();
  rmSync(folder, { recursive: true, force: true });
}
console.log(errors.length === 0 ? 'The images hold.' : `${errors.length} did not hold.`);
process.exit(errors.length === 0 ? 0 : 1);

import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { freePort } from '@yunduo/e2e/free-port';
import { consoleNginx } from '../deployment/images/console-nginx.ts';
import { keptBuilds } from '../build-manifest/keep-files.ts';
import { readFiles } from '../start/console-files.ts';
import { provideNginx } from '../test/nginx.ts';
import { imageFile, IMAGES, KEEPS } from './image-files.ts';
import { importsOf } from './imports.ts';
import { root } from './workspace.ts';

// Properties of the images that need no engine; `npm run images` builds and runs them.

interface Fault {
  line: number;
  title: string;
}

/** The findings of dockerfilelint, by line. */
function lint(text: string): Fault[] {
  // The linter treats the dash in this option as its end.
  const known = text.replace(/ --start-period=\d+s/, '');
  const { stdout } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/dockerfilelint/bin/dockerfilelint'), '-o', 'json', known],
    { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } },
  );
  const { files } = JSON.parse(stdout) as { files: { issues: Fault[] }[] };
  return files.flatMap(({ issues }) => issues.map(({ line, title }) => ({ line, title })));
}

const nodeVersion = readFileSync(join(root, '.nvmrc'), 'utf8').trim();
const APPS = ['api', 'public-site', 'developer-console'] as const;

test('the linter reports known faults', () => {
  expect(lint('FROM node:latest\nRUN sudo apt-get install curl\n').length).toBeGreaterThan(1);
});

test('the server from which the developer center is prerendered listens on an address, not a name', () => {
  // In a container Node may listen on one address of `localhost` and connect to the other.
  const script =
    "import('./vite.config.ts').then(({ default: of }) => console.log(of({ command: 'build' }).preview.host))";
  const cwd = join(root, 'apps/developer-console');
  const { stdout } = spawnSync(process.execPath, ['--eval', script], { cwd, encoding: 'utf8' });
  expect(stdout).toBe('127.0.0.1\n');
});

describe.each(IMAGES)('Dockerfile of %s', (image) => {
  const { text, bases, runs, copies, user, port, health, command, env } = imageFile(image);

  test('has no faults of dockerfilelint', () => {
    expect(lint(text)).toEqual([]);
  });

  test('pins base images by version and digest, Node in the project’s version', () => {
    expect(bases.filter((base) => !/^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/.test(base))).toEqual([]);
    const nodes = new Set(bases.filter((base) => base.startsWith('node:')));
    for (const node of nodes) expect(node).toContain(`node:${nodeVersion}-`);
    expect(nodes.size).toBe(image === 'edge' ? 0 : 1);
  });

  test('installs with npm ci only', () => {
    if (image !== 'edge') expect(runs).toContain('npm ci');
    expect(runs.filter((run) => /npm (i|install|update)\b|\bcurl\b|\bwget\b/.test(run))).toEqual([]);
  });

  test('copies only files of the repository or of the build', () => {
    const missing = copies.flatMap((copy) => {
      const words = copy.split(/\s+/);
      const from = words.find((word) => word.startsWith('--from='));
      const sources = words.filter((word) => !word.startsWith('--')).slice(0, -1);
      return sources
        .map((source) => (from === '--from=build' ? source.replace(/^\/app\//, '') : source))
        .filter((source) => !from || (from === '--from=build' && !source.startsWith('/')))
        .filter((source) => {
          const made = new RegExp(`mkdir[^\\n]* ${source}( |$)|console-nginx.ts .* ${source}$`);
          return !existsSync(join(root, source)) && !runs.some((run) => made.test(run));
        });
    });
    expect(missing).toEqual([]);
  });

  test('runs as a non-root user with a health check and without secrets', () => {
    expect(user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect([health, command]).not.toContain('');
    expect(port).toBeGreaterThan(1023);
    expect(Object.keys(env).filter((name) => /KEY|SECRET|PASSWORD|TOKEN|_URL/.test(name))).toEqual([]);
  });

  test('is in production unless another mode is named', () => {
    if (env['NODE_ENV'] !== undefined) expect(env['APP_MODE']).toBe('production');
  });

  test('states the origin of its digests', () => {
    expect(text.replaceAll('\n# ', ' ')).toContain(
      'the digests are those that public repositories name, not looked up in a registry by us.',
    );
  });
});

test('all app images start with the same steps', () => {
  const begin = APPS.map((image) => {
    const { text } = imageFile(image);
    return text.slice(text.indexOf('\nFROM '), text.indexOf('\nFROM ', text.indexOf('\nFROM ') + 1));
  });
  expect(new Set(begin).size).toBe(1);
});

/** Packages that a build's bundles expect to be installed. */
function leftBy(pattern: string): string[] {
  const files = globSync(pattern, { cwd: root });
  if (files.length === 0) throw new Error(`${pattern}: nothing is built`);
  const names = files.flatMap((path) =>
    importsOf({ path, text: readFileSync(join(root, path), 'utf8') })
      .map(({ specifier }) => specifier)
      .filter((specifier) => !/^[./]/.test(specifier) && !isBuiltin(specifier)),
  );
  return [...new Set(names.map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name))];
}

/** A package's production dependencies by the lockfile. */
function broughtBy(folder: string): Set<string> {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dependencies?: object; optionalDependencies?: object } | undefined>;
  };
  const brought = new Set<string>();
  const visit = (key: string): void => {
    const { dependencies, optionalDependencies } = packages[key] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      if (brought.has(name)) continue;
      brought.add(name);
      visit(`node_modules/${name}`);
    }
  };
  visit(folder);
  return brought;
}

test('the public site needs only its build, the API only its installed packages', () => {
  expect(leftBy('apps/public-site/dist/build/server/**/*.js')).toEqual([]);
  const brought = broughtBy('apps/api');
  expect(leftBy('apps/api/dist/build/**/*.js').filter((name) => !brought.has(name))).toEqual([]);
  // The image has one packages folder: a second version of a package would be lost.
  expect(existsSync(join(root, 'apps/api/node_modules'))).toBe(false);
});

const nginx = await provideNginx();
if (!nginx)
  console.log('Skipped: the nginx of the developer center. None is there and none could be installed.');

(nginx ? describe : describe.skip)('nginx of the developer console', () => {
  const folder = mkdtempSync(join(tmpdir(), 'yunduo-console-'));
  const at = (name: string): string => join(folder, name);
  const EARLIER = 'assets/earlier-12345678.js';
  let child: ChildProcess;
  let origin: string;
  const get = async (path: string): Promise<{ status: number; text: string }> => {
    const answer = await fetch(origin + path, { redirect: 'manual' });
    return { status: answer.status, text: await answer.text() };
  };

  beforeAll(async () => {
    const client = at('client');
    cpSync(join(root, 'apps/developer-console/dist/build/client'), client, { recursive: true });
    for (const name of ['run', 'kept/assets']) mkdirSync(at(name), { recursive: true });
    // The files of two roll-outs: first an old build, then this one.
    writeFileSync(at(`kept/${EARLIER}`), '// earlier');
    writeFileSync(at('kept/kept.json'), JSON.stringify([{ id: 'earlier', files: [EARLIER] }]));
    const [program, , ...args] = KEEPS['developer-console'];
    const stored = spawnSync(program ?? '', [join(root, 'tools/build-manifest/keep-files.sh'), ...args], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], KEPT_FILES: at('kept') },
    });
    if (stored.status !== 0) throw new Error(stored.stderr);
    const port = await freePort();
    const config = consoleNginx(readFiles(client), { client, kept: at('kept'), run: at('run'), port });
    // nginx runs as the tests' user, who owns the folder.
    const user = process.getuid?.() === 0 ? `user ${userInfo().username};\n` : '';
    writeFileSync(at('nginx.conf'), user + config);
    child = spawn('sh', [join(root, 'tools/deployment/images/console/entrypoint.sh')], {
      cwd: folder,
      stdio: 'ignore',
      env: {
        PATH: `${dirname(nginx ?? '')}:${process.env['PATH']}`,
        RUN: at('run'),
        CONF: at('nginx.conf'),
        CLIENT: client,
        LINK_DEV_DOCS: 'https://docs.example.com/',
        ORIGIN: 'https://www.example.com',
      },
    });
    origin = `http://127.0.0.1:${port}`;
    const end = Date.now() + 15_000;
    while (Date.now() < end && child.exitCode === null) {
      if (await fetch(origin).catch(() => null)) return;
      await pause(50);
    }
    throw new Error('nginx does not listen.');
  });
  afterAll(async () => {
    if (child.exitCode === null) {
      child.kill('SIGKILL');
      await once(child, 'close');
    }
    rmSync(folder, { recursive: true, force: true });
  });

  test('serves pages, its runtime configuration and 404 for unknown pages', async () => {
    const { text } = await get('/en/developer-center');
    expect(text).toContain('lang="en"');
    const addresses = [
      ...text.matchAll(
        /<(?:link rel="(?:canonical|alternate)" href|meta property="og:(?:url|image)" content)="([^"]*)"/g,
      ),
    ];
    expect(addresses.map(([, address]) => address)).toEqual([
      'https://www.example.com/en/developer-center',
      'https://www.example.com/developer-center',
      'https://www.example.com/en/developer-center',
      'https://www.example.com/developer-center',
      'https://www.example.com/en/developer-center',
      'https://www.example.com/uploads/card/page-developer-center-en.png',
    ]);
    expect(JSON.parse((await get('/developer-center/config.json')).text)).toEqual({
      apiBaseUrl: '',
      devDocs: 'https://docs.example.com/',
    });
    expect((await get('/developer-center/applications')).status).toBe(200);
    expect((await get('/developer-center/nowhere')).status).toBe(404);
    expect((await get('/en/developer-center/document')).status).toBe(302);
  });

  test.each([
    ['/developer-center/applications,', '/developer-center/applications'],
    ['/developer-center/Applications%E3%80%82?page=2', '/developer-center/applications?page=2'],
    ['/en/developer-center//control-panel/', '/en/developer-center/control-panel'],
    ['/developer-center/desk/orders).', '/developer-center/desk/orders'],
    ['/developer-center/desk/people?id=5)&q=a', '/developer-center/desk/people?id=5&q=a'],
    ['/developer-center.', '/developer-center'],
  ])('redirects %s to %s, which it serves', async (from, to) => {
    const { status, headers } = await fetch(origin + from, { redirect: 'manual' });
    expect([status, headers.get('location')]).toEqual([301, to]);
    expect((await get(to)).status).toBe(200);
  });

  test('serves chunks of an earlier build beside its own', async () => {
    const { id } = JSON.parse((await get('/developer-center/builds/latest.json')).text) as { id: string };
    expect(keptBuilds(at('kept')).map((build) => build.id)).toEqual([id, 'earlier']);
    expect(await get(`/developer-center/${EARLIER}`)).toEqual({ status: 200, text: '// earlier' });
  });

  test('writes only to allowed folders and exits with code 0 on SIGQUIT', async () => {
    expect(readdirSync(folder).toSorted()).toEqual(['client', 'kept', 'nginx.conf', 'run']);
    expect(imageFile('developer-console').text).toContain('STOPSIGNAL SIGQUIT');
    const ended = once(child, 'close');
    child.kill('SIGQUIT');
    expect(await ended).toEqual([0, null]);
  });
});

import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { imageFile, IMAGES, KEEPS, pathOf } from './image-files.ts';
import { root } from './workspace.ts';

// tools/deployment/compose.yaml as an engine parses it.

interface Service {
  image?: string;
  build?: { context: string; dockerfile: string };
  user?: string;
  command?: string[];
  environment?: Record<string, string>;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  restart?: string;
  ports?: string[];
  volumes?: string[];
  tmpfs?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test?: string[]; disable?: boolean };
  profiles?: string[];
  [other: string]: unknown;
}
interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
}

const FILE = 'tools/deployment/compose.yaml';
const text = readFileSync(join(root, FILE), 'utf8');
const read = (source: string): Compose => parse(source, { merge: true }) as Compose;

const known = new Set(
  [...readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^#? ?([A-Z][A-Z_]+)=/gm)].map(
    ([, name]) => name,
  ),
);

/** Settings that give a container more than it needs. */
const LOOSE = ['privileged', 'cap_add', 'network_mode', 'pid', 'ipc', 'devices', 'userns_mode', 'env_file'];

function ownImage({ image }: Service): ReturnType<typeof imageFile> | null {
  const name = IMAGES.find((one) => image?.startsWith(`\${IMAGE_REGISTRY:-yunduo}/${one}:`));
  return name ? imageFile(name) : null;
}

/** One line per fault. */
function errorsOf(source: string): string[] {
  const { services, volumes } = read(source);
  const errors: string[] = [];
  for (const [, name = ''] of source.matchAll(/\$\{([A-Z_]+)[:}-]/g)) {
    if (!known.has(name)) errors.push(`.env.example does not know ${name}`);
  }
  for (const [name, service] of Object.entries(services)) {
    const say = (what: string): void => void errors.push(`${name} ${what}`);
    const own = ownImage(service);
    if (!own && service.build) say('is built under a strange name');
    if (!own && !/^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/.test(service.image ?? ''))
      say('has an image that can change');
    for (const key of LOOSE) if (key in service) say(`has ${key}`);
    if (service.read_only !== true) say('can be written to');
    if (service.cap_drop?.join() !== 'ALL') say('keeps capabilities');
    if (!service.security_opt?.includes('no-new-privileges:true')) say('may gain rights');
    const user = service.user ?? own?.user ?? '0';
    if (!/^[1-9]\d*(:[1-9]\d*)?$/.test(user)) say('runs as root');
    const once = service.restart === 'no';
    if (!once && !service.healthcheck?.test) say('has no health check');
    if (once && !service.healthcheck?.disable) say('ends, and is asked for its health');
    for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
      const target = services[other];
      const ends = target?.restart === 'no';
      const wanted = ends ? 'service_completed_successfully' : 'service_healthy';
      if (!target) say(`waits for ${other}, which is not there`);
      else if (condition !== wanted) say(`waits for ${other} with ${condition}`);
    }
    for (const mount of service.volumes ?? []) {
      const [from = ''] = mount.split(':');
      if (!(from in volumes)) say(`mounts ${from} of the machine`);
    }
    for (const port of service.ports ?? []) {
      if (!port.startsWith('127.0.0.1:') && !port.startsWith('${HOST:-127.0.0.1}:'))
        say(`opens ${port} to everybody`);
    }
  }
  return errors;
}

test('has no unpinned image, excess privilege, unknown variable or missing health check', () => {
  expect(errorsOf(text)).toEqual([]);
});

test.each([
  ['an image without a digest', /@sha256:[0-9a-f]{64}/, '', /image that can change/],
  ['an unknown variable', '${LINK_DEMO:-}', '${LINK_TO_NOWHERE:-}', /does not know LINK_TO_NOWHERE/],
  ['a privileged service', "user: '999:999'", 'privileged: true', /database has privileged/],
  ['a service that runs as root', "user: '999:999'", "user: '0'", /database runs as root/],
  ['a writable root file system', 'read_only: true', 'read_only: false', /can be written to/],
  ['a mounted host folder', "'pages:/var/cache/yunduo'", "'/:/host'", /edge mounts/],
  ['a port open to the network', "'127.0.0.1:8025:8025'", "'8025:8025'", /mail opens/],
  [
    'a dependency without a health condition',
    'database: { condition: service_healthy }',
    'database: { condition: service_started }',
    /migrate waits/,
  ],
  [
    'a service without a health check',
    /healthcheck:\n\s+test: \[CMD, \/mailpit.*\n/,
    'x-nothing:\n',
    /mail has no health check/,
  ],
])('detects %s', (_, what, instead, fault) => {
  const changed = text.replace(what, instead);
  expect(changed).not.toBe(text);
  expect(errorsOf(changed).join('\n')).toMatch(fault);
});

const { services } = read(text);

test('the API gets every variable that it reads', () => {
  const elsewhere = [
    // Variables of the image, of the edge's port, of other processes, of trials and of this file.
    ...[
      'HOST',
      'PORT',
      'DATA_DIR',
      'API_BASE_URL',
      'KEPT_FILES',
      'ALLOW_PGLITE',
      'SEED_NOW',
      'WEBHOOK_LOOPBACK',
    ],
    ...['CDN_PURGE_URL', 'CDN_PURGE_HEADERS', 'CDN_PURGE_BODY'],
    ...[
      'COMPOSE_PASSWORD',
      'IMAGE_REGISTRY',
      'API_VERSION',
      'PUBLIC_SITE_VERSION',
      'DEVELOPER_CONSOLE_VERSION',
    ],
  ];
  const reported = Object.keys(services['api']?.environment ?? {});
  expect([...known].filter((name) => !reported.includes(name ?? '')).sort()).toEqual(elsewhere.sort());
});

test('the public site runs in the mode of the API: a trial names its variables to visitors', () => {
  const modes = ['api', 'migrate', 'seed', 'public-site'].map(
    (name) => services[name]?.environment?.['APP_MODE'],
  );
  expect(new Set(modes)).toEqual(new Set(['${APP_MODE:-production}']));
});

test('images write only to volumes and tmpfs; health checks use the image’s port', () => {
  const places = (name: string): string[] =>
    [...(services[name]?.volumes ?? []), ...(services[name]?.tmpfs ?? [])].map(
      (entry) => /(^|:)(\/[^:]+)/.exec(entry)?.[2] ?? '',
    );
  expect(places('api')).toEqual(['/data', '/tmp']);
  expect(places('public-site')).toEqual(['/srv/kept', '/tmp']);
  expect(places('developer-console')).toEqual(['/srv/kept', '/tmp']);
  for (const [name, service] of Object.entries(services)) {
    const own = ownImage(service);
    const probed = /127\.0\.0\.1:(\d+)/.exec(service.healthcheck?.test?.join(' ') ?? '')?.[1];
    expect({ name, port: own && probed ? Number(probed) : null }).toEqual({
      name,
      port: own && probed ? own.port : null,
    });
  }
});

test.each(['public-site', 'developer-console'] as const)(
  'the files of every build of %s are kept before it starts, and mounted read-only',
  (app) => {
    const [web, before] = [services[app], services[`${app}-files`]];
    const place = ownImage(web ?? {})?.env['KEPT_FILES'];
    expect(place).toMatch(/^\/srv\//);
    expect(before?.command).toEqual(KEEPS[app]);
    expect(before?.image).toBe(web?.image);
    expect(before?.volumes).toEqual([`${app}-files:${place}`]);
    expect(web?.volumes).toEqual([`${app}-files:${place}:ro`]);
    expect(web?.depends_on).toMatchObject({
      [`${app}-files`]: { condition: 'service_completed_successfully' },
    });
  },
);

test('the edge’s upstreams have the services’ names and ports', () => {
  for (const app of ['api', 'public-site', 'developer-console']) {
    const upstream = readFileSync(join(root, `tools/deployment/nginx/site/upstreams/${app}.conf`), 'utf8');
    expect(upstream).toContain(`server ${app}:${ownImage(services[app] ?? {})?.port} `);
  }
  // The site calls whichever slot of the API runs, by the port of the edge that is not published.
  expect(services['public-site']?.environment?.['API_BASE_URL']).toBe('http://edge:8081');
  expect(imageFile('edge').text).toContain('listen 8081; include options/internal.conf;');
  expect(JSON.stringify(services['edge']?.ports)).not.toContain('8081');
});

test('each image is built by one service: BuildKit refuses a name that two builds export', () => {
  const files = Object.values(services).flatMap(({ build }) => build?.dockerfile ?? []);
  expect(files.toSorted()).toEqual(IMAGES.map(pathOf).toSorted());
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

/** The compose program of this machine, if any, with its arguments that check a file from standard input. */
const program = [
  ['docker', 'compose', '-f', '-', 'config', '-q'],
  ['docker-compose', '-f', '-', 'config', '-q'],
].find(([command = '', ...args]) => spawnSync(command, [...args.slice(0, -4), 'version']).status === 0);
if (!program) console.log('Skipped: compose.yaml by a compose program. None is installed.');

(program ? test : test.skip)('a compose program accepts it', () => {
  const [command = '', ...args] = program ?? [];
  const input = command === 'docker' ? text : text.replace(/^name: .*$/m, '');
  const env = { ...process.env, COMPOSE_PASSWORD: 'x', SIGNING_KEY: 'y', COMPOSE_PROFILES: 'second' };
  const check = (source: string) =>
    spawnSync(command, args, { input: source, env, encoding: 'utf8', cwd: join(root, 'tools/deployment') });
  expect(check(input)).toMatchObject({ status: 0 });
  const wrong = check(input.replace('read_only: true', 'readonly: true'));
  expect([wrong.status === 0, wrong.stderr]).toEqual([false, expect.stringMatching(/readonly/)]);
});

test.each(['api', 'public-site', 'developer-console'] as const)(
  'the second slot of %s equals the first, but is never built, and is started only by a roll-out',
  (app) => {
    const { build, ...first } = services[app] ?? {};
    expect(build?.dockerfile).toBe(pathOf(app));
    expect(services[`${app}-2`]).toEqual({ ...first, profiles: ['second'] });
    expect(first).not.toHaveProperty('profiles');
  },
);

describe('roll-compose.sh', () => {
  /** Plays an edge whose upstream files are below the folder; records each command. Slots named `sick` are not ready. */
  const STUB = `#!/bin/sh
echo "$(echo "$*" | head -n 1) [$API_VERSION$PUBLIC_SITE_VERSION$DEVELOPER_CONSOLE_VERSION]" >>"$FOLDER/log"
case "$*" in
  'exec -T edge wget '*sick*) exit 1 ;;
  'exec -T edge wget '*) [ ! -e "$FOLDER/sick" ] ;;
  'exec -T edge '*) shift 3; for word; do shift; set -- "$@" "$(echo "$word" | sed "s|/srv/edge|$FOLDER|g; s|kill -HUP|: |")"; done; PATH="$FOLDER:$PATH" "$@" ;;
esac
`;
  interface Rolled {
    code: number | null;
    out: string;
    err: string;
    told: string[];
  }
  async function withEdge(
    steps: (roll: (...args: string[]) => Rolled, folder: string) => Promise<void> | void,
  ): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), 'yunduo-compose-'));
    try {
      mkdirSync(join(folder, 'site/upstreams'), { recursive: true });
      for (const app of ['api', 'public-site', 'developer-console'])
        writeFileSync(join(folder, `site/upstreams/${app}.conf`), `server ${app}:4310 max_fails=3;\n`);
      for (const [name, script] of [
        ['stub', STUB],
        ['nginx', `#!/bin/sh\n[ ! -e ${folder}/refused ]\n`],
      ] as const) {
        writeFileSync(join(folder, name), script);
        chmodSync(join(folder, name), 0o755);
      }
      await steps((...args) => {
        writeFileSync(join(folder, 'log'), '');
        const { status, stdout, stderr } = spawnSync(
          'sh',
          [join(root, 'tools/deployment/roll-compose.sh'), ...args],
          {
            env: {
              PATH: process.env['PATH'],
              FOLDER: folder,
              COMPOSE: join(folder, 'stub'),
              PATIENCE: '1',
            },
            encoding: 'utf8',
          },
        );
        const told = readFileSync(join(folder, 'log'), 'utf8')
          .split('\n')
          .filter((line) => !/^(exec|$)/.test(line));
        return { code: status, out: stdout, err: stderr, told };
      }, folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  test('moves one app to its other slot and back without touching the others', () =>
    withEdge((roll, folder) => {
      const upstream = (app: string): string =>
        readFileSync(join(folder, `site/upstreams/${app}.conf`), 'utf8').trim();
      const others = ['public-site', 'developer-console'].map(upstream);

      expect(roll('api', '0.3.0')).toMatchObject({
        code: 0,
        out: 'api: api-2 0.3.0\n',
        told: [
          'run --rm --no-deps migrate [0.3.0]',
          'up -d --no-deps --no-build api-2 [0.3.0]',
          'stop api [0.3.0]',
        ],
      });
      expect(upstream('api')).toBe('server api-2:4310 max_fails=3 fail_timeout=2s; # 0.3.0');
      expect(roll('api', '0.4.0').told).toContain('up -d --no-deps --no-build api [0.4.0]');
      expect(roll('api', '--back')).toMatchObject({
        code: 0,
        out: 'api: api-2 0.3.0\n',
        told: ['up -d --no-deps --no-build api-2 [0.3.0]', 'stop api [0.3.0]'],
      });
      expect(['public-site', 'developer-console'].map(upstream)).toEqual(others);
    }));

  test('rolls back to the container of the first start', () =>
    withEdge((roll) => {
      roll('public-site', '0.3.0');
      expect(roll('public-site', '--back').told).toEqual(['start public-site []', 'stop public-site-2 []']);
    }));

  test('removes a version that is not ready; changes nothing if nginx rejects the configuration', () =>
    withEdge((roll, folder) => {
      const file = join(folder, 'site/upstreams/api.conf');
      const before = readFileSync(file, 'utf8');
      writeFileSync(join(folder, 'sick'), '');
      const sick = roll('api', '0.3.0');
      expect(sick).toMatchObject({ code: 1, out: '' });
      expect(sick.err).toContain('api-2 0.3.0 is not ready; nothing has changed');
      expect(sick.told.slice(-2)).toEqual([
        'logs --tail 20 api-2 [0.3.0]',
        'rm --stop --force api-2 [0.3.0]',
      ]);
      rmSync(join(folder, 'sick'));
      writeFileSync(join(folder, 'refused'), '');
      const rejected = roll('api', '0.3.0');
      expect([rejected.code, rejected.err]).toEqual([
        1,
        expect.stringContaining('nginx refuses the configuration'),
      ]);
      expect(rejected.told.join()).not.toContain('stop api ');
      expect(readFileSync(file, 'utf8')).toBe(before);
    }));

  test.each([
    [['api'], 'roll-compose.sh APP VERSION'],
    [['shop', '0.3.0'], 'shop: there is api'],
    [['api', '0.3.0; rm'], 'is not a version'],
    [['api', '--back'], 'nothing to go back to'],
  ])('%j is rejected with one line', (args, words) =>
    withEdge((roll) => {
      const { code, out, err, told } = roll(...args);
      expect([code === 0, out, told]).toEqual([false, '', []]);
      expect(err.trim().split('\n')).toEqual([expect.stringContaining(words)]);
    }),
  );
});

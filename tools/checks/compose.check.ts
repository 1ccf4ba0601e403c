import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
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

function ownImage({ build }: Service): ReturnType<typeof imageFile> | null {
  const image = IMAGES.find((one) => pathOf(one) === build?.dockerfile);
  return image ? imageFile(image) : null;
}

/** One line per fault. */
function faultsOf(source: string): string[] {
  const { services, volumes } = read(source);
  const faults: string[] = [];
  for (const [, name = ''] of source.matchAll(/\$\{([A-Z_]+)[:}-]/g)) {
    if (!known.has(name)) faults.push(`.env.example does not know ${name}`);
  }
  for (const [name, service] of Object.entries(services)) {
    const say = (what: string): void => void faults.push(`${name} ${what}`);
    const own = ownImage(service);
    if (own) {
      if (!service.image?.startsWith('${IMAGE_REGISTRY:-yunduo}/')) say('is built under a strange name');
    } else if (!/^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/.test(service.image ?? ''))
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
  return faults;
}

test('nothing in it is loose, unpinned, unknown or unwatched', () => {
  expect(faultsOf(text)).toEqual([]);
});

test.each([
  ['an image without a digest', /@sha256:[0-9a-f]{64}/, '', /image that can change/],
  ['an unknown variable', '${LINK_DEMO:-}', '${LINK_TO_NOWHERE:-}', /does not know LINK_TO_NOWHERE/],
  ['more rights', "user: '999:999'", 'privileged: true', /database has privileged/],
  ['root', "user: '999:999'", "user: '0'", /database runs as root/],
  ['a folder that can be written', 'read_only: true', 'read_only: false', /can be written to/],
  ['a folder of the machine', "'pages:/var/cache/yunduo'", "'/:/host'", /edge mounts/],
  ['a port for everybody', "'127.0.0.1:8025:8025'", "'8025:8025'", /mail opens/],
  [
    'a start too early',
    'database: { condition: service_healthy }',
    'database: { condition: service_started }',
    /migrate waits/,
  ],
  [
    'a service that nobody watches',
    /healthcheck:\n\s+test: \[CMD, \/mailpit.*\n/,
    'x-nothing:\n',
    /mail has no health check/,
  ],
])('%s is found', (_, what, instead, fault) => {
  const changed = text.replace(what, instead);
  expect(changed).not.toBe(text);
  expect(faultsOf(changed).join('\n')).toMatch(fault);
});

const { services } = read(text);

test('the API is told every variable that there is for it', () => {
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
  const told = Object.keys(services['api']?.environment ?? {});
  expect([...known].filter((name) => !told.includes(name ?? '')).sort()).toEqual(elsewhere.sort());
});

test('what an image writes to is a volume or memory, and everybody is asked on the port of the image', () => {
  const places = (name: string): string[] =>
    [...(services[name]?.volumes ?? []), ...(services[name]?.tmpfs ?? [])].map(
      (entry) => /(^|:)(\/[^:]+)/.exec(entry)?.[2] ?? '',
    );
  expect(places('api')).toEqual(['/data', '/tmp']);
  expect(places('public-site')).toEqual(['/srv/kept', '/tmp']);
  expect(places('developer-console')).toEqual(['/srv/kept', '/tmp', '/run/console']);
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
  'the files of every build of %s are kept before it goes live; the build that runs only reads them',
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

test('the edge knows the three by the names and ports that they have here', () => {
  for (const app of ['api', 'public-site', 'developer-console']) {
    const upstream = readFileSync(join(root, `tools/deployment/nginx/site/upstreams/${app}.conf`), 'utf8');
    expect(upstream).toContain(`server ${app}:${ownImage(services[app] ?? {})?.port} `);
  }
  expect(services['public-site']?.environment?.['API_BASE_URL']).toBe('http://api:4310');
});

test('every file that is built from exists', () => {
  const files = Object.values(services).flatMap(({ build }) => build?.dockerfile ?? []);
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  expect(text).toContain('UNSTARTED');
});

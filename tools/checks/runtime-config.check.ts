import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newDataFolder } from '@yunduo/e2e/product';
import { startChild } from '../start/child.ts';
import type { Child } from '../start/child.ts';
import { root } from './workspace.ts';

// Run-time configuration of the processes. One build of each app runs twice, as staging and as production:
// each responds with its own values, and the build's files contain neither.

const START_LIMIT = 240_000;

const PLACES = {
  staging: {
    origin: 'https://staging.example.com',
    brand: '云舵预演',
    links: { demo: 'https://demo.staging.example.com/', forum: 'https://forum.staging.example.com/' },
    docs: 'https://docs.staging.example.com/',
    widget: { src: 'https://chat.staging.example.com/w.js', id: 'widget-staging' },
    handover: 'https://partner.staging.example.com/in',
  },
  production: {
    origin: 'https://www.example.com',
    brand: '云舵正式',
    links: { demo: 'https://demo.example.com/', forum: 'https://forum.example.com/' },
    docs: 'https://docs.example.com/',
    widget: { src: 'https://chat.example.com/w.js', id: 'widget-production' },
    handover: 'https://partner.example.com/in',
  },
};
type Place = keyof typeof PLACES;
const NAMES = Object.keys(PLACES) as Place[];

interface Running {
  api: string;
  site: string;
  console: string;
}
const running = {} as Record<Place, Running>;
const children: Child[] = [];
const folders: string[] = [];

async function startPlace(name: Place): Promise<void> {
  const { origin, links, docs, widget, handover } = PLACES[name];
  const dataDir = newDataFolder('yunduo-place-');
  folders.push(dataDir);
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_OPTIONS: '',
    NODE_ENV: 'production',
    APP_MODE: 'trial',
    LOG_LEVEL: 'warn',
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: dataDir,
    ORIGIN: origin,
    LINK_DEMO: links.demo,
    LINK_FORUM: links.forum,
    LINK_DEV_DOCS: docs,
    WIDGET_SRC: widget.src,
    WIDGET_APP_ID: widget.id,
    HANDOVER_TARGETS: handover,
  };
  const start = (what: string, args: string[], extra: NodeJS.ProcessEnv = {}): Promise<string> => {
    const child = startChild({
      name: `${what} of ${name}`,
      args,
      env: { ...env, ...extra },
      print: () => undefined,
    });
    children.push(child);
    return child.ready;
  };
  const api = await start('API', ['apps/api/dist/build/server.js']);
  // The brand is content: an operator's command changes it.
  const changed = spawnSync(
    process.execPath,
    ['apps/api/dist/build/ops.js', 'site', 'change', '--name-zh', PLACES[name].brand],
    { cwd: root, env, encoding: 'utf8' },
  );
  if (changed.status !== 0) throw new Error(changed.stderr);
  running[name] = {
    api,
    site: await start('public site', ['apps/public-site/dist/build/server/main.js'], { API_BASE_URL: api }),
    console: await start('console', [join(root, 'tools/start/console-host.ts')]),
  };
}

beforeAll(() => Promise.all(NAMES.map(startPlace)), START_LIMIT);
afterAll(async () => {
  await Promise.all(children.map((child) => child.stop(5000)));
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}, 30_000);

const textOf = async (address: string): Promise<string> => (await fetch(address)).text();
const redirectOf = async (address: string): Promise<string | null> =>
  (await fetch(address, { redirect: 'manual' })).headers.get('location');

describe.each(NAMES)('%s', (name) => {
  const place = PLACES[name];
  const other = PLACES[name === 'staging' ? 'production' : 'staging'];

  test('pages contain its own address and brand only', async () => {
    const page = await textOf(`${running[name].site}/`);
    expect(page).toContain(`href="${place.origin}/"`);
    expect(page).toContain(place.brand);
    for (const value of [other.origin, other.brand, other.links.demo, other.widget.src])
      expect(page).not.toContain(value);
    expect(await textOf(`${running[name].site}/robots.txt`)).toContain(`${place.origin}/sitemap.xml`);
    expect(await textOf(`${running[name].site}/site.webmanifest`)).toContain(place.brand);
  });

  test('links lead to its configured addresses', async () => {
    expect(await redirectOf(`${running[name].site}/go-demo`)).toBe(place.links.demo);
    expect(await redirectOf(`${running[name].site}/en/yetu`)).toBe(place.links.forum);
    const { data } = (await (await fetch(`${running[name].api}/api/site/info`)).json()) as {
      data: { links: Record<string, string> };
    };
    expect(data.links).toEqual({ ...place.links, dev_docs: place.docs });
  });

  test('the widget is its own', async () => {
    const widget = await textOf(`${running[name].site}/widget/vendor`);
    expect(widget).toContain(place.widget.src);
    expect(widget).toContain(place.widget.id);
  });

  test('the console gets its configuration with no-store', async () => {
    const answer = await fetch(`${running[name].console}/developer-center/config.json`);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toEqual({ apiBaseUrl: '', devDocs: place.docs });
  });

  test('the documentation link of the console redirects to its docs in both languages', async () => {
    for (const prefix of ['', '/en']) {
      const answer = await fetch(`${running[name].console}${prefix}/developer-center/document`, {
        redirect: 'manual',
      });
      expect([answer.status, answer.headers.get('location')]).toEqual([302, place.docs]);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });

  test('both environments run the same builds', async () => {
    const latest = '/builds/latest.json';
    const builds = NAMES.map((one) => textOf(running[one].site + latest));
    expect(new Set(await Promise.all(builds)).size).toBe(1);
    const consoles = NAMES.map((one) => textOf(`${running[one].console}/developer-center${latest}`));
    expect(new Set(await Promise.all(consoles)).size).toBe(1);
  });
});

test.each([
  ['trial', 200, '/developer-center/document', /<html lang="en">.*<code>LINK_DEV_DOCS<\/code>/s],
  ['production', 404, null, /<html lang="en">/],
] as const)(
  'without LINK_DEV_DOCS the documentation page in %s mode is a %i',
  async (mode, status, devDocs, text) => {
    const child = startChild({
      name: `console of a ${mode}`,
      args: [join(root, 'tools/start/console-host.ts')],
      env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', APP_MODE: mode, LINK_DEV_DOCS: '' },
      print: () => undefined,
    });
    children.push(child);
    const origin = await child.ready;
    const answer = await fetch(`${origin}/en/developer-center/document`);
    expect(answer.status).toBe(status);
    expect(await answer.text()).toMatch(text);
    expect(await (await fetch(`${origin}/developer-center/config.json`)).json()).toEqual({
      apiBaseUrl: '',
      devDocs,
    });
  },
);

test.each([{ LINK_DEV_DOCS: 'docs.example.com' }, { ORIGIN: 'www.example.com' }, { PORT: 'high' }])(
  'the console exits with code 1 and one line for %j',
  (wrong) => {
    const [name, value] = Object.entries(wrong)[0] ?? [];
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(root, 'tools/start/console-host.ts')],
      { env: { PATH: process.env.PATH, PORT: '0', ...wrong }, encoding: 'utf8', timeout: 30_000 },
    );
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr.trimEnd()).toMatch(new RegExp(`^${name} is "${value}"; it must be [^\\n]+$`));
  },
);

/** Host names in code: standards, library documentation, and reserved hosts. */
const SPOKEN_OF =
  /(^|\.)(w3\.org|schema\.org|sitemaps\.org|react\.dev|reactjs\.org|reactrouter\.com|redux\.js\.org|redux-toolkit\.js\.org|reselect\.js\.org|react\.i18next\.com|prosemirror\.net|simplewebauthn\.dev|github\.com|githubusercontent\.com|bit\.ly|invalid|example\.com)$/;

describe.each(['public-site', 'developer-console'])('files of %s', (app) => {
  const folder = join(root, 'apps', app, 'dist/build/client');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(js|css|html|json)$/.test(name))
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));

  test('contain no host of an environment', () => {
    const hosts = files.flatMap(({ text }) =>
      [...text.matchAll(/https?:\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?)/gi)].map(([, host = '']) => host),
    );
    expect(hosts.length).toBeGreaterThan(0);
    expect([...new Set(hosts)].filter((host) => !SPOKEN_OF.test(host))).toEqual([]);
  });

  test('contain neither the brand nor process.env', () => {
    const knowing = files.filter(({ text }) =>
      /云舵|>Yunduo<|"Yunduo"|process\.env\.(?!NODE_ENV)|APP_MODE/.test(text),
    );
    expect(knowing.map(({ name }) => name)).toEqual([]);
  });
});

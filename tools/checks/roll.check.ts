import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { provideNginx, startNginx } from '../test/nginx.ts';
import { filesOf, root } from './workspace.ts';

// Roll-out, its gate and the rollback, by the commands that an operator types.

const nginx = await provideNginx();
if (!nginx) console.log('Skipped: rolling out behind nginx. None is there and none could be installed.');
const SCRIPT = join(root, 'tools/deployment/roll.sh');

const servers: Server[] = [];
afterAll(() => servers.forEach((server) => server.close()));

/**
 * A process that answers with its name; its readiness is set by the test. The first connections may end without an
 * answer, as those do that an engine accepts for a container which does not listen yet.
 */
async function processOf(name: string, status = 200, unanswered = 0): Promise<string> {
  let connections = 0;
  const server = createServer((request, answer) => {
    const gate = request.url === '/api/health/ready' || request.url === '/';
    answer.writeHead(gate ? status : 200, { 'cache-control': 'no-store' }).end(name);
  }).listen(0, '127.0.0.1');
  server.on('connection', (socket) => {
    connections += 1;
    if (connections <= unanswered) socket.destroy();
  });
  servers.push(server);
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Said {
  code: number | null;
  out: string;
  err: string;
}

const roll = (folder: string, ...args: string[]): Promise<Said> => typed(folder, [SCRIPT, ...args]);

async function typed(folder: string, args: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<Said> {
  const env = {
    PATH: `/usr/sbin:${process.env['PATH']}`,
    EDGE: join(folder, 'conf'),
    RUN: folder,
    PATIENCE: '1',
    ...more,
  };
  const child = spawn('sh', args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, err };
}

(nginx ? describe : describe.skip)('behind nginx', () => {
  /** A new connection each time: a kept-alive one closes with its worker, and browsers retry. */
  const ask = (url: string): Promise<Response> => fetch(url, { headers: { connection: 'close' } });
  /** Repeats until another process answers: an old worker may accept one more connection. */
  async function answering(origin: string, path: string, name: string): Promise<string> {
    let output = '';
    for (let n = 0; n < 200 && output !== name; n += 1) output = await (await ask(origin + path)).text();
    return output;
  }

  test('two concurrent roll-outs succeed without failed requests; an unready upstream changes nothing; --back restores', async () => {
    const [api1, api2, site1, site2, sick, host] = await Promise.all([
      processOf('api 1'),
      processOf('api 2'),
      processOf('site 1'),
      processOf('site 2'),
      processOf('sick', 503),
      processOf('console'),
    ]);
    const edge = await startNginx(nginx ?? '', {
      api: [api1],
      site: [site1],
      console: [host],
      unlimited: true,
    });
    const upstream = (app: string): string =>
      readFileSync(join(edge.folder, `conf/site/upstreams/${app}.conf`), 'utf8');
    const failed: string[] = [];
    let over = false;
    const watching = (async () => {
      for (let n = 0; !over; n += 1) {
        const answer = await ask(`${edge.origin}${n % 2 ? '/api/x' : `/page-${n}`}`).catch(String);
        if (typeof answer === 'string' || answer.status !== 200)
          failed.push(typeof answer === 'string' ? answer : String(answer.status));
        else await answer.text();
      }
    })();
    try {
      const both = await Promise.all([
        roll(edge.folder, 'api', api2),
        roll(edge.folder, 'public-site', site2, site1),
      ]);
      expect(both).toEqual([
        { code: 0, out: `api: ${api2} \n`, err: '' },
        { code: 0, out: `public-site: ${site2} ${site1} \n`, err: '' },
      ]);
      expect(await answering(edge.origin, '/api/x', 'api 2')).toBe('api 2');
      expect(await answering(edge.origin, '/new', 'site 2')).toBe('site 2');
      // Typed twice: the way back, below, still leads to what ran before.
      expect(await roll(edge.folder, 'api', api2)).toEqual({ code: 0, out: `api: ${api2} \n`, err: '' });

      // Waits for a container whose port takes connections before the process listens.
      const late = await processOf('late', 200, 2);
      const waited = await typed(edge.folder, [SCRIPT, 'developer-console', late], { PATIENCE: '10' });
      expect(waited).toMatchObject({ code: 0, out: `developer-console: ${late} \n` });

      const rejected = await roll(edge.folder, 'api', api2, sick);
      expect([rejected.code, rejected.err]).toEqual([1, expect.stringContaining(`${sick} is not ready`)]);
      expect(upstream('api')).toBe(`server ${api2} max_fails=3 fail_timeout=2s;\n`);

      // An invalid file of another upstream stops the roll-out, which reverts its own change.
      writeFileSync(join(edge.folder, 'conf/site/upstreams/developer-console.conf'), 'no server;\n');
      const broken = await roll(edge.folder, 'api', api1);
      expect([broken.code, broken.err]).toEqual([1, expect.stringContaining('nothing has changed')]);
      expect(upstream('api')).toContain(api2);
      writeFileSync(join(edge.folder, 'conf/site/upstreams/developer-console.conf'), `server ${host};\n`);

      expect(await roll(edge.folder, 'api', '--back')).toMatchObject({ code: 0, out: `api: ${api1} \n` });
      expect(await answering(edge.origin, '/api/x', 'api 1')).toBe('api 1');
      expect(upstream('public-site')).toContain(site2);
    } finally {
      over = true;
      await watching;
      await edge.stop();
    }
    expect(new Set(failed)).toEqual(new Set());
  });

  test('starts an image in the other slot before moving the edge, removes an unready one and rolls back', async () => {
    const [old, next, sick] = await Promise.all([
      processOf('old'),
      processOf('next'),
      processOf('sick', 503),
    ]);
    const edge = await startNginx(nginx ?? '', { api: [old], site: [old], console: [old], unlimited: true });
    // A fake engine that records its commands: the processes already listen.
    const [engine, log] = [join(edge.folder, 'engine'), join(edge.folder, 'engine.log')];
    writeFileSync(engine, `#!/bin/sh\necho "$@" >>${log}\n`);
    chmodSync(engine, 0o755);
    const port = (address: string): string => address.split(':')[1] ?? '';
    const deploy = async (slots: string[], ...args: string[]): Promise<Said & { told: string[] }> => {
      writeFileSync(log, '');
      const env = { ENGINE: engine, SETTINGS: '/etc/yunduo', SLOTS: slots.map(port).join(' ') };
      const output = await typed(edge.folder, [join(root, 'tools/deployment/deploy.sh'), ...args], env);
      return { ...output, told: readFileSync(log, 'utf8').trim().split('\n') };
    };
    const image = `ghcr.io/yunduo/api@sha256:${'0'.repeat(64)}`;
    const named = (address: string): string => `yunduo-api-${port(address)}`;
    try {
      const done = await deploy([old, next], 'api', image);
      expect(done).toMatchObject({ code: 0, out: `api: ${next} \n`, err: '' });
      expect(done.told).toEqual([
        `pull --quiet ${image}`,
        expect.stringMatching(/^run --rm --network host --read-only --cap-drop ALL .* node migrate\.js$/),
        `rm --force ${named(next)}-before`,
        `rename ${named(next)} ${named(next)}-before`,
        expect.stringMatching(
          `^run --detach .*--name ${named(next)} .* --env PORT=${port(next)} .*${image}$`,
        ),
        `rm --force ${named(next)}-before`,
        `stop ${named(old)}`,
      ]);
      expect(await answering(edge.origin, '/api/x', 'next')).toBe('next');

      const rejected = await deploy([next, sick], 'api', image);
      expect([rejected.code, rejected.err]).toEqual([1, expect.stringContaining(`${sick} is not ready`)]);
      // The previous content is restored: it is the rollback.
      expect(rejected.told.slice(-2)).toEqual([
        `rm --force ${named(sick)}`,
        `rename ${named(sick)}-before ${named(sick)}`,
      ]);
      expect(await answering(edge.origin, '/api/x', 'next')).toBe('next');

      const back = await deploy([old, next], 'api', '--back');
      expect(back).toMatchObject({ code: 0, out: `api: ${old} \n` });
      expect(back.told).toEqual([`start ${named(old)}`, `stop ${named(next)}`]);
      expect(await answering(edge.origin, '/api/x', 'old')).toBe('old');
      expect(await deploy([old, next], 'api', 'ghcr.io/yunduo/api:1.0.0')).toMatchObject({
        code: 2,
        told: [''],
      });
    } finally {
      await edge.stop();
    }
  });

  test('starts a unit in the other slot before moving the edge, stops an unready one and rolls back', async () => {
    const [old, next, sick] = await Promise.all([
      processOf('old'),
      processOf('next'),
      processOf('sick', 503),
    ]);
    const edge = await startNginx(nginx ?? '', { api: [old], site: [old], console: [old], unlimited: true });
    // A fake systemctl that records its commands: the processes already listen.
    const [bin, log] = [join(edge.folder, 'bin'), join(edge.folder, 'systemctl.log')];
    mkdirSync(bin);
    writeFileSync(join(bin, 'systemctl'), `#!/bin/sh\necho "$@" >>${log}\n`);
    chmodSync(join(bin, 'systemctl'), 0o755);
    const port = (address: string): string => address.split(':')[1] ?? '';
    const units = async (slots: string[], ...args: string[]): Promise<Said & { told: string[] }> => {
      writeFileSync(log, '');
      const env = { PATH: `${bin}:/usr/sbin:${process.env['PATH']}`, SLOTS: slots.map(port).join(' ') };
      const output = await typed(edge.folder, [join(root, 'tools/deployment/roll-units.sh'), ...args], env);
      return { ...output, told: readFileSync(log, 'utf8').trim().split('\n') };
    };
    const on = (address: string): string => `--quiet enable --now yunduo-api@${port(address)}`;
    const off = (address: string): string => `--quiet disable --now yunduo-api@${port(address)}`;
    try {
      expect(await units([old, next], 'api')).toEqual({
        code: 0,
        out: `api: ${next} \n`,
        err: '',
        told: [on(next), off(old)],
      });
      expect(await answering(edge.origin, '/api/x', 'next')).toBe('next');

      const rejected = await units([next, sick], 'api');
      expect(rejected).toMatchObject({ code: 1, told: [on(sick), off(sick)] });
      expect(rejected.err).toContain(`${sick} is not ready`);

      expect(await units([old, next], 'api', '--back')).toMatchObject({
        code: 0,
        out: `api: ${old} \n`,
        told: [on(old), off(next)],
      });
      expect(await answering(edge.origin, '/api/x', 'old')).toBe('old');
      expect(await units([old, next], 'shop')).toMatchObject({ code: 2, told: [''] });
    } finally {
      await edge.stop();
    }
  });
});

test.each([
  [['api'], 'roll.sh APP HOST:PORT'],
  [['shop', '127.0.0.1:1'], 'shop: there is api'],
  [['api', '127.0.0.1'], '127.0.0.1 is not HOST:PORT'],
  [['api', '127.0.0.1:80; return 200'], 'is not HOST:PORT'],
  [['public-site', '--back'], 'nothing to go back to'],
])('%j is rejected with one line', async (args, words) => {
  const folder = mkdtempSync(join(tmpdir(), 'yunduo-roll-'));
  try {
    cpSync(join(root, 'tools/deployment/nginx'), join(folder, 'conf'), { recursive: true });
    const { code, out, err } = await roll(folder, ...args);
    expect([code === 0, out]).toEqual([false, '']);
    expect(err).toContain(words);
    expect(err.trim().split('\n')).toHaveLength(1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

const units = filesOf('tools/deployment/systemd/*.service');

test.each([
  ['api', 4311, '4311 9311 127.0.0.1'],
  ['public-site', 4321, '4321 9321 127.0.0.1'],
  ['developer-console', 4331, '4331 9464 127.0.0.1'],
])(
  'the unit of %s gives slot %i its own ports, though the file of variables names others',
  (app, slot, has) => {
    const unit = readFileSync(join(root, `tools/deployment/systemd/yunduo-${app}@.service`), 'utf8');
    expect(unit).toMatch(/^Environment=.*\bAPP_MODE=production\b/m);
    const [, command = ''] = /^ExecStart=\/bin\/sh -c '(.+)'$/m.exec(unit) ?? [];
    // As systemd reads it: %i is the slot, $$ a dollar. A shell takes the place of Node.
    const line = command
      .replaceAll('%i', String(slot))
      .replaceAll('$$', '$')
      .replace(/\S+\/node .+$/, 'sh -c \'echo "$PORT $METRICS_PORT $HOST"\'');
    const env = { PATH: process.env['PATH'], HOST: '0.0.0.0', PORT: '4300', METRICS_PORT: '9464' };
    expect(spawnSync('sh', ['-c', line], { env, encoding: 'utf8' }).stdout).toBe(`${has}\n`);
  },
);

const systemd = spawnSync('systemd-analyze', ['--version']).status === 0;

(systemd ? test : test.skip).each(units)('systemd accepts %s', (unit) => {
  const { stderr } = spawnSync('systemd-analyze', ['verify', join(root, unit)], { encoding: 'utf8' });
  // The programs that they start are installed on the server.
  const words = stderr
    .split('\n')
    .filter((line) => line && !/is not executable|Failed to prepare/.test(line));
  expect(words).toEqual([]);
});

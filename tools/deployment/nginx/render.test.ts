import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { edgeConfig } from './render.ts';
import type { Edge } from './render.ts';

const edge: Edge = {
  site: ['10.0.0.2:4320', 'site-2:4320'],
  api: ['10.0.0.3:4310'],
  console: ['[fd00::1]:8080'],
  listen: '8080',
  folder: '/var/cache/yunduo',
};

/** Every location with what stands in it. */
const locations = (config: string): [name: string, body: string][] =>
  [...config.matchAll(/^ {4,}location (.+) \{\n([\s\S]*?)\n {4}\}/gm)].map(([, name = '', body = '']) => [
    name,
    body,
  ]);

test('names every process, and nothing is left open', () => {
  const config = edgeConfig(edge);
  for (const address of [...edge.site, ...edge.api, ...edge.console]) {
    expect(config).toContain(`server ${address} max_fails=3`);
  }
  expect(config).not.toMatch(/\{\{|undefined/);
  expect(config).not.toContain('ssl');
  expect(config).not.toContain('set_real_ip_from');
});

test('every location that passes on says all of it: headers are not inherited in part', () => {
  const passing = locations(edgeConfig({ ...edge, dev: true, kept: '/srv/kept' })).filter(([, body]) =>
    body.includes('proxy_pass'),
  );
  expect(passing.length).toBeGreaterThan(8);
  for (const [name, body] of passing) {
    for (const header of ['Host', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'Forwarded']) {
      expect([name, body.includes(`proxy_set_header ${header} `)]).toEqual([name, true]);
    }
  }
});

test('who is kept for everybody never hears who asks, and the API is never kept', () => {
  for (const [name, body] of locations(edgeConfig({ ...edge, kept: '/srv/kept' }))) {
    if (!body.includes('proxy_pass')) continue;
    const anonymous =
      body.includes('proxy_set_header Cookie ""') && body.includes('proxy_set_header Authorization ""');
    const isApi = /\/api/.test(name);
    expect([name, anonymous]).toEqual([name, !isApi]);
    if (isApi) expect([name, body.includes('proxy_cache ')]).toEqual([name, false]);
  }
});

test('every answer of nginx’s own says how it may be used; a location with a header of its own inherits none', () => {
  const config = edgeConfig({ ...edge, kept: '/srv/kept' });
  const headers = ['content-security-policy', 'x-content-type-options', 'strict-transport-security'];
  const own = locations(config).filter(([, body]) => body.includes('add_header'));
  expect(own.length).toBeGreaterThan(8);
  for (const [name, body] of [...own, ['the server', config.slice(config.indexOf('server_name'))]] as const) {
    for (const header of [...headers, 'referrer-policy'])
      expect([name, body.includes(`add_header ${header} `)]).toEqual([name, true]);
  }
});

test('limits count the network of a visitor, and an answer about health is no failure', () => {
  const config = edgeConfig(edge);
  expect([...config.matchAll(/limit_(?:req|conn)_zone (\S+)/g)].map(([, key]) => key)).toEqual(
    Array(3).fill('$network'),
  );
  const health = locations(config).find(([name]) => name === '^~ /api/health/')?.[1] ?? '';
  expect(health).toContain('proxy_next_upstream error timeout;');
});

test('the help widget has a server of its own, which takes no other host and is never the default', () => {
  expect(edgeConfig(edge)).not.toContain('/widget/vendor');
  const config = edgeConfig({ ...edge, widget: 'help.example.com' });
  expect(config).toMatch(/listen 8080;\s+server_name help\.example\.com;/);
  expect(config.match(/default_server/g)).toHaveLength(1);
  expect(config).not.toMatch(/\{\{|undefined/);
});

test('/dev is routed only for trials', () => {
  const routed = (dev: boolean): boolean =>
    locations(edgeConfig({ ...edge, dev })).some(([name]) => name.includes('/dev('));
  expect([routed(false), routed(true)]).toEqual([false, true]);
});

test('speaks TLS with a certificate, believes the proxies that are named, serves our own inside', () => {
  const config = edgeConfig({
    ...edge,
    listen: '443',
    tls: { certificate: '/etc/tls/site.pem', key: '/etc/tls/site.key' },
    trust: ['10.0.0.0/8', 'fd00::/8'],
    internal: '10.0.0.1:8081',
  });
  expect(config).toContain('listen 443 ssl');
  expect(config).toContain('listen 80;');
  expect(config).toContain('return 301 https://$host$request_uri;');
  expect(config).toContain('ssl_protocols TLSv1.2 TLSv1.3;');
  const ciphers = /ssl_ciphers (\S+);/.exec(config)?.[1]?.split(':') ?? [];
  expect(ciphers).toHaveLength(6);
  expect(ciphers.filter((name) => !/^ECDHE-.*(GCM|POLY1305)/.test(name))).toEqual([]);
  expect(ciphers[0]).toContain('AES256-GCM');
  expect(config).toContain('ssl_prefer_server_ciphers on;');
  expect(config).toContain('set_real_ip_from 10.0.0.0/8;');
  expect(config).toContain('fd00::/8 1;');
  expect(config).toContain('listen 10.0.0.1:8081;');
});

test.each([
  [{ api: [] }, 'needs an address'],
  [{ api: ['10.0.0.3'] }, 'host:port'],
  [{ site: ['10.0.0.3:80; return 200'] }, 'host:port'],
  [{ trust: ['everybody'] }, 'no network'],
  [{ kept: '/srv/kept; include /etc/passwd' }, 'no absolute path'],
  [{ user: 'root;' }, 'no name'],
  [{ widget: 'help.example.com; return 200' }, 'no host name'],
  [{ listen: '80; include /etc/passwd' }, 'host:port'],
])('%j is refused', (wrong, words) => {
  expect(() => edgeConfig({ ...edge, ...wrong })).toThrow(words);
});

test.each([
  [['--certificate', '/etc/tls/site.pem'], '--certificate and --key belong together'],
  [['--key', '/etc/tls/site.key'], '--certificate and --key belong together'],
  [['--certificate', '', '--key', '/etc/tls/site.key'], '--certificate and --key belong together'],
  [['--trsut', '10.0.0.0/8'], "Unknown option '--trsut'"],
  [['--site', 'nowhere'], '"nowhere" is not host:port.'],
])('typed wrongly, nothing is written but one line that says so: %j', (wrong, words) => {
  const right = ['--site', '10.0.0.2:4320', '--api', '10.0.0.3:4310', '--console', '10.0.0.2:4330'];
  const script = join(import.meta.dirname, 'render.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...right, ...wrong], {
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain(`error: ${words}`);
  expect(stderr.trim().split('\n')).toHaveLength(1);
});

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { errors as en } from '@yunduo/i18n/en/errors';
import { errors as zh } from '@yunduo/i18n/zh/errors';
import {
  AVATAR_BYTES_MAX,
  FEEDBACK,
  LOGO_BYTES_MAX,
  RELEASE,
  SCREENSHOT_BYTES_LIMIT,
} from '@yunduo/validation';

const read = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8');
/** A file with its includes in place. */
const whole = (name: string): string =>
  read(name)
    .replaceAll(/^ *#.*$/gm, '')
    .replaceAll(/include ([\w/.-]+);/g, (_, included: string) => whole(included));
/** Every option enabled, as an operator would do it. */
const uncommented = (name: string): string =>
  read(name)
    .replaceAll(/^ *#(?=[a-z])/gm, '')
    .replaceAll(/include ([\w/.-]+);/g, (_, included: string) => whole(included));
const config = whole('nginx.conf');
const options = globSync('options/*.conf', { cwd: import.meta.dirname })
  .map(whole)
  .join('\n');

/** Every location with its content. */
const locations = [...`${config}\n${options}`.matchAll(/^ *location (.+) \{\n([\s\S]*?)\n *\}/gm)].map(
  ([, name = '', body = '']): [string, string] => [name, body],
);

test('every proxied location sets all proxy headers', () => {
  const passing = locations.filter(([, body]) => body.includes('proxy_pass'));
  expect(passing.length).toBeGreaterThan(12);
  for (const [name, body] of passing) {
    for (const header of ['Host', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'Forwarded'])
      expect([name, body.includes(`proxy_set_header ${header} `)]).toEqual([name, true]);
  }
});

test('cached locations drop cookies and authorization; the API is never cached', () => {
  for (const [name, body] of locations) {
    if (!body.includes('proxy_pass')) continue;
    const anonymous =
      body.includes('proxy_set_header Cookie ""') && body.includes('proxy_set_header Authorization ""');
    const isApi = /\/api|\/dev\(/.test(name);
    expect([name, anonymous]).toEqual([name, !isApi]);
    if (isApi) expect([name, body.includes('proxy_cache ')]).toEqual([name, false]);
  }
});

test('every location with add_header repeats the security headers', () => {
  const headers = ['content-security-policy', 'x-content-type-options', 'strict-transport-security'];
  const own = locations.filter(([, body]) => body.includes('add_header'));
  expect(own.length).toBeGreaterThan(8);
  for (const [name, body] of [...own, ['the server', config.slice(config.indexOf('server_name'))]] as const) {
    for (const header of [...headers, 'referrer-policy'])
      expect([name, body.includes(`add_header ${header} `)]).toEqual([name, true]);
  }
});

test('limits count by client network; a health failure does not mark an upstream as failed', () => {
  expect([...config.matchAll(/limit_(?:req|conn)_zone (\S+)/g)].map(([, key]) => key)).toEqual(
    Array(3).fill('$network'),
  );
  const health = locations.find(([name]) => name === '^~ /api/health/')?.[1] ?? '';
  expect(health).toContain('proxy_next_upstream error timeout;');
});

test('by default trusts no proxy, does not route /dev and listens on one port', () => {
  expect(config).not.toContain('set_real_ip_from');
  expect(config).not.toContain('/dev(');
  expect(config.match(/^ *listen .*$/gm)).toHaveLength(1);
});

test('TLS uses 1.2 and 1.3 with forward-secret ciphers, and HTTP redirects to HTTPS', () => {
  const secure = uncommented('site/listen.conf');
  expect(secure).toContain('listen 443 ssl');
  expect(secure).toContain('ssl_protocols TLSv1.2 TLSv1.3;');
  const ciphers = /ssl_ciphers (\S+);/.exec(secure)?.[1]?.split(':') ?? [];
  expect(ciphers).toHaveLength(6);
  expect(ciphers.filter((name) => !/^ECDHE-.*(GCM|POLY1305)/.test(name))).toEqual([]);
  expect(ciphers[0]).toContain('AES256-GCM');
  expect(secure).toContain('ssl_prefer_server_ciphers on;');
  expect(uncommented('site/http.conf')).toContain('return 301 https://$host$request_uri;');
});

test('each app has its own upstream file', () => {
  for (const app of ['public-site', 'developer-console', 'api']) {
    expect(config.match(new RegExp(`^ *server ${app}:\\d+ max_fails=3`, 'gm'))).toHaveLength(1);
    expect(read(`site/upstreams/${app}.conf`)).toMatch(/^server \S+ max_fails=3 fail_timeout=2s;\n$/);
  }
});

const envelope = (code: string, msg: string, data: object | null = null): string =>
  JSON.stringify({ code, msg, data });

test('nginx’s own responses use the API’s messages', () => {
  const limited = (words: string): string => words.replace('{{limit}}', '$limit_of_body');
  for (const words of [zh, en]) {
    expect(config).toContain(`'${envelope('UNAVAILABLE', words.UNAVAILABLE)}';`);
    expect(config).toContain(`'${envelope('RATE_LIMITED', words.RATE_LIMITED, { retry_after: 1 })}';`);
    expect(config).toContain(`'${envelope('FILE_TOO_LARGE', limited(words.FILE_TOO_LARGE))}';`);
  }
  const hurried = locations.find(([name]) => name === '@hurried')?.[1];
  expect(hurried).toContain(`add_header ratelimit '"default";r=0;t=1' always;`);
  expect(config).toContain(`'${zh.UNAVAILABLE} · ${en.UNAVAILABLE}\\n';`);
  expect(options).toContain(`'${envelope('BAD_REQUEST', en.BAD_REQUEST)}';`);
});

const MB = 1024 * 1024;

test.each([
  ['/api/user_info/upload_head_img', AVATAR_BYTES_MAX, 60],
  ['/api/dev_app/upload_', Math.max(LOGO_BYTES_MAX, SCREENSHOT_BYTES_LIMIT), 60],
  ['/api/feedback/upload', FEEDBACK.videoBytesMax, FEEDBACK.transfer / 1000],
  ['/api/admin_release/publish', 4 * RELEASE.artefactMax, RELEASE.transfer / 1000],
])('the body limit below %s is one MB above the API’s, with a matching timeout', (path, bytes, seconds) => {
  const body = locations.find(([name]) => name === `^~ ${path}`)?.[1] ?? '';
  expect(body).toContain(`client_max_body_size ${bytes / MB + 1}m;`);
  expect(body).toContain(`proxy_read_timeout ${seconds}s;`);
  const output = bytes >= 1024 * MB ? `${bytes / MB / 1024} GB` : `${bytes / MB} MB`;
  expect(config).toContain(`~^${path} "${output}";`);
});

/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { readConfig } from './config.ts';

test('listens on 127.0.0.1 without environment variables', () => {
  expect(readConfig({})).toEqual({
    host: '127.0.0.1',
    port: 4320,
    metricsPort: null,
    origin: 'http://127.0.0.1:4320',
    apiBaseUrl: 'http://127.0.0.1:4310',
    links: { demo: null, forum: null },
    trial: true,
    keptFiles: null,
    purge: null,
    widget: null,
  });
});

test.each([
  ['trial', true],
  ['test', false],
  ['production', false],
])('only trial mode names the variables of unset links: %s, %s', (mode, trial) => {
  expect(readConfig({ APP_MODE: mode, ORIGIN: 'https://yunduo.example' }).trial).toBe(trial);
});

test('reads host, ports, links and folder', () => {
  const env = {
    HOST: '0.0.0.0',
    PORT: '65535',
    METRICS_PORT: '9464',
    LINK_DEMO: ' https://demo.example/start ',
    LINK_FORUM: 'https://forum.example',
    KEPT_FILES: '/var/kept',
  };
  expect(readConfig(env)).toMatchObject({
    host: '0.0.0.0',
    port: 65_535,
    metricsPort: 9464,
    origin: 'http://0.0.0.0:65535',
    links: { demo: 'https://demo.example/start', forum: 'https://forum.example/' },
    keptFiles: '/var/kept',
  });
});

test('an empty variable is the default', () => {
  expect(readConfig({ PORT: '', HOST: '', APP_MODE: '', KEPT_FILES: '', METRICS_PORT: '' })).toEqual(
    readConfig({}),
  );
});

test('removes the trailing slash of URLs', () => {
  const config = readConfig({ ORIGIN: 'HTTPS://Yunduo.example:443/', API_BASE_URL: 'http://api:4310/' });
  expect(config.origin).toBe('https://yunduo.example');
  expect(config.apiBaseUrl).toBe('http://api:4310');
});

test.each([
  [{ PORT: 'many' }, 'PORT'],
  [{ PORT: '65536' }, 'PORT'],
  [{ PORT: '-1' }, 'PORT'],
  [{ METRICS_PORT: '9464x' }, 'METRICS_PORT'],
  [{ ORIGIN: 'yunduo.example' }, 'ORIGIN'],
  [{ ORIGIN: 'https://yunduo.example/shop' }, 'ORIGIN'],
  [{ APP_MODE: 'production' }, 'ORIGIN'],
  [{ LINK_DEMO: 'javascript:alert(1)' }, 'LINK_DEMO'],
  [{ CDN_PURGE_URL: 'cdn' }, 'CDN_PURGE_URL'],
  [{ CDN_PURGE_URL: 'https://cdn.example', CDN_PURGE_HEADERS: 'Fastly-Key: x' }, 'CDN_PURGE_HEADERS'],
  [{ CDN_PURGE_URL: 'https://cdn.example', CDN_PURGE_HEADERS: '["x"]' }, 'CDN_PURGE_HEADERS'],
  [{ CDN_PURGE_URL: 'https://cdn.example', CDN_PURGE_HEADERS: '{"age":1}' }, 'CDN_PURGE_HEADERS'],
  [{ CDN_PURGE_URL: 'https://cdn.example', CDN_PURGE_HEADERS: '5' }, 'CDN_PURGE_HEADERS'],
  [{ CDN_PURGE_URL: 'https://cdn.example', CDN_PURGE_BODY: '{tags}' }, 'CDN_PURGE_BODY'],
  [{ WIDGET_SRC: 'https://chat.example/w.js' }, 'WIDGET_APP_ID'],
  [{ WIDGET_SRC: 'https://chat.example/w.js', WIDGET_APP_ID: 'yd', WIDGET_MODE: 'pagee' }, 'WIDGET_MODE'],
])('names the variable of an invalid value: %j', (env, name) => {
  expect(() => readConfig(env)).toThrow(name);
});

test('reads URL, headers and body of the CDN purge', () => {
  const cloudflare = {
    CDN_PURGE_URL: 'https://api.cloudflare.example/client/v4/zones/1/purge_cache',
    CDN_PURGE_HEADERS: '{"Authorization":"Bearer x"}',
    CDN_PURGE_BODY: '{ "tags": ["content"] }',
  };
  expect(readConfig(cloudflare).purge).toEqual({
    url: cloudflare.CDN_PURGE_URL,
    headers: { Authorization: 'Bearer x' },
    body: '{"tags":["content"]}',
  });
  expect(readConfig({ ...cloudflare, CDN_PURGE_BODY: '' }).purge?.body).toBe('');
  expect(readConfig({ CDN_PURGE_URL: cloudflare.CDN_PURGE_URL }).purge?.headers).toEqual({});
  expect(readConfig({ CDN_PURGE_HEADERS: '{}' }).purge).toBeNull();
});

test('the widget runs in a frame by default', () => {
  const env = { WIDGET_SRC: 'https://chat.example/w.js', WIDGET_APP_ID: 'yd' };
  expect(readConfig(env).widget).toEqual({
    src: 'https://chat.example/w.js',
    appId: 'yd',
    mode: 'frame',
    origin: null,
    hosts: [],
  });
  expect(readConfig({ ...env, WIDGET_MODE: 'page' }).widget?.mode).toBe('page');
});

const WIDGET = {
  WIDGET_SRC: 'https://chat.example/w.js',
  WIDGET_APP_ID: 'yd',
  ORIGIN: 'https://yunduo.example',
};

test('reads WIDGET_ORIGIN and WIDGET_HOSTS', () => {
  const hosts = 'https://*.chat.example, wss://relay.chat.example:8443 ,';
  const env = { ...WIDGET, WIDGET_ORIGIN: 'https://help.yunduo.example', WIDGET_HOSTS: hosts };
  expect(readConfig(env).widget).toMatchObject({
    origin: 'https://help.yunduo.example',
    hosts: ['https://*.chat.example', 'wss://relay.chat.example:8443'],
  });
});

test.each([
  ['the site’s own origin', 'https://yunduo.example'],
  ['with a path', 'https://help.yunduo.example/chat'],
  ['an ftp URL', 'ftp://help.yunduo.example'],
])('rejects this WIDGET_ORIGIN: %s', (_what, origin) => {
  expect(() => readConfig({ ...WIDGET, WIDGET_ORIGIN: origin })).toThrow('WIDGET_ORIGIN');
});

test.each([
  '*',
  'https:',
  'https://*',
  "'unsafe-inline'",
  'https://a.example; script-src *',
  'a.example',
  'https://a b',
])('WIDGET_HOSTS rejects %p', (host) => {
  expect(() => readConfig({ ...WIDGET, WIDGET_HOSTS: host })).toThrow('WIDGET_HOSTS');
});

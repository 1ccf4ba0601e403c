/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { readConfig } from './config.ts';

test('without variables the site listens on this machine alone', () => {
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
])('only a trial names the variables of links without an address: %s, %s', (mode, trial) => {
  expect(readConfig({ APP_MODE: mode, ORIGIN: 'https://yunduo.example' }).trial).toBe(trial);
});

test('an empty port is one that is not set', () => {
  expect(readConfig({ PORT: '' }).port).toBe(4320);
});

test('addresses are taken without a slash at the end', () => {
  const config = readConfig({ ORIGIN: 'https://yunduo.example/', API_BASE_URL: 'http://api:4310/' });
  expect(config.origin).toBe('https://yunduo.example');
  expect(config.apiBaseUrl).toBe('http://api:4310');
});

test.each([
  [{ PORT: 'many' }, 'PORT'],
  [{ PORT: '70000' }, 'PORT'],
  [{ ORIGIN: 'yunduo.example' }, 'ORIGIN'],
  [{ APP_MODE: 'production' }, 'ORIGIN'],
  [{ LINK_DEMO: 'javascript:alert(1)' }, 'LINK_DEMO'],
  [{ CDN_PURGE_URL: 'cdn' }, 'CDN_PURGE_URL'],
  [{ CDN_PURGE_URL: 'https://cdn.example', CDN_PURGE_HEADERS: 'Fastly-Key: x' }, 'CDN_PURGE_HEADERS'],
  [{ CDN_PURGE_URL: 'https://cdn.example', CDN_PURGE_HEADERS: '["x"]' }, 'CDN_PURGE_HEADERS'],
  [{ CDN_PURGE_URL: 'https://cdn.example', CDN_PURGE_BODY: '{tags}' }, 'CDN_PURGE_BODY'],
  [{ WIDGET_SRC: 'https://chat.example/w.js' }, 'WIDGET_APP_ID'],
  [{ WIDGET_SRC: 'https://chat.example/w.js', WIDGET_APP_ID: 'yd', WIDGET_MODE: 'pagee' }, 'WIDGET_MODE'],
])('a variable that makes no sense is refused by name: %j', (env, name) => {
  expect(() => readConfig(env)).toThrow(name);
});

test('a CDN is told as its own interface wants it', () => {
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
  expect(readConfig({ CDN_PURGE_HEADERS: '{}' }).purge).toBeNull();
});

test('the widget runs in a frame unless the page is asked for', () => {
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

test('the widget has an origin of its own and hosts that it may reach where they are named', () => {
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
  ['not https', 'ftp://help.yunduo.example'],
])('an origin of the widget that is %s is refused', (_what, origin) => {
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
])('WIDGET_HOSTS refuses %p: nothing but hosts with their scheme comes into the policy', (host) => {
  expect(() => readConfig({ ...WIDGET, WIDGET_HOSTS: host })).toThrow('WIDGET_HOSTS');
});

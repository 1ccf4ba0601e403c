/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { readConfig } from './config.ts';

test('without variables the site listens on this machine alone', () => {
  expect(readConfig({})).toEqual({
    host: '127.0.0.1',
    port: 4320,
    origin: 'http://127.0.0.1:4320',
    apiBaseUrl: 'http://127.0.0.1:4310',
    links: { demo: null, forum: null },
    trial: true,
    keptFiles: null,
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
  [{ WIDGET_SRC: 'https://chat.example/w.js' }, 'WIDGET_APP_ID'],
  [{ WIDGET_SRC: 'https://chat.example/w.js', WIDGET_APP_ID: 'yd', WIDGET_MODE: 'pagee' }, 'WIDGET_MODE'],
])('a variable that makes no sense is refused by name: %j', (env, name) => {
  expect(() => readConfig(env)).toThrow(name);
});

test('the widget runs in a frame unless the page is asked for', () => {
  const env = { WIDGET_SRC: 'https://chat.example/w.js', WIDGET_APP_ID: 'yd' };
  expect(readConfig(env).widget).toEqual({ src: 'https://chat.example/w.js', appId: 'yd', mode: 'frame' });
  expect(readConfig({ ...env, WIDGET_MODE: 'page' }).widget?.mode).toBe('page');
});

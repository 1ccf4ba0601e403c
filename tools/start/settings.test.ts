import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { reasonIn } from './child.ts';
import { prepareDataDir, readConsoleSettings, readSettings } from './settings.ts';

test('has the defaults of the quick start', () => {
  expect(readSettings({})).toMatchObject({
    mode: 'trial',
    host: '127.0.0.1',
    port: 4300,
    origin: undefined,
    trustProxy: false,
  });
  expect(readSettings({}).dataDir).toMatch(/\.data$/);
});

test.each([
  [{ PORT: 'high' }, 'PORT is "high"'],
  [{ PORT: '70000' }, 'PORT is "70000"'],
  [{ APP_MODE: 'prod' }, 'APP_MODE is "prod"'],
  [{ TRUST_PROXY: '2' }, 'TRUST_PROXY is "2"'],
  [{ TRUST_PROXY: '10.0.0.1' }, 'TRUST_PROXY is "10.0.0.1"'],
  [{ ORIGIN: 'www.example.com' }, 'ORIGIN is "www.example.com"; it must be an address'],
  [{ ORIGIN: 'javascript:alert(1)' }, 'ORIGIN is "javascript:alert(1)"; it must be an address'],
  [{ ORIGIN: 'https://www.example.com/?a=1' }, 'ORIGIN must have no query'],
  [{ ORIGIN: 'https://root:secret@www.example.com' }, 'ORIGIN must have no query, no fragment and no user'],
  [{ ORIGIN: 'https://www.example.com/shop' }, 'ORIGIN must have no path'],
])('rejects %j with a message', (env, sentence) => {
  expect(() => readSettings(env)).toThrow(sentence);
});

test.each([
  [{}, undefined],
  [{ ORIGIN: '' }, undefined],
  [{ ORIGIN: ' https://www.example.com// ' }, 'https://www.example.com'],
  [{ ORIGIN: 'HTTPS://Www.Example.com:443' }, 'https://www.example.com'],
])('reads the origin of %j as %s', (env, origin) => {
  expect(readSettings(env).origin).toBe(origin);
});

test('readConsoleSettings reads the same variables and LINK_DEV_DOCS', () => {
  expect(readConsoleSettings({})).toEqual({
    host: '127.0.0.1',
    port: 4330,
    origin: '',
    devDocs: null,
    trial: true,
    keptFiles: null,
  });
  expect(readConsoleSettings({ APP_MODE: 'production' }).trial).toBe(false);
  expect(
    readConsoleSettings({
      HOST: '::',
      PORT: '0',
      ORIGIN: 'https://www.example.com/',
      LINK_DEV_DOCS: 'https://docs.example.com/',
      KEPT_FILES: '/var/lib/kept',
    }),
  ).toEqual({
    host: '::',
    port: 0,
    origin: 'https://www.example.com',
    devDocs: 'https://docs.example.com/',
    trial: true,
    keptFiles: '/var/lib/kept',
  });
});

test.each([
  [{ PORT: 'high' }, 'PORT is "high"; it must be'],
  [{ ORIGIN: 'www.example.com' }, 'ORIGIN is "www.example.com"; it must be an address'],
  [{ LINK_DEV_DOCS: 'docs.example.com' }, 'LINK_DEV_DOCS is "docs.example.com"; it must be an address'],
  [{ LINK_DEV_DOCS: 'javascript:alert(1)' }, 'LINK_DEV_DOCS is "javascript:alert(1)"; it must be an address'],
])('readConsoleSettings rejects %j with a message', (env, sentence) => {
  expect(() => readConsoleSettings(env)).toThrow(sentence);
});

test('rejects an unwritable data folder, also for root', () => {
  const folder = mkdtempSync(join(tmpdir(), 'settings-'));
  try {
    writeFileSync(join(folder, 'file'), '');
    expect(() => prepareDataDir(join(folder, 'file/data'))).toThrow(
      /^The data folder .*file\/data cannot be written/,
    );
    expect(() => prepareDataDir(join(folder, 'new/data'))).not.toThrow();
    // Linux's /proc rejects new folders with an error that made `mkdir -p` retry endlessly.
    expect(() => prepareDataDir('/proc/yunduo/data')).toThrow(
      /^The data folder \/proc\/yunduo\/data cannot be/,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('reasonIn finds the error message among the last lines', () => {
  const stack = [
    'node:internal/x:1',
    'Error: the disk is full',
    '    at write (node:fs:1)',
    '',
    'Node.js v24.21.0',
  ];
  expect(reasonIn(stack)).toBe('Error: the disk is full');
  expect(reasonIn(['{"level":60,"msg":"the data folder is in use"}'])).toBe('the data folder is in use');
  expect(reasonIn(['error: the data folder is in use'])).toBe('the data folder is in use');
  expect(reasonIn([])).toBeUndefined();
});

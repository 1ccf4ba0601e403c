import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { reasonIn } from './child.ts';
import { prepareDataDir, readSettings } from './settings.ts';

test('the defaults are those of the quick start', () => {
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
])('%j is refused with a sentence', (env, sentence) => {
  expect(() => readSettings(env)).toThrow(sentence);
});

test('a data folder that cannot be written is refused with a sentence, for root too', () => {
  const folder = mkdtempSync(join(tmpdir(), 'settings-'));
  try {
    writeFileSync(join(folder, 'file'), '');
    expect(() => prepareDataDir(join(folder, 'file/data'))).toThrow(
      /^The data folder .*file\/data cannot be written/,
    );
    expect(() => prepareDataDir(join(folder, 'new/data'))).not.toThrow();
    // Linux's /proc takes no folder and says so in a way that made `mkdir -p` try for ever.
    expect(() => prepareDataDir('/proc/yunduo/data')).toThrow(
      /^The data folder \/proc\/yunduo\/data cannot be/,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the reason of an end is the sentence among the last lines, not a frame or a signature', () => {
  const stack = [
    'node:internal/x:1',
    'Error: the disk is full',
    '    at write (node:fs:1)',
    '',
    'Node.js v24.21.0',
  ];
  expect(reasonIn(stack)).toBe('Error: the disk is full');
  expect(reasonIn(['{"level":60,"msg":"the data folder is in use"}'])).toBe('the data folder is in use');
  expect(reasonIn([])).toBeUndefined();
});

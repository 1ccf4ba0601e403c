import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { closeDataFolder } from './data-folder.ts';

let outside: string;
let folder: string;
const modeOf = (...path: string[]) => statSync(join(...path)).mode & 0o777;

beforeEach(() => {
  outside = mkdtempSync(join(tmpdir(), 'data-folder-'));
  folder = join(outside, 'data');
  mkdirSync(join(folder, 'files/private'), { recursive: true });
  for (const name of ['files/a.png', 'files/private/b.png']) writeFileSync(join(folder, name), 'x');
  writeFileSync(join(outside, 'elsewhere'), 'x');
  symlinkSync(join(outside, 'elsewhere'), join(folder, 'link'));
  for (const name of ['files/private', 'files', '.']) chmodSync(join(folder, name), 0o755);
  for (const name of ['files/a.png', 'files/private/b.png']) chmodSync(join(folder, name), 0o644);
  chmodSync(join(outside, 'elsewhere'), 0o644);
});
afterEach(() => rmSync(outside, { recursive: true, force: true }));

test('closes an open data folder and its contents, without following links', () => {
  closeDataFolder(folder);
  expect(['.', 'files', 'files/private'].map((name) => modeOf(folder, name))).toEqual([0o700, 0o700, 0o700]);
  expect(['files/a.png', 'files/private/b.png'].map((name) => modeOf(folder, name))).toEqual([0o600, 0o600]);
  expect(modeOf(outside, 'elsewhere')).toBe(0o644);
});

test('does not walk a closed folder, and does not create a missing one', () => {
  chmodSync(folder, 0o700);
  closeDataFolder(folder);
  expect(modeOf(folder, 'files/a.png')).toBe(0o644);
  expect(() => closeDataFolder(join(outside, 'none'))).not.toThrow();
  expect(statSync(join(outside, 'none'), { throwIfNoEntry: false })).toBeUndefined();
});

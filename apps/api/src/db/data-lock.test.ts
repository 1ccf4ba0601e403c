import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { DataFolderInUse, lockDataFolder } from './data-lock.ts';

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'data-lock-'));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

test('creates a missing folder, and locks it until released', () => {
  const folder = join(parent, 'new', 'data');
  const lock = lockDataFolder(folder);
  expect(existsSync(folder)).toBe(true);
  expect(() => lockDataFolder(folder)).toThrow(DataFolderInUse);
  lock.release();
  lockDataFolder(folder).release();
});

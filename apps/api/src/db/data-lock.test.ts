import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { readConfig } from '../config.ts';
import { DataFolderInUse, lockDataFolder } from './data-lock.ts';
import { openDatabase } from './open.ts';

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

test('closing the database releases its folder, and closing it again changes nothing', async () => {
  const folder = join(parent, 'data');
  const config = readConfig({ APP_MODE: 'test', DATA_DIR: folder });
  const quiet = { info: () => undefined, error: () => undefined };
  const database = await openDatabase(config, quiet);
  expect(() => lockDataFolder(folder)).toThrow(DataFolderInUse);
  await database.close();
  const next = lockDataFolder(folder);
  await database.close();
  expect(() => lockDataFolder(folder)).toThrow(DataFolderInUse);
  next.release();
});

import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { readConfig } from '../config.ts';
import { DataFolderInUse, lockDataFolder } from './data-lock.ts';
import { openDatabase } from './open.ts';

const quiet = { info: () => undefined, error: () => undefined };
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
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  const config = readConfig({ APP_MODE: 'test', DATA_DIR: folder });
  const database = await openDatabase(config, quiet);
  // No other account of the machine reads it.
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(() => lockDataFolder(folder)).toThrow(DataFolderInUse);
  await database.close();
  const next = lockDataFolder(folder);
  await database.close();
  expect(() => lockDataFolder(folder)).toThrow(DataFolderInUse);
  next.release();
});

test('a database that cannot be opened releases its folder', async () => {
  const folder = join(parent, 'data');
  // The marker of a database, and nothing else.
  mkdirSync(join(folder, 'db'), { recursive: true });
  writeFileSync(join(folder, 'db/PG_VERSION'), '18\n');
  const config = readConfig({ APP_MODE: 'test', DATA_DIR: folder });
  await expect(openDatabase(config, quiet)).rejects.toThrow();
  lockDataFolder(folder).release();
});

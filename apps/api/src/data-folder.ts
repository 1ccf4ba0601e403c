import { chmodSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Permission bits of group and others. */
const OTHERS = 0o077;

/**
 * Restricts the data folder to its owner: an earlier version, or its creator, may have left it open. A closed folder
 * costs one stat call. Files that PGlite creates later ignore the umask, but are in folders closed to others.
 */
export function closeDataFolder(dataDir: string): void {
  const { mode } = statSync(dataDir, { throwIfNoEntry: false }) ?? {};
  if (mode !== undefined && (mode & OTHERS) !== 0) closeTree(dataDir);
}

/**
 * Restricts a folder and its contents to the owner. Entries of another user, as in a mounted volume, keep their mode.
 */
export function closeTree(folder: string): void {
  // Contents first: if the process is killed here, the folder is still open and the next start continues.
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) close(join(folder, entry));
  close(folder);
}

function close(path: string): void {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat || stat.isSymbolicLink() || (stat.mode & OTHERS) === 0) return;
  try {
    chmodSync(path, stat.mode & 0o7700);
  } catch (error) {
    if (!['EPERM', 'EROFS', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

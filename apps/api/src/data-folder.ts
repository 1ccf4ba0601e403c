import { chmodSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What a mode grants to the group and to everybody else. */
const OTHERS = 0o077;

/**
 * Takes the data folder away from other users of the machine: an earlier version, or the process that made it, may have
 * left it open. Costs one look when the folder is closed already. Files that PGlite makes later ignore the umask and
 * lie in folders that nobody else may enter.
 */
export function closeDataFolder(dataDir: string): void {
  const { mode } = statSync(dataDir, { throwIfNoEntry: false }) ?? {};
  if (mode !== undefined && (mode & OTHERS) !== 0) closeTree(dataDir);
}

/** Leaves a folder and all in it to its owner. What belongs to another user, as a mounted volume may, keeps its mode. */
export function closeTree(folder: string): void {
  // Inside first: if the process is killed here, the folder is still open and the next start goes on.
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

import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import {
  access,
  constants,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Config } from './config.ts';
import { type Files, folderOf, isPrivate, nameOf, REMOVED, storedName } from './files.ts';

/** The configured file store. The S3 client is loaded only if a bucket is configured. */
export async function openFiles({ fileStore, dataDir, filesUrl }: Config): Promise<Files> {
  if (fileStore === null) return diskFiles(uploadsFolder(dataDir), filesUrl);
  const { s3Files } = await import('./files-s3.ts');
  return s3Files(fileStore, filesUrl);
}

/** Folder of files without a bucket. */
export const uploadsFolder = (dataDir: string): string => join(dataDir, 'files');

/** Files in a local folder; `baseUrl` is the URL of the public ones. */
export function diskFiles(folder: string, baseUrl: string): Files {
  const path = (name: string): string => join(folder, storedName(name));
  const removedPath = (name: string): string => join(folder, REMOVED, storedName(name));
  return {
    async put(name, bytes) {
      const target = path(name);
      await mkdir(dirname(target), { recursive: true });
      // Written to a temporary name and renamed: readers never see a partial file.
      const draft = `${target}.${randomBytes(6).toString('hex')}.tmp`;
      try {
        await writeFile(draft, bytes, { flush: true });
        await rename(draft, target);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    async putStream(name, bytes) {
      const target = path(name);
      await mkdir(dirname(target), { recursive: true });
      const draft = `${target}.${randomBytes(6).toString('hex')}.tmp`;
      const hash = createHash('sha256');
      let size = 0;
      const measure = async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          size += chunk.length;
          yield chunk;
        }
      };
      try {
        await pipeline(bytes, measure, createWriteStream(draft, { flush: true }));
        await rename(draft, target);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      return { size, sha256: hash.digest('hex') };
    },
    async size(name) {
      const found = await stat(path(name)).catch(ifMissing(() => null));
      return found?.isFile() ? found.size : null;
    },
    read: (name, range) => createReadStream(path(name), range),
    async *list(below) {
      for (const file of await filesBelow(below === undefined ? folder : join(folder, folderOf(below)))) {
        const stored = relative(folder, file).split(sep).join('/');
        if (!stored.startsWith(`${REMOVED}/`)) yield nameOf(stored);
      }
    },
    async *storedBefore(below, moment) {
      for (const file of await filesBelow(join(folder, folderOf(below)))) {
        const found = await stat(file).catch(ifMissing(() => null));
        if (found && found.mtime < moment) yield nameOf(relative(folder, file).split(sep).join('/'));
      }
    },
    forgetDrafts: async (before) => forgetOlder(await entriesBelow(folder, isDraft), before),
    url(name) {
      if (isPrivate(name)) throw new Error(`a private file has no address: ${name}`);
      return `${baseUrl}/uploads/${name}`;
    },
    remove(name) {
      const [there, stored] = [path(name), removedPath(name)];
      const move = async (): Promise<void> => {
        await mkdir(dirname(stored), { recursive: true });
        await rename(there, stored);
        await utimes(stored, new Date(), new Date());
      };
      return move().catch(ifMissing(() => undefined));
    },
    async open(name) {
      const handle = await open(path(name))
        .catch(ifMissing(() => open(removedPath(name))))
        .catch(ifMissing(() => null));
      if (!handle) return null;
      return { size: (await handle.stat()).size, bytes: handle.createReadStream() };
    },
    async *removedSince(moment) {
      for (const file of await filesBelow(join(folder, REMOVED))) {
        const found = await stat(file).catch(ifMissing(() => null));
        if (!found || found.mtime < moment) continue;
        yield nameOf(relative(join(folder, REMOVED), file).split(sep).join('/'));
      }
    },
    forgetRemoved: async (before) => forgetOlder(await filesBelow(join(folder, REMOVED)), before),
    async check() {
      await mkdir(folder, { recursive: true });
      await access(folder, constants.W_OK);
    },
  };
}

/** Handles a missing file; any other error is rethrown. */
const ifMissing =
  <T>(otherwise: () => T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return otherwise();
    throw error;
  };

const isDraft = (name: string): boolean => name.endsWith('.tmp');
const filesBelow = (folder: string): Promise<string[]> => entriesBelow(folder, (name) => !isDraft(name));

async function entriesBelow(folder: string, wanted: (name: string) => boolean): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(ifMissing(() => []));
  return entries
    .filter((entry) => entry.isFile() && wanted(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

async function forgetOlder(files: readonly string[], before: Date): Promise<number> {
  let forgotten = 0;
  for (const file of files) {
    const found = await stat(file).catch(ifMissing(() => null));
    if (!found || found.mtime >= before) continue;
    await rm(file, { force: true });
    forgotten += 1;
  }
  return forgotten;
}

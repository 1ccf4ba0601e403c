import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, constants, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Bytes `start` to `end`, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Where uploaded files and artefacts live. Disk today; another store needs these. A name is `folder/<name>.ext`; what is
 * stored below `private/` is never served under `/uploads`.
 */
export interface Files {
  /** Stores the bytes; they are on the disk when it resolves. A name is never written twice with other bytes. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** As `put`, for what is too large for memory; a stream that fails leaves nothing behind. */
  putStream(name: string, bytes: Readable): Promise<{ size: number; sha256: string }>;
  /** Length in bytes; null when there is no such file. */
  size(name: string): Promise<number | null>;
  /** The bytes, or a part of them. Throws when there is no such file. */
  read(name: string, range?: ByteRange): Readable;
  /** Names of all files, or of those below a folder, in no order. */
  list(folder?: string): AsyncIterable<string>;
  /** Address of a stored file. Throws for a private one: it has none, a route of its own hands it out. */
  url(name: string): string;
  /** Removes a file; one that is gone already is no error. */
  remove(name: string): Promise<void>;
  /** Throws when nothing can be stored. */
  check(): Promise<void>;
}

/** A name that tells nothing and cannot be guessed. */
export const randomName = (): string => randomBytes(16).toString('hex');

const NAME = /^[a-z0-9][a-z0-9_-]*(?:\/[a-z0-9][a-z0-9_-]*)*\.[a-z0-9]{2,5}$/;
const FOLDER = /^[a-z0-9][a-z0-9_-]*(?:\/[a-z0-9][a-z0-9_-]*)*$/;
const PRIVATE = /^private(?=\/|$)/;
/** A folder with a dot is what the static server never looks into, however its address is written. */
const HIDDEN = '.private';

export function diskFiles(folder: string, baseUrl: string): Files {
  const path = (name: string): string => {
    if (!NAME.test(name)) throw new Error(`not a file name: ${JSON.stringify(name)}`);
    return join(folder, name.replace(PRIVATE, HIDDEN));
  };
  const folderPath = (name: string): string => {
    if (!FOLDER.test(name)) throw new Error(`not a folder: ${JSON.stringify(name)}`);
    return join(folder, name.replace(PRIVATE, HIDDEN));
  };
  return {
    async put(name, bytes) {
      const target = path(name);
      await mkdir(dirname(target), { recursive: true });
      // Written beside and renamed: nobody ever reads half a file.
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
      const found = await stat(path(name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
      return found?.isFile() ? found.size : null;
    },
    read: (name, range) => createReadStream(path(name), range),
    async *list(below) {
      const start = below === undefined ? folder : folderPath(below);
      const entries = await readdir(start, { recursive: true, withFileTypes: true }).catch(
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return [];
          throw error;
        },
      );
      for (const entry of entries) {
        if (!entry.isFile() || entry.name.endsWith('.tmp')) continue;
        const stored = relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/');
        yield stored.replace(/^\.private(?=\/)/, 'private');
      }
    },
    url(name) {
      if (PRIVATE.test(name)) throw new Error(`a private file has no address: ${name}`);
      return `${baseUrl}/uploads/${name}`;
    },
    remove: (name) => rm(path(name), { force: true }),
    async check() {
      await mkdir(folder, { recursive: true });
      await access(folder, constants.W_OK);
    },
  };
}

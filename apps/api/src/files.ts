import { randomBytes } from 'node:crypto';
import { access, constants, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Where uploaded files live. Disk today; another store needs these four. */
export interface Files {
  /** Stores the bytes; they are on the disk when it resolves. A name is never written twice with other bytes. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Address of a stored file. */
  url(name: string): string;
  /** Removes a file; one that is gone already is no error. */
  remove(name: string): Promise<void>;
  /** Throws when nothing can be stored. */
  check(): Promise<void>;
}

/** A name that tells nothing and cannot be guessed. */
export const randomName = (): string => randomBytes(16).toString('hex');

const NAME = /^[a-z0-9][a-z0-9_-]*(?:\/[a-z0-9][a-z0-9_-]*)*\.[a-z0-9]{2,5}$/;

export function diskFiles(folder: string, baseUrl: string): Files {
  const path = (name: string): string => {
    if (!NAME.test(name)) throw new Error(`not a file name: ${JSON.stringify(name)}`);
    return join(folder, name);
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
    url: (name) => `${baseUrl}/uploads/${name}`,
    remove: (name) => rm(path(name), { force: true }),
    async check() {
      await mkdir(folder, { recursive: true });
      await access(folder, constants.W_OK);
    },
  };
}

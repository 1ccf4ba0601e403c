import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

/** Bytes `start` to `end`, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Where uploaded files and artefacts live: a folder, or a bucket (`files-s3.ts`). A name is `folder/<name>.ext`; what is
 * stored below `private/` is never served under `/uploads`.
 */
export interface Files {
  /** Stores the bytes; they are safe when it resolves. A name is never written twice with other bytes. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** As `put`, for what is too large for memory; a stream that fails leaves nothing behind. */
  putStream(name: string, bytes: Readable): Promise<{ size: number; sha256: string }>;
  /** Length in bytes; null when there is no such file. */
  size(name: string): Promise<number | null>;
  /** The bytes, or a part of them. Throws when there is no such file. */
  read(name: string, range?: ByteRange): Readable;
  /** Names of all files, or of those below a folder, in no order. */
  list(folder?: string): AsyncIterable<string>;
  /** Names of the files below a folder that were stored before then, by the clock of the store. */
  storedBefore(folder: string, moment: Date): AsyncIterable<string>;
  /** Removes what was begun before then and never became a file, because its process was killed; answers how many. */
  forgetDrafts(before: Date): Promise<number>;
  /** Address of a stored file. Throws for a private one: it has none, a route of its own hands it out. */
  url(name: string): string;
  /**
   * Removes a file; one that is gone already is no error. Its bytes are kept out of reach for a while: a backup whose
   * rows still name the file takes them from there.
   */
  remove(name: string): Promise<void>;
  /** Length and bytes of a file that is there, or was removed a while ago; null for any other. */
  open(name: string): Promise<{ size: number; bytes: Readable } | null>;
  /** Names of files removed since then. */
  removedSince(moment: Date): AsyncIterable<string>;
  /** Ends keeping the bytes of what was removed before then; answers how many files that were. */
  forgetRemoved(before: Date): Promise<number>;
  /** Throws when nothing can be stored. */
  check(): Promise<void>;
}

/** A name that tells nothing and cannot be guessed. */
export const randomName = (): string => randomBytes(16).toString('hex');
/** Whether a file was named so. */
export const RANDOM_NAME = /\/[0-9a-f]{32}[-.]/;

const NAME = /^[a-z0-9][a-z0-9_-]*(?:\/[a-z0-9][a-z0-9_-]*)*\.[a-z0-9]{2,5}$/;
const FOLDER = /^[a-z0-9][a-z0-9_-]*(?:\/[a-z0-9][a-z0-9_-]*)*$/;
const PRIVATE = /^private(?=\/|$)/;
/** A folder with a dot is what the static server never looks into, however its address is written. */
const HIDDEN = '.private';
/** Where removed files are kept for a while. */
export const REMOVED = '.removed';

/** Whether a file, or a folder, of this name is served by nobody but the API itself. */
export const isPrivate = (name: string): boolean => PRIVATE.test(name);

/** Whether a file may have this name. */
export const isFileName = (name: string): boolean => NAME.test(name);

/** Where a file lies, within the folder or the bucket. Throws when it is no name. */
export function storedName(name: string): string {
  if (!NAME.test(name)) throw new Error(`not a file name: ${JSON.stringify(name)}`);
  return name.replace(PRIVATE, HIDDEN);
}

/** Where the files of a folder lie. Throws when it is no name of one. */
export function folderOf(name: string): string {
  if (!FOLDER.test(name)) throw new Error(`not a folder: ${JSON.stringify(name)}`);
  return name.replace(PRIVATE, HIDDEN);
}

/** The name of what lies there. */
export const nameOf = (stored: string): string => stored.replace(/^\.private(?=\/)/, 'private');

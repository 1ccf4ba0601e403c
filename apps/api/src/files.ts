import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

/** Bytes `start` to `end`, inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Storage of uploaded files and artefacts: a folder, or a bucket (`files-s3.ts`). A name is `folder/<name>.ext`; files
 * below `private/` are never served under `/uploads`.
 */
export interface Files {
  /** Stores the bytes durably. A name is never rewritten with other bytes. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** As `put`, for data too large for memory; a failed stream leaves nothing behind. */
  putStream(name: string, bytes: Readable): Promise<{ size: number; sha256: string }>;
  /** Length in bytes; null for a missing file. */
  size(name: string): Promise<number | null>;
  /** The bytes, or a part of them. Throws for a missing file. */
  read(name: string, range?: ByteRange): Readable;
  /** Names of all files, or of those below a folder, unordered. */
  list(folder?: string): AsyncIterable<string>;
  /** Names of files below a folder stored before a time, by the store's clock. */
  storedBefore(folder: string, moment: Date): AsyncIterable<string>;
  /** Deletes unfinished files of killed processes, begun before a time; returns how many. */
  forgetDrafts(before: Date): Promise<number>;
  /** URL of a stored file. Throws for a private one, which is served by its own route only. */
  url(name: string): string;
  /**
   * Removes a file; idempotent. Its bytes are kept out of reach for a while, for a backup whose rows still reference
   * it.
   */
  remove(name: string): Promise<void>;
  /** Length and bytes of a present or recently removed file; null for any other. */
  open(name: string): Promise<{ size: number; bytes: Readable } | null>;
  /** Names of files removed since a time. */
  removedSince(moment: Date): AsyncIterable<string>;
  /** Deletes the bytes of files removed before a time; returns how many. */
  forgetRemoved(before: Date): Promise<number>;
  /** Throws when nothing can be stored. */
  check(): Promise<void>;
}

/** A random, unguessable name. */
export const randomName = (): string => randomBytes(16).toString('hex');
/** Matches names from `randomName`. */
export const RANDOM_NAME = /\/[0-9a-f]{32}[-.]/;

const NAME = /^[a-z0-9][a-z0-9_-]*(?:\/[a-z0-9][a-z0-9_-]*)*\.[a-z0-9]{2,5}$/;
const FOLDER = /^[a-z0-9][a-z0-9_-]*(?:\/[a-z0-9][a-z0-9_-]*)*$/;
const PRIVATE = /^private(?=\/|$)/;
/** A folder whose name starts with a dot is never served by the static server, however its URL is encoded. */
const HIDDEN = '.private';
/** Folder in which removed files are kept for a while. */
export const REMOVED = '.removed';

/** Whether a file or folder of this name is private: served only by the API's own routes. */
export const isPrivate = (name: string): boolean => PRIVATE.test(name);

/** Whether this is a valid file name. */
export const isFileName = (name: string): boolean => NAME.test(name);

/** Path of a file within the folder or bucket. Throws for an invalid name. */
export function storedName(name: string): string {
  if (!NAME.test(name)) throw new Error(`not a file name: ${JSON.stringify(name)}`);
  return name.replace(PRIVATE, HIDDEN);
}

/** Path of a folder's files. Throws for an invalid name. */
export function folderOf(name: string): string {
  if (!FOLDER.test(name)) throw new Error(`not a folder: ${JSON.stringify(name)}`);
  return name.replace(PRIVATE, HIDDEN);
}

/** The name of a stored path. */
export const nameOf = (stored: string): string => stored.replace(/^\.private(?=\/)/, 'private');

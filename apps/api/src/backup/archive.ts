// What a backup holds, in this order:
//   header.json            what it is, and what it fits into
//   tables/<n>-<name>/<n>  rows, some megabytes to a piece: gzip of one JSON array of texts a line
//   files/<name>           stored files as they are
//   keys/signing.key       the key that a trial made for itself; production keeps its key elsewhere
//   manifest.json          counts, and the SHA-256 of everything above
import { deriveKey } from '../config.ts';

export const FORMAT = 1;
export const PRODUCT = 'yunduo';

export interface TableShape {
  schema: string;
  name: string;
  columns: { name: string; type: string }[];
}

export interface Header {
  product: typeof PRODUCT;
  format: number;
  taken_at: string;
  database: 'pglite' | 'postgres';
  /** Hashes of the migrations that made the schema, in their order. */
  migrations: string[];
  /** Marks of the secrets in use, that of the signing key first: they tell whether a restore has the same ones. */
  keys: string[];
  tables: TableShape[];
}

export interface Manifest {
  entries: Record<string, string>;
  rows: Record<string, number>;
  files: { count: number; bytes: number };
  /** Where each sequence stands: the last number given, and whether it was given. */
  sequences: { schema: string; name: string; value: string; called: boolean }[];
}

/** What both commands say at their end. */
export interface Summary {
  taken_at: string;
  rows: number;
  files: number;
  file_bytes: number;
}

/** Where the rows of a table stand in an archive. */
export const tableFolder = (index: number, { schema, name }: TableShape): string =>
  `tables/${String(index).padStart(3, '0')}-${schema}.${name}`;

/** Tells whether a secret is the same, and nothing else about it. */
export const keyMark = (signingKey: string): string =>
  deriveKey(signingKey, 'backup').toString('hex').slice(0, 32);

/** The sums of an archive, from what it says of itself. */
export function summaryOf({ taken_at }: Header, { rows, files }: Manifest): Summary {
  return {
    taken_at,
    rows: Object.values(rows).reduce((sum, count) => sum + count, 0),
    files: files.count,
    file_bytes: files.bytes,
  };
}

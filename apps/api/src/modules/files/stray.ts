import { DAY } from '@yunduo/validation';
import { inArray, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { after } from '../../clock.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import {
  appPictures,
  apps,
  appScreenshots,
  artefacts,
  feedbackAttachments,
  users,
} from '../../db/schema/index.ts';
import { RANDOM_NAME } from '../../files.ts';
import type { Job } from '../jobs/jobs.ts';

const AT_ONCE = 500;

/** What follows the random name: `-640.webp`, `-preview.webp`, `.bin`. */
const STEM_END = '(-[a-z0-9]+)?[.][a-z0-9]+$';
const stemOf = (name: string): string => name.replace(new RegExp(STEM_END), '');
const stemIn = (column: PgColumn | SQL): SQL<string> =>
  sql<string>`regexp_replace(${column}, ${STEM_END}, '')`;

/** Those of the stems that rows of a table name in this column. */
async function namedIn(
  db: Db,
  table: PgTable,
  column: PgColumn | SQL,
  stems: readonly string[],
): Promise<string[]> {
  const stem = stemIn(column);
  const rows = await db
    .select({ stem })
    .from(table)
    .where(inArray(stem, [...stems]));
  return rows.map((row) => row.stem);
}

type Named = (db: Db, stems: readonly string[]) => Promise<string[]>;
const pictures: Named = async (db, stems) => [
  ...(await namedIn(db, appPictures, sql`${appPictures.stem}->>'zh'`, stems)),
  ...(await namedIn(db, appScreenshots, sql`${appScreenshots.stem}->>'zh'`, stems)),
  ...(await namedIn(db, appScreenshots, sql`${appScreenshots.stem}->>'en'`, stems)),
  ...(await namedIn(db, apps, apps.logo, stems)),
];

/**
 * Who names the files of a folder. Only these folders are looked through: what is put into another one stays until
 * somebody says here who names it.
 */
const FOLDERS: Record<string, Named> = {
  avatars: (db, stems) => namedIn(db, users, users.headImage, stems),
  logos: pictures,
  screenshots: pictures,
  'private/releases': (db, stems) => namedIn(db, artefacts, artefacts.file, stems),
  'private/feedback': (db, stems) => namedIn(db, feedbackAttachments, feedbackAttachments.file, stems),
};

/**
 * Removes files that no row names: those of an upload whose process was killed between storing it and writing the row.
 * A file gets a day until its row is there; whatever is removed is kept out of reach for another one.
 */
export async function removeStray({ db, files }: Pick<Context, 'db' | 'files'>): Promise<number> {
  // By the store's own clock: that is what stamped them.
  const before = after(new Date(), -DAY);
  let removed = await files.forgetDrafts(before);
  for (const [folder, named] of Object.entries(FOLDERS)) {
    let batch: string[] = [];
    const sweep = async (): Promise<void> => {
      const known = new Set(await named(db, [...new Set(batch.map(stemOf))]));
      for (const name of batch) {
        if (known.has(stemOf(name))) continue;
        await files.remove(name);
        removed += 1;
      }
      batch = [];
    };
    for await (const name of files.storedBefore(folder, before)) {
      // What we name ourselves when somebody uploads; the samples of a trial are called otherwise.
      if (!RANDOM_NAME.test(name)) continue;
      batch.push(name);
      if (batch.length === AT_ONCE) await sweep();
    }
    if (batch.length > 0) await sweep();
  }
  return removed;
}

export const strayFilesJob: Job = { name: 'stray_files', every: DAY, run: removeStray };

import { DAY, PICTURE_WIDTHS } from '@yunduo/validation';
import { sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { after } from '../../clock.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import {
  activities,
  appPictures,
  apps,
  appScreenshots,
  artefacts,
  articles,
  articleVersions,
  feedbackAttachments,
  users,
} from '../../db/schema/index.ts';
import { RANDOM_NAME } from '../../files.ts';
import type { Job } from '../jobs/jobs.ts';

/** Files checked per query of each table. */
const AT_ONCE = 10_000;

/** Suffix after the random name: `-640.webp`, `-preview.webp`, `.bin`. */
const STEM_END = /(-[a-z0-9]+)?[.][a-z0-9]+$/;
/**
 * The forms in which a row may reference a file: in full, without the width suffix, or by its smallest width (a logo).
 */
function spellings(name: string): string[] {
  const stem = name.replace(STEM_END, '');
  return [name, stem, `${stem}-${PICTURE_WIDTHS[0]}.webp`];
}

/** The subset of these names found in a table's column. */
async function namedIn(
  db: Db,
  table: PgTable,
  column: PgColumn | SQL,
  spelt: readonly string[],
): Promise<string[]> {
  const rows = await db
    .select({ name: sql<string>`${column}` })
    .from(table)
    // One array parameter, which PostgreSQL hashes: drizzle would create a parameter for each.
    .where(sql`${column} = any(${sql.param(spelt)}::text[])`);
  return rows.map(({ name }) => name);
}

type Named = (db: Db, spelt: readonly string[]) => Promise<string[]>;
const pictures: Named = async (db, spelt) => [
  ...(await namedIn(db, appPictures, sql`${appPictures.stem}->>'zh'`, spelt)),
  ...(await namedIn(db, appScreenshots, sql`${appScreenshots.stem}->>'zh'`, spelt)),
  ...(await namedIn(db, appScreenshots, sql`${appScreenshots.stem}->>'en'`, spelt)),
  ...(await namedIn(db, apps, apps.logo, spelt)),
];

/** Pictures referenced by an article, its draft or a version of it. They are few: their texts are searched. */
const articlePictures: Named = async (db, spelt) => {
  const { rows } = await db.execute<{ text: string }>(sql`
    select coalesce(${articles.picture}, '') || ${articles.html}::text || coalesce(${articles.draft}::text, '') as text
    from ${articles}
    union all select ${articleVersions.content}::text from ${articleVersions}
    union all select ${activities.html}::text from ${activities}`);
  return spelt.filter((name) => rows.some(({ text }) => text.includes(name)));
};

/**
 * Tables that reference the files of each folder. Only these folders are cleaned: files in a new folder stay until it
 * is added here.
 */
const FOLDERS: Record<string, Named> = {
  articles: articlePictures,
  avatars: (db, spelt) => namedIn(db, users, users.headImage, spelt),
  logos: pictures,
  screenshots: pictures,
  'private/releases': (db, spelt) => namedIn(db, artefacts, artefacts.file, spelt),
  'private/feedback': async (db, spelt) => [
    ...(await namedIn(db, feedbackAttachments, feedbackAttachments.file, spelt)),
    ...(await namedIn(db, feedbackAttachments, feedbackAttachments.preview, spelt)),
  ],
};

/**
 * Deletes files without a row: uploads whose process was killed between storing the file and writing the row. A file
 * has a day to get its row; a deleted file is kept out of reach for another day.
 */
export async function removeStray({ db, files }: Pick<Context, 'db' | 'files'>): Promise<number> {
  // The storage's own clock set the timestamps.
  const before = after(new Date(), -DAY);
  let removed = await files.forgetDrafts(before);
  for (const [folder, named] of Object.entries(FOLDERS)) {
    let batch: string[] = [];
    const sweep = async (): Promise<void> => {
      const known = new Set(await named(db, [...new Set(batch.flatMap(spellings))]));
      for (const name of batch) {
        if (spellings(name).some((spelling) => known.has(spelling))) continue;
        await files.remove(name);
        removed += 1;
      }
      batch = [];
    };
    for await (const name of files.storedBefore(folder, before)) {
      // Names generated for uploads; a trial's samples are named differently.
      if (!RANDOM_NAME.test(name)) continue;
      batch.push(name);
      if (batch.length === AT_ONCE) await sweep();
    }
    if (batch.length > 0) await sweep();
  }
  return removed;
}

export const strayFilesJob: Job = { name: 'stray_files', every: DAY, run: removeStray, long: true };

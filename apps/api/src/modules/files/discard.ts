import { MINUTE } from '@yunduo/validation';
import { inArray } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { discardedFiles } from '../../db/schema/index.ts';
import type { Job } from '../jobs/jobs.ts';

const AT_ONCE = 500;

/**
 * Lets go of stored files in the transaction that lets go of their rows. They are removed once that is committed, and
 * over a crash, too; a file is never removed of which the rows came back.
 */
export async function discardFiles(db: Db, names: readonly string[], now: Date): Promise<void> {
  if (names.length === 0) return;
  await db
    .insert(discardedFiles)
    .values([...new Set(names)].map((name) => ({ name, discardedAt: now })))
    .onConflictDoNothing();
}

/** Removes what was let go of; answers how many files. */
export async function removeDiscarded({ db, files }: Pick<Context, 'db' | 'files'>): Promise<number> {
  const names = (await db.select({ name: discardedFiles.name }).from(discardedFiles).limit(AT_ONCE)).map(
    ({ name }) => name,
  );
  if (names.length > 0) await removeFiles({ db, files }, names);
  return names.length;
}

/**
 * Removes at once what a transaction that stands has let go of, for a person who expects it. It never fails: what they
 * asked for is done, and what cannot be removed now is left to the job, which says why.
 */
export async function removeAtOnce(
  context: Pick<Context, 'db' | 'files'>,
  names: readonly string[],
): Promise<void> {
  if (names.length > 0) await removeFiles(context, names).catch(() => undefined);
}

async function removeFiles(
  { db, files }: Pick<Context, 'db' | 'files'>,
  names: readonly string[],
): Promise<void> {
  // First the files: a row that outlives its file is tried again and does no harm.
  for (const name of names) await files.remove(name);
  await db.delete(discardedFiles).where(inArray(discardedFiles.name, [...names]));
}

export const discardedFilesJob: Job = {
  name: 'discarded_files',
  every: 10 * MINUTE,
  run: removeDiscarded,
  long: true,
};

import { MINUTE } from '@yunduo/validation';
import { inArray } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { discardedFiles } from '../../db/schema/index.ts';
import type { Job } from '../jobs/jobs.ts';

const AT_ONCE = 500;

/**
 * Marks stored files as discarded, in the transaction that deletes their rows. They are deleted after it commits, even
 * across a crash; a rollback keeps the files.
 */
export async function discardFiles(db: Db, names: readonly string[], now: Date): Promise<void> {
  if (names.length === 0) return;
  await db
    .insert(discardedFiles)
    .values([...new Set(names)].map((name) => ({ name, discardedAt: now })))
    .onConflictDoNothing();
}

/** Deletes discarded files; returns how many. */
export async function removeDiscarded({ db, files }: Pick<Context, 'db' | 'files'>): Promise<number> {
  const names = (await db.select({ name: discardedFiles.name }).from(discardedFiles).limit(AT_ONCE)).map(
    ({ name }) => name,
  );
  await removeFiles({ db, files }, names);
  return names.length;
}

/**
 * Deletes files immediately after the transaction that discarded them, for a user who expects it. It never fails: the
 * request is done, and files that cannot be deleted now are left to the job, which logs the reason.
 */
export async function removeAtOnce(
  context: Pick<Context, 'db' | 'files'>,
  names: readonly string[],
): Promise<void> {
  await removeFiles(context, names).catch(() => undefined);
}

async function removeFiles(
  { db, files }: Pick<Context, 'db' | 'files'>,
  names: readonly string[],
): Promise<void> {
  // Files first: a row that outlives its file is retried harmlessly.
  for (const name of names) await files.remove(name);
  await db.delete(discardedFiles).where(inArray(discardedFiles.name, [...names]));
}

export const discardedFilesJob: Job = {
  name: 'discarded_files',
  every: 10 * MINUTE,
  run: removeDiscarded,
  long: true,
};

import { FEEDBACK, HOUR } from '@yunduo/validation';
import { and, desc, eq, isNull, lt, notInArray } from 'drizzle-orm';
import { after } from '../../clock.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { feedbackAttachments } from '../../db/schema/index.ts';
import { apiError } from '../../http/errors.ts';
import { discardFiles } from '../files/discard.ts';
import type { Job } from '../jobs/jobs.ts';
import type { FilePart } from './link.ts';
import type { StoredMedia } from './media.ts';
import type { AttachmentRow } from './present.ts';

/** The stored files of an attachment: the file, and its preview if any. */
export const filesOf = ({ file, preview }: Pick<AttachmentRow, 'file' | 'preview'>): string[] =>
  preview === null ? [file] : [file, preview];

/** Records a stored upload until the form is sent. For a user with too many unsent uploads only the newest are kept. */
export async function storeUpload(
  { db, clock, files }: Context,
  userId: number,
  media: StoredMedia,
): Promise<AttachmentRow> {
  const now = clock.now();
  try {
    return await db.transaction(async (tx) => {
      const [stored] = await tx
        .insert(feedbackAttachments)
        .values({ ...media, userId, createdAt: now })
        .returning();
      if (!stored) throw new Error('no attachment was stored');
      await discardOlder(tx, userId, now);
      return stored;
    });
  } catch (error) {
    for (const name of filesOf(media)) await files.remove(name).catch(() => undefined);
    throw error;
  }
}

const waitingOf = (userId: number) =>
  and(eq(feedbackAttachments.userId, userId), isNull(feedbackAttachments.ticketId));

async function discardOlder(db: Db, userId: number, now: Date): Promise<void> {
  const newest = await db
    .select({ id: feedbackAttachments.id })
    .from(feedbackAttachments)
    .where(waitingOf(userId))
    .orderBy(desc(feedbackAttachments.createdAt), desc(feedbackAttachments.id))
    .limit(FEEDBACK.waiting.count);
  const missing = await db
    .delete(feedbackAttachments)
    .where(
      and(
        waitingOf(userId),
        notInArray(
          feedbackAttachments.id,
          newest.map(({ id }) => id),
        ),
      ),
    )
    .returning();
  await discardFiles(db, missing.flatMap(filesOf), now);
}

/**
 * Deletes an unsent upload: its links stop working at once. Attachments of a ticket are not affected.
 * @throws ApiError FEEDBACK_FILE_NOT_FOUND for another user's, a sent, and a deleted one
 */
export async function discardUpload({ db, clock }: Context, userId: number, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    const missing = await tx
      .delete(feedbackAttachments)
      .where(and(waitingOf(userId), eq(feedbackAttachments.id, id)))
      .returning();
    if (missing.length === 0) throw apiError('FEEDBACK_FILE_NOT_FOUND');
    await discardFiles(tx, missing.flatMap(filesOf), clock.now());
  });
}

/**
 * The stored file of a link.
 * @throws ApiError FEEDBACK_FILE_NOT_FOUND when it has been deleted since
 */
export async function attachmentFile(
  db: Db,
  { id, part }: { id: number; part: FilePart },
): Promise<{ file: string; mime: string; createdAt: Date }> {
  const [row] = await db.select().from(feedbackAttachments).where(eq(feedbackAttachments.id, id));
  const file = part === 'preview' ? row?.preview : row?.file;
  if (!row || !file) throw apiError('FEEDBACK_FILE_NOT_FOUND');
  return { file, mime: row.mime, createdAt: row.createdAt };
}

/** Deletes uploads neither sent nor withdrawn within a day. */
export const forgottenUploads: Job = {
  name: 'feedback_uploads',
  every: HOUR,
  run: async ({ db, clock }) => {
    const now = clock.now();
    const missing = await db
      .delete(feedbackAttachments)
      .where(
        and(
          isNull(feedbackAttachments.ticketId),
          lt(feedbackAttachments.createdAt, after(now, -FEEDBACK.waiting.ttl)),
        ),
      )
      .returning();
    await discardFiles(db, missing.flatMap(filesOf), now);
    return missing.length;
  },
};

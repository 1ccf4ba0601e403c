import type { MailPreferences } from '@yunduo/api-contract';
import { MUTABLE_MAILS, type MutableMail } from '@yunduo/validation';
import { and, eq, notInArray } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { mailMutes } from '../../db/schema/index.ts';

/** Which optional mails the user has muted. */
export async function mailPreferences(db: Db, userId: number): Promise<MailPreferences> {
  const rows = await db.select().from(mailMutes).where(eq(mailMutes.userId, userId));
  return {
    mails: MUTABLE_MAILS.map((kind) => ({ kind, muted: rows.some((row) => row.kind === kind) })),
  };
}

/** Replaces the set of muted mails. */
export async function saveMailPreferences(
  db: Db,
  userId: number,
  muted: readonly MutableMail[],
): Promise<MailPreferences> {
  return db.transaction(async (tx) => {
    const kinds = [...new Set(muted)];
    await tx.delete(mailMutes).where(and(eq(mailMutes.userId, userId), notInArray(mailMutes.kind, kinds)));
    if (kinds.length > 0) {
      await tx
        .insert(mailMutes)
        .values(kinds.map((kind) => ({ userId, kind })))
        .onConflictDoNothing();
    }
    return mailPreferences(tx, userId);
  });
}

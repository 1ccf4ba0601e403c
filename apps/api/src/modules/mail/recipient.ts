import type { Locale } from '@yunduo/i18n';
import type { MutableMail } from '@yunduo/validation';
import { and, eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { mailMutes, users } from '../../db/schema/index.ts';

export interface Recipient {
  email: string;
  locale: Locale;
}

/**
 * Address and language of a user, for a mail that nobody waits for at the screen; null when the account is gone or
 * disabled, or when the mail is of a kind that the user muted.
 */
export async function recipientOf(db: Db, userId: number, kind?: MutableMail): Promise<Recipient | null> {
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  if (!user || user.disabledAt) return null;
  if (kind) {
    const muted = await db
      .select({ kind: mailMutes.kind })
      .from(mailMutes)
      .where(and(eq(mailMutes.userId, userId), eq(mailMutes.kind, kind)));
    if (muted.length > 0) return null;
  }
  return { email: user.email, locale: user.locale };
}

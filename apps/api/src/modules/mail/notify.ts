import type { Locale } from '@yunduo/i18n';
import type { MutableMail } from '@yunduo/validation';
import { and, eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { mailMutes, users } from '../../db/schema/index.ts';
import type { IssuedCode } from '../codes/email-codes.ts';
import { settingsOfSite } from '../site/settings.ts';
import { renderEmail, type MessageName, type MessageOptions } from './messages.ts';
import { leavingOf } from './one-click.ts';

export interface Recipient {
  email: string;
  locale: Locale;
}

/** Values of a message beyond the site's name and support address, which every mail may use. */
export type MessageData = Omit<MessageOptions, 'brand'>;

/**
 * Address and language of a user, for a background mail; null when the account is deleted or disabled, or when the user
 * muted this kind.
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

/**
 * Enqueues a message to an address, in the caller's transaction.
 * @param code code in the mail; the mail is dropped once that is used, replaced or expired
 */
export async function sendEmail(
  { db, mail }: Pick<Context, 'db' | 'mail'>,
  { email, locale }: Recipient,
  message: MessageName,
  data: MessageData = {},
  code?: IssuedCode,
): Promise<void> {
  const { name, supportEmail } = await settingsOfSite(db);
  const values = { support: supportEmail, ...data.values };
  await mail.enqueue(db, renderEmail(locale, email, message, { ...data, brand: name[locale], values }), code);
}

/**
 * Enqueues a message to a user in their language, in the caller's transaction.
 * @param kind kind of mail the user may mute; the mail then carries a one-click link
 * @returns false when there is no recipient: no account, a disabled one, or a muted kind
 */
export async function notify(
  context: Pick<Context, 'db' | 'mail' | 'config'>,
  userId: number | null,
  message: MessageName,
  data: MessageData | ((recipient: Recipient) => MessageData) = {},
  kind?: MutableMail,
): Promise<boolean> {
  const recipient = userId === null ? null : await recipientOf(context.db, userId, kind);
  if (userId === null || !recipient) return false;
  await sendEmail(context, recipient, message, {
    ...(typeof data === 'function' ? data(recipient) : data),
    ...(kind && { leaving: leavingOf(context.config, userId, kind) }),
  });
  return true;
}

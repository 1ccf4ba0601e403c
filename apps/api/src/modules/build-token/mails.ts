import { deadlineOf, localePath } from '@yunduo/i18n';
import { tokenScopes as en } from '@yunduo/i18n/en/token-scopes';
import { tokenScopes as zh } from '@yunduo/i18n/zh/token-scopes';
import { DAY, DEV_TOKEN_NOTICE_DAYS, HOUR, type TokenScope } from '@yunduo/validation';
import { and, gt, isNull, lte } from 'drizzle-orm';
import { after } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { devTokens } from '../../db/schema/index.ts';
import type { Job } from '../jobs/jobs.ts';
import { notify } from '../mail/notify.ts';
import { emitEvent } from '../webhook/outbox.ts';

const scopeWords = { zh, en };

interface Token {
  name: string;
  scopes: readonly TokenScope[];
  expiresAt: Date;
}

/** Mails the owner of a token in their language, in the caller's transaction; returns the number of mails. */
export async function notifyOwner(
  context: Context,
  userId: number,
  { name, scopes, expiresAt }: Token,
  message: 'build_token_created' | 'build_token_expiring',
): Promise<number> {
  const sent = await notify(context, userId, message, ({ locale }) => ({
    link: `${context.config.origin}${localePath(locale, '/developer-center/control-panel')}`,
    values: {
      token: name,
      scopes: scopes.map((scope) => scopeWords[locale][scope]).join(locale === 'zh' ? '；' : '; '),
      expires: deadlineOf(expiresAt.toISOString(), locale),
    },
  }));
  return sent ? 1 : 0;
}

/**
 * Notifies owners once, and their webhooks, that a token expires within `DEV_TOKEN_NOTICE_DAYS`, before a pipeline
 * fails. A token with a shorter lifetime is not announced: its creator knows.
 */
export const announceExpiringTokens: Job = {
  name: 'build_tokens_expiring',
  every: HOUR,
  async run(context) {
    const { db, clock } = context;
    const now = clock.now();
    const ending = await db
      .update(devTokens)
      .set({ announcedAt: now })
      .where(
        and(
          isNull(devTokens.announcedAt),
          isNull(devTokens.revokedAt),
          gt(devTokens.expiresAt, now),
          lte(devTokens.expiresAt, after(now, DEV_TOKEN_NOTICE_DAYS * DAY)),
        ),
      )
      .returning();
    let mails = 0;
    for (const token of ending) {
      const life = token.expiresAt.getTime() - token.createdAt.getTime();
      if (life > DEV_TOKEN_NOTICE_DAYS * DAY) {
        mails += await notifyOwner(context, token.userId, token, 'build_token_expiring');
        const { id, userId, name, hint, scopes, appId } = token;
        const expires_at = token.expiresAt.toISOString();
        const data = { token: { id, name, hint, scopes, app_id: appId, expires_at } };
        await emitEvent(context, { userId, appId }, 'token.expiring', data);
      }
    }
    return mails;
  },
};

import { and, desc, eq, lte } from 'drizzle-orm';
import { withTransaction, type Context } from '../../context.ts';
import { consents, protocolVersions, userRoles } from '../../db/schema/index.ts';
import { apiError } from '../../http/errors.ts';
import { savePublisher, type PublisherInput } from './publisher.ts';
import { userById, type UserRow } from '../auth/accounts.ts';
import { recordSecurityEvent } from '../security/events.ts';

const AGREEMENT = 'developer-agreement';

/**
 * Makes a user a developer after accepting the agreement: records the consent with its version, and grants the role.
 * Idempotent; a newer agreement adds its consent. `version` is the version shown to the user: if another is current, it
 * has not been read. `publisher` is their profile in the store.
 * @throws ApiError PROTOCOL_NOT_FOUND, PROTOCOL_CHANGED, and DEVELOPER_REVOKED when an operator revoked the role: a
 * former developer cannot join again; UNAUTHENTICATED when the account was deleted concurrently
 */
export async function joinDevelopers(
  context: Context,
  userId: number,
  { version, publisher }: { version?: string | undefined; publisher?: PublisherInput | undefined } = {},
): Promise<UserRow> {
  const { db, clock } = context;
  const now = clock.now();
  return db.transaction(async (tx) => {
    const [current] = await tx
      .select({ version: protocolVersions.version })
      .from(protocolVersions)
      .where(and(eq(protocolVersions.slug, AGREEMENT), lte(protocolVersions.publishedAt, now)))
      .orderBy(desc(protocolVersions.publishedAt))
      .limit(1);
    if (!current) throw apiError('PROTOCOL_NOT_FOUND');
    if (version !== undefined && version !== current.version) throw apiError('PROTOCOL_CHANGED');
    const before = await tx
      .select({ role: userRoles.role })
      .from(consents)
      .leftJoin(userRoles, and(eq(userRoles.userId, consents.userId), eq(userRoles.role, 'developer')))
      .where(and(eq(consents.userId, userId), eq(consents.protocol, AGREEMENT)))
      .limit(1);
    if (before[0] && before[0].role === null) throw apiError('DEVELOPER_REVOKED');
    await tx
      .insert(consents)
      .values({ userId, protocol: AGREEMENT, version: current.version, agreedAt: now })
      .onConflictDoNothing();
    const granted = await tx
      .insert(userRoles)
      .values({ userId, role: 'developer', grantedAt: now })
      .onConflictDoNothing()
      .returning({ role: userRoles.role });
    if (publisher) await savePublisher({ db: tx, clock }, userId, publisher, { at: 'publisher.' });
    const user = await userById(tx, userId);
    if (!user) throw apiError('UNAUTHENTICATED');
    if (granted.length > 0)
      await recordSecurityEvent(withTransaction(context, tx), 'role_granted', {
        userId,
        email: user.email,
        details: { role: 'developer' },
      });
    return user;
  });
}

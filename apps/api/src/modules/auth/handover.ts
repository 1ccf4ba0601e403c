import { HANDOVER_TTL } from '@yunduo/validation';
import { and, eq, gt, isNull } from 'drizzle-orm';
import { after } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { handovers, sessions, users } from '../../db/schema/index.ts';
import { apiError } from '../../http/errors.ts';
import { pictureUrl } from './accounts.ts';
import { redirectTarget } from './redirect-target.ts';
import { alive } from './sessions.ts';
import { hashToken, looksLikeToken, newToken } from '../codes/tokens.ts';

/** An allowed target without our own `data` parameter, and its anchor, which no server receives. Null if not allowed. */
function targetOf({ config }: Context, address: string): { target: URL; anchor: string } | null {
  const target = redirectTarget(address, { targets: config.handoverTargets, origin: config.origin });
  if (!target) return null;
  const anchor = target.hash;
  target.hash = '';
  target.searchParams.delete('data');
  return { target, anchor };
}

/**
 * Appends a code to an allowed address, which identifies the user to the target: valid for 60 s, once, for that target
 * only. A path stays a path: the browser may know this site by another name than the configured one. Null for any other
 * address.
 */
export async function handOver(context: Context, sessionId: number, address: string): Promise<string | null> {
  const found = targetOf(context, address);
  if (!found) return null;
  const { target, anchor } = found;
  const now = context.clock.now();
  const code = newToken('handover');
  await context.db.insert(handovers).values({
    sessionId,
    codeHash: hashToken(code),
    target: target.href,
    createdAt: now,
    expiresAt: after(now, HANDOVER_TTL),
  });
  target.searchParams.set('data', code);
  target.hash = anchor;
  return address.startsWith('/') ? target.pathname + target.search + target.hash : target.href;
}

/**
 * The user who came with a code. The first request uses it up, and it is invalid once its session has ended.
 * @throws ApiError HANDOVER_INVALID
 */
export async function exchange(context: Context, { code, address }: { code: string; address: string }) {
  const { db, clock, files } = context;
  const now = clock.now();
  const target = targetOf(context, address)?.target;
  const [used] =
    target && looksLikeToken('handover', code)
      ? await db
          .update(handovers)
          .set({ usedAt: now })
          .where(
            and(
              eq(handovers.codeHash, hashToken(code)),
              eq(handovers.target, target.href),
              isNull(handovers.usedAt),
              gt(handovers.expiresAt, now),
            ),
          )
          .returning({ sessionId: handovers.sessionId })
      : [];
  if (!used) throw apiError('HANDOVER_INVALID');
  const [user] = await db
    .select({
      id: users.id,
      email: users.email,
      nickname: users.nickname,
      headImage: users.headImage,
      tbId: users.tbId,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, used.sessionId), alive(now), isNull(users.disabledAt)));
  if (!user) throw apiError('HANDOVER_INVALID');
  const { headImage, tbId, ...rest } = user;
  return { ...rest, head_image: pictureUrl(files, headImage), tb_id: tbId };
}

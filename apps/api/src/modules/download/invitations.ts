import { randomBytes } from 'node:crypto';
import {
  DAY,
  formatInvitationCode,
  HOUR,
  INVITATION,
  INVITATION_CODE_RANDOM_SYMBOLS,
  invitationCodeHead,
  type InvitationState,
} from '@yunduo/validation';
import { invitationSchema } from '@yunduo/validation/schemas';
import { and, eq, gt, gte, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import { after } from '../../clock.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { removeRows } from '../../db/remove-rows.ts';
import { descNullsLast, type Page, paged, type PageInput } from '../../db/query.ts';
import { invitations, invitationVisits } from '../../db/schema/index.ts';
import { apiError } from '../../http/errors.ts';
import { checkForm } from '../../http/form.ts';
import { audit, type Actor } from '../audit/audit.ts';
import type { Job } from '../jobs/jobs.ts';
import { hashToken } from '../codes/tokens.ts';

export type InvitationRow = typeof invitations.$inferSelect;

/** Revoked before expired before used up: the most permanent reason comes first. */
export function stateOf(row: InvitationRow, now: Date): InvitationState {
  if (row.revokedAt !== null) return 'revoked';
  if (row.expiresAt !== null && row.expiresAt <= now) return 'expired';
  return row.used >= row.uses ? 'used_up' : 'usable';
}

const REJECTION_CODES = {
  revoked: 'INVITATION_REVOKED',
  expired: 'INVITATION_EXPIRED',
  used_up: 'INVITATION_USED_UP',
} as const;

const rejection = (state: keyof typeof REJECTION_CODES) => apiError(REJECTION_CODES[state]);

export interface InvitationInput {
  /** Default: one. */
  uses?: number | undefined;
  /** Null: never. Default: `INVITATION.days` from now. */
  expiresAt?: Date | null | undefined;
  note?: string | undefined;
}

export interface MadeInvitation {
  code: string;
  row: InvitationRow;
}

/**
 * Creates invitations of one kind, all or none; only the caller gets the codes.
 * @throws ApiError VALIDATION_FAILED
 */
export async function createInvitations(
  { db, clock }: Context,
  actor: Actor,
  input: InvitationInput,
  count: number,
): Promise<MadeInvitation[]> {
  const now = clock.now();
  const form = await checkForm(
    invitationSchema,
    { uses: input.uses, expires_at: input.expiresAt, note: input.note },
    {},
  );
  const expiresAt = form.expires_at === undefined ? after(now, INVITATION.days * DAY) : form.expires_at;
  if (expiresAt !== null && (expiresAt <= now || expiresAt > after(now, INVITATION.aheadMax))) {
    throw apiError('VALIDATION_FAILED', { fields: { expires_at: 'invitation_expiry_invalid' } });
  }
  return db.transaction(async (tx) => {
    const made: MadeInvitation[] = [];
    for (let index = 0; index < count; index += 1) {
      const code = formatInvitationCode(randomBytes(INVITATION_CODE_RANDOM_SYMBOLS));
      const [row] = await tx
        .insert(invitations)
        .values({
          codeHash: hashToken(code),
          head: invitationCodeHead(code),
          note: form.note ?? '',
          uses: form.uses ?? 1,
          expiresAt,
          createdAt: now,
        })
        .returning();
      if (!row) throw new Error('no invitation was written');
      const details = {
        head: row.head,
        uses: row.uses,
        expires_at: expiresAt?.toISOString() ?? null,
        note: row.note,
      };
      await audit({ db: tx, clock }, actor, {
        action: 'invitation.create',
        target: `invitation:${row.id}`,
        details,
      });
      made.push({ code, row });
    }
    return made;
  });
}

/** Creates one invitation, as `createInvitations`. */
export async function createInvitation(
  context: Context,
  actor: Actor,
  input: InvitationInput,
): Promise<MadeInvitation> {
  const [made] = await createInvitations(context, actor, input, 1);
  if (!made) throw new Error('no invitation was written');
  return made;
}

/**
 * Revokes an invitation; its issued links stay valid for their ten minutes. Idempotent.
 * @throws ApiError INVITATION_NOT_FOUND
 */
export async function revokeInvitation(
  { db, clock }: Context,
  actor: Actor,
  id: number,
): Promise<InvitationRow> {
  return db.transaction(async (tx) => {
    const [revoked] = await tx
      .update(invitations)
      .set({ revokedAt: clock.now() })
      .where(and(eq(invitations.id, id), isNull(invitations.revokedAt)))
      .returning();
    if (revoked) {
      const details = { head: revoked.head, used: revoked.used };
      await audit({ db: tx, clock }, actor, {
        action: 'invitation.revoke',
        target: `invitation:${id}`,
        details,
      });
      return revoked;
    }
    const [before] = await tx.select().from(invitations).where(eq(invitations.id, id));
    if (!before) throw apiError('INVITATION_NOT_FOUND');
    return before;
  });
}

export interface InvitationFilter extends PageInput {
  state?: InvitationState | 'all' | undefined;
}

/** Invitations, newest first. */
export async function listInvitations(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { state = 'all', ...input }: InvitationFilter,
): Promise<Page<InvitationRow>> {
  const now = clock.now();
  const live = [
    isNull(invitations.revokedAt),
    or(isNull(invitations.expiresAt), gt(invitations.expiresAt, now)),
  ];
  const where = {
    all: undefined,
    revoked: isNotNull(invitations.revokedAt),
    expired: and(isNull(invitations.revokedAt), lte(invitations.expiresAt, now)),
    used_up: and(...live, gte(invitations.used, invitations.uses)),
    usable: and(...live, lt(invitations.used, invitations.uses)),
  }[state];
  const rows = db
    .select()
    .from(invitations)
    .where(where)
    .orderBy(descNullsLast(invitations.createdAt), descNullsLast(invitations.id));
  return paged(input, rows, db.$count(invitations, where));
}

/**
 * The invitation of a code in its stored form.
 * @throws ApiError INVITATION_NOT_FOUND
 */
export async function findInvitation(db: Db, code: string): Promise<InvitationRow> {
  const [row] = await db
    .select()
    .from(invitations)
    .where(eq(invitations.codeHash, hashToken(code)));
  if (!row) throw unknownCode();
  return row;
}

/** The error for an unknown code. */
export const unknownCode = () =>
  apiError('INVITATION_NOT_FOUND', { fields: { invitation_code: 'invitation_code_unknown' } });

/**
 * Spends one use, in the caller's transaction. Of concurrent calls for the last use one succeeds: the condition is part
 * of the update. A visitor who spent one within the last 24 hours spends no other, so that an interrupted download can
 * be restarted, while the invitation is neither revoked nor expired.
 * @throws ApiError INVITATION_REVOKED, INVITATION_EXPIRED, INVITATION_USED_UP
 */
export async function spendInvitation(db: Db, row: InvitationRow, visitor: string, now: Date): Promise<void> {
  // Waits for a concurrent call of the same visitor, and then finds its use.
  const [visit] = await db
    .insert(invitationVisits)
    .values({ invitationId: row.id, visitor, spentAt: now })
    .onConflictDoUpdate({
      target: [invitationVisits.invitationId, invitationVisits.visitor],
      set: { spentAt: now },
      setWhere: lte(invitationVisits.spentAt, after(now, -INVITATION.freeAgain)),
    })
    .returning({ visitor: invitationVisits.visitor });
  const alive = and(
    eq(invitations.id, row.id),
    isNull(invitations.revokedAt),
    or(isNull(invitations.expiresAt), gt(invitations.expiresAt, now)),
  );
  const taken = visit
    ? await db
        .update(invitations)
        .set({ used: sql`${invitations.used} + 1`, lastUsedAt: now })
        .where(and(alive, lt(invitations.used, invitations.uses)))
        .returning({ id: invitations.id })
    : await db.select({ id: invitations.id }).from(invitations).where(alive);
  if (taken.length > 0) return;
  const [present = row] = await db.select().from(invitations).where(eq(invitations.id, row.id));
  const state = stateOf(present, now);
  throw rejection(state === 'usable' ? 'used_up' : state);
}

/** Deletes records of spent uses once they no longer matter. */
export const forgetVisits: Job = {
  name: 'invitation_visits',
  every: HOUR,
  run: async ({ db, clock }) => {
    const over = after(clock.now(), -INVITATION.freeAgain);
    return removeRows(db, invitationVisits, lte(invitationVisits.spentAt, over));
  },
};

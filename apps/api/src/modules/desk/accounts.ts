import type { adminUser, InputOf } from '@yunduo/api-contract';
import { normalEmail, type Role } from '@yunduo/validation';
import { and, asc, count, desc, eq, exists, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import { withTransaction, type Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { inAnyCase, joinUsers, mapPage, paged, searchLine, type Page } from '../../db/query.ts';
import { userRoles, users } from '../../db/schema/index.ts';
import { apiError } from '../../http/errors.ts';
import { audit, rejectConflictOfInterest, type Actor } from '../audit/audit.ts';
import { blockersOf, closeAccount } from '../account/deletion.ts';
import { releaseFeedback } from '../feedback/assignment.ts';
import { factorMethods, holdAccount, resetFactors } from '../second-factor/factors.ts';
import { recordSecurityEvent } from '../security/events.ts';
import { userByEmail, type UserRow } from '../auth/accounts.ts';
import { endSessions, listSessions } from '../auth/sessions.ts';

export type GrantedRole = Exclude<Role, 'user'>;
export interface AccountWithRoles extends UserRow {
  roles: Role[];
}

/** Roles whose holders only admins may change: operators have no power over operators. */
const ADMINS_TO_DECIDE_ON: readonly GrantedRole[] = ['operator', 'admin'];

async function rolesOf(db: Db, userId: number): Promise<GrantedRole[]> {
  const rows = await db
    .select({ role: userRoles.role })
    .from(userRoles)
    .where(eq(userRoles.userId, userId))
    .orderBy(asc(userRoles.grantedAt), asc(userRoles.role));
  return rows.map(({ role }) => role);
}

async function withRoles(db: Db, user: UserRow): Promise<AccountWithRoles> {
  return { ...user, roles: ['user', ...(await rolesOf(db, user.id))] };
}

/**
 * The account of an address.
 * @throws ApiError USER_NOT_FOUND
 */
export async function accountOf(db: Db, email: string): Promise<AccountWithRoles> {
  const user = await userByEmail(db, normalEmail(email));
  if (!user) throw apiError('USER_NOT_FOUND');
  return withRoles(db, user);
}

/** A page of accounts with their roles, newest first. */
export async function listAccounts(
  db: Db,
  { q, role, disabled, ...input }: InputOf<typeof adminUser.list>,
): Promise<Page<AccountWithRoles>> {
  const text = searchLine(q);
  const searched = await joinUsers(db, text, users.id);
  const which = and(
    text ? or(searched.belongsToThem, inAnyCase(users.nickname, text)) : undefined,
    role &&
      exists(
        db
          .select({ id: userRoles.userId })
          .from(userRoles)
          .where(and(eq(userRoles.userId, users.id), eq(userRoles.role, role))),
      ),
    disabled ? isNotNull(users.disabledAt) : undefined,
  );
  const rows = db
    .select({ user: users })
    .from(users)
    .leftJoin(...searched.join)
    .where(which)
    .orderBy(desc(users.id));
  const counted = db
    .select({ total: count() })
    .from(users)
    .leftJoin(...searched.join)
    .where(which);
  const page = await paged(input, rows, counted);
  const ids = page.list.map(({ user }) => user.id);
  const held =
    ids.length > 0
      ? await db
          .select()
          .from(userRoles)
          .where(inArray(userRoles.userId, ids))
          .orderBy(asc(userRoles.grantedAt), asc(userRoles.role))
      : [];
  return mapPage(page, ({ user }) => ({
    ...user,
    roles: ['user', ...held.flatMap((one) => (one.userId === user.id ? one.role : []))] as Role[],
  }));
}

/**
 * An account by its id, with its live sessions.
 * @throws ApiError USER_NOT_FOUND
 */
export async function accountWithSessions({ db, clock }: Pick<Context, 'db' | 'clock'>, id: number) {
  const [user] = await db.select().from(users).where(eq(users.id, id));
  if (!user) throw apiError('USER_NOT_FOUND');
  const [account, sessions, methods, blockers] = await Promise.all([
    withRoles(db, user),
    listSessions(db, id, clock.now()),
    factorMethods(db, id),
    blockersOf(db, id),
  ]);
  return { account, sessions, secondFactor: methods.length > 0, blockers };
}

/** The command line implies access to the server; an account needs the role. */
async function requireAdmin(db: Db, actor: Actor): Promise<void> {
  if (actor.userId === null) return;
  if (!(await rolesOf(db, actor.userId)).includes('admin')) throw apiError('FORBIDDEN');
}

/**
 * The roles of the account to be changed.
 * @throws ApiError FORBIDDEN for an operator who targets another operator or an admin
 */
async function rolesToDecideOn(db: Db, actor: Actor, userId: number): Promise<GrantedRole[]> {
  const roles = await rolesOf(db, userId);
  if (roles.some((role) => ADMINS_TO_DECIDE_ON.includes(role))) await requireAdmin(db, actor);
  return roles;
}

/**
 * Locks the rows of all admins who can sign in, so that two of them cannot remove each other concurrently.
 * @throws ApiError LAST_ADMIN when no other would be left
 */
async function rejectLastAdmin(db: Db, userId: number): Promise<void> {
  const admins = await db
    .select({ userId: userRoles.userId })
    .from(userRoles)
    .innerJoin(users, eq(users.id, userRoles.userId))
    .where(and(eq(userRoles.role, 'admin'), isNull(users.disabledAt)))
    .orderBy(asc(userRoles.userId))
    .for('update');
  if (admins.length === 1 && admins[0]?.userId === userId) throw apiError('LAST_ADMIN');
}

/**
 * Grants or revokes a role. Only admins grant; operators may revoke `developer` and `reviewer`, so that an account can
 * be restricted without waiting for an admin. No account grants itself a role; a holder may give up a role that they
 * may revoke. Idempotent: repeating changes and logs nothing.
 * @throws ApiError USER_NOT_FOUND, FORBIDDEN, CONFLICT_OF_INTEREST, LAST_ADMIN
 */
export async function setRole(
  context: Context,
  actor: Actor,
  { email, role, granted }: { email: string; role: GrantedRole; granted: boolean },
): Promise<AccountWithRoles> {
  return context.db.transaction(async (tx) => {
    if (granted || ADMINS_TO_DECIDE_ON.includes(role)) await requireAdmin(tx, actor);
    const user = await userByEmail(tx, normalEmail(email));
    if (!user) throw apiError('USER_NOT_FOUND');
    if (granted) rejectConflictOfInterest(actor, user.id);
    if (role === 'admin' && !granted) await rejectLastAdmin(tx, user.id);
    const changed = granted
      ? await tx
          .insert(userRoles)
          .values({ userId: user.id, role, grantedAt: context.clock.now() })
          .onConflictDoNothing()
          .returning({ role: userRoles.role })
      : await tx
          .delete(userRoles)
          .where(and(eq(userRoles.userId, user.id), eq(userRoles.role, role)))
          .returning({ role: userRoles.role });
    if (changed.length > 0) {
      await audit(withTransaction(context, tx), actor, {
        action: granted ? 'role.grant' : 'role.revoke',
        target: `user:${user.id}`,
        details: { role },
      });
      await releaseFeedback(withTransaction(context, tx), actor, user.id);
      await recordSecurityEvent(withTransaction(context, tx), granted ? 'role_granted' : 'role_revoked', {
        userId: user.id,
        email: user.email,
        byStaff: true,
        details: { role },
      });
    }
    return withRoles(tx, user);
  });
}

/**
 * Disables an account, immediately and everywhere, or enables it again. None of its data is deleted.
 * @throws ApiError USER_NOT_FOUND, OWN_ACCOUNT, CONFLICT_OF_INTEREST, LAST_ADMIN, FORBIDDEN for an operator who targets
 * another operator or an admin
 */
export async function setDisabled(
  context: Context,
  actor: Actor,
  { email, disabled, reason }: { email: string; disabled: boolean; reason?: string },
): Promise<AccountWithRoles> {
  const now = context.clock.now();
  return context.db.transaction(async (tx) => {
    const [user] = await tx
      .select()
      .from(users)
      .where(eq(users.email, normalEmail(email)))
      .for('update');
    if (!user) throw apiError('USER_NOT_FOUND');
    const roles = await rolesToDecideOn(tx, actor, user.id);
    if (disabled && user.id === actor.userId) throw apiError('OWN_ACCOUNT');
    rejectConflictOfInterest(actor, user.id);
    if ((user.disabledAt !== null) === disabled) return withRoles(tx, user);
    if (disabled && roles.includes('admin')) await rejectLastAdmin(tx, user.id);
    const change = { disabledAt: disabled ? now : null, updatedAt: now };
    await tx.update(users).set(change).where(eq(users.id, user.id));
    const ended = disabled ? await endSessions(tx, user.id, now) : 0;
    await audit(withTransaction(context, tx), actor, {
      action: disabled ? 'user.disable' : 'user.enable',
      target: `user:${user.id}`,
      details: { ...(disabled && { sessions: ended }), ...(reason && { reason }) },
    });
    await releaseFeedback(withTransaction(context, tx), actor, user.id);
    const subject = { userId: user.id, email: user.email, byStaff: true } as const;
    await (disabled
      ? recordSecurityEvent(withTransaction(context, tx), 'account_disabled', {
          ...subject,
          details: { sessions: ended },
        })
      : recordSecurityEvent(withTransaction(context, tx), 'account_enabled', { ...subject, details: {} }));
    return withRoles(tx, { ...user, ...change });
  });
}

/**
 * Ends one session of an account (`session`) or all of them. Returns how many were live.
 * @throws ApiError USER_NOT_FOUND, NOT_FOUND for a session that is not theirs or has ended, FORBIDDEN for an operator
 * who targets another operator or an admin
 */
export async function endSessionsOf(
  context: Context,
  actor: Actor,
  { email, session, reason }: { email: string; session?: number; reason?: string },
): Promise<number> {
  return context.db.transaction(async (tx) => {
    const user = await userByEmail(tx, normalEmail(email));
    if (!user) throw apiError('USER_NOT_FOUND');
    await rolesToDecideOn(tx, actor, user.id);
    const which = session === undefined ? {} : { only: session };
    const ended = await endSessions(tx, user.id, context.clock.now(), which);
    if (session !== undefined && ended === 0) throw apiError('NOT_FOUND');
    if (ended === 0) return 0;
    const inside = withTransaction(context, tx);
    await audit(inside, actor, {
      action: 'user.end_sessions',
      target: `user:${user.id}`,
      details: { sessions: ended, ...(reason && { reason }) },
    });
    const details = { sessions: ended };
    const subject = { userId: user.id, email: user.email, byStaff: true, details } as const;
    await recordSecurityEvent(inside, 'sessions_ended_by_operator', subject);
    return ended;
  });
}

/**
 * Removes all second factors of an account, for an owner who lost app, passkeys and recovery codes and whom an operator
 * identified by other means. All sessions end, and the owner is mailed. Returns how many sessions were live.
 * @throws ApiError USER_NOT_FOUND, CONFLICT_OF_INTEREST, STATE_CHANGED without a factor, FORBIDDEN for an operator who
 * targets another operator or an admin
 */
export async function removeFactorOf(
  context: Context,
  actor: Actor,
  { email, reason }: { email: string; reason: string },
): Promise<number> {
  return context.db.transaction(async (tx) => {
    const user = await userByEmail(tx, normalEmail(email));
    if (!user) throw apiError('USER_NOT_FOUND');
    await rolesToDecideOn(tx, actor, user.id);
    rejectConflictOfInterest(actor, user.id);
    const inside = withTransaction(context, tx);
    await holdAccount(tx, user.id);
    if (!(await resetFactors(inside, user.id))) throw apiError('STATE_CHANGED');
    const ended = await endSessions(tx, user.id, context.clock.now());
    await audit(inside, actor, {
      action: 'user.remove_factor',
      target: `user:${user.id}`,
      details: { sessions: ended, reason },
    });
    const details = { sessions: ended };
    const subject = { userId: user.id, email: user.email, byStaff: true, details } as const;
    await recordSecurityEvent(inside, 'second_factor_removed_by_operator', subject);
    return ended;
  });
}

/**
 * Deletes an account permanently for an owner who cannot sign in and whom an operator identified by other means, in the
 * caller's transaction.
 * @returns the files no longer referenced, to be removed after the transaction commits
 * @throws ApiError USER_NOT_FOUND, OWN_ACCOUNT, CONFLICT_OF_INTEREST, DELETION_BLOCKED, FORBIDDEN for an operator who
 * targets another operator or an admin
 */
export async function deleteAccount(
  context: Context,
  actor: Actor,
  { email, reason }: { email: string; reason: string },
): Promise<string[]> {
  const { db } = context;
  const [user] = await db
    .select()
    .from(users)
    .where(eq(users.email, normalEmail(email)))
    .for('update');
  if (!user) throw apiError('USER_NOT_FOUND');
  await rolesToDecideOn(db, actor, user.id);
  if (user.id === actor.userId) throw apiError('OWN_ACCOUNT');
  rejectConflictOfInterest(actor, user.id);
  // Before the deletion, which also removes the address from a reason that contains it.
  await audit(context, actor, { action: 'user.delete', target: `user:${user.id}`, details: { reason } });
  return closeAccount(context, user, user.locale);
}

/** All accounts with a role, or with one given role, longest holder first. */
export async function listRoles(db: Db, role?: GrantedRole) {
  return db
    .select({
      id: users.id,
      email: users.email,
      role: userRoles.role,
      grantedAt: userRoles.grantedAt,
      disabledAt: users.disabledAt,
    })
    .from(userRoles)
    .innerJoin(users, eq(users.id, userRoles.userId))
    .where(role && eq(userRoles.role, role))
    .orderBy(desc(userRoles.role), asc(userRoles.grantedAt), asc(users.id));
}

import { localePath, momentOf, type Locale } from '@yunduo/i18n';
import { DAY, INVITE_REQUEST, type InviteAnswer, type InviteRequestState } from '@yunduo/validation';
import { inviteAnswerSchema } from '@yunduo/validation/schemas';
import { and, asc, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import { deriveKey } from '../../config.ts';
import { withTransaction, type Context } from '../../context.ts';
import { descNullsLast, type Page, paged, type PageInput } from '../../db/query.ts';
import { invitationRequests, invitations, users } from '../../db/schema/index.ts';
import { apiError } from '../../http/errors.ts';
import { checkForm } from '../../http/form.ts';
import { audit, rejectConflictOfInterest, type Actor } from '../audit/audit.ts';
import { consumeTicket } from '../captcha/service.ts';
import { keyedHash } from '../codes/tokens.ts';
import { sendEmail } from '../mail/notify.ts';
import { throttle } from '../throttle/throttle.ts';
import { createInvitation } from './invitations.ts';

/** A request with the head of the code sent in reply. */
export type InviteRequestRow = typeof invitationRequests.$inferSelect & { head: string | null };

export interface InviteRequestInput {
  /** Normalised. */
  email: string;
  purpose: string;
  captchaTicket: string;
  locale: Locale;
  network: string;
}

/** Counter key of an address that requests an invitation. */
export const inviteAddressKey = (config: Context['config'], email: string): string =>
  keyedHash(deriveKey(config.signingKey, 'invite'), email);

/**
 * Stores a request for an invitation and confirms it by mail. An address with an open request keeps one request, with
 * the newer text: answer and work are the same, so that callers cannot learn who has asked. The mail repeats no user
 * input.
 * @throws ApiError CAPTCHA_TICKET_INVALID, TOO_MANY_REQUESTS
 */
export async function requestInvitation(
  { db, clock, config, mail }: Context,
  { email, purpose, captchaTicket, locale, network }: InviteRequestInput,
): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    await throttle(tx, `invite-ip:${network}`, now, INVITE_REQUEST.perIp);
    await throttle(tx, `invite:${inviteAddressKey(config, email)}`, now, INVITE_REQUEST.perAddress);
    await consumeTicket(tx, { ticket: captchaTicket, scene: 'invite', network }, now);
    await tx
      .insert(invitationRequests)
      .values({ email, locale, purpose, createdAt: now })
      .onConflictDoUpdate({
        target: invitationRequests.email,
        targetWhere: sql`answered_at is null`,
        set: { purpose, locale },
      });
    await sendEmail({ db: tx, mail }, { email, locale }, 'invite_received', {
      values: { days: INVITE_REQUEST.retention / DAY },
    });
  });
}

export interface InviteRequestFilter extends PageInput {
  state?: InviteRequestState | 'all' | undefined;
}

const withHead = { ...getTableColumns(invitationRequests), head: invitations.head };

/** Requests: open ones oldest first, all others newest first. */
export async function listInviteRequests(
  { db }: Pick<Context, 'db'>,
  { state = 'all', ...input }: InviteRequestFilter,
): Promise<Page<InviteRequestRow>> {
  const where = {
    all: undefined,
    open: isNull(invitationRequests.answeredAt),
    invited: eq(invitationRequests.decision, 'invite'),
    declined: eq(invitationRequests.decision, 'decline'),
  }[state];
  const { createdAt, id } = invitationRequests;
  const order = state === 'open' ? [asc(createdAt), asc(id)] : [descNullsLast(createdAt), descNullsLast(id)];
  const rows = db
    .select(withHead)
    .from(invitationRequests)
    .leftJoin(invitations, eq(invitations.id, invitationRequests.invitationId))
    .where(where)
    .orderBy(...order);
  return paged(input, rows, db.$count(invitationRequests, where));
}

export interface InviteAnswerInput {
  id: number;
  decision: InviteAnswer;
  text?: string | undefined;
}

/**
 * Answers a request by mail, once: with a code for one visitor, or with a refusal and its reason. The code is only in
 * the mail.
 * @throws ApiError INVITE_REQUEST_NOT_FOUND, STATE_CHANGED when it is already answered, CONFLICT_OF_INTEREST,
 * VALIDATION_FAILED
 */
export async function answerInviteRequest(
  context: Context,
  actor: Actor,
  input: InviteAnswerInput,
): Promise<InviteRequestRow> {
  const { decision, text } = await checkForm(inviteAnswerSchema, input, {});
  const { clock, config } = context;
  const now = clock.now();
  return context.db.transaction(async (tx) => {
    const inside = withTransaction(context, tx);
    const [request] = await tx
      .select({ ...getTableColumns(invitationRequests), userId: users.id })
      .from(invitationRequests)
      .leftJoin(users, eq(users.email, invitationRequests.email))
      .where(eq(invitationRequests.id, input.id));
    if (!request) throw apiError('INVITE_REQUEST_NOT_FOUND');
    rejectConflictOfInterest(actor, request.userId);
    const { email, locale } = request;
    // Of two concurrent operators the second waits here, and finds it answered.
    const [taken] = await tx
      .update(invitationRequests)
      .set({ answeredAt: now, decision: input.decision, answer: text })
      .where(and(eq(invitationRequests.id, request.id), isNull(invitationRequests.answeredAt)))
      .returning();
    if (!taken) throw apiError('STATE_CHANGED');
    const link = `${config.origin}${localePath(locale, '/client-download')}`;
    let answered: InviteRequestRow = { ...taken, head: null };
    if (decision === 'invite') {
      const { code, row } = await createInvitation(inside, actor, { note: `request ${request.id}` });
      await tx
        .update(invitationRequests)
        .set({ invitationId: row.id })
        .where(eq(invitationRequests.id, request.id));
      answered = { ...taken, invitationId: row.id, head: row.head };
      const date = row.expiresAt ? momentOf(row.expiresAt.toISOString(), locale) : '';
      const answer = text && `\n\n${text}`;
      await sendEmail(inside, { email, locale }, 'invite_code', { link, values: { code, date, answer } });
    } else {
      await sendEmail(inside, { email, locale }, 'invite_declined', { link, values: { answer: text } });
    }
    await audit(inside, actor, {
      action: `invite_request.${decision}`,
      target: `invite_request:${request.id}`,
      details: { ...(answered.head !== null && { head: answered.head }), ...(text && { text }) },
    });
    return answered;
  });
}

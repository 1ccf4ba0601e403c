import type { Locale } from '@yunduo/i18n';
import { EMAIL_CODE, HOUR, MINUTE, type EmailScene } from '@yunduo/validation';
import { withTransaction, type Context } from '../../context.ts';
import { apiError } from '../../http/errors.ts';
import type { SessionUser } from '../../http/route.ts';
import { loginLink, type MessageName } from '../mail/messages.ts';
import { sendEmail } from '../mail/notify.ts';
import { recordSecurityEvent } from '../security/events.ts';
import { throttle } from '../throttle/throttle.ts';
import { userByEmail } from './accounts.ts';
import { codeKey, issueCode, type CodePurpose } from '../codes/email-codes.ts';
import { keyedHash } from '../codes/tokens.ts';
import { findChange } from './email-change.ts';
import { throttleIdentityOf, type Visitor } from './known-devices.ts';

const PER_ADDRESS = [
  { count: 1, window: EMAIL_CODE.resendAfter },
  { count: EMAIL_CODE.perAddressHour, window: HOUR },
  { count: EMAIL_CODE.perAddressDay, window: 24 * HOUR },
];
const PER_ADDRESS_AND_NETWORK = [
  { count: 1, window: EMAIL_CODE.resendAfter },
  { count: EMAIL_CODE.perNetworkHour, window: HOUR },
  { count: EMAIL_CODE.perNetworkDay, window: 24 * HOUR },
];
const PER_IP = [{ count: EMAIL_CODE.perIpHour, window: HOUR }];

export interface CodeRequest {
  /** Normalised. */
  email: string;
  scene: EmailScene;
  changeToken: string | undefined;
  user: SessionUser | null;
  visitor: Visitor;
  locale: Locale;
}

/**
 * Sends a code, or a mail that explains why there is none: the caller gets the same answer after the same work. Only
 * the owner of the mailbox learns whether the address is registered.
 * @throws ApiError TOO_MANY_REQUESTS, UNAUTHENTICATED, CHANGE_TOKEN_INVALID, EMAIL_SAME
 */
export async function sendCode(context: Context, request: CodeRequest): Promise<void> {
  const { db, clock, config, mail } = context;
  const now = clock.now();
  const key = codeKey(config);
  const purpose = await purposeOf(context, request, now);
  await throttleMails(context, key, purpose, request);

  await db.transaction(async (tx) => {
    const owner = await userByEmail(tx, request.email);
    const known = owner !== null;
    const code = await issueCode(tx, key, purpose, now);
    const name = messageFor(request, known);
    const { locale, email } = request;
    const { digits } = code;
    const carriesCode = name.endsWith('_code');
    const data = {
      ...(carriesCode && { code: { digits, minutes: EMAIL_CODE.ttl / MINUTE } }),
      link: loginLink(config.origin, locale, known ? 'sign-in' : 'register'),
    };
    // The delivery checks the code whether the mail shows it or not: both kinds take the same work.
    await sendEmail({ db: tx, mail }, { email, locale }, name, data, code);
    const subject = { userId: request.user?.id ?? owner?.id ?? null, email };
    const inside = withTransaction(context, tx);
    await recordSecurityEvent(inside, 'code_sent', { ...subject, details: { scene: request.scene } });
    if (request.scene === 'AUTH_RESET_PWD')
      await recordSecurityEvent(inside, 'password_reset_requested', { ...subject, details: {} });
  });
}

/**
 * Limits mails that strangers cause to an address, in total and by network, so that they cannot exhaust the owner's
 * quota. A known device or network has its own limit; so has a signed-in user who requests mail to their own address.
 */
async function throttleMails(
  context: Context,
  key: Buffer,
  { email, scene, subject = 0 }: CodePurpose,
  { changeToken, visitor }: CodeRequest,
): Promise<void> {
  const { db, clock } = context;
  const { network } = visitor;
  const now = clock.now();
  const owner = await userByEmail(db, email);
  const identity = await throttleIdentityOf(context, owner?.id ?? 0, visitor);
  const target = [email, scene, changeToken === undefined ? subject : 0] as const;
  // All or nothing: a mail refused by one limit does not use up the others, which users behind one address share.
  await db.transaction(async (tx) => {
    // A known device is not limited by other users behind its address.
    if (identity.kind !== 'device') await throttle(tx, `mail-ip:${network}`, now, PER_IP);
    if (identity.kind !== 'stranger') {
      await throttle(tx, `mail-own:${keyedHash(key, ...target, identity.key)}`, now, PER_ADDRESS);
      return;
    }
    await throttle(tx, `mail-from:${keyedHash(key, ...target, network)}`, now, PER_ADDRESS_AND_NETWORK);
    await throttle(tx, `mail:${keyedHash(key, ...target)}`, now, PER_ADDRESS);
  });
}

async function purposeOf(
  { db }: Context,
  { email, scene, changeToken, user, visitor: { network } }: CodeRequest,
  now: Date,
): Promise<CodePurpose> {
  if (scene !== 'USER_INFO_CHANGE_EMAIL') return { email, scene, network };
  if (!user) throw apiError('UNAUTHENTICATED');
  if (changeToken === undefined) {
    // The first step proves the current address: a code for any other would prove nothing.
    if (email !== user.email) throw apiError('CHANGE_TOKEN_INVALID');
  } else {
    await findChange(db, { userId: user.id, token: changeToken, stage: 'verified', now });
    if (email === user.email) throw apiError('EMAIL_SAME', { fields: { email: 'email_same' } });
  }
  return { email, scene, subject: user.id };
}

function messageFor({ scene, changeToken }: CodeRequest, known: boolean): MessageName {
  if (scene === 'AUTH_REGISTER_EMAIL') return known ? 'register_known' : 'register_code';
  if (scene === 'AUTH_RESET_PWD') return known ? 'reset_code' : 'reset_unknown';
  if (changeToken === undefined) return 'change_verify_code';
  return known ? 'change_taken' : 'change_confirm_code';
}

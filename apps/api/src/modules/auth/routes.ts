import { userAuth as calls, type DataOf } from '@yunduo/api-contract';
import { secondFactorSchemas, authSchemas as schemas } from '@yunduo/api-contract/schemas';
import { EMAIL_CODE, normalEmail, RATES } from '@yunduo/validation';
import {
  emailSchema,
  loginSchema,
  recoverySchema,
  registerSchema,
  resetPasswordSchema,
  totpSchema,
} from '@yunduo/validation/schemas';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { apiError } from '../../http/errors.ts';
import { checkForm } from '../../http/form.ts';
import { withIdempotency } from '../../http/idempotency.ts';
import { route, signedIn } from '../../http/route.ts';
import { consumeTicket } from '../captcha/service.ts';
import { hashToken } from '../codes/tokens.ts';
import { networkOf } from '../throttle/network.ts';
import { recordSecurityEvent } from '../security/events.ts';
import { giveTurnBack, throttle } from '../throttle/throttle.ts';
import { undoEmailChange } from './email-change.ts';
import { exchange, handOver } from './handover.ts';
import { disownSession } from './begin-session.ts';
import { storeDevice, visitorOf } from './known-devices.ts';
import { preparePasswords } from './passwords.ts';
import { sendCode } from './send-email.ts';
import { askPasskeyOfStep, takeSecondStep } from './second-step.ts';
import { accountKey, register, resetPassword, signIn, tryNewPassword, type NewPassword } from './service.ts';
import { endSessions, findSession } from './sessions.ts';
import { shownEmail } from '../text/shown-email.ts';

/** Password hashing is slow by design, and concurrent hashes queue. */
const HASHING = { timeout: 10_000 };

/**
 * Authentication: mailed codes, registration, sign-in and sign-out, password reset, and hand-over of a session to
 * another site.
 */
export async function userAuth(app: FastifyInstance): Promise<void> {
  app.addHook('onReady', preparePasswords);

  route(app, calls.sendEmail, schemas.sendEmail, async (input, request) => {
    if (input.email.trim() === '') throw apiError('EMAIL_REQUIRED', { fields: { email: 'email_required' } });
    const { email } = await checkForm(emailSchema, input);
    const visitor = visitorOf(app, request);
    const { network } = visitor;
    const spent = { ticket: input.captcha_ticket, scene: 'send_email', network } as const;
    await consumeTicket(app.db, spent, app.clock.now());
    await sendCode(app, {
      email: normalEmail(email),
      scene: input.scene,
      changeToken: input.change_token,
      user: request.user,
      visitor,
      locale: request.locale,
    });
    return { resend_after: EMAIL_CODE.resendAfter / 1000, expires_in: EMAIL_CODE.ttl / 1000 };
  });

  route(
    app,
    calls.register,
    schemas.register,
    async (input, request, reply) => {
      const form = await newPassword(app, registerSchema, input, request);
      const create = async (context: Context, passwordHash: string) =>
        sessionAnswer(await register(context, form, passwordHash));
      const session = await withIdempotency(app, request, calls.register, create, {
        visitor: accountKey(app.config, form.email),
        before: () => tryNewPassword(app, 'AUTH_REGISTER_EMAIL', form),
      });
      await leaveSession(app, request);
      storeDevice(reply, app, form.visitor);
      return withRedirect(app, session, input.r_url);
    },
    HASHING,
  );

  route(
    app,
    calls.login,
    schemas.login,
    async (input, request, reply) => {
      if (!input.agree) throw apiError('AGREEMENT_REQUIRED', { fields: { agree: 'agree_required' } });
      const { email, password } = await checkForm(loginSchema, input);
      const visitor = visitorOf(app, request);
      const session = await signIn(app, {
        email: normalEmail(email),
        password,
        captchaTicket: input.captcha_ticket,
        visitor,
        locale: request.locale,
      });
      await leaveSession(app, request);
      storeDevice(reply, app, visitor);
      return withRedirect(app, sessionAnswer(session), input.r_url);
    },
    HASHING,
  );

  route(app, calls.secondStepPasskey, secondFactorSchemas.secondStepPasskey, async ({ ticket }, request) => {
    const { network } = visitorOf(app, request);
    await throttle(app.db, `step-passkey:${network}`, app.clock.now(), RATES.codeTries);
    return askPasskeyOfStep(app, ticket);
  });

  route(
    app,
    calls.secondStep,
    secondFactorSchemas.secondStep,
    async ({ r_url, ...given }, request, reply) => {
      const visitor = visitorOf(app, request);
      const [turn, now] = [`second-step:${visitor.network}`, app.clock.now()];
      await throttle(app.db, turn, now, RATES.codeTries);
      if (!given.passkey) {
        if (given.code === undefined) await checkForm(recoverySchema, given);
        else await checkForm(totpSchema, given);
      }
      const session = await takeSecondStep(app, { ...given, visitor, locale: request.locale });
      // As at the password: an office signs in from one network.
      await giveTurnBack(app.db, turn, now);
      await leaveSession(app, request);
      storeDevice(reply, app, visitor);
      return withRedirect(app, sessionAnswer(session), r_url);
    },
  );

  route(
    app,
    calls.resetPassword,
    schemas.resetPassword,
    async (input, request, reply) => {
      const form = await newPassword(app, resetPasswordSchema, input, request);
      const reset = async (context: Context, passwordHash: string) => {
        await resetPassword(context, form, passwordHash);
        return null;
      };
      await withIdempotency(app, request, calls.resetPassword, reset, {
        visitor: accountKey(app.config, form.email),
        before: () => tryNewPassword(app, 'AUTH_RESET_PWD', form),
      });
      storeDevice(reply, app, form.visitor);
      return null;
    },
    HASHING,
  );

  route(app, calls.logout, schemas.logout, async (_input, request) => {
    const { id, sessionId, email } = signedIn(request);
    await endSessions(app.db, id, app.clock.now(), { only: sessionId });
    await recordSecurityEvent(app, 'signed_out', { userId: id, email, details: {} });
    return null;
  });

  route(app, calls.handover, schemas.handover, async ({ r_url }, request) => {
    const redirect = await handOver(app, signedIn(request).sessionId, r_url);
    if (redirect === null) throw apiError('REDIRECT_REFUSED');
    return { redirect };
  });

  route(app, calls.handoverExchange, schemas.handoverExchange, async ({ data, r_url }, { ip }) => {
    await throttle(app.db, `exchange:${networkOf(ip)}`, app.clock.now(), RATES.handovers, 'RATE_LIMITED');
    return exchange(app, { code: data, address: r_url });
  });

  route(app, calls.emailChangeUndo, schemas.emailChangeUndo, async ({ token }, request, reply) => {
    const visitor = visitorOf(app, request);
    await throttle(app.db, `undo:${visitor.network}`, app.clock.now(), RATES.emailUndos);
    const undo = async (context: Context) => {
      const { email, ended } = await undoEmailChange(context, token, visitor);
      return { email: shownEmail(email), signed_out: request.user?.id === ended };
    };
    // Not keyed by the session, which ends with the call.
    const undone = await withIdempotency(app, request, calls.emailChangeUndo, undo, {
      visitor: hashToken(token),
    });
    storeDevice(reply, app, visitor);
    return undone;
  });

  route(app, calls.disownSession, schemas.disownSession, async ({ token }, request) => {
    await throttle(app.db, `disown:${networkOf(request.ip)}`, app.clock.now(), RATES.emailUndos);
    const { email, ended } = await disownSession(app, token);
    return {
      email: shownEmail(email),
      signed_out: ended !== null && request.user?.sessionId === ended,
    };
  });
}

type SessionAnswer = DataOf<typeof calls.login>;

const sessionAnswer = ({ token, expiresAt, user }: Awaited<ReturnType<typeof signIn>>): SessionAnswer => ({
  token,
  expires_at: expiresAt.toISOString(),
  user,
});

/** Ends the browser's previous session after a new sign-in. */
async function leaveSession(app: Context, { user }: FastifyRequest): Promise<void> {
  if (!user || user.token) return;
  const ended = await endSessions(app.db, user.id, app.clock.now(), { only: user.sessionId });
  if (ended === 0) return;
  await recordSecurityEvent(app, 'signed_out', { userId: user.id, email: user.email, details: {} });
}

/** Adds the redirect to `r_url` to the session, if that is allowed. */
async function withRedirect(app: Context, answer: SessionAnswer, rUrl?: string): Promise<SessionAnswer> {
  if (!rUrl) return answer;
  const session = await findSession(app.db, answer.token, app.clock.now());
  const redirect = session && (await handOver(app, session.sessionId, rUrl));
  return { ...answer, ...(redirect && { redirect }) };
}

/** A new password, for the holder of a mailed code. */
async function newPassword(
  app: Context,
  schema: typeof registerSchema | typeof resetPasswordSchema,
  input: Parameters<typeof checkForm>[1],
  request: FastifyRequest,
): Promise<NewPassword> {
  const { email, code, password } = await checkForm(schema, input);
  return {
    email: normalEmail(email),
    code,
    password,
    visitor: visitorOf(app, request),
    locale: request.locale,
  };
}

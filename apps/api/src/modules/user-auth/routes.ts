import { userAuth as calls } from '@yunduo/api-contract';
import { userSchemas as schemas } from '@yunduo/api-contract/schemas';
import { EMAIL_CODE, RATES } from '@yunduo/validation';
import { emailSchema, loginSchema, registerSchema, resetPasswordSchema } from '@yunduo/validation/schemas';
import type { FastifyInstance } from 'fastify';
import { apiError } from '../../http/errors.ts';
import { checkForm } from '../../http/form.ts';
import { route, signedIn } from '../../http/route.ts';
import { consumeTicket } from '../captcha/service.ts';
import { networkOf } from '../throttle/network.ts';
import { throttle } from '../throttle/throttle.ts';
import { normalEmail } from './accounts.ts';
import { describeDevice } from './device.ts';
import { undoEmailChange } from './email-change.ts';
import { exchange, handOver } from './handover.ts';
import { preparePasswords } from './passwords.ts';
import { sendCode } from './send-email.ts';
import { register, resetPassword, signIn } from './service.ts';
import { endSessions, findSession } from './sessions.ts';

/** Hashing a password takes its time, and several at once take theirs. */
const HASHING = { timeout: 10_000 };

/**
 * The door: codes by mail, registering, signing in and out, a forgotten password, a session handed to another
 * site.
 */
export async function userAuth(app: FastifyInstance): Promise<void> {
  app.addHook('onReady', preparePasswords);

  route(app, calls.sendEmail, schemas.sendEmail, async (input, request) => {
    if (input.email.trim() === '') throw apiError('EMAIL_REQUIRED', { fields: { email: 'email_required' } });
    const { email } = await checkForm(emailSchema, input);
    await consumeTicket(app.db, input.captcha_ticket, 'send_email', app.clock.now());
    await sendCode(app, {
      email: normalEmail(email),
      scene: input.scene,
      changeToken: input.change_token,
      user: request.user,
      network: networkOf(request.ip),
      locale: request.locale,
    });
    return { resend_after: EMAIL_CODE.resendAfter / 1000, expires_in: EMAIL_CODE.ttl / 1000 };
  });

  route(
    app,
    calls.register,
    schemas.register,
    async (input, { ip, locale }) => {
      const { email, code, password } = await checkForm(registerSchema, input);
      await register(app, { email: normalEmail(email), code, password, network: networkOf(ip), locale });
      return null;
    },
    HASHING,
  );

  route(
    app,
    calls.login,
    schemas.login,
    async (input, request) => {
      if (!input.agree) throw apiError('AGREEMENT_REQUIRED', { fields: { agree: 'agree_required' } });
      const { email, password } = await checkForm(loginSchema, input);
      const { token, expiresAt, user } = await signIn(app, {
        email: normalEmail(email),
        password,
        captchaTicket: input.captcha_ticket,
        network: networkOf(request.ip),
        device: describeDevice(request.headers['user-agent']),
        locale: request.locale,
      });
      const session = await findSession(app.db, token, app.clock.now());
      const redirect = input.r_url && session ? await handOver(app, session.sessionId, input.r_url) : null;
      return { token, expires_at: expiresAt.toISOString(), user, ...(redirect && { redirect }) };
    },
    HASHING,
  );

  route(
    app,
    calls.resetPassword,
    schemas.resetPassword,
    async (input, { ip, locale }) => {
      const { email, code, password } = await checkForm(resetPasswordSchema, input);
      await resetPassword(app, { email: normalEmail(email), code, password, network: networkOf(ip), locale });
      return null;
    },
    HASHING,
  );

  route(app, calls.logout, schemas.logout, async (_input, request) => {
    const { id, sessionId } = signedIn(request);
    await endSessions(app.db, id, app.clock.now(), { only: sessionId });
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

  route(app, calls.emailChangeUndo, schemas.emailChangeUndo, async ({ token }, { ip, user }) => {
    await throttle(app.db, `undo:${networkOf(ip)}`, app.clock.now(), RATES.emailUndos);
    const { userId, email } = await undoEmailChange(app, token);
    return { email, signed_out: user?.id === userId };
  });
}

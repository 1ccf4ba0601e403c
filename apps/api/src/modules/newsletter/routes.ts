import { subscribe as calls } from '@yunduo/api-contract';
import { newsletterSchemas as schemas } from '@yunduo/api-contract/schemas';
import { normalEmail, RATES, SUBSCRIPTION } from '@yunduo/validation';
import { subscribeSchema } from '@yunduo/validation/schemas';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { checkForm } from '../../http/form.ts';
import { withIdempotency } from '../../http/idempotency.ts';
import { route } from '../../http/route.ts';
import { networkOf } from '../throttle/network.ts';
import { throttle } from '../throttle/throttle.ts';
import { addressKey, confirmSubscription, forgetSubscribers, subscribe, unsubscribe } from './service.ts';
import { shownEmail } from '../text/shown-email.ts';

/** The newsletter: subscribing, confirming by mail, and unsubscribing by a link in any mail. */
export async function newsletterModule(app: FastifyInstance): Promise<void> {
  app.jobs.add(forgetSubscribers);

  route(app, calls.create, schemas.subscribeCreate, async (input, request) => {
    const form = await checkForm(subscribeSchema, input);
    const email = normalEmail(form.email);
    const { captcha_ticket: captchaTicket, locale } = input;
    const ask = async (context: Context) => {
      await subscribe(context, { email, captchaTicket, locale, network: networkOf(request.ip) });
      return { expires_in: SUBSCRIPTION.confirmTtl / 1000 };
    };
    return withIdempotency(app, request, calls.create, ask, { visitor: addressKey(app.config, email) });
  });

  route(app, calls.confirm, schemas.subscribeConfirm, async ({ token }, { ip }) => {
    await throttle(app.db, `subscribe-link:${networkOf(ip)}`, app.clock.now(), RATES.subscriptionLinks);
    return { email: shownEmail(await confirmSubscription(app, token)) };
  });

  route(app, calls.unsubscribe, schemas.unsubscribe, async ({ token }, { ip }) => {
    await throttle(app.db, `subscribe-link:${networkOf(ip)}`, app.clock.now(), RATES.subscriptionLinks);
    const { email, undoToken } = await unsubscribe(app, token);
    return { email: shownEmail(email), undo_token: undoToken, expires_in: SUBSCRIPTION.undoTtl / 1000 };
  });
}

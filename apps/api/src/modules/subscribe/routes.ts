import { subscribe as calls } from '@yunduo/api-contract';
import { communitySchemas as schemas } from '@yunduo/api-contract/schemas';
import { RATES, SUBSCRIPTION } from '@yunduo/validation';
import { subscribeSchema } from '@yunduo/validation/schemas';
import type { FastifyInstance } from 'fastify';
import { checkForm } from '../../http/form.ts';
import { route } from '../../http/route.ts';
import { networkOf } from '../throttle/network.ts';
import { throttle } from '../throttle/throttle.ts';
import { normalEmail } from '../user-auth/accounts.ts';
import { confirmSubscription, forgetSubscribers, subscribe, unsubscribe } from './service.ts';

/** The newsletter: asked for here, confirmed by mail, undone by a link of any mail. */
export async function subscribeModule(app: FastifyInstance): Promise<void> {
  app.jobs.add(forgetSubscribers);

  route(app, calls.create, schemas.subscribeCreate, async (input, { ip }) => {
    const { email } = await checkForm(subscribeSchema, input);
    const { captcha_ticket: captchaTicket, locale } = input;
    await subscribe(app, { email: normalEmail(email), captchaTicket, locale, network: networkOf(ip) });
    return { expires_in: SUBSCRIPTION.confirmTtl / 1000 };
  });

  route(app, calls.confirm, schemas.subscribeConfirm, async ({ token }, { ip }) => {
    await throttle(app.db, `subscribe-link:${networkOf(ip)}`, app.clock.now(), RATES.subscriptionLinks);
    return { email: await confirmSubscription(app, token) };
  });

  route(app, calls.unsubscribe, schemas.unsubscribe, async ({ token }, { ip }) => {
    await throttle(app.db, `subscribe-link:${networkOf(ip)}`, app.clock.now(), RATES.subscriptionLinks);
    const { email, undoToken } = await unsubscribe(app, token);
    return { email, undo_token: undoToken, expires_in: SUBSCRIPTION.undoTtl / 1000 };
  });
}

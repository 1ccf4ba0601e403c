import { mail as calls } from '@yunduo/api-contract';
import { newsletterSchemas as schemas } from '@yunduo/api-contract/schemas';
import { localePath } from '@yunduo/i18n';
import { RATES } from '@yunduo/validation';
import type { FastifyInstance } from 'fastify';
import { mailMutes } from '../../db/schema/index.ts';
import { route } from '../../http/route.ts';
import { looksLikeMute, readMute } from '../mail/one-click.ts';
import { leavePage, unsubscribe } from './service.ts';
import { networkOf } from '../throttle/network.ts';
import { throttle } from '../throttle/throttle.ts';
import { userById } from '../auth/accounts.ts';

/**
 * The URL in `List-Unsubscribe` (RFC 8058): a mail client POSTs to it without a session, which unsubscribes. A GET
 * leads to the page with the same action as a button and changes nothing, because link scanners open every link.
 */
export async function unsubscribeModule(app: FastifyInstance): Promise<void> {
  // `List-Unsubscribe=One-Click`, in either form encoding; the URL contains everything, so the body may be missing.
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 1_000 },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.addHook('preValidation', async (request) => {
    if (request.isMultipart() || request.body === undefined || request.body === null) request.body = {};
  });
  const tokenOf = (params: unknown): string => (params as { token: string }).token;

  route(app, calls.unsubscribe, schemas.mailUnsubscribe, async (_input, request) => {
    const token = tokenOf(request.params);
    const mute = readMute(app.config, token);
    // Only wrong links count: a mail provider posts the links of all its users from a few addresses.
    const countWrong = async (error: unknown): Promise<never> => {
      const key = `subscribe-link:${networkOf(request.ip)}`;
      await throttle(app.db, key, app.clock.now(), RATES.subscriptionLinks);
      throw error;
    };
    if (mute === null) await unsubscribe(app, token).catch(countWrong);
    else if (await userById(app.db, mute.userId))
      await app.db.insert(mailMutes).values(mute).onConflictDoNothing();
    return null;
  });

  route(
    app,
    calls.unsubscribePage,
    schemas.mailUnsubscribePage,
    async (_input, request, reply) => {
      const token = tokenOf(request.params);
      const mute = readMute(app.config, token);
      const user = mute && (await userById(app.db, mute.userId));
      // A damaged address too: a person has opened it in a browser, and needs a page, not JSON.
      const page = looksLikeMute(token)
        ? `${localePath(user?.locale ?? request.locale, '/user')}?panel=account-center`
        : await leavePage(app, token, request.locale);
      return reply.header('cache-control', 'no-store').redirect(page, 303);
    },
    { opened: { page: '/subscribe?do=unsubscribe' } },
  );
}

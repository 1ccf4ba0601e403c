import { mail as calls } from '@yunduo/api-contract';
import { newsletterSchemas as schemas } from '@yunduo/api-contract/schemas';
import { localePath, type Locale } from '@yunduo/i18n';
import { mailMute as en } from '@yunduo/i18n/en/mail-mute';
import { mailMute as zh } from '@yunduo/i18n/zh/mail-mute';
import { RATES, type MutableMail } from '@yunduo/validation';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { mailMutes } from '../../db/schema/index.ts';
import { fill } from '../../http/envelope.ts';
import { route } from '../../http/route.ts';
import { looksLikeMute, readMute } from '../mail/one-click.ts';
import { leavePage, unsubscribe } from './service.ts';
import { networkOf } from '../throttle/network.ts';
import { throttle } from '../throttle/throttle.ts';
import { userById } from '../auth/accounts.ts';
import { escapeHtml } from '../text/escape-html.ts';
import { CARD_STYLE, sendMessage, sendPage } from '../text/page.ts';

const words = { zh, en };

/** Where a user switches kinds of emails on and off. */
const settingsOf = (locale: Locale): string => `${localePath(locale, '/user')}?panel=account-center`;

/** Asks the reader of a mail whether to switch off its kind: it needs no session, and never concerns another account. */
function sendQuestion(reply: FastifyReply, locale: Locale, kind: MutableMail): FastifyReply {
  const say = words[locale];
  const text = fill(say.text, { kind: say.kinds[kind] });
  const body = `<main><h1>${escapeHtml(say.title)}</h1><p>${escapeHtml(text)}</p><form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button class="primary">${escapeHtml(say.submit)}</button></form><a class="button plain" href="${escapeHtml(settingsOf(locale))}">${escapeHtml(say.settings)}</a></main>`;
  return sendPage(reply, { locale, title: say.title, body, style: CARD_STYLE, formAction: "'self'" });
}

/**
 * The URL in `List-Unsubscribe` (RFC 8058): a mail client POSTs to it without a session, which unsubscribes. A GET
 * shows the same action as a button and changes nothing, because link scanners open every link.
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

  route(app, calls.unsubscribe, schemas.mailUnsubscribe, async (_input, request, reply) => {
    const token = tokenOf(request.params);
    const mute = readMute(app.config, token);
    // Only wrong links count: a mail provider posts the links of all its users from a few addresses.
    const countWrong = async (error: unknown): Promise<never> => {
      const key = `subscribe-link:${networkOf(request.ip)}`;
      await throttle(app.db, key, app.clock.now(), RATES.subscriptionLinks);
      throw error;
    };
    const user = mute && (await userById(app.db, mute.userId));
    if (mute === null) await unsubscribe(app, token).catch(countWrong);
    else if (user) await app.db.insert(mailMutes).values(mute).onConflictDoNothing();
    // A person who pressed the button of the page below; mail clients ignore the response.
    if (mute && request.headers.accept?.includes('text/html')) {
      const locale = user?.locale ?? request.locale;
      const { done_title: title, done_text, settings, kinds } = words[locale];
      const text = fill(done_text, { kind: kinds[mute.kind] });
      sendMessage(reply, locale, { title, text, link: { href: settingsOf(locale), label: settings } });
    }
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
      if (mute && user) return sendQuestion(reply, user.locale, mute.kind);
      // A damaged address too: a person has opened it in a browser, and needs a page, not JSON.
      const page = looksLikeMute(token)
        ? settingsOf(request.locale)
        : await leavePage(app, token, request.locale);
      return reply.header('cache-control', 'no-store').redirect(page, 303);
    },
    { opened: { page: '/subscribe?do=unsubscribe' } },
  );
}

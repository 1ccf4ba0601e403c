import { feedback, subscribe, userInfo } from '@yunduo/api-contract';
import { mailMute as en } from '@yunduo/i18n/en/mail-mute';
import { mailMute as zh } from '@yunduo/i18n/zh/mail-mute';
import { DAY, MUTABLE_MAILS, SUBSCRIPTION, type MutableMail } from '@yunduo/validation';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import PostalMime from 'postal-mime';
import { subscribers, users } from '../../db/schema/index.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { newcomer, someEmail, someIp, ticketFor, type SignedIn } from '../../testing/people.ts';
import { renderEmail } from '../mail/messages.ts';
import { leavingOf } from '../mail/one-click.ts';
import { newToken } from '../codes/tokens.ts';
import { recipientOf } from '../mail/notify.ts';

let api: TestApp;
beforeAll(async () => {
  api = await testApp({ seeded: true });
});
afterAll(() => api.close());

/** The newest mail to an address, parsed from its bytes as a mail client does. */
async function newestTo(email: string) {
  await api.mails();
  const [mail] = (await api.app.inject(`/dev/mail.json?to=${encodeURIComponent(email)}`)).json<
    { id: string }[]
  >();
  const raw = await api.app.inject(`/dev/mail/${mail?.id}/raw`);
  expect(raw.headers['content-type']).toBe('message/rfc822');
  const parsed = await PostalMime.parse(raw.rawPayload);
  const header = (name: string) => parsed.headers.find(({ key }) => key === name)?.value ?? null;
  const href = /^<(.+)>$/.exec(header('list-unsubscribe') ?? '')?.[1];
  return { parsed, header, path: href ? new URL(href).pathname : '' };
}
/** As Gmail and Apple Mail do it: a form without cookies or a session. */
const oneClick = (
  url: string,
  body = 'List-Unsubscribe=One-Click',
  type = 'application/x-www-form-urlencoded',
) =>
  api.app.inject({
    method: 'POST',
    url,
    payload: body,
    headers: { 'content-type': type },
    remoteAddress: someIp(),
  });

/** Each mutable mail, sent by its service. */
const senders: Record<MutableMail, (who: SignedIn) => Promise<void>> = {
  review_success: (who) => send(who, 'review_success', 'version_approved'),
  licence_reminder: (who) => send(who, 'licence_reminder', 'licence_expiring'),
  feedback_answer: (who) => send(who, 'feedback_answer', 'feedback_answered'),
};
async function send(
  who: SignedIn,
  kind: MutableMail,
  name: 'version_approved' | 'licence_expiring' | 'feedback_answered',
) {
  const to = await recipientOf(api.db, who.user.id, kind);
  if (!to) return;
  const options = {
    brand: 'Yunduo',
    link: 'https://yunduo.example/',
    values: {
      app: 'Nginx',
      version: '1.2.0',
      tail: 'K7QM',
      server: '',
      date: '2026-12-24',
      days: 30,
      title: 'A question',
      answer: 'An answer',
      no: 'FB-7',
    },
    leaving: leavingOf(api.app.config, who.user.id, kind),
  };
  await api.app.mail.enqueue(api.db, renderEmail(to.locale, to.email, name, options));
}
const mutedOf = async (who: SignedIn) =>
  (await api.call(userInfo.mailPreferences, undefined, { token: who.token })).data.mails
    .filter(({ muted }) => muted)
    .map(({ kind }) => kind);

describe.each(MUTABLE_MAILS)('One-click unsubscribe of %s mails', (kind) => {
  test('mutes that kind only; a GET asks in a page that needs no session, and changes nothing', async () => {
    const who = await newcomer(api);
    await senders[kind](who);
    const { header, path, parsed } = await newestTo(who.email);
    expect(header('list-unsubscribe')).toMatch(/^<http:\/\/127\.0\.0\.1:4300\/api\/mail\/unsubscribe\/\S+>$/);
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(header('list-id')).toBe(`<${kind.replaceAll('_', '-')}.127.0.0.1>`);
    expect(parsed.text).toContain(path);
    expect(parsed.html).toContain(path);

    // A link scanner's GET changes nothing, and gets the page with the button.
    const opened = await api.app.inject(path);
    expect([opened.statusCode, opened.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(opened.body).toContain(`“${zh.kinds[kind]}”`);
    expect(opened.body).toContain('<form method="post">');
    expect(opened.headers['content-security-policy']).toContain("form-action 'self'");
    expect(await mutedOf(who)).toEqual([]);

    for (let times = 0; times < 2; times += 1) expect((await oneClick(path)).statusCode).toBe(200);
    expect(await mutedOf(who)).toEqual([kind]);
    const before = (await api.mails()).length;
    await senders[kind](who);
    expect((await api.mails()).length).toBe(before);
  });
});

test.each(['zh', 'en'] as const)(
  'a reader who presses the button is told so in their language, and where to change it (%s)',
  async (locale) => {
    const who = await newcomer(api);
    await api.db.update(users).set({ locale }).where(eq(users.id, who.user.id));
    const path = new URL(leavingOf(api.app.config, who.user.id, 'feedback_answer').href).pathname;
    const [say, settings] = locale === 'zh' ? [zh, '/user'] : [en, '/en/user'];
    expect((await api.app.inject(path)).body).toContain(`<h1>${say.title}</h1>`);
    const pressed = await api.app.inject({
      method: 'POST',
      url: path,
      payload: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html,*/*' },
      remoteAddress: someIp(),
    });
    expect([pressed.statusCode, pressed.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(pressed.body).toContain(`<h1>${say.done_title}</h1>`);
    expect(pressed.body).toContain(`href="${settings}?panel=account-center"`);
    expect(await mutedOf(who)).toEqual(['feedback_answer']);
  },
);

test('accepts a multipart or empty one-click body, and rejects a forged or unknown token with 400', async () => {
  const [who, other] = [await newcomer(api), await newcomer(api)];
  const path = new URL(leavingOf(api.app.config, who.user.id, 'feedback_answer').href).pathname;
  const multipart =
    '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
  const forged = path.replace(`mute.${who.user.id}.`, `mute.${other.user.id}.`);
  for (const wrong of [
    forged,
    `${path}x`,
    path.replace('feedback_answer', 'password_changed'),
    '/api/mail/unsubscribe/nothing',
  ]) {
    expect([wrong, (await oneClick(wrong)).statusCode]).toEqual([wrong, 400]);
  }
  expect([await mutedOf(who), await mutedOf(other)]).toEqual([[], []]);
  expect((await oneClick(path, multipart, 'multipart/form-data; boundary=x')).statusCode).toBe(200);
  expect(await mutedOf(who)).toEqual(['feedback_answer']);
  // That of an account that is gone, too: there is nothing left to mute.
  const gone = new URL(leavingOf(api.app.config, 2_000_000, 'feedback_answer').href).pathname;
  expect((await oneClick(gone)).statusCode).toBe(200);
  // With the end of the sentence that a person copied it from, too.
  const copied = `${path}%EF%BC%8C`;
  expect((await api.app.inject({ method: 'POST', url: copied, remoteAddress: someIp() })).statusCode).toBe(
    200,
  );
});

test.each(['zh', 'en'] as const)(
  'a reader who opens a damaged link of a mail sees a page that helps, in their browser’s language (%s)',
  async (locale) => {
    const { href } = leavingOf(api.app.config, (await newcomer(api)).user.id, 'feedback_answer');
    const path = new URL(href).pathname;
    const site = locale === 'en' ? '/en' : '';
    const opened = async (url: string) => {
      const headers = { accept: 'text/html', 'accept-language': locale };
      const answer = await api.app.inject({ url, headers });
      const { pathname, searchParams } = new URL(String(answer.headers.location), api.app.config.origin);
      return [answer.statusCode, pathname, Object.fromEntries(searchParams)];
    };
    for (const damaged of [path.slice(0, -1), path.split('.').slice(0, 3).join('.')])
      expect(await opened(damaged)).toEqual([303, `${site}/user`, { panel: 'account-center' }]);
    for (const token of ['nothing', `${newToken('subscription')}.`, newToken('subscription')])
      expect(await opened(`/api/mail/unsubscribe/${token}`)).toEqual([
        303,
        `${site}/subscribe`,
        { do: 'unsubscribe', token },
      ]);
  },
);

describe('One-click unsubscribe of the newsletter', () => {
  const subscribeTo = async (email: string, locale: 'zh' | 'en' = 'zh') =>
    api.call(
      subscribe.create,
      { email, captcha_ticket: await ticketFor(api, 'subscribe'), locale },
      { ip: someIp() },
    );
  const confirm = (token: string) => api.call(subscribe.confirm, { token }, { ip: someIp() });
  const tokenIn = (text = '') => /\/subscribe\?\S*token=([\w-]+)/.exec(text)?.[1] ?? '';
  const stateOf = async (email: string) =>
    (await api.db.select().from(subscribers).where(eq(subscribers.email, email)))[0];

  test('unsubscribes the reader; the confirmation mail has no List-Unsubscribe header', async () => {
    const email = someEmail();
    await subscribeTo(email, 'en');
    const confirmation = await newestTo(email);
    expect(confirmation.header('list-unsubscribe')).toBeNull();
    await confirm(tokenIn(confirmation.parsed.text));
    const welcome = await newestTo(email);
    expect(welcome.header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(welcome.header('list-id')).toBe('<newsletter.127.0.0.1>');
    const opened = await api.app.inject(welcome.path);
    expect(opened.statusCode).toBe(303);
    // In the reader's language, whatever the browser asks for; the address holds a token.
    expect(opened.headers.location).toMatch(
      /^http:\/\/127\.0\.0\.1:4300\/en\/subscribe\?do=unsubscribe&token=/,
    );
    expect(opened.headers['cache-control']).toBe('no-store');
    expect((await stateOf(email))?.state).toBe('confirmed');
    expect((await oneClick(welcome.path)).statusCode).toBe(200);
    expect((await stateOf(email))?.state).toBe('unsubscribed');
  });

  test('an older confirmation link stays invalid after unsubscribing and after a new request', async () => {
    const [email, other] = [someEmail(), someEmail()];
    await subscribeTo(other);
    const ofOther = tokenIn((await newestTo(other)).parsed.text);
    await subscribeTo(email);
    const older = tokenIn((await newestTo(email)).parsed.text);
    api.clock.advance(61_000);
    await subscribeTo(email);
    const newer = tokenIn((await newestTo(email)).parsed.text);
    expect(newer).not.toBe(older);
    await confirm(newer);
    await oneClick((await newestTo(email)).path);
    expect((await confirm(older)).code).toBe('SUBSCRIBE_LINK_INVALID');
    expect((await stateOf(email))?.state).toBe('unsubscribed');
    expect((await confirm(ofOther)).code).toBe('OK');
    // An unauthenticated request: the owner has not confirmed since.
    api.clock.advance(61_000);
    await subscribeTo(email);
    expect((await stateOf(email))?.state).toBe('pending');
    expect((await confirm(older)).code).toBe('SUBSCRIBE_LINK_INVALID');
    expect((await stateOf(email))?.state).toBe('pending');
  });

  test('a third party’s request in another language changes neither the reader’s language nor the mail’s', async () => {
    const email = someEmail();
    await subscribeTo(email, 'zh');
    await confirm(tokenIn((await newestTo(email)).parsed.text));
    const before = await stateOf(email);
    api.clock.advance(61_000);
    await subscribeTo(email, 'en');
    expect(await stateOf(email)).toEqual(before);
    const notice = (await newestTo(email)).parsed;
    expect(notice.subject).toMatch(/\p{Script=Han}/u);
    expect(notice.text).not.toContain('/en/subscribe');
    // Nor does a request in the page's language for an account: mails use the account's language.
    const who = await newcomer(api);
    await api.db.update(users).set({ locale: 'zh' }).where(eq(users.id, who.user.id));
    const ticket = await ticketFor(api, 'feedback');
    const form = {
      type: 'other',
      title: 'Hello',
      description: 'From a page in English.',
      captcha_ticket: ticket,
    };
    await api.call(feedback.submit, form, { token: who.token, lang: 'en' });
    expect((await recipientOf(api.db, who.user.id))?.locale).toBe('zh');
    await api.db.update(users).set({ disabledAt: api.clock.now() }).where(eq(users.id, who.user.id));
    expect(await recipientOf(api.db, who.user.id)).toBeNull();
    api.clock.advance(DAY);
  });

  test('a link for something else, or one that has expired, leads to the page in the browser’s language', async () => {
    const email = someEmail();
    await subscribeTo(email, 'en');
    const pageOf = async (path: string) =>
      new URL(String((await api.app.inject(path)).headers.location)).pathname;
    const token = tokenIn((await newestTo(email)).parsed.text);
    expect(await pageOf(`/api/mail/unsubscribe/${token}`)).toBe('/subscribe');
    await confirm(token);
    const { path } = await newestTo(email);
    expect(await pageOf(path)).toBe('/en/subscribe');
    api.clock.advance(SUBSCRIPTION.unsubscribeTtl);
    expect(await pageOf(path)).toBe('/subscribe');
  });
});

test('one network may try sixty wrong unsubscribe links an hour, by one-click as by the page', async () => {
  for (const [path, payload, type] of [
    ['/api/mail/unsubscribe/made-up', 'List-Unsubscribe=One-Click', 'application/x-www-form-urlencoded'],
    ['/api/subscribe/unsubscribe', '{"token":"made-up"}', 'application/json'],
  ] as const) {
    const remoteAddress = someIp();
    const tried: string[] = [];
    for (let link = 0; link <= 60; link += 1) {
      const answer = await api.app.inject({
        method: 'POST',
        url: path,
        payload,
        headers: { 'content-type': type },
        remoteAddress,
      });
      tried.push(answer.json<{ code: string }>().code);
    }
    expect(tried.slice(0, 60)).not.toContain('TOO_MANY_REQUESTS');
    expect([path, tried[60]]).toEqual([path, 'TOO_MANY_REQUESTS']);
  }
});

test('a mail provider that posts the links of many readers from one address unsubscribes each of them', async () => {
  const remoteAddress = someIp();
  const post = async (url: string) =>
    (await api.app.inject({ method: 'POST', url, remoteAddress })).json<{ code: string }>().code;
  const who = await newcomer(api);
  const path = new URL(leavingOf(api.app.config, who.user.id, 'feedback_answer').href).pathname;
  const wrong = '/api/mail/unsubscribe/made-up';
  for (let reader = 0; reader < 60; reader += 1) expect(await post(path)).toBe('OK');
  for (let link = 0; link < 60; link += 1) expect(await post(wrong)).toBe('SUBSCRIBE_LINK_INVALID');
  expect(await post(wrong)).toBe('TOO_MANY_REQUESTS');
  expect(await post(path)).toBe('OK');
});

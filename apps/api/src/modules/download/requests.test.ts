import { adminInvite, clientDownload, invite } from '@yunduo/api-contract';
import { momentOf } from '@yunduo/i18n';
import { DAY, INVITE_REQUEST } from '@yunduo/validation';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { asc, desc, eq } from 'drizzle-orm';
import { auditLog, invitationRequests } from '../../db/schema/index.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { SEED_PASSWORD } from '../../testing/builders.ts';
import { SEED_NOW } from '../../testing/environment.ts';
import { signedInAs, someEmail, someIp, ticketFor } from '../../testing/people.ts';
import { removeExpired } from '../housekeeping/housekeeping.ts';

let api: TestApp;
let token: string;
/** Later clean-ups also end sessions. */
const signIn = async () => {
  ({ token } = await signedInAs(api, 'operator@yunduo.test', SEED_PASSWORD));
};
beforeAll(async () => {
  api = await testApp({ seeded: true });
});
afterAll(() => api.close());
afterEach(() => api.clock.set(SEED_NOW));

interface Asking {
  purpose?: string;
  locale?: 'zh' | 'en';
  ticket?: string;
  ip?: string;
}
const ask = async (
  email: string,
  { purpose = 'Forty servers in two regions', locale = 'en', ticket, ip = someIp() }: Asking = {},
) => {
  const captcha_ticket = ticket ?? (await ticketFor(api, 'invite'));
  return api.call(invite.request, { email, purpose, captcha_ticket, locale }, { ip });
};
const rowsOf = (email: string) =>
  api.db
    .select()
    .from(invitationRequests)
    .where(eq(invitationRequests.email, email))
    .orderBy(asc(invitationRequests.id));
const idOf = async (email: string) => (await rowsOf(email)).at(-1)?.id ?? 0;
const mailsTo = async (email: string) => (await api.mails()).filter(({ to }) => to === email);
/** The answer to a request; mails delivered together have no order. */
const answerTo = async (email: string, message: string) =>
  (await mailsTo(email)).find(({ text }) => text.includes(message));
type Answer = { id: number; decision: 'invite' | 'decline'; text?: string };
const answer = (input: Answer) => api.call(adminInvite.answer, input, { token });
const requests = async (state: 'all' | 'open' | 'invited' | 'declined') => {
  const { data } = await api.call(adminInvite.requests, { state, page_size: 100 }, { token });
  expect(data.list).toHaveLength(data.total);
  return data.list;
};

describe('invitation request', () => {
  beforeAll(signIn);

  test('is stored and confirmed by mail in the page’s language, without the purpose', async () => {
    const email = someEmail();
    expect(
      await ask(`  ${email.toUpperCase()} `, { purpose: 'See https://evil.example', locale: 'zh' }),
    ).toMatchObject({
      code: 'OK',
      data: null,
    });
    expect(await rowsOf(email)).toMatchObject([{ email, locale: 'zh', purpose: 'See https://evil.example' }]);
    const [mail] = await mailsTo(email);
    expect(mail?.subject).toMatch(/^已收到你的.+邀请码申请$/);
    expect(mail?.text).not.toContain('evil.example');
  });

  test('returns the same response for a repeat and updates the open request', async () => {
    const email = someEmail();
    const first = await ask(email);
    api.clock.advance(61_000);
    const second = await ask(email, { purpose: 'Sixty servers by now', locale: 'zh' });
    expect([second.status, second.data]).toEqual([first.status, first.data]);
    expect(await rowsOf(email)).toMatchObject([
      { purpose: 'Sixty servers by now', locale: 'zh', createdAt: SEED_NOW },
    ]);
    expect((await mailsTo(email)).map(({ subject }) => subject)).toHaveLength(2);
  });

  test('rejects invalid fields', async () => {
    const rejected = await ask('nobody', { purpose: '  ' });
    expect(rejected.data).toMatchObject({
      fields: { email: 'email_invalid', purpose: 'invite_purpose_required' },
    });
    const long = await ask(someEmail(), { purpose: '长'.repeat(INVITE_REQUEST.purposeMax + 1) });
    expect(long.data).toMatchObject({ fields: { purpose: 'invite_purpose_length' } });
  });

  test('requires an unused captcha ticket of its own scene', async () => {
    const ticket = await ticketFor(api, 'invite');
    expect((await ask(someEmail(), { ticket })).code).toBe('OK');
    for (const none of [ticket, await ticketFor(api, 'subscribe'), 'none']) {
      const email = someEmail();
      expect((await ask(email, { ticket: none })).code).toBe('CAPTCHA_TICKET_INVALID');
      expect(await rowsOf(email)).toEqual([]);
    }
  });

  test('is rate-limited by address and by IP address', async () => {
    const email = someEmail();
    await ask(email);
    expect((await ask(email)).code).toBe('TOO_MANY_REQUESTS');
    const [{ window }, daily] = INVITE_REQUEST.perAddress;
    for (let turn = 1; turn <= daily.count; turn += 1) {
      api.clock.advance(window);
      expect((await ask(email)).code).toBe(turn < daily.count ? 'OK' : 'TOO_MANY_REQUESTS');
    }
    const ip = someIp();
    const [{ count }] = INVITE_REQUEST.perIp;
    for (let turn = 0; turn < count; turn += 1) expect((await ask(someEmail(), { ip })).code).toBe('OK');
    expect((await ask(someEmail(), { ip })).code).toBe('TOO_MANY_REQUESTS');
  });

  test('is deleted after 90 days if unanswered, after 30 days if answered', async () => {
    const [waiting, answered] = [someEmail(), someEmail()];
    await ask(waiting);
    await ask(answered);
    await answer({ id: await idOf(answered), decision: 'decline', text: 'Not yet.' });
    await removeExpired(api.db, new Date(SEED_NOW.getTime() + 30 * DAY - 1000));
    expect([await rowsOf(waiting), await rowsOf(answered)].map(({ length }) => length)).toEqual([1, 1]);
    await removeExpired(api.db, new Date(SEED_NOW.getTime() + 30 * DAY + 1000));
    expect([await rowsOf(waiting), await rowsOf(answered)].map(({ length }) => length)).toEqual([1, 0]);
    await removeExpired(api.db, new Date(SEED_NOW.getTime() + 90 * DAY + 1000));
    expect(await rowsOf(waiting)).toEqual([]);
  });

  test('is deleted after 90 days also if it was answered late: the form promises no more', async () => {
    const late = someEmail();
    await ask(late);
    await signIn();
    const sentAt = api.clock.now();
    api.clock.advance(89 * DAY);
    await signIn();
    await answer({ id: await idOf(late), decision: 'decline', text: 'Not yet.' });
    await removeExpired(api.db, new Date(sentAt.getTime() + 90 * DAY - 1000));
    expect(await rowsOf(late)).toHaveLength(1);
    await removeExpired(api.db, new Date(sentAt.getTime() + 90 * DAY + 1000));
    expect(await rowsOf(late)).toEqual([]);
  });
});

describe('answering invitation requests', () => {
  beforeAll(async () => {
    // Those of days ahead, by which a limit was reached.
    await api.db.delete(invitationRequests);
    await signIn();
  });

  test('lists open requests oldest first, and filters by answer', async () => {
    const [first, second] = [someEmail(), someEmail()];
    await ask(first);
    api.clock.advance(1000);
    await ask(second);
    const open = (await requests('open')).map(({ email }) => email);
    expect(open.indexOf(first)).toBeLessThan(open.indexOf(second));
    expect((await requests('all')).slice(0, 2).map(({ email }) => email)).toEqual([second, first]);
    await answer({ id: await idOf(first), decision: 'invite' });
    await answer({ id: await idOf(second), decision: 'decline', text: 'Not yet.' });
    expect((await requests('open')).map(({ email }) => email)).not.toContain(first);
    expect((await requests('invited')).map(({ email }) => email)).toContain(first);
    expect(await requests('declined')).toContainEqual(
      expect.objectContaining({ email: second, state: 'declined', answer: 'Not yet.', invitation: null }),
    );
  });

  test('mails a working code that neither response nor audit log contains', async () => {
    const email = someEmail();
    await ask(email);
    api.clock.advance(1000);
    const sent = await answer({ id: await idOf(email), decision: 'invite', text: 'Welcome aboard.' });
    const mail = await answerTo(email, 'Welcome aboard.');
    expect(mail?.text).toMatch(/\.\n\nWelcome aboard\.\n\n/);
    const code = mail?.text.match(/YDIN(?:-[0-9A-Z]{4})+/)?.[0] ?? '';
    expect(mail?.text).toContain('/en/client-download');
    expect(sent.data).toMatchObject({
      email,
      state: 'invited',
      answer: 'Welcome aboard.',
      invitation: code.slice(0, 9),
    });
    const [made] = (await api.call(adminInvite.list, {}, { token })).data.list;
    expect(made).toMatchObject({ head: code.slice(0, 9), note: `request ${sent.data.id}`, uses: 1 });
    // To the minute: on its last day it ends before the day does.
    const until = momentOf(made?.expires_at ?? '', 'en').replaceAll('\u00a0', ' ');
    expect(mail?.text).toContain(`Enter it on the download page by ${until} (Beijing time).\n`);
    expect(JSON.stringify(sent.data)).not.toContain(code);
    const withCode = (await requests('all')).filter(({ invitation }) => invitation === made?.head);
    expect(withCode).toEqual([sent.data]);
    const [entry] = await api.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
    expect(entry).toMatchObject({
      action: 'invite_request.invite',
      target: `invite_request:${sent.data.id}`,
    });
    expect(entry?.details).toEqual({ head: code.slice(0, 9), text: 'Welcome aboard.' });
    expect(JSON.stringify(entry)).not.toContain(code);
    const claimed = await api.call(
      clientDownload.claim,
      {
        invitation_code: code,
        platform: 'windows-x64',
        protocol_id: 'client-download',
        protocol_version: '1.0.0',
        agree: true,
      },
      { ip: someIp() },
    );
    expect(claimed.code).toBe('OK');
    // Without a text the log has none either.
    const silent = someEmail();
    await ask(silent);
    await answer({ id: await idOf(silent), decision: 'invite' });
    const [last] = await api.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
    expect(Object.keys(last?.details ?? {})).toEqual(['head']);
  });

  test('requires a text to decline, mails it, and allows a new request', async () => {
    const email = someEmail();
    await ask(email, { locale: 'zh' });
    const id = await idOf(email);
    expect((await answer({ id, decision: 'decline' })).data).toMatchObject({
      fields: { text: 'invite_answer_required' },
    });
    api.clock.advance(1000);
    await answer({ id, decision: 'decline', text: 'Linux 版尚未发布。' });
    const mail = await answerTo(email, 'Linux 版尚未发布。');
    expect(mail?.html).toMatch(/<html lang="zh/);
    const [entry] = await api.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
    expect(entry).toMatchObject({
      action: 'invite_request.decline',
      target: `invite_request:${id}`,
      details: { text: 'Linux 版尚未发布。' },
    });
    api.clock.advance(61_000);
    await ask(email);
    expect((await rowsOf(email)).map(({ decision }) => decision)).toEqual(['decline', null]);
  });

  test('accepts one of two concurrent answers and returns STATE_CHANGED for the other', async () => {
    const email = someEmail();
    await ask(email);
    const id = await idOf(email);
    const both = await Promise.all([
      answer({ id, decision: 'invite' }),
      answer({ id, decision: 'decline', text: 'Not yet.' }),
    ]);
    expect(both.map(({ code }) => code).toSorted()).toEqual(['OK', 'STATE_CHANGED']);
    expect(await mailsTo(email)).toHaveLength(2);
    expect((await answer({ id: 2_000_000_000, decision: 'invite' })).code).toBe('INVITE_REQUEST_NOT_FOUND');
  });

  test('returns CONFLICT_OF_INTEREST for the operator’s own request', async () => {
    await ask('operator@yunduo.test');
    const own = await answer({ id: await idOf('operator@yunduo.test'), decision: 'invite' });
    expect(own.code).toBe('CONFLICT_OF_INTEREST');
  });
});

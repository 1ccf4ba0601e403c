import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { captcha } from '@yunduo/api-contract';
import { languageHeader, momentOf } from '@yunduo/i18n';
import { eq } from 'drizzle-orm';
import { securityEvents } from '../../db/schema/index.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { PASSWORD, registered, signedInAs, someEmail } from '../../testing/people.ts';
import { renderEmail } from '../mail/messages.ts';

const PRODUCTION = {
  APP_MODE: 'production',
  ALLOW_PGLITE: '1',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'no-reply@yunduo.example',
  ORIGIN: 'https://yunduo.example',
};

describe('test mode', () => {
  let api: TestApp;
  beforeAll(async () => {
    api = await testApp({ seeded: true });
  });
  afterAll(() => api.close());

  test('the mailbox lists sent mails newest first, as JSON and HTML', async () => {
    const [first, second] = [await registered(api), await registered(api, someEmail())];
    await api.mails();
    const list = (await api.app.inject('/dev/mail.json')).json<Record<string, string>[]>();
    expect(list.map(({ to }) => to)).toEqual([second, first]);
    expect(Object.keys(list[0] ?? {}).sort()).toEqual(['at', 'html', 'id', 'subject', 'text', 'to']);

    const page = await api.app.inject('/dev/mail');
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).toMatch(/style-src 'sha256-/);
    expect(page.headers['content-security-policy']).toContain("require-trusted-types-for 'script'");
    expect(page.body).toContain(first);
    expect(page.body).toContain(momentOf(list[0]?.['at'] ?? '', 'en'));
    const frame = page.body.match(/src="(\/dev\/mail\/[^"]+)"/)?.[1] ?? '';
    const mail = await api.app.inject(frame);
    expect(mail.body).toContain('<h1');
    expect(mail.headers['content-security-policy']).toContain('sandbox');
    expect(mail.headers['content-security-policy']).toContain("require-trusted-types-for 'script'");
    expect((await api.app.inject('/dev/mail/none')).statusCode).toBe(404);
  });

  test('the mailbox shows the words of a mail as words, whatever a user wrote in them', async () => {
    const values = { no: '<i>7</i>', title: 'A list', answer: 'See </pre><b>this</b> & more' };
    const link = 'https://yunduo.example/';
    const mail = renderEmail('en', someEmail(), 'feedback_answered', { brand: 'Yunduo', link, values });
    await api.app.mail.enqueue(api.db, mail);
    await api.mails();
    const { body } = await api.app.inject('/dev/mail');
    expect(body).toContain('<strong>Reply to your feedback &lt;i&gt;7&lt;/i&gt;</strong>');
    expect(body).toContain('See &lt;/pre&gt;&lt;b&gt;this&lt;/b&gt; &amp; more');
    expect(body).not.toMatch(/<[bi]>/);
  });

  test('/dev/captcha returns the captcha’s solution', async () => {
    const { data } = await api.call(captcha.challenge, { scene: 'login' });
    const { x } = (await api.app.inject(`/dev/captcha/${data.challenge_id}`)).json<{ x: number }>();
    expect(x).toBeGreaterThanOrEqual(72);
    expect((await api.app.inject('/dev/captcha/none')).statusCode).toBe(404);
  });

  test('/dev/clock sets and advances the clock', async () => {
    const move = async (payload: object) =>
      (await api.app.inject({ method: 'POST', url: '/dev/clock', payload })).json<{ now: string }>().now;
    expect(await move({ now: '2027-01-01T00:00:00.000Z' })).toBe('2027-01-01T00:00:00.000Z');
    expect(await move({ advance: 60_000 })).toBe('2027-01-01T00:01:00.000Z');
    expect(api.clock.now().toISOString()).toBe('2027-01-01T00:01:00.000Z');
    const wrong = await api.app.inject({ method: 'POST', url: '/dev/clock', payload: { now: 'soon' } });
    expect(wrong.statusCode).toBe(400);
  });

  test('/dev/account creates what a registration creates, and sends no mail', async () => {
    const [email, other] = [someEmail(), await registered(api)];
    const payload = { email, password: PASSWORD };
    const made = await api.app.inject({
      method: 'POST',
      url: '/dev/account',
      payload,
      headers: { lang: languageHeader('en') },
    });
    expect([made.statusCode, made.json()]).toEqual([200, { email }]);
    // The device is known from then on, as after a registration.
    expect(made.headers['set-cookie']).toMatch(/HttpOnly/i);
    expect((await api.mails()).filter(({ to }) => to === email)).toEqual([]);
    const eventsOf = async (address: string) => {
      const { user } = await signedInAs(api, address);
      const rows = await api.db.select().from(securityEvents).where(eq(securityEvents.userId, user.id));
      return { name: user.nickname.slice(0, 4), events: rows.map(({ event }) => event).sort() };
    };
    const registration = await eventsOf(other);
    expect(registration.events).toContain('account_registered');
    expect(await eventsOf(email)).toEqual({ ...registration, name: 'user' });
    expect((await api.app.inject({ method: 'POST', url: '/dev/account', payload: {} })).statusCode).toBe(400);
  });
});

test('production returns 404 for all /dev routes', async () => {
  const api = await testApp({ env: PRODUCTION });
  try {
    for (const url of [
      '/dev/mail',
      '/dev/mail.json',
      '/dev/mail/x',
      '/dev/captcha/x',
      '/dev/clock',
      '/dev/account',
    ]) {
      expect((await api.app.inject(url)).statusCode).toBe(404);
      expect((await api.app.inject({ method: 'POST', url, payload: {} })).statusCode).toBe(404);
    }
  } finally {
    await api.close();
  }
});

test('trial mode has mailbox and captcha lookup, but neither clock nor accounts', async () => {
  const api = await testApp({ env: { APP_MODE: 'trial' } });
  try {
    const { data } = await api.call(captcha.challenge, { scene: 'login' });
    const look = await api.app.inject(`/dev/captcha/${data.challenge_id}`);
    expect([look.statusCode, look.json()]).toEqual([200, { x: expect.any(Number) }]);
    expect((await api.app.inject('/dev/clock')).statusCode).toBe(404);
    const account = {
      method: 'POST',
      url: '/dev/account',
      payload: { email: someEmail(), password: PASSWORD },
    } as const;
    expect((await api.app.inject(account)).statusCode).toBe(404);
    expect((await api.app.inject('/dev/mail.json')).statusCode).toBe(200);
  } finally {
    await api.close();
  }
});

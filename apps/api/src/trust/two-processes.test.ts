// Two API processes on one PostgreSQL behave as one: all limits count for both. Jobs: jobs.test.ts; races:
// licence/races.test.ts, order/races.test.ts, publishing/drafts.test.ts, download.test.ts (`npm run trust -- races`).
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { captcha, order, userAuth, userInfo } from '@yunduo/api-contract';
import { EMAIL_CODE, SIGN_IN } from '@yunduo/validation';
import { eq } from 'drizzle-orm';
import { orders, users } from '../db/schema/index.ts';
import { solutionOf } from '../modules/captcha/service.ts';
import { testApp, type TestApp } from '../testing/app.ts';
import { onPostgres } from '../testing/environment.ts';
import {
  askForCode,
  codeFor,
  handTrack,
  newcomer,
  PASSWORD,
  proofFor,
  registered,
  someEmail,
  someIp,
  ticketFor,
} from '../testing/people.ts';
import { secondApp, type SecondApp } from '../testing/second-app.ts';

const count = <T>(list: readonly T[], wanted: T): number => list.filter((one) => one === wanted).length;

(onPostgres ? describe : describe.skip)('Two processes', () => {
  let api: TestApp;
  let other: SecondApp;
  beforeAll(async () => {
    api = await testApp({ seeded: true });
    other = await secondApp(api);
  });
  afterAll(async () => {
    await other.close();
    await api.close();
  });
  /** Alternates between the two. */
  const turn = (place: number) => (place % 2 ? other : api);

  test('share the failed sign-ins of an account', async () => {
    const email = await registered(api);
    const codes: string[] = [];
    for (let place = 0; place < SIGN_IN.failuresForCaptcha + 1; place += 1) {
      const form = { email, password: `Wrong-${PASSWORD}`.slice(0, 20), agree: true };
      codes.push((await turn(place).call(userAuth.login, form, { ip: someIp() })).code);
    }
    expect(count(codes, 'CREDENTIALS_INVALID')).toBe(SIGN_IN.failuresForCaptcha);
    expect(codes.at(-1)).toBe('CAPTCHA_REQUIRED');
  });

  test('share the sign-in limit of an address, also concurrently', async () => {
    const ip = someIp();
    const answers = await Promise.all(
      Array.from({ length: SIGN_IN.perIp + 10 }, (_, place) =>
        turn(place).call(userAuth.login, { email: someEmail(), password: PASSWORD, agree: true }, { ip }),
      ),
    );
    const codes = answers.map(({ code }) => code);
    expect(count(codes, 'CREDENTIALS_INVALID')).toBe(SIGN_IN.perIp);
    expect(count(codes, 'TOO_MANY_REQUESTS')).toBe(10);
  });

  test('share captchas: a solution and a ticket are each accepted once', async () => {
    const ip = someIp();
    const { data } = await api.call(captcha.challenge, { scene: 'login' }, { ip });
    const x = (await solutionOf(api.db, data.challenge_id)) ?? -1;
    const proof = proofFor(data.work);
    const answer = { challenge_id: data.challenge_id, x, track: handTrack(x), duration_ms: 900, proof };
    api.clock.advance(1000);
    const solved = await Promise.all(
      Array.from({ length: 10 }, (_, place) => turn(place).call(captcha.verify, answer, { ip })),
    );
    const tickets = solved.filter(({ code }) => code === 'OK');
    expect(tickets).toHaveLength(1);

    const captcha_ticket = await ticketFor(api, 'send_email');
    const request = await Promise.all(
      Array.from({ length: 10 }, (_, place) =>
        turn(place).call(
          userAuth.sendEmail,
          { email: someEmail(), scene: 'AUTH_REGISTER_EMAIL', captcha_ticket },
          { ip: someIp() },
        ),
      ),
    );
    expect(
      count(
        request.map(({ code }) => code),
        'OK',
      ),
    ).toBe(1);
    expect(
      count(
        request.map(({ code }) => code),
        'CAPTCHA_TICKET_INVALID',
      ),
    ).toBe(9);
  });

  test('share email codes and their attempts', async () => {
    const email = someEmail();
    const code = await codeFor(api, { email, scene: 'AUTH_REGISTER_EMAIL' });
    const form = { email, code, password: PASSWORD, password_confirm: PASSWORD, agree: true };
    expect((await other.call(userAuth.register, form, { ip: someIp() })).code).toBe('OK');
    expect((await api.call(userAuth.register, form, { ip: someIp() })).code).toBe('CODE_INVALID');

    const second = someEmail();
    const ip = someIp();
    const right = await codeFor(api, { email: second, scene: 'AUTH_REGISTER_EMAIL', caller: { ip } });
    const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0');
    const guess = (place: number, guessed: string) =>
      turn(place).call(userAuth.register, { ...form, email: second, code: guessed }, { ip });
    await Promise.all(Array.from({ length: EMAIL_CODE.tries }, (_, place) => guess(place, wrong)));
    expect((await guess(0, right)).code).toBe('CODE_INVALID');
    expect((await guess(1, right)).code).toBe('CODE_INVALID');
  });

  test('register one account for concurrent requests with one code', async () => {
    const email = someEmail();
    const code = await codeFor(api, { email, scene: 'AUTH_REGISTER_EMAIL' });
    const form = { email, code, password: PASSWORD, password_confirm: PASSWORD, agree: true };
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, place) => turn(place).call(userAuth.register, form, { ip: someIp() })),
    );
    expect(
      count(
        answers.map((answer) => answer.code),
        'OK',
      ),
    ).toBe(1);
    expect(await api.db.$count(users, eq(users.email, email))).toBe(1);
  });

  test('share the limit of code requests for one address', async () => {
    const email = someEmail();
    const asks = [await askForCode(api, { email, scene: 'AUTH_REGISTER_EMAIL' })];
    const captcha_ticket = await ticketFor(api, 'send_email');
    asks.push(
      await other.call(
        userAuth.sendEmail,
        { email, scene: 'AUTH_REGISTER_EMAIL', captcha_ticket },
        { ip: someIp() },
      ),
    );
    expect(asks.map(({ code }) => code)).toEqual(['OK', 'TOO_MANY_REQUESTS']);
  });

  test('share the end of a session', async () => {
    const { token } = await newcomer(api);
    expect((await other.call(userInfo.index, undefined, { token })).status).toBe(200);
    await api.call(userAuth.logout, {}, { token });
    expect((await other.call(userInfo.index, undefined, { token })).status).toBe(401);
  });

  test('share idempotency keys', async () => {
    const { token, user } = await newcomer(api);
    const headers = { 'idempotency-key': 'two-processes-0001' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, place) =>
        turn(place).call(order.create, { plan: 'm1', quantity: 1 }, { token, headers }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ data }) => data.order_no)).size).toBe(1);
    expect(await api.db.$count(orders, eq(orders.userId, user.id))).toBe(1);
  });

  test('send a queued mail once', async () => {
    const email = someEmail();
    await askForCode(api, { email, scene: 'AUTH_REGISTER_EMAIL' });
    await Promise.all([api.app.mail.drain(), other.app.mail.drain()]);
    expect((await api.mails()).filter(({ to }) => to === email)).toHaveLength(1);
  });
});

import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { userAuth, userInfo } from '@yunduo/api-contract';
import { EMAIL_CODE, SESSION, SIGN_IN, type EmailScene } from '@yunduo/validation';
import { eq, sql } from 'drizzle-orm';
import { consents, emailCodes, sessions, users } from '../../db/schema/index.ts';
import { testApp, type Caller, type TestApp } from '../../testing/app.ts';
import { bystander, type Bystander } from '../../testing/bystander.ts';
import { onPostgres } from '../../testing/environment.ts';
import { whileHeld } from '../../testing/held.ts';
import {
  askForCode,
  codeFor,
  codeSentTo,
  newcomer,
  PASSWORD,
  registered,
  signedInAs,
  someEmail,
  someIp,
  ticketFor,
} from '../../testing/people.ts';
import { hashPassword } from './passwords.ts';
import { endSessions, listSessions } from './sessions.ts';

let api: TestApp;
let other: Bystander;
let itsRows: Awaited<ReturnType<Bystander['rows']>>;
beforeAll(async () => {
  api = await testApp({ seeded: true, env: { HANDOVER_TARGETS: 'https://bbs.example.com/sso' } });
  other = await bystander(api);
  itsRows = await other.rows();
});
afterAll(() => api.close());

const MINUTE = 60_000;
const registerWith = (form: {
  email: string;
  code: string;
  password?: string;
  confirm?: string;
  ip?: string;
  r_url?: string;
}) =>
  api.call(
    userAuth.register,
    {
      email: form.email,
      code: form.code,
      password: form.password ?? PASSWORD,
      password_confirm: form.confirm ?? form.password ?? PASSWORD,
      agree: true,
      ...(form.r_url && { r_url: form.r_url }),
    },
    { ip: form.ip ?? someIp() },
  );
const signIn = (
  email: string,
  password = PASSWORD,
  more: { ticket?: string; ip?: string; r_url?: string; lang?: 'en' } = {},
) =>
  api.call(
    userAuth.login,
    {
      email,
      password,
      agree: true,
      ...(more.ticket && { captcha_ticket: more.ticket }),
      ...(more.r_url && { r_url: more.r_url }),
    },
    { ip: more.ip ?? someIp(), ...(more.lang && { lang: more.lang }) },
  );
const index = (token: string) => api.call(userInfo.index, undefined, { token });
const resetWith = (form: { email: string; code: string; password?: string; confirm?: string }) =>
  api.call(
    userAuth.resetPassword,
    {
      email: form.email,
      code: form.code,
      password: form.password ?? PASSWORD,
      password_confirm: form.confirm ?? form.password ?? PASSWORD,
    },
    { ip: someIp() },
  );

describe.each([
  ['registration', registerWith],
  ['password reset', resetWith],
])('%s', (_, call) => {
  test('[R5.01] accepts passwords of 8 to 20 characters and rejects other lengths and a mismatch', async () => {
    const answer = (password: string, confirm = password) =>
      call({ email: someEmail(), code: '123456', password, confirm });
    const [shortest, longest] = ['Abcde7!k', 'Abcdefghij7890!xyz-q'];
    for (const password of [shortest.slice(1), `${longest}k`]) {
      expect((await answer(password)).error.fields).toEqual({ password: 'password_length' });
    }
    // A password allowed by the rule gets as far as the code, which is wrong.
    for (const password of [shortest, longest]) {
      expect(await answer(password)).toMatchObject({ status: 400, code: 'CODE_INVALID' });
    }
    expect((await answer(PASSWORD, `${PASSWORD}x`)).error.fields).toEqual({
      password_confirm: 'password_mismatch',
    });
  });

  test('[R5.05] rejects a code that is not six digits', async () => {
    for (const code of ['12345', '1234567', '12a456', '１２３４５']) {
      const answer = await call({ email: someEmail(), code });
      expect([answer.code, answer.error.fields]).toEqual(['VALIDATION_FAILED', { code: 'code_invalid' }]);
    }
  });
});

describe('e-mail code', () => {
  test('[R7.08] is sent on request, with resend_after and expires_in', async () => {
    const email = await registered(api);
    api.clock.advance(MINUTE);
    const answer = await askForCode(api, { email, scene: 'AUTH_RESET_PWD' });
    expect(answer).toMatchObject({ status: 200, data: { resend_after: 60, expires_in: 600 } });
    expect(await codeSentTo(api, email)).toMatch(/^\d{6}$/);
  });

  test('[R7.08] requires a session for an address change', async () => {
    const { token, email } = await newcomer(api);
    api.clock.advance(MINUTE);
    const input = { email, scene: 'USER_INFO_CHANGE_EMAIL' } as const;
    expect(await askForCode(api, input)).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
    expect((await askForCode(api, { ...input, caller: { token } })).code).toBe('OK');
    const other = { ...input, email: someEmail(), caller: { token } };
    expect((await askForCode(api, other)).code).toBe('CHANGE_TOKEN_INVALID');
  });

  test('[R5.04] rejects a missing or invalid address with the form’s messages', async () => {
    const empty = await askForCode(api, { email: ' ', scene: 'AUTH_REGISTER_EMAIL' });
    expect(empty).toMatchObject({ status: 400, code: 'EMAIL_REQUIRED', msg: '请输入邮箱' });
    const wrong = await askForCode(api, { email: 'nobody', scene: 'AUTH_REGISTER_EMAIL' });
    expect(wrong).toMatchObject({ code: 'VALIDATION_FAILED', error: { fields: { email: 'email_invalid' } } });
  });

  test('requires an unused captcha ticket of the same scene', async () => {
    const send = (captcha_ticket: string) =>
      api.call(
        userAuth.sendEmail,
        { email: someEmail(), scene: 'AUTH_REGISTER_EMAIL', captcha_ticket },
        { ip: someIp() },
      );
    const ticket = await ticketFor(api, 'send_email');
    expect((await send(ticket)).code).toBe('OK');
    expect((await send(ticket)).code).toBe('CAPTCHA_TICKET_INVALID');
    expect((await send(await ticketFor(api, 'login'))).code).toBe('CAPTCHA_TICKET_INVALID');
  });

  test('is sent once a minute, five times an hour and ten times a day per address', async () => {
    const email = someEmail();
    const ask = () => askForCode(api, { email, scene: 'AUTH_REGISTER_EMAIL' });
    expect((await ask()).code).toBe('OK');
    const soon = await ask();
    expect(soon).toMatchObject({ status: 400, code: 'TOO_MANY_REQUESTS', error: { retry_after: 60 } });
    expect(soon.headers['retry-after']).toBe('60');
    expect(soon.msg).toBe('操作太频繁，请 60 秒后再试');
    let sent = 1;
    for (let tries = 0; tries < 60; tries += 1) {
      api.clock.advance(MINUTE);
      if ((await ask()).code === 'OK') sent += 1;
      if (tries === 57) expect(sent).toBe(EMAIL_CODE.perAddressHour);
    }
    api.clock.advance(2 * 60 * MINUTE);
    for (let more = 0; more < 10; more += 1) {
      if ((await ask()).code === 'OK') sent += 1;
      api.clock.advance(20 * MINUTE);
    }
    expect(sent).toBe(EMAIL_CODE.perAddressDay);
  });

  test('is still sent to the owner when a stranger used up requests for the address all day', async () => {
    const { token, email } = await newcomer(api);
    const stranger = someIp();
    const ask = (scene: EmailScene, caller: Caller) => askForCode(api, { email, scene, caller });
    let sent = 0;
    for (let tries = 0; tries < 20; tries += 1) {
      api.clock.advance(13 * MINUTE);
      await ask('AUTH_REGISTER_EMAIL', { ip: someIp() });
      if ((await ask('AUTH_RESET_PWD', { ip: stranger })).code === 'OK') sent += 1;
    }
    expect(sent).toBe(EMAIL_CODE.perNetworkDay);
    expect((await ask('AUTH_REGISTER_EMAIL', { ip: someIp() })).code).toBe('TOO_MANY_REQUESTS');
    expect((await ask('AUTH_RESET_PWD', { ip: someIp() })).code).toBe('OK');
    expect((await ask('USER_INFO_CHANGE_EMAIL', { token, ip: stranger })).code).toBe('OK');
  });

  test('does not count a request against one limit when the other rejects it', async () => {
    const email = someEmail();
    const ip = someIp();
    const ask = (from: string) =>
      askForCode(api, { email, scene: 'AUTH_RESET_PWD', caller: { ip: from } }).then(({ code }) => code);
    for (let round = 0; round < EMAIL_CODE.perNetworkHour; round += 1) {
      expect([await ask(someIp()), await ask(ip)]).toEqual(['OK', 'TOO_MANY_REQUESTS']);
      api.clock.advance(MINUTE);
    }
    expect(await ask(ip)).toBe('OK');
  });

  test('does not let one user’s repeated requests block others on the same network', async () => {
    const ip = someIp();
    const email = someEmail();
    const ask = (address: string) =>
      askForCode(api, { email: address, scene: 'AUTH_RESET_PWD', caller: { ip } }).then(({ code }) => code);
    const impatient: string[] = [];
    for (let count = 0; count < EMAIL_CODE.perIpHour; count += 1) impatient.push(await ask(email));
    expect(impatient.filter((code) => code === 'OK')).toHaveLength(1);
    expect(await ask(someEmail())).toBe('OK');
  });

  test('is not sent after it expired or a newer one was requested', async () => {
    const email = someEmail();
    const ask = () => askForCode(api, { email, scene: 'AUTH_REGISTER_EMAIL' });
    const sent = async () => (await api.mails()).filter(({ to }) => to === email).length;
    await ask();
    api.clock.advance(EMAIL_CODE.ttl);
    expect(await sent()).toBe(0);
    await ask();
    api.clock.advance(MINUTE);
    await ask();
    expect(await sent()).toBe(1);
    expect((await registerWith({ email, code: (await codeSentTo(api, email)) ?? '' })).code).toBe('OK');
  });

  test('is sent twenty times an hour per IP address, regardless of forged headers', async () => {
    const ip = someIp();
    const codes: string[] = [];
    for (let count = 0; count < 21; count += 1) {
      const forged = { 'x-forwarded-for': `198.51.100.${count}`, forwarded: `for=198.51.100.${count}` };
      const input = { email: someEmail(), scene: 'AUTH_REGISTER_EMAIL' as const };
      codes.push((await askForCode(api, { ...input, caller: { ip, headers: forged } })).code);
    }
    expect(codes.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 'OK'));
    expect(codes[20]).toBe('TOO_MANY_REQUESTS');
  });

  test('is stored as a keyed hash', async () => {
    const email = someEmail();
    const code = await codeFor(api, { email, scene: 'AUTH_REGISTER_EMAIL' });
    const [row] = await api.db.select().from(emailCodes).where(eq(emailCodes.email, email));
    expect(row?.codeHash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(row)).not.toContain(code);
  });

  test('does not reveal to the requester whether the address is registered', async () => {
    const known = await registered(api);
    api.clock.advance(MINUTE);
    const unknown = someEmail();
    const [forKnown, forUnknown] = [
      await askForCode(api, { email: known, scene: 'AUTH_REGISTER_EMAIL' }),
      await askForCode(api, { email: unknown, scene: 'AUTH_REGISTER_EMAIL' }),
    ];
    expect(forKnown.data).toEqual(forUnknown.data);
    expect(forKnown.status).toBe(forUnknown.status);
    expect(await codeSentTo(api, known)).toBeNull();
    const newestTo = async (address: string) => (await api.mails()).find(({ to }) => to === address);
    const toKnown = await newestTo(known);
    expect(toKnown?.subject).toBe('你已经有云舵账号了');
    expect(toKnown?.text).toContain('/login?section=sign-in');
    expect(await codeSentTo(api, unknown)).toMatch(/^\d{6}$/);

    const stranger = someEmail();
    const reset = await askForCode(api, { email: stranger, scene: 'AUTH_RESET_PWD' });
    expect(reset.data).toEqual(forKnown.data);
    expect(await codeSentTo(api, stranger)).toBeNull();
    const toStranger = await newestTo(stranger);
    expect(toStranger?.subject).toBe('这个邮箱没有云舵账号');
    expect(toStranger?.text).toContain('/login?section=register');
  });
});

describe('registration', () => {
  test('[R7.06] creates an account that can sign in and records the accepted protocols', async () => {
    const email = someEmail();
    const code = await codeFor(api, { email, scene: 'AUTH_REGISTER_EMAIL' });
    expect(await registerWith({ email: ` ${email.toUpperCase()} `, code })).toMatchObject({
      status: 200,
      data: { user: { email } },
    });
    const { user } = await signedInAs(api, email);
    expect(user).toMatchObject({
      email,
      gender: 'secret',
      birthday: null,
      head_image: null,
      roles: ['user'],
    });
    expect(user.nickname).toMatch(/^用户[a-z0-9]{6}$/);
    const agreed = await api.db.select().from(consents).where(eq(consents.userId, user.id));
    expect(agreed.map(({ protocol }) => protocol).sort()).toEqual(['privacy-policy', 'user-agreement']);
    expect(agreed.every(({ version }) => version.length > 0)).toBe(true);
  });

  test('signs in: the returned session works, is listed, and ends on sign-out', async () => {
    const email = someEmail();
    const code = await codeFor(api, { email, scene: 'AUTH_REGISTER_EMAIL' });
    const { data, headers } = await registerWith({ email, code });
    expect(headers['set-cookie']).toMatch(/^known_device=ydd_/);
    expect(new Date(data.expires_at).getTime()).toBeGreaterThan(api.clock.now().getTime());
    expect(data.redirect).toBeUndefined();
    const { token } = data;
    expect((await api.call(userInfo.index, undefined, { token })).data).toEqual(data.user);
    const listed = await api.call(userInfo.sessions, undefined, { token });
    expect(listed.data.list).toHaveLength(1);
    await api.call(userAuth.logout, {}, { token });
    expect((await api.call(userInfo.index, undefined, { token })).status).toBe(401);
  });

  test('redirects to an allowed r_url with a handover code, and ignores a foreign site', async () => {
    const answers = [];
    for (const r_url of ['/store/7?a=1#log', 'https://bbs.example.com/sso/in#top', 'https://evil.example/']) {
      const email = someEmail();
      const code = await codeFor(api, { email, scene: 'AUTH_REGISTER_EMAIL' });
      answers.push((await registerWith({ email, code, r_url })).data.redirect);
    }
    expect(answers).toEqual([
      expect.stringMatching(/^\/store\/7\?a=1&data=ydh_[\w-]+#log$/),
      expect.stringMatching(/^https:\/\/bbs\.example\.com\/sso\/in\?data=ydh_[\w-]+#top$/),
      undefined,
    ]);
  });

  test('rejects common passwords', async () => {
    for (const password of [
      'password1',
      'Qwerty123',
      '12345678',
      'P@ssw0rd2026',
      'abcabcabc',
      'woaini1314',
    ]) {
      expect(await registerWith({ email: someEmail(), code: '123456', password })).toMatchObject({
        status: 400,
        code: 'PASSWORD_COMMON',
        error: { fields: { password: 'password_common' } },
      });
    }
  });

  test('rejects a registered address like a wrong code', async () => {
    const email = await registered(api);
    api.clock.advance(MINUTE);
    await askForCode(api, { email, scene: 'AUTH_REGISTER_EMAIL' });
    const again = await registerWith({ email, code: '000000' });
    const wrong = await registerWith({ email: someEmail(), code: '000000' });
    expect(again).toMatchObject({ status: 400, code: 'CODE_INVALID' });
    expect(again.msg).toBe(wrong.msg);
  });

  test('rejects a code of another address or scene, and an older, used or expired one', async () => {
    const [mine, theirs] = [someEmail(), someEmail()];
    const first = await codeFor(api, { email: mine, scene: 'AUTH_REGISTER_EMAIL' });
    const other = await codeFor(api, { email: theirs, scene: 'AUTH_REGISTER_EMAIL' });
    if (other !== first) expect((await registerWith({ email: mine, code: other })).code).toBe('CODE_INVALID');
    const reset = { email: mine, code: first, password: PASSWORD, password_confirm: PASSWORD };
    expect((await api.call(userAuth.resetPassword, reset, { ip: someIp() })).code).toBe('CODE_INVALID');
    api.clock.advance(MINUTE);
    const second = await codeFor(api, { email: mine, scene: 'AUTH_REGISTER_EMAIL' });
    if (second !== first)
      expect((await registerWith({ email: mine, code: first })).code).toBe('CODE_INVALID');
    api.clock.advance(EMAIL_CODE.ttl);
    expect((await registerWith({ email: mine, code: second })).code).toBe('CODE_INVALID');
    const third = await codeFor(api, { email: mine, scene: 'AUTH_REGISTER_EMAIL' });
    expect((await registerWith({ email: mine, code: third })).code).toBe('OK');
    expect((await registerWith({ email: mine, code: third })).code).toBe('CODE_INVALID');
    // Neither tries nor use of one address reach the code of another.
    const [untouched] = await api.db.select().from(emailCodes).where(eq(emailCodes.email, theirs));
    expect(untouched).toMatchObject({ tries: 0, usedAt: null });
  });

  test('invalidates a code after five wrong tries, even when ten arrive at once', async () => {
    const email = someEmail();
    const ip = someIp();
    const code = await codeFor(api, { email, scene: 'AUTH_REGISTER_EMAIL', caller: { ip } });
    const wrong = code === '111111' ? '222222' : '111111';
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => registerWith({ email, code: wrong, ip })),
    );
    expect(answers.every((answer) => answer.code === 'CODE_INVALID')).toBe(true);
    const [row] = await api.db.select().from(emailCodes).where(eq(emailCodes.email, email));
    expect(row?.tries).toBe(EMAIL_CODE.tries);
    expect((await registerWith({ email, code, ip })).code).toBe('CODE_INVALID');
    // The next code has all its tries again.
    api.clock.advance(MINUTE);
    const place = { ip: someIp() };
    const next = await codeFor(api, { email, scene: 'AUTH_REGISTER_EMAIL', caller: place });
    expect((await registerWith({ email, code: next, ...place })).code).toBe('OK');
  });

  test('reserves tries for the requesting network when other networks use up theirs', async () => {
    const email = someEmail();
    const ip = someIp();
    const code = await codeFor(api, { email, scene: 'AUTH_REGISTER_EMAIL', caller: { ip } });
    const wrong = code === '111111' ? '222222' : '111111';
    await Promise.all(Array.from({ length: 10 }, () => registerWith({ email, code: wrong })));
    const [row] = await api.db.select().from(emailCodes).where(eq(emailCodes.email, email));
    expect(row?.tries).toBe(EMAIL_CODE.triesElsewhere);
    expect((await registerWith({ email, code })).code).toBe('CODE_INVALID');
    expect((await registerWith({ email, code: wrong, ip })).code).toBe('CODE_INVALID');
    expect((await registerWith({ email, code, ip })).code).toBe('OK');
  });

  test('rejects fields that the caller may not set', async () => {
    const response = await api.app.inject({
      method: 'POST',
      url: '/api/user_auth/register',
      headers: { lang: 'us' },
      payload: {
        email: someEmail(),
        code: '123456',
        password: PASSWORD,
        password_confirm: PASSWORD,
        agree: true,
        roles: ['admin'],
        id: 1,
      },
    });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      code: 'VALIDATION_FAILED',
      data: { fields: { roles: 'field_invalid', id: 'field_invalid' } },
    });
  });

  (onPostgres ? test : test.skip)('creates one account for ten concurrent requests', async () => {
    const email = someEmail();
    const code = await codeFor(api, { email, scene: 'AUTH_REGISTER_EMAIL' });
    const answers = await Promise.all(Array.from({ length: 10 }, () => registerWith({ email, code })));
    expect(answers.filter((answer) => answer.code === 'OK')).toHaveLength(1);
    expect(answers.every(({ status }) => status < 500)).toBe(true);
    expect(await api.db.select().from(users).where(eq(users.email, email))).toHaveLength(1);
  });
});

describe('sign-in', () => {
  test('[R7.05] returns the user and a prefixed, checksummed token that is stored as a hash', async () => {
    const email = await registered(api);
    const answer = await signIn(email);
    expect(answer.status).toBe(200);
    expect(answer.data.token).toMatch(/^yds_[\w-]{43}[0-9a-z]{7}$/);
    expect(answer.headers['cache-control']).toBe('no-store');
    const lived = new Date(answer.data.expires_at).getTime() - api.clock.now().getTime();
    expect(lived).toBe(SESSION.idle);
    const rows = await api.db.select().from(sessions).where(eq(sessions.userId, answer.data.user.id));
    // Registration opened one too.
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain(answer.data.token);
    const [user] = await api.db.select().from(users).where(eq(users.email, email));
    expect(user?.passwordHash).toMatch(/^\$argon2id\$/);
    // Mails follow the language of the last sign-in.
    const english = { email, password: PASSWORD, agree: true };
    await api.call(userAuth.login, english, { ip: someIp(), lang: 'en' });
    const [now] = await api.db.select().from(users).where(eq(users.email, email));
    expect([user?.locale, now?.locale]).toEqual(['zh', 'en']);
  });

  test('rehashes a password that was hashed with another cost', async () => {
    const email = await registered(api);
    const [owner] = await api.db.select().from(users).where(eq(users.email, email));
    const older = await hash(PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    await api.db.update(users).set({ passwordHash: older }).where(eq(users.email, email));
    expect((await signIn(email, 'Lighthouse-9')).code).toBe('CREDENTIALS_INVALID');
    expect((await api.db.select().from(users).where(eq(users.email, email)))[0]?.passwordHash).toBe(older);
    expect((await signIn(email)).code).toBe('OK');
    const [user] = await api.db.select().from(users).where(eq(users.email, email));
    expect(user?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(user?.updatedAt).toEqual(owner?.updatedAt);
    expect((await signIn(email)).code).toBe('OK');
    expect((await api.db.select().from(users).where(eq(users.email, email)))[0]?.passwordHash).toBe(
      user?.passwordHash,
    );
  });

  test('[R5.10] rejects a request without agreement', async () => {
    const form = { email: someEmail(), password: PASSWORD, agree: false };
    expect(await api.call(userAuth.login, form, { ip: someIp(), lang: 'en' })).toMatchObject({
      status: 400,
      code: 'AGREEMENT_REQUIRED',
      msg: 'Read and agree to the user agreement and the privacy policy first',
    });
  });

  test('[R8.01] returns the same error for an unknown address and a wrong password, in both languages', async () => {
    const email = await registered(api);
    const wrong = await signIn(email, 'Not-the-one7');
    const unknown = await signIn(someEmail(), 'Not-the-one7');
    expect(wrong).toMatchObject({ status: 400, code: 'CREDENTIALS_INVALID', msg: '邮箱或密码错误' });
    expect({ ...unknown, headers: {} }).toEqual({ ...wrong, headers: {} });
    const english = await api.call(
      userAuth.login,
      { email, password: 'Not-the-one7', agree: true },
      { ip: someIp(), lang: 'en' },
    );
    expect(english.msg).toBe('Wrong email or password');
  });

  test('requires the captcha after five failures, then delays, then locks for 15 minutes', async () => {
    const email = await registered(api);
    // Nothing looks at a ticket that is not needed.
    expect((await signIn(email, PASSWORD, { ticket: 'made-up' })).code).toBe('OK');
    for (let failure = 1; failure <= SIGN_IN.failuresForCaptcha; failure += 1) {
      const answer = await signIn(email, 'Not-the-one7');
      expect(answer.code).toBe('CREDENTIALS_INVALID');
      expect(answer.error.captcha_required).toBe(failure === SIGN_IN.failuresForCaptcha ? true : undefined);
    }
    expect(await signIn(email)).toMatchObject({
      code: 'CAPTCHA_REQUIRED',
      error: { captcha_required: true },
    });
    expect((await signIn(email, PASSWORD, { ticket: 'made-up' })).code).toBe('CAPTCHA_TICKET_INVALID');
    const withTicket = async (password: string) =>
      signIn(email, password, { ticket: await ticketFor(api, 'login') });

    for (const wait of [2, 4, 8, 16]) {
      expect((await withTicket('Not-the-one7')).code).toBe('CREDENTIALS_INVALID');
      const soon = await withTicket(PASSWORD);
      expect(soon).toMatchObject({ code: 'TOO_MANY_REQUESTS', error: { retry_after: wait } });
      api.clock.advance(wait * 1000);
    }
    expect((await withTicket('Not-the-one7')).code).toBe('CREDENTIALS_INVALID');
    const locked = await withTicket(PASSWORD);
    expect(locked).toMatchObject({ status: 400, code: 'ACCOUNT_LOCKED', error: { retry_after: 900 } });
    expect(locked.msg).toBe('登录失败次数过多，请 15 分钟后再试，或重置密码');
    api.clock.advance(SIGN_IN.lock - 1000);
    expect((await signIn(email, PASSWORD, { lang: 'en' })).msg).toContain('Try again in 1 second,');
    api.clock.advance(1000);
    expect((await signIn(email)).code).toBe('OK');
  });

  test('requires the captcha after five failures for an unregistered address, too', async () => {
    const email = someEmail();
    const codes: string[] = [];
    for (let tries = 0; tries < 6; tries += 1) codes.push((await signIn(email, 'Not-the-one7')).code);
    expect(codes[4]).toBe('CREDENTIALS_INVALID');
    expect(codes[5]).toBe('CAPTCHA_REQUIRED');
  });

  test('checks at most ten wrong passwords per account in five minutes, despite successes in between', async () => {
    const email = await registered(api);
    let checked = 0;
    let first = 0;
    for (let tries = 0; tries < 40; tries += 1) {
      const ticket = tries > 3 ? await ticketFor(api, 'login') : undefined;
      const answer = await signIn(email, 'Not-the-one7', ticket ? { ticket } : {});
      if (answer.code === 'CREDENTIALS_INVALID') {
        checked += 1;
        first ||= api.clock.now().getTime();
      } else if (checked === SIGN_IN.checkedPasswords)
        // Until the first of them no longer counts.
        expect(answer.error.retry_after).toBe(
          (first + SIGN_IN.checkedPasswordsWindow - api.clock.now().getTime()) / 1000,
        );
      api.clock.advance(2_000);
      if (tries % 4 === 3) await signIn(email, PASSWORD, { ticket: await ticketFor(api, 'login') });
      api.clock.advance(2_000);
    }
    expect(checked).toBe(SIGN_IN.checkedPasswords);
  });

  test('allows 30 failures per IP address in 15 minutes, regardless of forged headers', async () => {
    const ip = someIp();
    const codes: string[] = [];
    for (let count = 0; count < SIGN_IN.perIp + 1; count += 1) {
      const form = { email: someEmail(), password: 'Not-the-one7', agree: true };
      const headers = { 'x-forwarded-for': `203.0.113.${count}`, 'x-real-ip': `203.0.113.${count}` };
      codes.push((await api.call(userAuth.login, form, { ip, headers })).code);
    }
    expect(codes.filter((code) => code === 'CREDENTIALS_INVALID')).toHaveLength(SIGN_IN.perIp);
    expect(codes.at(-1)).toBe('TOO_MANY_REQUESTS');
  });

  test('does not count successful sign-ins against the shared IP address', async () => {
    const email = await registered(api);
    const ip = someIp();
    for (let count = 0; count < SIGN_IN.perIp + 2; count += 1) {
      expect((await signIn(email, PASSWORD, { ip })).code).toBe('OK');
    }
  });

  (onPostgres ? test : test.skip)('checks at most five of fifty concurrent guesses', async () => {
    const email = await registered(api);
    const answers = await Promise.all(Array.from({ length: 50 }, () => signIn(email, 'Not-the-one7')));
    expect(answers.filter(({ code }) => code === 'CREDENTIALS_INVALID').length).toBeLessThanOrEqual(
      SIGN_IN.failuresForCaptcha,
    );
    expect(answers.every(({ status }) => status === 400)).toBe(true);
  });

  (onPostgres ? test : test.skip)(
    'with the old password opens no session while the password is being changed',
    async () => {
      const { user, email } = await newcomer(api);
      const passwordHash = await hashPassword('Lighthouse-9');
      let late: ReturnType<typeof signIn> | undefined;
      await api.db.transaction(async (tx) => {
        await tx.update(users).set({ passwordHash }).where(eq(users.id, user.id));
        await endSessions(tx, user.id, api.clock.now());
        late = signIn(email);
        let over = false;
        void late.then(() => (over = true));
        const behindUs = sql`select pid from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))`;
        while (!over && (await tx.execute(behindUs)).rows.length === 0);
      });
      expect(await late).toMatchObject({ status: 400, code: 'CREDENTIALS_INVALID' });
      expect(await listSessions(api.db, user.id, api.clock.now())).toEqual([]);
      expect((await signIn(email, 'Lighthouse-9')).code).toBe('OK');
    },
  );
});

(onPostgres ? test : test.skip).each([
  ['with the old address', 'the address is being changed', () => ({ email: someEmail() })],
  ['to an account', 'it is being disabled', () => ({ disabledAt: api.clock.now() })],
])('signing in %s opens no session while %s', async (_how, _meanwhile, change) => {
  const { user, email } = await newcomer(api);
  const open = async () => (await listSessions(api.db, user.id, api.clock.now())).length;
  const before = await open();
  const { answer, waited } = await whileHeld(
    api,
    (tx) => tx.update(users).set(change()).where(eq(users.id, user.id)),
    () => signIn(email),
  );
  expect([waited, answer.code, await open()]).toEqual([true, 'CREDENTIALS_INVALID', before]);
});

describe('session', () => {
  test('[R6.02] requires a valid bearer token; empty and malformed ones return 401', async () => {
    const { token } = await newcomer(api);
    expect((await index(token)).status).toBe(200);
    const by = async (authorization: string) =>
      (await api.app.inject({ url: '/api/user_info/index', headers: { authorization } })).statusCode;
    expect([await by(`BEARER ${token}`), await by(`Basic ${token}`), await by(token)]).toEqual([
      200, 401, 401,
    ]);
    expect(await index('')).toMatchObject({ status: 401, code: 'UNAUTHENTICATED', msg: '请先登录' });
    for (const dead of [
      'yds_',
      `${token}x`,
      token.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      'null',
    ]) {
      expect((await index(dead)).status).toBe(401);
    }
  });

  test('ends when its browser signs in or registers again; other sessions continue', async () => {
    const first = await newcomer(api);
    const elsewhere = await signedInAs(api, first.email);
    const again = await api.call(
      userAuth.login,
      { email: first.email, password: PASSWORD, agree: true },
      { ip: someIp(), token: first.token },
    );
    expect(again.code).toBe('OK');
    expect((await index(first.token)).status).toBe(401);
    const email = someEmail();
    const code = await codeFor(api, { email, scene: 'AUTH_REGISTER_EMAIL' });
    const form = { email, code, password: PASSWORD, password_confirm: PASSWORD, agree: true };
    const other = await api.call(userAuth.register, form, { ip: someIp(), token: again.data.token });
    expect(other.code).toBe('OK');
    const statuses = [again.data.token, other.data.token, elsewhere.token].map(
      async (token) => (await index(token)).status,
    );
    expect(await Promise.all(statuses)).toEqual([401, 200, 200]);
  });

  test('survives a sign-in with a wrong password over it', async () => {
    const { token, email } = await newcomer(api);
    const wrong = { email, password: 'Lighthouse-9', agree: true };
    expect((await api.call(userAuth.login, wrong, { ip: someIp(), token })).code).toBe('CREDENTIALS_INVALID');
    expect((await index(token)).status).toBe(200);
  });

  test('ends on sign-out', async () => {
    const { token } = await newcomer(api);
    expect((await api.call(userAuth.logout, {}, { token })).code).toBe('OK');
    expect((await index(token)).status).toBe(401);
    expect((await api.call(userAuth.logout, {}, { token })).status).toBe(401);
  });

  test('expires 30 days after its last use, and after half a year at most', async () => {
    const email = await registered(api);
    const { token } = await signedInAs(api, email);
    api.clock.advance(SESSION.idle - 1000);
    expect((await index(token)).status).toBe(200);
    api.clock.advance(SESSION.idle - 1000);
    expect((await index(token)).status).toBe(200);
    api.clock.advance(SESSION.idle);
    expect((await index(token)).status).toBe(401);

    const second = await signedInAs(api, email);
    const end = new Date(api.clock.now().getTime() + SESSION.absolute).toISOString();
    for (let lived = 0; lived < SESSION.absolute - SESSION.idle; lived += SESSION.idle / 2) {
      expect((await index(second.token)).status).toBe(200);
      api.clock.advance(SESSION.idle / 2);
    }
    // Its last use moves the end no further.
    api.clock.advance(MINUTE);
    const { list } = (await api.call(userInfo.sessions, undefined, { token: second.token })).data;
    expect(list.find(({ current }) => current)?.expires_at).toBe(end);
    api.clock.advance(SESSION.idle);
    expect((await index(second.token)).status).toBe(401);
  });

  test('is listed with its last use, to five minutes', async () => {
    const { token } = await newcomer(api);
    const opened = api.clock.now().getTime();
    const lastUse = async () => {
      const { list } = (await api.call(userInfo.sessions, undefined, { token })).data;
      return Date.parse(list[0]?.last_used_at ?? '') - opened;
    };
    api.clock.advance(5 * MINUTE - 1);
    expect(await lastUse()).toBe(0);
    api.clock.advance(1);
    expect(await lastUse()).toBe(5 * MINUTE);
  });

  test('ends when an operator disables the account, which then cannot sign in', async () => {
    const { token, email, user } = await newcomer(api);
    await api.db.update(users).set({ disabledAt: api.clock.now() }).where(eq(users.id, user.id));
    expect((await index(token)).status).toBe(401);
    expect((await signIn(email)).code).toBe('ACCOUNT_DISABLED');
  });
});

describe('password reset', () => {
  const reset = (email: string, code: string, password = 'Lantern-high9') =>
    resetWith({ email, code, password });

  test('[R7.07] sets the password, ends all sessions, unlocks the account and mails the owner', async () => {
    const { email, token } = await newcomer(api);
    for (let failure = 0; failure < 6; failure += 1) await signIn(email, 'Not-the-one7');
    api.clock.advance(MINUTE);
    const code = await codeFor(api, { email, scene: 'AUTH_RESET_PWD' });
    expect((await reset(email, code)).code).toBe('OK');
    expect((await index(token)).status).toBe(401);
    expect((await signIn(email)).code).toBe('CREDENTIALS_INVALID');
    expect((await api.mails())[0]).toMatchObject({ to: email, subject: '你的云舵账号密码已修改' });
    expect((await signIn(email, 'Lantern-high9')).code).toBe('OK');
  });

  test('rejects an unknown address like a wrong code', async () => {
    const email = someEmail();
    await askForCode(api, { email, scene: 'AUTH_RESET_PWD' });
    expect(await reset(email, '000000')).toMatchObject({ status: 400, code: 'CODE_INVALID' });
  });
});

describe('handover to another site', () => {
  const target = 'https://bbs.example.com/sso/in?topic=3';

  test('adds a code instead of the session to the URL; it works once, for that URL only', async () => {
    const { token, user } = await newcomer(api);
    const { data } = await api.call(userAuth.handover, { r_url: target }, { token });
    const redirect = new URL(data.redirect);
    expect(redirect.href).toContain('https://bbs.example.com/sso/in?topic=3&data=');
    expect(data.redirect).not.toContain(token);
    const code = redirect.searchParams.get('data') ?? '';
    const exchange = (r_url: string) => api.call(userAuth.handoverExchange, { data: code, r_url });
    expect((await exchange('https://bbs.example.com/sso/other')).code).toBe('HANDOVER_INVALID');
    const { id, email, nickname, head_image, tb_id } = user;
    // The target may send the URL as it was opened, with the code in it.
    expect((await exchange(redirect.href)).data).toEqual({ id, email, nickname, head_image, tb_id });
    expect((await exchange(target)).code).toBe('HANDOVER_INVALID');
  });

  test('code is rejected after a minute, after the session’s maximum age, and after sign-out', async () => {
    const { token, user } = await newcomer(api);
    const codeOf = async () =>
      new URL(
        (await api.call(userAuth.handover, { r_url: target }, { token })).data.redirect,
      ).searchParams.get('data') ?? '';
    const late = await codeOf();
    api.clock.advance(MINUTE);
    expect((await api.call(userAuth.handoverExchange, { data: late, r_url: target })).code).toBe(
      'HANDOVER_INVALID',
    );
    const old = await codeOf();
    const life = (endsAt: Date) =>
      api.db.update(sessions).set({ endsAt }).where(eq(sessions.userId, user.id));
    await life(api.clock.now());
    expect((await api.call(userAuth.handoverExchange, { data: old, r_url: target })).code).toBe(
      'HANDOVER_INVALID',
    );
    await life(new Date(api.clock.now().getTime() + SESSION.absolute));
    const disabled = await codeOf();
    const disable = (disabledAt: Date | null) =>
      api.db.update(users).set({ disabledAt }).where(eq(users.id, user.id));
    await disable(api.clock.now());
    expect((await api.call(userAuth.handoverExchange, { data: disabled, r_url: target })).code).toBe(
      'HANDOVER_INVALID',
    );
    await disable(null);
    const orphan = await codeOf();
    await api.call(userAuth.logout, {}, { token });
    expect((await api.call(userAuth.handoverExchange, { data: orphan, r_url: target })).code).toBe(
      'HANDOVER_INVALID',
    );
  });

  test('is part of the sign-in response only if r_url is allowed', async () => {
    const email = await registered(api);
    const listed = await signIn(email, PASSWORD, { r_url: target });
    expect(listed.data.redirect).toMatch(/^https:\/\/bbs\.example\.com\/sso\/in\?topic=3&data=ydh_/);
    const other = await signIn(email, PASSWORD, { r_url: 'https://evil.example/sso' });
    expect(other.code).toBe('OK');
    expect(other.data.redirect).toBeUndefined();
  });

  test.each([
    ['a path of this site', '/user?panel=order-info#list', /^\/user\?panel=order-info&data=ydh_[\w-]+#list$/],
    [
      'an address of this site',
      'http://127.0.0.1:4300/en/store#top',
      /^http:\/\/127\.0\.0\.1:4300\/en\/store\?data=ydh_[\w-]+#top$/,
    ],
    [
      'a listed target with an anchor',
      'https://bbs.example.com/sso/in?topic=3#reply-9',
      /^https:\/\/bbs\.example\.com\/sso\/in\?topic=3&data=ydh_[\w-]+#reply-9$/,
    ],
  ])(
    'redirects to %s, keeps query and hash, and the code identifies the user',
    async (_what, r_url, expected) => {
      const { token, user } = await newcomer(api);
      const { redirect } = (await api.call(userAuth.handover, { r_url }, { token })).data;
      expect(redirect).toMatch(expected);
      const data = new URL(redirect, 'http://127.0.0.1:4300').searchParams.get('data') ?? '';
      // The target sends the URL that it sees: with or without the anchor.
      const [withoutHash = ''] = r_url.split('#');
      expect((await api.call(userAuth.handoverExchange, { data, r_url: withoutHash })).data).toMatchObject({
        id: user.id,
      });
    },
  );

  test('rejects a URL that is not allowed', async () => {
    const { token } = await newcomer(api);
    const rejected = await api.call(
      userAuth.handover,
      { r_url: 'https://bbs.example.com.evil.example/sso' },
      { token },
    );
    expect(rejected).toMatchObject({ status: 400, code: 'REDIRECT_REFUSED' });
  });
});

test('another account’s rows are unchanged at the end', async () => {
  expect(await other.rows()).toEqual(itsRows);
});

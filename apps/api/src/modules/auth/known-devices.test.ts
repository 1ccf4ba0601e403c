import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { userAuth, userInfo } from '@yunduo/api-contract';
import { deadlineOf } from '@yunduo/i18n';
import { DAY, EMAIL_CODE, HOUR, KNOWN_DEVICE, MINUTE, SESSION, SIGN_IN } from '@yunduo/validation';
import { eq } from 'drizzle-orm';
import { emailUndos, knownDevices, sessions, throttles } from '../../db/schema/index.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { bystander, type Bystander } from '../../testing/bystander.ts';
import { opsOf } from '../../testing/ops.ts';
import {
  askForCode,
  codeFor,
  newcomer,
  PASSWORD,
  someEmail,
  someIp,
  ticketFor,
} from '../../testing/people.ts';
import { hashToken, newToken } from '../codes/tokens.ts';
import { removeExpired } from '../housekeeping/housekeeping.ts';
import { storeDevice, visitorOf } from './known-devices.ts';

let api: TestApp;
let other: Bystander;
let itsRows: Awaited<ReturnType<Bystander['rows']>>;
beforeAll(async () => {
  api = await testApp({ seeded: true });
  other = await bystander(api);
  itsRows = await other.rows();
});
afterAll(() => api.close());

const WRONG = 'Not-the-one7';
const NEW_PASSWORD = 'Quiet-harbour9';

interface Place {
  ip?: string;
  cookie?: string;
}
async function signIn(email: string, password = PASSWORD, { ip = someIp(), cookie }: Place = {}) {
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/115.0', ...(cookie && { cookie }) };
  const answer = await api.call(userAuth.login, { email, password, agree: true }, { ip, headers });
  const set = String(answer.headers['set-cookie'] ?? '');
  return { ...answer, set, cookie: set.split(';')[0] ?? '' };
}
/** Wrong passwords from these places in turn, with captcha when required, until their counter is locked. */
async function lockFrom(places: readonly Place[], email: string): Promise<void> {
  for (let failure = 0; failure < SIGN_IN.failuresForLock; failure += 1) {
    const { ip = '', cookie } = places[failure % places.length] ?? {};
    const captcha_ticket = await ticketFor(api, 'login');
    const input = { email, password: WRONG, agree: true, captcha_ticket };
    await api.call(userAuth.login, input, { ip, ...(cookie && { headers: { cookie } }) });
    api.clock.advance(70_000);
  }
}
const strangersLock = (email: string) =>
  lockFrom([{ ip: someIp() }, { ip: someIp() }, { ip: someIp() }], email);
const mailsTo = async (email: string, word: string) =>
  (await api.mails()).filter(({ to, subject }) => to === email && subject.includes(word));
const linkIn = (text = ''): string => /token=([\w-]+)/.exec(text)?.[1] ?? '';

describe('known device', () => {
  test('is identified by an HttpOnly cookie, hashed separately per account', async () => {
    const [one, other] = [await newcomer(api), await newcomer(api)];
    const { set, cookie } = await signIn(one.email);
    expect(set).toMatch(/^known_device=ydd_[\w-]+; Path=\/api; Max-Age=31536000; HttpOnly; SameSite=Lax$/);
    expect((await signIn(other.email, PASSWORD, { cookie })).cookie).toBe(cookie);
    const rows = await api.db.select().from(knownDevices);
    const hashes = rows
      .filter(({ userId }) => userId === one.user.id || userId === other.user.id)
      .map(({ deviceHash }) => deviceHash);
    expect(new Set(hashes).size).toBe(2);
    expect(JSON.stringify(rows)).not.toContain(cookie.split('=')[1]);
  });

  test('uses a __Host- cookie over TLS and ignores cookies of other names', () => {
    const tls = { config: { ...api.app.config, origin: 'https://yunduo.example' } };
    const from = (cookie: string) => visitorOf(tls, { ip: someIp(), headers: { cookie } });
    const visitor = from('');
    const sent = new Map<string, string>();
    storeDevice({ header: (name: string, value: string) => sent.set(name, value) }, tls, visitor);
    expect(sent.get('set-cookie')).toBe(
      `__Host-known_device=${visitor.deviceToken}; Path=/; Secure; Max-Age=31536000; HttpOnly; SameSite=Lax`,
    );
    expect(from(`a=b; __Host-known_device=${visitor.deviceToken}`).deviceToken).toBe(visitor.deviceToken);
    for (const name of ['known_device', 'x__Host-known_device', 'a-__Host-known_device'])
      expect(from(`${name}=${visitor.deviceToken}`).deviceToken).not.toBe(visitor.deviceToken);
  });

  test('signs in while the account is locked; an unknown device gets ACCOUNT_LOCKED', async () => {
    const { email } = await newcomer(api);
    const { cookie } = await signIn(email);
    await strangersLock(email);
    expect(await signIn(email)).toMatchObject({ code: 'ACCOUNT_LOCKED' });
    const known = await signIn(email, PASSWORD, { cookie });
    expect(known).toMatchObject({ status: 200, code: 'OK' });
  });

  test('has a session that verifies its password while strangers have locked the account', async () => {
    const { email, token } = await newcomer(api);
    await strangersLock(email);
    const call = { token };
    expect((await api.call(userInfo.prove, { password: PASSWORD }, call)).code).toBe('OK');
    expect((await api.call(userInfo.deletePrepare, { password: PASSWORD }, call)).code).toBe('OK');
    const form = { old_password: PASSWORD, password: NEW_PASSWORD, password_confirm: NEW_PASSWORD };
    expect((await api.call(userInfo.changePassword, form, call)).code).toBe('OK');
  });

  test('is not recognised by another account’s cookie or a made-up one', async () => {
    const [owner, thief] = [await newcomer(api), await newcomer(api)];
    await signIn(owner.email);
    const { cookie } = await signIn(thief.email);
    await strangersLock(owner.email);
    for (const forged of [cookie, 'known_device=ydd_made-up', 'known_device=']) {
      const answer = await signIn(owner.email, PASSWORD, { cookie: forged });
      expect(answer.code).toBe('ACCOUNT_LOCKED');
    }
  });

  test('has its own failure count: captcha after five, without affecting unknown devices', async () => {
    const { email } = await newcomer(api);
    const { cookie } = await signIn(email);
    for (let failure = 0; failure < SIGN_IN.failuresForCaptcha; failure += 1)
      expect((await signIn(email, WRONG, { cookie })).code).toBe('CREDENTIALS_INVALID');
    expect((await signIn(email, WRONG, { cookie })).code).toBe('CAPTCHA_REQUIRED');
    expect((await signIn(email, WRONG)).code).toBe('CREDENTIALS_INVALID');
  });

  test('known network bypasses the lock, but not after 31 days', async () => {
    const { email } = await newcomer(api);
    const ip = someIp();
    await signIn(email, PASSWORD, { ip });
    await strangersLock(email);
    expect((await signIn(email, PASSWORD, { ip })).code).toBe('OK');
    api.clock.advance(31 * DAY);
    await strangersLock(email);
    expect((await signIn(email, PASSWORD, { ip })).code).toBe('ACCOUNT_LOCKED');
  });

  test('expires a year after its last sign-in, even before cleanup', async () => {
    const { email } = await newcomer(api);
    const { cookie } = await signIn(email);
    api.clock.advance(KNOWN_DEVICE.retention - HOUR);
    expect((await signIn(email, PASSWORD, { cookie })).code).toBe('OK');
    api.clock.advance(2 * HOUR);
    await strangersLock(email);
    expect((await signIn(email, PASSWORD, { cookie })).code).toBe('OK');
    api.clock.advance(KNOWN_DEVICE.retention);
    await strangersLock(email);
    expect((await signIn(email, PASSWORD, { cookie })).code).toBe('ACCOUNT_LOCKED');
  });

  test('is deleted by cleanup after a year; above twenty the least recently used is dropped', async () => {
    const { email, user } = await newcomer(api);
    const mine = eq(knownDevices.userId, user.id);
    const { cookie: first } = await signIn(email);
    for (let more = 0; more < KNOWN_DEVICE.count; more += 1) {
      api.clock.advance(MINUTE);
      await signIn(email);
    }
    expect(await api.db.$count(knownDevices, mine)).toBe(KNOWN_DEVICE.count);
    await strangersLock(email);
    expect((await signIn(email, PASSWORD, { cookie: first })).code).toBe('ACCOUNT_LOCKED');
    await removeExpired(api.db, new Date(api.clock.now().getTime() + KNOWN_DEVICE.retention + HOUR));
    expect(await api.db.$count(knownDevices, mine)).toBe(0);
  });
});

describe('password reset mails', () => {
  test('are still sent to a known device when three strangers used up the daily limit', async () => {
    const { email } = await newcomer(api);
    const ip = someIp();
    const { cookie } = await signIn(email);
    const strangers = [someIp(), someIp(), someIp()];
    const ask = (from: string, headers = {}) =>
      askForCode(api, { email, scene: 'AUTH_RESET_PWD', caller: { ip: from, headers } });
    let sent = 0;
    for (let tries = 0; tries < 30; tries += 1) {
      if ((await ask(strangers[tries % 3] ?? '')).code === 'OK') sent += 1;
      api.clock.advance(13 * MINUTE);
    }
    expect(sent).toBe(EMAIL_CODE.perAddressDay);
    expect((await ask(ip)).code).toBe('TOO_MANY_REQUESTS');
    expect((await ask(ip, { cookie })).code).toBe('OK');
    // The reserve is limited too.
    expect((await ask(ip, { cookie })).code).toBe('TOO_MANY_REQUESTS');
    // Others behind its address do not use it up.
    const hits = Array<Date>(EMAIL_CODE.perIpHour).fill(api.clock.now());
    const expiresAt = new Date(api.clock.now().getTime() + HOUR);
    const busy = someIp();
    await api.db.insert(throttles).values({ key: `mail-ip:${busy}`, hits, expiresAt });
    api.clock.advance(MINUTE);
    const asked = [
      await ask(busy, { cookie }),
      await askForCode(api, { email: someEmail(), scene: 'AUTH_RESET_PWD', caller: { ip: busy } }),
    ];
    expect(asked.map(({ code }) => code)).toEqual(['OK', 'TOO_MANY_REQUESTS']);
  });
});

describe('password reset', () => {
  test('leaves the resetting device as the only known one and forgets known networks', async () => {
    const { email } = await newcomer(api);
    const ip = someIp();
    const { cookie: before } = await signIn(email, PASSWORD, { ip });
    const code = await codeFor(api, { email, scene: 'AUTH_RESET_PWD' });
    const input = { email, code, password: NEW_PASSWORD, password_confirm: NEW_PASSWORD };
    const answer = await api.call(userAuth.resetPassword, input, { ip: someIp() });
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
    await strangersLock(email);
    for (const place of [{ cookie: before }, { ip }])
      expect((await signIn(email, NEW_PASSWORD, place)).code).toBe('ACCOUNT_LOCKED');
    expect((await signIn(email, NEW_PASSWORD, { cookie })).code).toBe('OK');
  });

  test('lifts the lock of the known device or network where the owner forgot the password', async () => {
    const { email } = await newcomer(api);
    const ip = someIp();
    const own = { ip, cookie: (await signIn(email, PASSWORD, { ip })).cookie };
    for (const place of [own, { ip }]) {
      await lockFrom([place], email);
      expect((await signIn(email, PASSWORD, place)).code).toBe('ACCOUNT_LOCKED');
    }
    const code = await codeFor(api, { email, scene: 'AUTH_RESET_PWD' });
    const input = { email, code, password: NEW_PASSWORD, password_confirm: NEW_PASSWORD };
    await api.call(userAuth.resetPassword, input, { ip, headers: { cookie: own.cookie } });
    for (const place of [own, { ip }]) expect((await signIn(email, NEW_PASSWORD, place)).code).toBe('OK');
  });
});

describe('undo of an email change', () => {
  test('leaves the device that opens the link as the only known one', async () => {
    const { email, user } = await newcomer(api);
    const { cookie: strangers } = await signIn(email);
    const token = newToken('undo');
    const now = api.clock.now();
    await api.db.insert(emailUndos).values({
      userId: user.id,
      oldEmail: email,
      tokenHash: hashToken(token),
      createdAt: now,
      expiresAt: new Date(now.getTime() + DAY),
    });
    const answer = await api.call(userAuth.emailChangeUndo, { token }, { ip: someIp() });
    const own = String(answer.headers['set-cookie']).split(';')[0] ?? '';
    await signIn(email, PASSWORD, { cookie: own });
    expect(await mailsTo(email, '新设备')).toHaveLength(0);
    // Who still has the password is reported to the owner.
    await signIn(email, PASSWORD, { cookie: strangers });
    expect(await mailsTo(email, '新设备')).toHaveLength(1);
  });
});

describe('sign-in on a new device', () => {
  test('triggers a mail with a masked network and the time, in either language; the first and a known device trigger none', async () => {
    const { email } = await newcomer(api);
    const { cookie } = await signIn(email);
    await signIn(email, PASSWORD, { cookie });
    expect(await mailsTo(email, '新设备')).toHaveLength(0);
    await signIn(email, PASSWORD, { ip: '198.51.100.77' });
    const [mail] = await mailsTo(email, '新设备');
    expect(mail?.text).toContain('Firefox, Linux');
    expect(mail?.text).toContain('198.51.100.x');
    expect(mail?.text).not.toContain('198.51.100.77');
    expect(mail?.text).toContain(deadlineOf(api.clock.now().toISOString(), 'zh'));
    // A client that names no browser.
    await api.call(userAuth.login, { email, password: PASSWORD, agree: true }, { ip: '203.0.113.5' });
    const [unnamed] = await mailsTo(email, '新设备');
    expect(unnamed?.text).toContain('203.0.113.x');
    expect(unnamed?.text).not.toContain('Firefox');
    const english = { ip: '192.0.2.9', lang: 'en' } as const;
    await api.call(userAuth.login, { email, password: PASSWORD, agree: true }, english);
    const [translated] = await mailsTo(email, 'new device');
    const time = deadlineOf(api.clock.now().toISOString(), 'en').replaceAll('\u00a0', ' ');
    expect(translated?.text).toContain(`At ${time} someone`);
  });

  test('is revoked by the mail’s link once, forgetting its device and network; other sessions continue', async () => {
    const { email, token: own } = await newcomer(api);
    const ip = someIp();
    await signIn(email);
    const { data, cookie } = await signIn(email, PASSWORD, { ip });
    const token = linkIn((await mailsTo(email, '新设备'))[0]?.text);
    const { cookie: later } = await signIn(email);
    const disown = () => api.call(userAuth.disownSession, { token }, { ip: someIp(), token: own });
    expect((await disown()).data).toEqual({ email, signed_out: false });
    expect((await api.call(userInfo.index, undefined, { token: data.token })).status).toBe(401);
    expect((await api.call(userInfo.index, undefined, { token: own })).status).toBe(200);
    await strangersLock(email);
    for (const place of [{ cookie }, { ip }])
      expect((await signIn(email, PASSWORD, place)).code).toBe('ACCOUNT_LOCKED');
    expect((await signIn(email, PASSWORD, { cookie: later })).code).toBe('OK');
    // Opened again it gives the same answer, and ends nothing.
    expect((await disown()).data).toEqual({ email, signed_out: false });
    expect((await api.call(userInfo.index, undefined, { token: own })).status).toBe(200);
  });

  test('does not forget a device that signed in after the mail’s link was used', async () => {
    const { email } = await newcomer(api);
    await signIn(email);
    const { cookie } = await signIn(email);
    const token = linkIn((await mailsTo(email, '新设备'))[0]?.text);
    const disown = (end = '') => api.call(userAuth.disownSession, { token: token + end }, { ip: someIp() });
    await disown();
    await signIn(email, PASSWORD, { cookie });
    expect((await disown('>')).code).toBe('OK');
    await strangersLock(email);
    expect((await signIn(email, PASSWORD, { cookie })).code).toBe('OK');
  });

  test('rejects the mail’s link after a week, and a made-up link', async () => {
    const { email } = await newcomer(api);
    await signIn(email);
    await signIn(email);
    const token = linkIn((await mailsTo(email, '新设备'))[0]?.text);
    api.clock.advance(KNOWN_DEVICE.reportTtl);
    for (const link of [token, 'ydr_made-up']) {
      const answer = await api.call(userAuth.disownSession, { token: link }, { ip: someIp() });
      expect(answer).toMatchObject({ status: 400, code: 'SIGN_IN_LINK_INVALID' });
    }
  });
});

test('ends the least recently used of more than twenty sessions and logs session_limit', async () => {
  const { email, token, user } = await newcomer(api);
  api.clock.advance(HOUR);
  const { cookie } = await signIn(email);
  for (let more = 2; more < SESSION.live; more += 1) await signIn(email, PASSWORD, { cookie });
  api.clock.advance(HOUR);
  expect((await api.call(userInfo.sessions, undefined, { token })).data.list).toHaveLength(SESSION.live);
  api.clock.advance(HOUR);
  const last = await signIn(email, PASSWORD, { cookie });
  const { data } = await api.call(userInfo.recentActivity, {}, { token: last.data.token });
  expect(data.list.map(({ event }) => event)).toContain('session_limit');
  const live = await api.db.select().from(sessions).where(eq(sessions.userId, user.id));
  expect(live.filter(({ revokedAt }) => revokedAt === null)).toHaveLength(SESSION.live);
  // The oldest one was used since, and is listed by its use.
  const { list } = (await api.call(userInfo.sessions, undefined, { token })).data;
  expect(list.findIndex(({ current }) => current)).toBe(1);
});

describe('GET /user_info/recent_activity', () => {
  test('lists the account’s own events, newest first', async () => {
    const { email, token } = await newcomer(api);
    await signIn(email, WRONG);
    api.clock.advance(MINUTE);
    const { cookie } = await signIn(email);
    api.clock.advance(MINUTE);
    await signIn(email, PASSWORD, { cookie });
    const { data } = await api.call(userInfo.recentActivity, { page_size: 3 }, { token });
    expect(data).toMatchObject({
      total: 3,
      list: [
        { event: 'sign_in_succeeded', known_device: true },
        { event: 'sign_in_succeeded', known_device: false, count: 1, device: 'Firefox, Linux' },
        { event: 'sign_in_failed', count: 1 },
      ],
    });
    const other = await newcomer(api);
    const empty = await api.call(userInfo.recentActivity, {}, { token: other.token });
    expect(empty.data).toMatchObject({ total: 0, list: [] });
  });
});

describe('disabled account', () => {
  test('returns ACCOUNT_DISABLED with a contact only if the password is correct', async () => {
    const { email } = await newcomer(api);
    await opsOf(api)(`user disable --email ${email} --reason spam --yes`);
    const reported = await signIn(email);
    expect(reported).toMatchObject({ status: 400, code: 'ACCOUNT_DISABLED' });
    expect(reported.msg).toMatch(/@/);
    expect((await signIn(email, WRONG)).code).toBe('CREDENTIALS_INVALID');
  });

  test('ops lists sessions, ends one or all with a reason, and writes an audit log entry', async () => {
    const ops = opsOf(api);
    const { email, token } = await newcomer(api);
    const { data } = await signIn(email);
    const listed = await ops(`user sessions --email ${email} --json`);
    const [newest] = listed.json<{ id: number; device: string }[]>();
    expect(newest?.device).toBe('Firefox, Linux');
    const one = `user end-sessions --email ${email} --session ${newest?.id} --reason stolen`;
    expect((await ops(one)).err).toContain('Add --yes to agree.');
    expect((await ops(`${one} --yes --json`)).json()).toEqual({ ended: 1 });
    expect((await ops(`${one} --yes`)).err).toContain('(NOT_FOUND)');
    expect((await api.call(userInfo.index, undefined, { token: data.token })).status).toBe(401);
    expect((await api.call(userInfo.index, undefined, { token })).status).toBe(200);
    await ops(`user end-sessions --email ${email} --reason stolen --yes`);
    expect((await api.call(userInfo.index, undefined, { token })).status).toBe(401);
    const rows = await ops('audit list --action user.end_sessions --json');
    expect(rows.json<{ list: object[] }>().list[0]).toMatchObject({
      details: { sessions: 1, reason: 'stolen' },
    });
  });
});

describe('guessable password', () => {
  const register = async (password: string, email = someEmail()) => {
    const code = await codeFor(api, { email, scene: 'AUTH_REGISTER_EMAIL' });
    const input = { email, code, password, password_confirm: password, agree: true };
    return api.call(userAuth.register, input, { ip: someIp() });
  };

  test.each([
    ['michelle', 'PASSWORD_COMMON', 'password_common'],
    ['midnight', 'PASSWORD_COMMON', 'password_common'],
    ['Yunduo2026!', 'PASSWORD_PRODUCT', 'password_product'],
    ['lighthouse-keeper', 'PASSWORD_PERSONAL', 'password_personal'],
  ])('%s is rejected with %s at its field', async (password, code, field) => {
    const email = `lighthouse-keeper@${someEmail().split('@')[0]}.example.com`;
    const answer = await register(password, email);
    expect(answer).toMatchObject({ status: 400, code, error: { fields: { password: field } } });
  });

  test('includes the nickname, but only a valid code reveals that', async () => {
    const { email, token } = await newcomer(api);
    await api.call(
      userInfo.saveUser,
      { nickname: 'Wanderalbatros', gender: 'secret', birthday: '1990-01-01' },
      { token },
    );
    const reset = (code: string) => {
      const password = 'Wanderalbatros7';
      const input = { email, code, password, password_confirm: password };
      return api.call(userAuth.resetPassword, input, { ip: someIp() });
    };
    expect((await reset('000000')).code).toBe('CODE_INVALID');
    const code = await codeFor(api, { email, scene: 'AUTH_RESET_PWD' });
    expect(await reset(code)).toMatchObject({ code: 'PASSWORD_PERSONAL' });
  });

  test('normalises full-width characters before length check and hash', async () => {
    const email = someEmail();
    expect((await register('Ｈａｒｂｏｕｒ－ｌｉｇｈｔ７', email)).code).toBe('OK');
    expect((await signIn(email, PASSWORD)).code).toBe('OK');
    // Seven characters after normalisation of their width.
    expect((await register('ﬀﬀﬀa')).code).toBe('VALIDATION_FAILED');
  });
});

test('another account’s rows are unchanged at the end', async () => {
  expect(await other.rows()).toEqual(itsRows);
});

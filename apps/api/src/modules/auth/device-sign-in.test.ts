import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { userAuth, userDevice, userInfo } from '@yunduo/api-contract';
import {
  DEVICE_CODE_ALPHABET,
  DEVICE_SIGN_IN,
  FRESH_PROOF,
  MINUTE,
  parseDeviceCode,
  RATES,
  SECOND,
} from '@yunduo/validation';
import { eq, like, sql } from 'drizzle-orm';
import { deviceSignIns, sessions, throttles } from '../../db/schema/index.ts';
import { testApp, type Caller, type TestApp } from '../../testing/app.ts';
import { bystander, type Bystander } from '../../testing/bystander.ts';
import { opsOf } from '../../testing/ops.ts';
import { withAuthenticator } from '../../testing/factors.ts';
import { newcomer, PASSWORD, someIp, type SignedIn } from '../../testing/people.ts';
import { hashToken } from '../codes/tokens.ts';
import { removeExpired } from '../housekeeping/housekeeping.ts';

let api: TestApp;
let other: Bystander;
let itsRows: Awaited<ReturnType<Bystander['rows']>>;
beforeAll(async () => {
  api = await testApp({ seeded: true });
  other = await bystander(api);
  itsRows = await other.rows();
});
afterAll(() => api.close());
beforeEach(() => api.db.delete(throttles));

const LAPTOP = { device_name: '书房的电脑', system: 'Windows 11' };
const begin = async (caller: Caller = {}, asks = LAPTOP) =>
  (await api.call(userDevice.begin, asks, { ip: someIp(), ...caller })).data;
const poll = (device_code: string, caller: Caller = {}) =>
  api.call(userDevice.token, { device_code }, { ip: someIp(), ...caller });
const lookup = (user_code: string, { token }: Pick<SignedIn, 'token'>, ip = someIp()) =>
  api.call(userDevice.lookup, { user_code }, { token, ip });
const allow = (user_code: string, { token }: Pick<SignedIn, 'token'>) =>
  api.call(userDevice.allow, { user_code }, { token, ip: someIp() });
const deny = (user_code: string, { token }: Pick<SignedIn, 'token'>) =>
  api.call(userDevice.deny, { user_code }, { token, ip: someIp() });
const wait = (seconds = DEVICE_SIGN_IN.interval / SECOND) => api.clock.advance(seconds * SECOND);
const sessionsOf = async ({ token }: Pick<SignedIn, 'token'>) =>
  (await api.call(userInfo.sessions, undefined, { token })).data.list;
const activityOf = async ({ token }: Pick<SignedIn, 'token'>) =>
  (await api.call(userInfo.recentActivity, { page_size: 50 }, { token })).data.list;

describe('device sign-in request', () => {
  test('returns a secret to poll with and a user code without ambiguous characters', async () => {
    const { device_code: secret, user_code: code, ...rest } = await begin();
    expect(secret).toMatch(/^ydg_[\w-]{50}$/);
    expect(code).toMatch(new RegExp(`^[${DEVICE_CODE_ALPHABET}]{4}-[${DEVICE_CODE_ALPHABET}]{4}$`));
    expect(DEVICE_CODE_ALPHABET).not.toMatch(/[AEIOU0-9]/);
    const { origin } = api.app.config;
    expect(rest).toEqual({
      verification_uri: `${origin}/device`,
      verification_uri_complete: `${origin}/device?code=${code}`,
      expires_in: 600,
      interval: 5,
    });
    expect((await begin({ lang: 'en' })).verification_uri).toBe(`${origin}/en/device`);
  });

  test('draws another code when one in use comes up again', async () => {
    await begin();
    // The first code drawn from now on is one that waits.
    for (const statement of [
      'create sequence draws',
      `create function draw_again() returns trigger language plpgsql as $$ begin
         if nextval('draws') = 1 then
           new.user_code_hash := (select user_code_hash from device_sign_ins order by id desc limit 1);
         end if;
         return new;
       end $$`,
      `create trigger draw_again before insert on device_sign_ins for each row execute function draw_again()`,
    ])
      await api.db.execute(sql.raw(statement));
    const { user_code: code } = await begin();
    const { rows } = await api.db.execute<{ drawn: number }>(sql`select last_value::int as drawn from draws`);
    await api.db.execute(sql`drop trigger draw_again on device_sign_ins`);
    expect(rows).toEqual([{ drawn: 2 }]);
    expect((await lookup(code, await newcomer(api))).data).toMatchObject({ user_code: code });
  });

  test('stores neither code in plain text', async () => {
    const { device_code: secret, user_code: code } = await begin();
    const rows = JSON.stringify(await api.db.select().from(deviceSignIns));
    for (const text of [secret, code, code.replace('-', '')]) expect(rows).not.toContain(text);
    expect(rows).toContain(hashToken(secret));
  });

  test.each([
    ['an invisible name', { ...LAPTOP, device_name: ' \u200b ' }],
    ['a system that is too long', { ...LAPTOP, system: 'x'.repeat(DEVICE_SIGN_IN.systemMax + 1) }],
    ['a name of two lines', { ...LAPTOP, device_name: 'Laptop\nfrom us' }],
  ])('is rejected with %s', async (_, asks) => {
    expect((await api.call(userDevice.begin, asks, { ip: someIp() })).code).toBe('VALIDATION_FAILED');
  });

  test('returns 429 with retry_after when its network sent too many requests', async () => {
    const ip = someIp();
    for (let more = 0; more < RATES.deviceBegins[0].count; more += 1) await begin({ ip });
    const rejected = await api.call(userDevice.begin, LAPTOP, { ip });
    expect([rejected.status, rejected.code, rejected.error.retry_after]).toEqual([429, 'RATE_LIMITED', 600]);
    expect((await api.call(userDevice.begin, LAPTOP, { ip: someIp() })).code).toBe('OK');
    // The limit of a day outlasts that of ten minutes.
    const [{ window }, daily] = RATES.deviceBegins;
    const hits = Array.from({ length: daily.count }, () => api.clock.now());
    await api.db.update(throttles).set({ hits }).where(like(throttles.key, 'device-begin:%'));
    api.clock.advance(window);
    const today = await api.call(userDevice.begin, LAPTOP, { ip });
    expect([today.code, today.error.retry_after]).toEqual(['RATE_LIMITED', (daily.window - window) / SECOND]);
  });
});

describe('device poll', () => {
  test('returns DEVICE_PENDING with retry_after while no decision was made', async () => {
    const { device_code: secret } = await begin();
    const answer = await poll(secret);
    expect([answer.status, answer.code, answer.error.retry_after]).toEqual([400, 'DEVICE_PENDING', 5]);
    expect(answer.headers['retry-after']).toBe('5');
  });

  test('returns DEVICE_SLOW_DOWN when too early, adding five seconds each time up to a minute', async () => {
    const { device_code: secret } = await begin();
    await poll(secret);
    const early = await poll(secret);
    expect([early.status, early.code, early.error.retry_after]).toEqual([400, 'DEVICE_SLOW_DOWN', 10]);
    wait(9);
    expect((await poll(secret)).error.retry_after).toBe(15);
    wait(15);
    expect(await poll(secret)).toMatchObject({ code: 'DEVICE_PENDING', error: { retry_after: 15 } });
    for (let more = 0; more < 12; more += 1) await poll(secret);
    expect((await poll(secret)).error.retry_after).toBe(DEVICE_SIGN_IN.intervalMax / SECOND);
  });

  test.each([
    ['a malformed code', () => 'ydg_made-up'],
    [
      'a code with a wrong checksum',
      async () => (await begin()).device_code.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    ],
  ])('with %s returns DEVICE_EXPIRED', async (_, code) => {
    expect((await poll(await code())).code).toBe('DEVICE_EXPIRED');
  });

  test('returns DEVICE_EXPIRED after ten minutes, even if allowed', async () => {
    const owner = await newcomer(api);
    const { device_code: secret, user_code: code } = await begin();
    await allow(code, owner);
    api.clock.advance(DEVICE_SIGN_IN.ttl);
    expect((await poll(secret)).code).toBe('DEVICE_EXPIRED');
    expect((await lookup(code, owner)).code).toBe('DEVICE_CODE_INVALID');
    await removeExpired(api.db, new Date(api.clock.now().getTime() + 1));
    expect(await api.db.$count(deviceSignIns, eq(deviceSignIns.deviceCodeHash, hashToken(secret)))).toBe(0);
  });
});

describe('device decision', () => {
  test('lookup shows device, system, masked network and whether it is the caller’s network', async () => {
    const owner = await newcomer(api);
    const { user_code: code } = await begin({ ip: '203.0.113.7' });
    const { data } = await lookup(` ${code.toLowerCase().replace('-', ' ')} `, owner, '203.0.113.7');
    expect(data).toEqual({
      user_code: code,
      device_name: '书房的电脑',
      system: 'Windows 11',
      network: '203.0.113.x',
      same_network: true,
      asked_at: api.clock.now().toISOString(),
      expires_at: new Date(api.clock.now().getTime() + DEVICE_SIGN_IN.ttl).toISOString(),
    });
    expect((await lookup(code, owner, '203.0.113.8')).data.same_network).toBe(false);
    // The devices of one home have different addresses in one /64.
    const { user_code: home } = await begin({ ip: '2001:db8:1:2::a' });
    expect((await lookup(home, owner, '2001:db8:1:2::b')).data.same_network).toBe(true);
    expect((await lookup(home, owner, '2001:db8:1:3::b')).data.same_network).toBe(false);
  });

  test('allow is idempotent, and deny is rejected after it', async () => {
    const owner = await newcomer(api);
    const { device_code: secret, user_code: code } = await begin();
    expect((await allow(code, owner)).code).toBe('OK');
    expect((await allow(code, owner)).code).toBe('OK');
    expect((await deny(code, owner)).error.fields).toEqual({ user_code: 'field_invalid' });
    const stranger = await newcomer(api);
    expect((await allow(code, stranger)).code).toBe('DEVICE_CODE_INVALID');
    await poll(secret);
    expect((await allow(code, owner)).code).toBe('OK');
    for (const answer of [await deny(code, owner), await allow(code, stranger)])
      expect(answer.code).toBe('DEVICE_CODE_INVALID');
    expect((await activityOf(owner)).filter(({ event }) => event === 'device_allowed')).toHaveLength(1);
  });

  test('deny is final: the device gets DEVICE_DENIED and no account can allow it', async () => {
    const owner = await newcomer(api);
    const { device_code: secret, user_code: code } = await begin();
    expect((await deny(code, owner)).code).toBe('OK');
    expect((await deny(code, owner)).code).toBe('OK');
    for (const stranger of [owner, await newcomer(api)])
      expect((await allow(code, stranger)).code).toBe('DEVICE_CODE_INVALID');
    expect((await poll(secret)).code).toBe('DEVICE_DENIED');
    expect((await activityOf(owner))[0]).toMatchObject({
      event: 'device_denied',
      device: '书房的电脑, Windows 11',
    });
    expect(await sessionsOf(owner)).toHaveLength(1);
  });

  test('allow requires a fresh proof of identity; deny does not', async () => {
    const owner = await newcomer(api);
    await withAuthenticator(api, owner);
    const { user_code: code } = await begin();
    api.clock.advance(FRESH_PROOF);
    const { user_code: fresh } = await begin();
    const caller = { token: owner.token, proved: false } as const;
    const rejected = await api.call(userDevice.allow, { user_code: fresh }, caller);
    expect([rejected.code, rejected.error.proof]).toEqual(['PROOF_REQUIRED', ['totp', 'recovery']]);
    expect((await api.call(userDevice.lookup, { user_code: code }, caller)).code).toBe('DEVICE_CODE_INVALID');
    expect((await api.call(userDevice.deny, { user_code: fresh }, caller)).code).toBe('OK');
  });

  test('lookup is rate-limited per account and per network', async () => {
    const owner = await newcomer(api);
    const { user_code: code } = await begin();
    for (let guess = 0; guess < DEVICE_SIGN_IN.tries[0].count; guess += 1)
      expect((await lookup('BBBB-CCCC', owner)).code).toBe('DEVICE_CODE_INVALID');
    expect((await lookup(code, owner)).code).toBe('TOO_MANY_REQUESTS');
    expect((await allow(code, owner)).code).toBe('TOO_MANY_REQUESTS');
    const ip = someIp();
    let accomplice = await newcomer(api);
    for (let guess = 1; guess <= RATES.deviceCodes[0].count; guess += 1) {
      expect((await lookup('BBBB-CCCC', accomplice, ip)).code).toBe('DEVICE_CODE_INVALID');
      if (guess % DEVICE_SIGN_IN.tries[0].count === 0) accomplice = await newcomer(api);
    }
    expect((await lookup(code, accomplice, ip)).code).toBe('TOO_MANY_REQUESTS');
    expect((await lookup(code, accomplice)).code).toBe('OK');
  });

  test.each([
    ['an empty code', '', 'device_code_required'],
    ['letters outside the alphabet', 'ABCD-EFGH', 'device_code_invalid'],
    ['too few letters', 'BCDF-GHJ', 'device_code_invalid'],
  ])('rejects %s at the field', async (_, input, message) => {
    const { error } = await lookup(input, await newcomer(api));
    expect(error.fields).toEqual({ user_code: message });
    expect(parseDeviceCode(input)).toBeNull();
  });

  test.each(['lookup', 'allow', 'deny'] as const)('returns 401 to %s without a session', async (name) => {
    const { user_code: code } = await begin();
    expect((await api.call(userDevice[name], { user_code: code })).status).toBe(401);
  });
});

describe('allowed device', () => {
  test('gets one session named after it, and the code is consumed', async () => {
    const owner = await newcomer(api);
    const { device_code: secret, user_code: code } = await begin();
    await poll(secret);
    await allow(code, owner);
    wait();
    const { data, headers } = await poll(secret);
    expect(data.user).toMatchObject({ id: owner.user.id, email: owner.email });
    expect(String(headers['set-cookie'])).toMatch(/^known_device=ydd_/);
    expect((await api.call(userInfo.index, undefined, data)).data.email).toBe(owner.email);
    wait();
    expect((await poll(secret)).code).toBe('DEVICE_EXPIRED');
    const list = await sessionsOf(owner);
    expect(list.map(({ device, current }) => [device, current])).toEqual([
      ['书房的电脑, Windows 11', false],
      ['', true],
    ]);
    expect((await activityOf(owner)).map(({ event, device }) => [event, device])).toEqual([
      ['sign_in_succeeded', '书房的电脑, Windows 11'],
      ['device_allowed', '书房的电脑, Windows 11'],
    ]);
    const [id] = list.map((session) => session.id);
    await api.call(userInfo.revokeSession, { id: id ?? 0 }, owner);
    expect((await api.call(userInfo.index, undefined, data)).status).toBe(401);
  });

  test('triggers a mail in the owner’s language, unless the device is already known', async () => {
    const owner = await newcomer(api);
    const [first, again] = [await begin(), await begin()];
    await allow(first.user_code, owner);
    await api.call(userAuth.login, { email: owner.email, password: PASSWORD, agree: true }, { ip: someIp() });
    const { headers } = await poll(first.device_code, { lang: 'en', ip: '198.51.100.9' });
    const mailed = async () =>
      (await api.mails()).filter(({ to, subject }) => to === owner.email && subject.includes('新设备'));
    expect((await mailed())[0]?.text).toContain('书房的电脑, Windows 11');
    expect((await mailed())[0]?.text).toContain('198.51.100.x');
    await allow(again.user_code, owner);
    const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
    expect((await poll(again.device_code, { headers: { cookie } })).code).toBe('OK');
    expect(await mailed()).toHaveLength(1);
  });

  test('session has no fresh proof: allowing another device returns PROOF_REQUIRED', async () => {
    const owner = await newcomer(api);
    const { device_code: secret, user_code: code } = await begin();
    await allow(code, owner);
    const { token } = (await poll(secret)).data;
    const another = await begin();
    const answer = await api.call(
      userDevice.allow,
      { user_code: another.user_code },
      { token, proved: false },
    );
    expect([answer.code, answer.error.proof]).toEqual(['PROOF_REQUIRED', ['password']]);
  });

  const NEXT = 'Quiet-harbour9';
  const change = { old_password: PASSWORD, password: NEXT, password_confirm: NEXT };
  const ENDS: [string, (owner: SignedIn) => Promise<unknown>][] = [
    ['a change of the password', ({ token }) => api.call(userInfo.changePassword, change, { token })],
    ['ending the other sessions', ({ token }) => api.call(userInfo.revokeSession, {}, { token })],
    ['signing out of the session that allowed it', ({ token }) => api.call(userAuth.logout, {}, { token })],
    [
      'an operator ending all sessions',
      ({ email }) => opsOf(api)(`user end-sessions --email ${email} --reason lost --yes`),
    ],
    ['disabling the account', ({ email }) => opsOf(api)(`user disable --email ${email} --yes`)],
  ];

  test.each(ENDS)('gets DEVICE_DENIED at its first poll after %s', async (_, end) => {
    const owner = await newcomer(api);
    const { device_code: secret, user_code: code } = await begin();
    expect((await allow(code, owner)).code).toBe('OK');
    await end(owner);
    expect((await poll(secret)).code).toBe('DEVICE_DENIED');
    const live = await api.db.select().from(sessions).where(eq(sessions.userId, owner.user.id));
    expect(live.filter(({ device }) => device !== '')).toEqual([]);
  });

  test.each(ENDS.filter(([name]) => !name.startsWith('signing out')))(
    'loses its session by %s',
    async (_, end) => {
      const owner = await newcomer(api);
      const { device_code: secret, user_code: code } = await begin();
      await allow(code, owner);
      const { token } = (await poll(secret)).data;
      await end(owner);
      expect((await api.call(userInfo.index, undefined, { token })).status).toBe(401);
    },
  );

  test('gets its session although another session of the account has ended', async () => {
    const owner = await newcomer(api);
    const form = { email: owner.email, password: PASSWORD, agree: true };
    const { data: elsewhere } = await api.call(userAuth.login, form, { ip: someIp() });
    const { device_code: secret, user_code: code } = await begin();
    await allow(code, owner);
    await api.call(userAuth.logout, {}, { token: elsewhere.token });
    expect((await poll(secret)).code).toBe('OK');
  });

  test('gets DEVICE_DENIED when the session that allowed it has expired', async () => {
    const owner = await newcomer(api);
    const { device_code: secret, user_code: code } = await begin();
    await allow(code, owner);
    await api.db
      .update(sessions)
      .set({ expiresAt: new Date(api.clock.now().getTime() - MINUTE) })
      .where(eq(sessions.tokenHash, hashToken(owner.token)));
    expect((await poll(secret)).code).toBe('DEVICE_DENIED');
    wait();
    expect((await poll(secret)).code).toBe('DEVICE_EXPIRED');
  });
});

test('another account’s rows are unchanged at the end', async () => {
  expect(await other.rows()).toEqual(itsRows);
});

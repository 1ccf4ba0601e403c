import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  adminReview,
  endpoints,
  order,
  userAuth,
  userFactor,
  userInfo,
  type Endpoint,
} from '@yunduo/api-contract';
import { FACTOR, FRESH_PROOF, MINUTE, RATES } from '@yunduo/validation';
import { eq, like } from 'drizzle-orm';
import {
  knownDevices,
  recoveryCodes,
  securityEvents,
  sessions,
  signInTickets,
  throttles,
  totpFactors,
} from '../../db/schema/index.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { bystander, type Bystander } from '../../testing/bystander.ts';
import { SEED_PASSWORD } from '../../testing/builders.ts';
import {
  authenticator,
  nextCode,
  stepTicket,
  withAuthenticator,
  wrongCode,
  type Authenticator,
} from '../../testing/factors.ts';
import { opsOf } from '../../testing/ops.ts';
import { codeFor, newcomer, PASSWORD, signedInAs, someIp, type SignedIn } from '../../testing/people.ts';
import { person } from '../../testing/reviews.ts';
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

let owner: SignedIn;
beforeEach(async () => {
  owner = await newcomer(api);
});
const state = async ({ token } = owner) => (await api.call(userFactor.state, undefined, { token })).data;
const mailsTo = async ({ email } = owner) =>
  (await api.mails()).filter(({ to }) => to === email).map(({ subject }) => subject);
const eventsOf = async ({ user } = owner) =>
  (await api.db.select().from(securityEvents).where(eq(securityEvents.userId, user.id)))
    .toSorted((a, b) => a.id - b.id)
    .map(({ event, details }) => [event, details]);
const step = (given: { ticket: string; code?: string; recovery_code?: string }, ip = someIp()) =>
  api.call(userAuth.secondStep, given, { ip });
const isSignedIn = async (token: string) =>
  (await api.call(userInfo.index, undefined, { token })).status === 200;

describe('Setting up an authenticator app', () => {
  test('returns a secret and its QR code URI, which are active once a code was confirmed', async () => {
    const { data } = await api.call(userFactor.totpBegin, {}, { token: owner.token });
    expect(data.secret).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(data.uri);
    expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
      'otpauth:',
      'totp',
      expect.stringContaining(owner.email),
    ]);
    expect(Object.fromEntries(uri.searchParams)).toMatchObject({
      secret: data.secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
    expect(new Date(data.until).getTime() - api.clock.now().getTime()).toBe(FACTOR.setupTtl);
    expect(await state()).toEqual({ totp: null, passkeys: [], recovery_codes_left: 0 });
    expect((await signedInAs(api, owner.email)).token).not.toBe('');

    const app = authenticator(api, data.secret);
    const confirmed = await api.call(userFactor.totpConfirm, { code: app.code() }, { token: owner.token });
    expect(confirmed.data.factors).toEqual({
      totp: { created_at: api.clock.now().toISOString() },
      passkeys: [],
      recovery_codes_left: FACTOR.recoveryCodes,
    });
    expect(new Set(confirmed.data.recovery_codes).size).toBe(FACTOR.recoveryCodes);
    for (const code of confirmed.data.recovery_codes ?? []) expect(code).toMatch(/^(\w{4}-){3}\w{4}$/);
    expect(await mailsTo()).toContain('云舵账号已开启两步验证');
    expect(await eventsOf()).toContainEqual(['second_factor_added', { replaced: false }]);
  });

  test('uses up the code that confirmed it: a sign-in needs the next one', async () => {
    const { data } = await api.call(userFactor.totpBegin, {}, { token: owner.token });
    const app = authenticator(api, data.secret);
    await api.call(userFactor.totpConfirm, { code: app.code() }, { token: owner.token });
    const ticket = await stepTicket(api, owner.email);
    expect((await step({ ticket, code: app.code() })).code).toBe('FACTOR_INVALID');
    nextCode(api);
    expect((await step({ ticket, code: app.code() })).code).toBe('OK');
  });

  test('stores neither the secret nor the recovery codes in plain text', async () => {
    const { secret, recoveryCodes: codes } = await withAuthenticator(api, owner);
    const stored = JSON.stringify([
      await api.db.select().from(totpFactors).where(eq(totpFactors.userId, owner.user.id)),
      await api.db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, owner.user.id)),
    ]);
    for (const text of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))])
      expect(stored).not.toContain(text);
  });

  test('rejects a wrong code with a field error, and returns FACTOR_SETUP_OVER after it expired', async () => {
    const { data } = await api.call(userFactor.totpBegin, {}, { token: owner.token });
    const app = authenticator(api, data.secret);
    const confirm = (code: string) => api.call(userFactor.totpConfirm, { code }, { token: owner.token });
    const wrong = await confirm(wrongCode(app));
    expect([wrong.code, wrong.error.fields]).toEqual(['FACTOR_INVALID', { code: 'factor_code_wrong' }]);
    expect((await confirm('12345')).error.fields).toEqual({ code: 'factor_code_required' });
    api.clock.advance(FACTOR.setupTtl);
    expect((await confirm(app.code())).code).toBe('FACTOR_SETUP_OVER');
    expect(await state()).toEqual({ totp: null, passkeys: [], recovery_codes_left: 0 });
  });

  test('limits guesses, and then rejects even the right code', async () => {
    const { data } = await api.call(userFactor.totpBegin, {}, { token: owner.token });
    const app = authenticator(api, data.secret);
    const confirm = (code: string) => api.call(userFactor.totpConfirm, { code }, { token: owner.token });
    for (let tries = 0; tries < FACTOR.tries[0].count; tries += 1)
      expect((await confirm(wrongCode(app))).code).toBe('FACTOR_INVALID');
    expect((await confirm(app.code())).code).toBe('TOO_MANY_REQUESTS');
  });

  test('a second app replaces the first once confirmed; the recovery codes stay', async () => {
    const first = await withAuthenticator(api, owner);
    const { data } = await api.call(userFactor.totpBegin, {}, { token: owner.token });
    const second = authenticator(api, data.secret);
    const early = await step({ ticket: await stepTicket(api, owner.email), code: first.code() });
    expect(early.code).toBe('OK');
    const confirm = { code: second.code() };
    const { data: done } = await api.call(userFactor.totpConfirm, confirm, { token: owner.token });
    expect([done.recovery_codes, done.factors.recovery_codes_left]).toEqual([null, FACTOR.recoveryCodes]);
    expect(await eventsOf()).toContainEqual(['second_factor_added', { replaced: true }]);
    nextCode(api);
    const ticket = await stepTicket(api, owner.email);
    expect((await step({ ticket, code: first.code() })).code).toBe('FACTOR_INVALID');
    expect((await step({ ticket, code: second.code() })).code).toBe('OK');
  });

  test('another session needs a proof with the factor afterwards', async () => {
    const other = await signedInAs(api, owner.email);
    await withAuthenticator(api, owner);
    const remove = ({ token }: { token: string }) =>
      api.call(userFactor.totpRemove, {}, { token, proved: false });
    const rejected = await remove(other);
    expect([rejected.code, rejected.error]).toEqual(['PROOF_REQUIRED', { proof: ['totp', 'recovery'] }]);
    expect((await remove(owner)).code).toBe('OK');
  });
});

describe('Signing in with a second factor', () => {
  let app: Authenticator & { recoveryCodes: string[] };
  beforeEach(async () => {
    app = await withAuthenticator(api, owner);
  });
  const login = (password = PASSWORD, headers = {}) =>
    api.call(userAuth.login, { email: owner.email, password, agree: true }, { ip: someIp(), headers });

  test('the password returns a ticket and no session; a code then opens the session', async () => {
    const before = await api.db.$count(sessions, eq(sessions.userId, owner.user.id));
    const first = await login();
    expect([first.status, first.code]).toEqual([400, 'SECOND_FACTOR_REQUIRED']);
    expect(first.error.second_step).toEqual({
      ticket: expect.stringMatching(/^ydf_/),
      methods: ['totp', 'recovery'],
      until: new Date(api.clock.now().getTime() + FACTOR.stepTtl).toISOString(),
    });
    expect(first.headers['set-cookie']).toBeUndefined();
    expect(await api.db.$count(sessions, eq(sessions.userId, owner.user.id))).toBe(before);
    const second = await step({ ticket: first.error.second_step?.ticket ?? '', code: app.code() });
    expect(second.data.user.email).toBe(owner.email);
    expect(await isSignedIn(second.data.token)).toBe(true);
    expect(String(second.headers['set-cookie'])).toMatch(/^known_device=/);
  });

  test('a wrong password reveals nothing about the second step', async () => {
    const { code, error } = await login('Not-the-one7');
    expect([code, error.second_step]).toEqual(['CREDENTIALS_INVALID', undefined]);
  });

  test('a known device needs the factor, too, and sends no mail about a new device', async () => {
    const headers = {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    };
    const enter = async (cookie?: string) => {
      const sent = { ...headers, ...(cookie && { cookie }) };
      const ticket = (await login(PASSWORD, sent)).error.second_step?.ticket ?? '';
      nextCode(api);
      return api.call(userAuth.secondStep, { ticket, code: app.code() }, { ip: someIp(), headers: sent });
    };
    await enter();
    const first = await enter();
    const aboutNew = async () => (await mailsTo()).filter((subject) => subject.includes('新设备')).length;
    const reported = await aboutNew();
    expect(reported).toBe(1);
    const cookie = String(first.headers['set-cookie']).split(';')[0] ?? '';
    expect((await enter(cookie)).code).toBe('OK');
    expect(await aboutNew()).toBe(reported);
    expect(await eventsOf()).toContainEqual(['sign_in_succeeded', { known_device: true }]);
  });

  test('a device is not known before the second step', async () => {
    await login();
    expect(await api.db.$count(knownDevices, eq(knownDevices.userId, owner.user.id))).toBe(0);
  });

  test('accepts a code once, the next one early, and none before a used one', async () => {
    const used = app.code();
    expect((await step({ ticket: await stepTicket(api, owner.email), code: used })).code).toBe('OK');
    const ticket = await stepTicket(api, owner.email);
    expect((await step({ ticket, code: used })).code).toBe('FACTOR_INVALID');
    expect((await step({ ticket, code: app.code(-1) })).code).toBe('FACTOR_INVALID');
    expect((await step({ ticket, code: app.code(2) })).code).toBe('FACTOR_INVALID');
    expect((await step({ ticket, code: app.code(1) })).code).toBe('OK');
  });

  test('accepts full-width digits and spaces in a code', async () => {
    const code = app.code();
    const wide = [...code].map((digit) => String.fromCodePoint(Number(digit) + 0xff10)).join('');
    const ticket = await stepTicket(api, owner.email);
    expect((await step({ ticket, code: `${wide.slice(0, 3)} ${wide.slice(3)}` })).code).toBe('OK');
  });

  test('a ticket is used once, allows five attempts and expires after ten minutes', async () => {
    const enter = (ticket: string, code: string) => step({ ticket, code });
    const used = await stepTicket(api, owner.email);
    expect((await enter(used, app.code())).code).toBe('OK');
    nextCode(api);
    expect((await enter(used, app.code())).code).toBe('SECOND_STEP_OVER');
    const tried = await stepTicket(api, owner.email);
    for (let tries = 0; tries < FACTOR.stepTries; tries += 1)
      expect((await enter(tried, wrongCode(app))).code).toBe('FACTOR_INVALID');
    expect((await enter(tried, app.code())).code).toBe('SECOND_STEP_OVER');
    const late = await stepTicket(api, owner.email);
    api.clock.advance(FACTOR.stepTtl);
    expect((await enter(late, app.code())).code).toBe('SECOND_STEP_OVER');
    for (const made of ['ydf_made-up', '']) {
      expect((await enter(made, app.code())).code).not.toBe('OK');
    }
    await removeExpired(api.db, new Date(api.clock.now().getTime() + 1));
    expect(await api.db.$count(signInTickets, eq(signInTickets.userId, owner.user.id))).toBe(0);
  });

  test('a password reset revokes the ticket', async () => {
    const ticket = await stepTicket(api, owner.email);
    const code = await codeFor(api, { email: owner.email, scene: 'AUTH_RESET_PWD' });
    const next = 'Quiet-harbour9';
    const form = { email: owner.email, code, password: next, password_confirm: next };
    expect((await api.call(userAuth.resetPassword, form, { ip: someIp() })).code).toBe('OK');
    expect((await step({ ticket, code: app.code() })).code).toBe('SECOND_STEP_OVER');
    // Access to the mailbox allows a new password, but no sign-in without the factor.
    expect(await stepTicket(api, owner.email, next)).toMatch(/^ydf_/);
  });

  test('disabling the account revokes the ticket', async () => {
    const ticket = await stepTicket(api, owner.email);
    await opsOf(api)(`user disable --email ${owner.email} --reason spam --as operator@yunduo.test --yes`);
    expect((await step({ ticket, code: app.code() })).code).toBe('SECOND_STEP_OVER');
  });

  test('wrong codes are limited per account across tickets and networks, and recorded', async () => {
    for (let tries = 0; tries < FACTOR.tries[0].count; tries += 1) {
      const ticket = await stepTicket(api, owner.email);
      expect((await step({ ticket, code: wrongCode(app) })).code).toBe('FACTOR_INVALID');
    }
    const ticket = await stepTicket(api, owner.email);
    const rejected = await step({ ticket, code: app.code() });
    expect([rejected.code, (rejected.error.retry_after ?? 0) > 0]).toEqual(['TOO_MANY_REQUESTS', true]);
    expect(await eventsOf()).toContainEqual(['second_factor_refused', {}]);
    // The owner has other ways: a recovery code, or the app after the limit expires.
    const recovery_code = app.recoveryCodes[0] ?? '';
    expect((await step({ ticket: await stepTicket(api, owner.email), recovery_code })).code).toBe('OK');
    api.clock.advance(FACTOR.tries[0].window);
    expect((await step({ ticket: await stepTicket(api, owner.email), code: app.code() })).code).toBe('OK');
    // The limit of a day outlasts that of a quarter of an hour.
    const hits = Array.from({ length: FACTOR.tries[1].count }, () => api.clock.now());
    await api.db
      .update(throttles)
      .set({ hits })
      .where(like(throttles.key, `factor:${owner.user.id}:%`));
    api.clock.advance(FACTOR.tries[0].window);
    const today = await step({ ticket: await stepTicket(api, owner.email), code: app.code() });
    expect(today.code).toBe('TOO_MANY_REQUESTS');
  });

  test('attempts from other devices do not lock out a known device', async () => {
    const first = await step({ ticket: await stepTicket(api, owner.email), code: app.code() });
    const cookie = String(first.headers['set-cookie']).split(';')[0] ?? '';
    nextCode(api);
    for (let tries = 0; tries < FACTOR.tries[0].count; tries += 1)
      await step({ ticket: await stepTicket(api, owner.email), code: wrongCode(app) });
    const ticket = await stepTicket(api, owner.email);
    expect((await step({ ticket, code: app.code() })).code).toBe('TOO_MANY_REQUESTS');
    const given = { ticket: await stepTicket(api, owner.email), code: app.code() };
    expect((await api.call(userAuth.secondStep, given, { ip: someIp(), headers: { cookie } })).code).toBe(
      'OK',
    );
  });

  test('attempts are limited per network', async () => {
    const [limit] = RATES.codeTries;
    const now = api.clock.now();
    await api.db.insert(throttles).values({
      key: 'second-step:198.51.100.9',
      hits: Array.from({ length: (limit?.count ?? 0) - 1 }, () => new Date(now.getTime() - 1)),
      expiresAt: new Date(now.getTime() + MINUTE),
    });
    // A success does not count; a failure does.
    for (const [code, answer] of [
      [app.code(), 'OK'],
      [wrongCode(app), 'FACTOR_INVALID'],
    ] as const)
      expect((await step({ ticket: await stepTicket(api, owner.email), code }, '198.51.100.9')).code).toBe(
        answer,
      );
    nextCode(api);
    const ticket = await stepTicket(api, owner.email);
    expect((await step({ ticket, code: app.code() }, '198.51.100.9')).code).toBe('TOO_MANY_REQUESTS');
    expect((await step({ ticket, code: app.code() })).code).toBe('OK');
  });

  test('ends the browser’s previous session', async () => {
    const ticket = await stepTicket(api, owner.email);
    const { data } = await api.call(
      userAuth.secondStep,
      { ticket, code: app.code() },
      { ip: someIp(), token: owner.token },
    );
    expect([await isSignedIn(owner.token), await isSignedIn(data.token)]).toEqual([false, true]);
  });

  test('rejects a missing code with a field error', async () => {
    const ticket = await stepTicket(api, owner.email);
    expect((await step({ ticket })).error.fields).toEqual({ recovery_code: 'recovery_code_required' });
    expect((await step({ ticket, code: ' ' })).error.fields).toEqual({ code: 'factor_code_required' });
  });
});

describe('Recovery codes', () => {
  let app: Authenticator & { recoveryCodes: string[] };
  beforeEach(async () => {
    app = await withAuthenticator(api, owner);
  });
  const enter = async (recovery_code: string) =>
    step({ ticket: await stepTicket(api, owner.email), recovery_code });

  test('each opens one session, in any case and without dashes, and its use is mailed', async () => {
    const [first = '', second = ''] = app.recoveryCodes;
    expect((await enter(first)).code).toBe('OK');
    const again = await enter(first);
    expect([again.code, again.error.fields]).toEqual([
      'FACTOR_INVALID',
      { recovery_code: 'recovery_code_wrong' },
    ]);
    expect((await enter(` ${second.replaceAll('-', '').toLowerCase()} `)).code).toBe('OK');
    expect((await state()).recovery_codes_left).toBe(FACTOR.recoveryCodes - 2);
    expect((await mailsTo()).filter((subject) => subject.includes('恢复码'))).toHaveLength(2);
    expect(await eventsOf()).toContainEqual(['recovery_code_used', { left: FACTOR.recoveryCodes - 2 }]);
  });

  test('of another account are rejected', async () => {
    const other = await newcomer(api);
    const { recoveryCodes: theirs } = await withAuthenticator(api, other);
    expect((await enter(theirs[0] ?? '')).code).toBe('FACTOR_INVALID');
  });

  test('are regenerated with a fresh proof, and replace the old ones', async () => {
    api.clock.advance(FRESH_PROOF);
    const { token } = owner;
    const rejected = await api.call(userFactor.recoveryCodes, {}, { token, proved: false });
    expect(rejected.code).toBe('PROOF_REQUIRED');
    const { data } = await api.call(userFactor.recoveryCodes, {}, { token });
    expect(data.recovery_codes).toHaveLength(FACTOR.recoveryCodes);
    expect((await enter(app.recoveryCodes[0] ?? '')).code).toBe('FACTOR_INVALID');
    expect((await enter(data.recovery_codes[0] ?? '')).code).toBe('OK');
    expect(await mailsTo()).toContain('云舵账号的恢复码已更换');
  });

  test('are not offered once all are used; an account without a factor gets none', async () => {
    await api.db
      .update(recoveryCodes)
      .set({ usedAt: api.clock.now() })
      .where(eq(recoveryCodes.userId, owner.user.id));
    const { error } = await api.call(
      userAuth.login,
      { email: owner.email, password: PASSWORD, agree: true },
      { ip: someIp() },
    );
    expect(error.second_step?.methods).toEqual(['totp']);
    const { token } = await newcomer(api);
    expect((await api.call(userFactor.recoveryCodes, {}, { token })).code).toBe('STATE_CHANGED');
  });
});

describe('Fresh proof with a second factor', () => {
  let app: Authenticator & { recoveryCodes: string[] };
  beforeEach(async () => {
    app = await withAuthenticator(api, owner);
    api.clock.advance(FRESH_PROOF);
  });
  const prove = (given: { password?: string; code?: string; recovery_code?: string }) =>
    api.call(userInfo.prove, given, { token: owner.token });
  const refund = () =>
    api.call(order.refundRequest, { order_no: 'Y0', reason: 'why' }, { token: owner.token, proved: false });

  test('accepts an app code or a recovery code, and rejects the password', async () => {
    const byPassword = await prove({ password: PASSWORD });
    expect([byPassword.code, byPassword.error]).toEqual(['PROOF_REQUIRED', { proof: ['totp', 'recovery'] }]);
    expect((await prove({ code: wrongCode(app) })).error.fields).toEqual({ code: 'factor_code_wrong' });
    expect((await refund()).code).toBe('PROOF_REQUIRED');
    expect((await prove({ code: app.code() })).code).toBe('OK');
    expect((await refund()).code).not.toBe('PROOF_REQUIRED');
    api.clock.advance(FRESH_PROOF);
    expect((await prove({ recovery_code: app.recoveryCodes[0] ?? '' })).code).toBe('OK');
    expect((await refund()).code).not.toBe('PROOF_REQUIRED');
  });

  test('accepts an app code once, with the sign-in limit of attempts', async () => {
    const code = app.code();
    expect((await prove({ code })).code).toBe('OK');
    expect((await prove({ code })).code).toBe('FACTOR_INVALID');
    for (let tries = 1; tries < FACTOR.tries[0].count; tries += 1) await prove({ code: wrongCode(app) });
    nextCode(api);
    expect((await prove({ code: app.code() })).code).toBe('TOO_MANY_REQUESTS');
  });

  test('right codes do not count towards the limit of attempts', async () => {
    for (let tries = 0; tries <= FACTOR.tries[0].count; tries += 1) {
      expect((await prove({ code: app.code() })).code).toBe('OK');
      nextCode(api);
    }
  });

  test('is required to change the password', async () => {
    const next = 'Another-harbour8';
    const form = { old_password: PASSWORD, password: next, password_confirm: next };
    const rejected = await api.call(userInfo.changePassword, form, { token: owner.token, proved: false });
    expect(rejected.code).toBe('PROOF_REQUIRED');
  });
});

describe('Removing the second factor', () => {
  test('by its owner needs a fresh proof and is mailed; the password alone signs in afterwards', async () => {
    const app = await withAuthenticator(api, owner);
    const { token } = owner;
    api.clock.advance(FRESH_PROOF);
    expect((await api.call(userFactor.totpRemove, {}, { token, proved: false })).code).toBe('PROOF_REQUIRED');
    await api.call(userInfo.prove, { code: app.code() }, { token });
    const ticket = await stepTicket(api, owner.email);
    const { data } = await api.call(userFactor.totpRemove, {}, { token, proved: false });
    expect(data).toEqual({ totp: null, passkeys: [], recovery_codes_left: 0 });
    expect((await signedInAs(api, owner.email)).token).toMatch(/^yd/);
    const recovery_code = app.recoveryCodes[0] ?? '';
    expect((await step({ ticket, recovery_code })).code).toBe('FACTOR_INVALID');
    expect(await mailsTo()).toContain('云舵账号已关闭两步验证');
    expect(await eventsOf()).toContainEqual(['second_factor_removed', {}]);
    // Repeating changes nothing and sends no mail.
    const before = (await mailsTo()).length;
    expect((await api.call(userFactor.totpRemove, {}, { token })).code).toBe('OK');
    expect(await mailsTo()).toHaveLength(before);
  });

  test('by an operator ends every session, is mailed and audited', async () => {
    const ops = opsOf(api);
    await withAuthenticator(api, owner);
    const line = `user remove-factor --email ${owner.email} --reason lost`;
    expect((await ops(`${line} --as operator@yunduo.test`)).err).toContain('Add --yes to agree.');
    const done = await ops(`${line} --as operator@yunduo.test --yes --json`);
    expect(done.json()).toEqual({ ended: 1 });
    expect(await isSignedIn(owner.token)).toBe(false);
    expect(await mailsTo()).toContain('云舵账号的两步验证已重置');
    expect(await eventsOf()).toContainEqual(['second_factor_removed_by_operator', { sessions: 1 }]);
    const rows = await ops('audit list --action user.remove_factor --json');
    expect(rows.json<{ list: object[] }>().list[0]).toMatchObject({
      target: `user:${owner.user.id}`,
      details: { sessions: 1, reason: 'lost' },
    });
    expect(await signedInAs(api, owner.email)).toMatchObject({ email: owner.email });
    expect((await ops(`${line} --as operator@yunduo.test --yes`)).err).toContain('(STATE_CHANGED)');
  });

  test('by an operator is rejected for their own account', async () => {
    const ops = opsOf(api);
    const operator = await signedInAs(api, 'operator@yunduo.test', SEED_PASSWORD);
    await withAuthenticator(api, operator);
    const line = 'user remove-factor --email operator@yunduo.test --reason lost --yes --as';
    expect((await ops(`${line} operator@yunduo.test`)).code).toBe(1);
    expect(await state(operator)).toMatchObject({ recovery_codes_left: FACTOR.recoveryCodes });
    await api.call(userFactor.totpRemove, {}, { token: operator.token });
  });
});

test('deleting an account deletes its factor, recovery codes and tickets', async () => {
  await withAuthenticator(api, owner);
  const { token, email, user } = owner;
  await api.call(userInfo.deletePrepare, { password: PASSWORD }, { token });
  const mail = (await api.mails()).find(({ to, text }) => to === email && /\b\d{6}\b/.test(text));
  const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
  expect((await api.call(userInfo.deleteConfirm, { code }, { token })).code).toBe('OK');
  for (const table of [totpFactors, recoveryCodes, signInTickets])
    expect(await api.db.$count(table, eq(table.userId, user.id))).toBe(0);
});

test('the export names the app, and contains neither its secret nor the recovery codes', async () => {
  const app = await withAuthenticator(api, owner);
  const { data } = await api.call(userInfo.export, undefined, { token: owner.token });
  const text = JSON.stringify(data);
  expect(text).toContain('authenticator_app');
  for (const secret of [app.secret, ...app.recoveryCodes]) expect(text).not.toContain(secret);
});

describe('Required staff factor', () => {
  let strict: TestApp;
  beforeAll(async () => {
    strict = await testApp({ seeded: true, env: { STAFF_FACTOR: 'required' } });
  });
  afterAll(() => strict.close());
  const STAFF_CALLS = Object.values(endpoints)
    .flatMap((area): Endpoint[] => Object.values(area))
    .filter(({ access }) => access === 'reviewer' || access === 'operator');

  test('rejects every reviewer and operator call without a factor, and allows account calls', async () => {
    const admin = await person(strict, 'admin');
    expect(STAFF_CALLS.length).toBeGreaterThan(20);
    for (const call of STAFF_CALLS) {
      const { status, code } = await strict.call(call, {} as never, { token: admin.token });
      expect([call.url, status, code]).toEqual([call.url, 400, 'STAFF_FACTOR_REQUIRED']);
    }
    const { token } = admin;
    expect((await strict.call(userInfo.index, undefined, { token })).code).toBe('OK');
    expect((await strict.call(userFactor.totpBegin, {}, { token })).code).toBe('OK');
  });

  test('is not met by an unconfirmed setup', async () => {
    const { token } = await person(strict, 'reviewer');
    await strict.call(userFactor.totpBegin, {}, { token });
    const queue = () => strict.call(adminReview.queue, { filter: 'all' }, { token });
    expect((await queue()).code).toBe('STAFF_FACTOR_REQUIRED');
    await withAuthenticator(strict, { token });
    expect((await queue()).code).toBe('OK');
    expect((await strict.call(userFactor.totpRemove, {}, { token })).code).toBe('STAFF_FACTOR_LAST');
    expect((await queue()).code).toBe('OK');
  });

  test('returns FORBIDDEN for an account without the role', async () => {
    const { token } = await person(strict, 'developer');
    expect((await strict.call(adminReview.queue, { filter: 'all' }, { token })).code).toBe('FORBIDDEN');
  });

  test('is off in tests', async () => {
    const { token } = await person(api, 'reviewer');
    expect((await api.call(adminReview.queue, { filter: 'all' }, { token })).code).toBe('OK');
  });
});

test('another account’s rows are unchanged at the end', async () => {
  expect(await other.rows()).toEqual(itsRows);
});

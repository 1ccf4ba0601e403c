import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import {
  adminUser,
  devCenter,
  devToken,
  devApp,
  devWebhook,
  userAuth,
  userDevice,
  userFactor,
  userInfo,
} from '@yunduo/api-contract';
import { ACCOUNT_EVENTS, DAY, FACTOR, HOUR, MINUTE, SESSION, SIGN_IN } from '@yunduo/validation';
import { and, asc, eq, isNull } from 'drizzle-orm';
import { Writable } from 'node:stream';
import { withTransaction } from '../../context.ts';
import { securityEvents } from '../../db/schema/index.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { SEED_PASSWORD } from '../../testing/builders.ts';
import { stepTicket, withAuthenticator, wrongCode } from '../../testing/factors.ts';
import { opsOf } from '../../testing/ops.ts';
import { stepOptions, withPasskey } from '../../testing/passkeys.ts';
import {
  askForCode,
  codeFor,
  newcomer,
  PASSWORD,
  registered,
  someEmail,
  someIp,
  ticketFor,
  type SignedIn,
} from '../../testing/people.ts';
import { removeExpired } from '../housekeeping/housekeeping.ts';
import { recordSecurityEvent, SECURITY_EVENTS, shortNetwork, type SecurityEvent } from './events.ts';

let api: TestApp;
let admin: SignedIn;
const written: string[] = [];
const logStream = new Writable({
  write(chunk: Buffer, _encoding, done) {
    written.push(chunk.toString());
    done();
  },
});
beforeAll(async () => {
  api = await testApp({ seeded: true, logStream });
  admin = await newcomer(api);
  await opsOf(api)(`role grant --email ${admin.email} --role admin`);
});
afterAll(() => api.close());

type Line = Record<string, unknown> & { event: SecurityEvent; level: number };
const lines = (): Line[] =>
  written
    .flatMap((chunk) => chunk.split('\n').filter(Boolean))
    .map((text) => JSON.parse(text) as Line & { msg: string })
    .filter(({ msg }) => msg === 'security event');

const rowsOf = (userId: number, event?: SecurityEvent) =>
  api.db
    .select()
    .from(securityEvents)
    .where(and(eq(securityEvents.userId, userId), event && eq(securityEvents.event, event)))
    .orderBy(asc(securityEvents.id));

const NEW_PASSWORD = 'Quiet-harbour9';
const IP = '198.51.100.77';
const login = (email: string, password = PASSWORD, ip = someIp()) =>
  api.call(userAuth.login, { email, password, agree: true }, { ip });

async function undone(): Promise<void> {
  const { email, token } = await newcomer(api);
  await changeEmail({ email, token });
  const mail = (await api.mails()).find(({ to }) => to === email);
  const undo = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  await api.call(userAuth.emailChangeUndo, { token: undo }, { ip: someIp() });
}

async function changeEmail({ email, token }: Pick<SignedIn, 'email' | 'token'>): Promise<void> {
  const scene = 'USER_INFO_CHANGE_EMAIL';
  const code = await codeFor(api, { email, scene, caller: { token } });
  const first = await api.call(userInfo.changeEmailVerify, { code }, { token });
  const change_token = first.data.change_token;
  const new_email = someEmail();
  const second = await codeFor(api, {
    email: new_email,
    scene,
    changeToken: change_token,
    caller: { token },
  });
  const input = { change_token, new_email, code: second };
  const last = await api.call(userInfo.changeEmailConfirm, input, { token });
  await api.call(userInfo.changeEmailCommit, { change_token: last.data.change_token }, { token });
}

async function reset(): Promise<void> {
  const { email } = await newcomer(api);
  const code = await codeFor(api, { email, scene: 'AUTH_RESET_PWD' });
  const input = { email, code, password: NEW_PASSWORD, password_confirm: NEW_PASSWORD };
  await api.call(userAuth.resetPassword, input, { ip: someIp() });
}

async function buildToken() {
  const { token } = await newcomer(api);
  await api.call(devCenter.join, { agree: true }, { token });
  const input = { name: 'nightly build', scopes: ['app:read' as const], expires_in_days: 30 };
  const { data } = await api.call(devToken.create, input, { token });
  return { token, build: data.token, id: data.item.id };
}

async function webhook() {
  const { token } = await newcomer(api);
  await api.call(devCenter.join, { agree: true }, { token });
  const input = { url: 'https://ci.example.com/hook', events: ['review.decided' as const] };
  const { data } = await api.call(devWebhook.create, input, { token });
  return { token, input: { ...input, id: data.item.id } };
}

async function deleted(): Promise<void> {
  const { token, email } = await newcomer(api);
  await api.call(userInfo.deletePrepare, { password: PASSWORD }, { token });
  const mail = (await api.mails()).find(({ to }) => to === email);
  const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
  await api.call(userInfo.deleteConfirm, { code }, { token });
}

const role = (email: string, granted: boolean) =>
  api.call(adminUser.role, { email, role: 'reviewer', granted }, { token: admin.token });

/** A grant above the limit of one operator; returns the id of the proposal. */
async function proposed(): Promise<number> {
  const grant = `licence grant --email ${(await newcomer(api)).email} --plan permanent --quantity 100`;
  const answer = await opsOf(api)(`${grant} --reason sorry --json`);
  return answer.json<{ proposal: number }>().proposal;
}

/** Action that causes each event: an event without an entry does not compile. */
const CAUSES: Record<SecurityEvent, () => Promise<unknown>> = {
  account_registered: () => registered(api),
  sign_in_succeeded: async () => login((await newcomer(api)).email),
  sign_in_failed: async () => login((await newcomer(api)).email, 'Not-the-one7', IP),
  async sign_in_locked() {
    const { email } = await newcomer(api);
    for (let failure = 0; failure < SIGN_IN.failuresForLock; failure += 1) {
      await wrongWithTicket(email);
      api.clock.advance(70_000);
    }
  },
  async sign_in_refused() {
    const { email } = await newcomer(api);
    for (let failure = 0; failure <= SIGN_IN.failuresForCaptcha; failure += 1)
      await login(email, 'Not-the-one7');
  },
  device_allowed: async () => device('allow'),
  device_denied: async () => device('deny'),
  signed_out: async () => api.call(userAuth.logout, {}, { token: (await newcomer(api)).token }),
  async session_ended() {
    const { email, token } = await newcomer(api);
    await login(email);
    await api.call(userInfo.revokeSession, {}, { token });
  },
  async session_limit() {
    const { email } = await newcomer(api);
    for (let more = 0; more < SESSION.live; more += 1) await login(email);
  },
  async session_disowned() {
    const { email } = await newcomer(api);
    await login(email);
    await login(email);
    const mail = (await api.mails()).find(({ to }) => to === email);
    const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    await api.call(userAuth.disownSession, { token }, { ip: someIp() });
  },
  sessions_ended_by_operator: async () =>
    opsOf(api)(`user end-sessions --email ${(await newcomer(api)).email} --reason lost --yes`),
  code_sent: () => askForCode(api, { email: someEmail(), scene: 'AUTH_REGISTER_EMAIL' }),
  async code_refused() {
    const { email } = await newcomer(api);
    const input = { email, code: '000000', password: NEW_PASSWORD, password_confirm: NEW_PASSWORD };
    await api.call(userAuth.resetPassword, input, { ip: someIp() });
  },
  password_reset_requested: async () =>
    askForCode(api, { email: (await newcomer(api)).email, scene: 'AUTH_RESET_PWD' }),
  password_reset: reset,
  async password_changed() {
    const { token } = await newcomer(api);
    const input = { old_password: PASSWORD, password: NEW_PASSWORD, password_confirm: NEW_PASSWORD };
    await api.call(userInfo.changePassword, input, { token });
  },
  password_refused: async () =>
    api.call(userInfo.deletePrepare, { password: 'Not-the-one7' }, { token: (await newcomer(api)).token }),
  email_change_started: async () => changeEmail(await newcomer(api)),
  email_changed: async () => changeEmail(await newcomer(api)),
  email_change_undone: undone,
  build_token_created: buildToken,
  async build_token_revoked() {
    const { token, id } = await buildToken();
    await api.call(devToken.revoke, { id }, { token });
  },
  build_token_used: async () => api.call(devApp.list, {}, { token: (await buildToken()).build }),
  webhook_created: webhook,
  async webhook_changed() {
    const { token, input } = await webhook();
    await api.call(devWebhook.save, input, { token });
  },
  async webhook_secret_rotated() {
    const { token, input } = await webhook();
    await api.call(devWebhook.rotate, { id: input.id }, { token });
  },
  async webhook_deleted() {
    const { token, input } = await webhook();
    await api.call(devWebhook.delete, { id: input.id }, { token });
  },
  second_factor_added: async () => withAuthenticator(api, await newcomer(api)),
  async second_factor_removed() {
    const { token } = await newcomer(api);
    await withAuthenticator(api, { token });
    await api.call(userFactor.totpRemove, {}, { token });
  },
  async second_factor_removed_by_operator() {
    const { email, token } = await newcomer(api);
    await withAuthenticator(api, { token });
    await opsOf(api)(`user remove-factor --email ${email} --reason lost --yes`);
  },
  async second_factor_refused() {
    const { email, token } = await newcomer(api);
    const app = await withAuthenticator(api, { token });
    const given = { ticket: await stepTicket(api, email), code: wrongCode(app) };
    await api.call(userAuth.secondStep, given, { ip: someIp() });
  },
  passkey_added: async () => withPasskey(api, await newcomer(api)),
  async passkey_removed() {
    const { token } = await newcomer(api);
    const { id } = await withPasskey(api, { token });
    await api.call(userFactor.passkeyRemove, { id }, { token });
  },
  async passkey_counter_back() {
    const { email, token } = await newcomer(api);
    const { device } = await withPasskey(api, { token });
    const ticket = await stepTicket(api, email);
    const passkey = device.sign(await stepOptions(api, ticket, IP), { counter: 1 });
    await api.call(userAuth.secondStep, { ticket, passkey }, { ip: someIp() });
  },
  async recovery_code_used() {
    const { email, token } = await newcomer(api);
    const { recoveryCodes } = await withAuthenticator(api, { token });
    const given = { ticket: await stepTicket(api, email), recovery_code: recoveryCodes[0] ?? '' };
    await api.call(userAuth.secondStep, given, { ip: someIp() });
  },
  async recovery_codes_made() {
    const { token } = await newcomer(api);
    await withAuthenticator(api, { token });
    await api.call(userFactor.recoveryCodes, {}, { token });
  },
  data_exported: async () => api.call(userInfo.export, undefined, { token: (await newcomer(api)).token }),
  account_deleted: deleted,
  account_disabled: async () => opsOf(api)(`user disable --email ${(await newcomer(api)).email} --yes`),
  async account_enabled() {
    const { email } = await newcomer(api);
    await opsOf(api)(`user disable --email ${email} --yes`);
    await opsOf(api)(`user enable --email ${email}`);
  },
  role_granted: async () => role((await newcomer(api)).email, true),
  async role_revoked() {
    const { email } = await newcomer(api);
    await role(email, true);
    await role(email, false);
  },
  decision_proposed: proposed,
  async decision_confirmed() {
    await opsOf(api)(`decision confirm --id ${await proposed()} --as ${admin.email} --yes`);
  },
  async decision_declined() {
    await opsOf(api)(`decision decline --id ${await proposed()} --as ${admin.email}`);
  },
  async access_denied() {
    const { email, token } = await newcomer(api);
    await api.call(adminUser.role, { email, role: 'admin', granted: true }, { token });
  },
  async limit_reached() {
    const email = someEmail();
    await askForCode(api, { email, scene: 'AUTH_REGISTER_EMAIL' });
    await askForCode(api, { email, scene: 'AUTH_REGISTER_EMAIL' });
  },
};

const session = { sessions: 1 };
const token = { token_id: expect.any(Number) };
const hook = { webhook_id: expect.any(Number) };
const grant = { kind: 'licence_grant', proposal: expect.any(Number) };
/** What each event tells besides, none if it is not here. */
const DETAILS: Partial<Record<SecurityEvent, object>> = {
  sign_in_succeeded: { known_device: false },
  sign_in_refused: { reason: 'CAPTCHA_REQUIRED' },
  session_ended: session,
  session_limit: session,
  session_disowned: session,
  sessions_ended_by_operator: session,
  code_sent: { scene: 'AUTH_REGISTER_EMAIL' },
  code_refused: { scene: 'AUTH_RESET_PWD' },
  password_reset: { ...session, tokens: 0 },
  password_changed: { sessions: 0 },
  email_changed: { sessions: 0 },
  email_change_undone: session,
  build_token_created: token,
  build_token_revoked: token,
  build_token_used: token,
  webhook_created: hook,
  webhook_changed: hook,
  webhook_secret_rotated: hook,
  webhook_deleted: hook,
  second_factor_added: { replaced: false },
  second_factor_removed_by_operator: session,
  passkey_added: { backed_up: false },
  passkey_removed: { left: 0 },
  recovery_code_used: { left: FACTOR.recoveryCodes - 1 },
  account_disabled: session,
  role_granted: { role: 'reviewer' },
  role_revoked: { role: 'reviewer' },
  decision_proposed: grant,
  decision_confirmed: grant,
  decision_declined: grant,
  access_denied: { call: '/api/admin_user/role' },
  limit_reached: { call: '/api/user_auth/send_email' },
};
const WITHOUT_USER = ['sign_in_refused', 'code_sent', 'code_refused', 'limit_reached'];
const WITHOUT_ADDRESS = /^(?:build_token|webhook|access|limit)_/;

/** Caused on the command line here. */
const BY_COMMAND = /^account_(?:dis|en)abled$|^decision_|_by_operator$/;

/** A device sign-in with the owner's decision. */
async function device(decision: 'allow' | 'deny') {
  const { token } = await newcomer(api);
  const asks = { device_name: 'Workshop laptop', system: 'Debian 12' };
  const { data } = await api.call(userDevice.begin, asks, { ip: someIp() });
  return api.call(userDevice[decision], { user_code: data.user_code }, { token });
}

async function wrongWithTicket(email: string) {
  const captcha_ticket = await ticketFor(api, 'login');
  const input = { email, password: 'Not-the-one7', agree: true, captcha_ticket };
  return api.call(userAuth.login, input, { ip: someIp() });
}

describe('Security events', () => {
  test('match docs/security-events.md in level, fields and activity', async () => {
    const document = await readFile(
      new URL('../../../../../docs/security-events.md', import.meta.url),
      'utf8',
    );
    const rows = [...document.matchAll(/^\| `(\w+)` +\| (\w+) +\| ([^|]+) \| ([^|]+) \|/gm)]
      .filter(([, , level]) => level === 'info' || level === 'warn')
      .map(([, name = '', level, fields = '', activity = '']) => ({
        name,
        level,
        fields: [...fields.matchAll(/`(\w+)`/g)].map(([, field]) => field),
        activity: activity.trim(),
      }));
    const repeated = { [HOUR]: 'one an hour', [DAY]: 'one a day' };
    const ofAccounts: readonly string[] = ACCOUNT_EVENTS;
    const code = Object.entries(SECURITY_EVENTS).map(([name, spec]) => ({
      name,
      level: spec.level,
      fields: [...spec.fields],
      activity: !ofAccounts.includes(name)
        ? 'none'
        : 'repeats' in spec
          ? repeated[spec.repeats as number]
          : 'each',
    }));
    expect(rows).toEqual(code);
  });

  test.each(Object.keys(CAUSES) as SecurityEvent[])(
    '%s is logged with its level and fields',
    async (name) => {
      const spec = SECURITY_EVENTS[name];
      const before = lines().filter((line) => line.event === name).length;
      await CAUSES[name]();
      const line = lines()
        .filter((one) => one.event === name)
        .at(before);
      expect(line).toMatchObject({ level: spec.level === 'warn' ? 40 : 30 });
      const told = Object.fromEntries(spec.fields.map((field) => [field, line?.[field]]));
      expect(told).toEqual(DETAILS[name] ?? {});
      expect(['user' in (line ?? {}), 'account' in (line ?? {})]).toEqual([
        !WITHOUT_USER.includes(name),
        !WITHOUT_ADDRESS.test(name),
      ]);
      if ((ACCOUNT_EVENTS as readonly string[]).includes(name)) {
        const rows = await api.db.select().from(securityEvents).where(eq(securityEvents.event, name));
        expect(rows).toContainEqual(
          expect.objectContaining({ userId: line?.['user'] ?? null, details: told }),
        );
      }
      const common = ['level', 'time', 'pid', 'hostname', 'event', 'user', 'account', 'msg'];
      const origin = ['network', 'network_id', 'device', 'request'];
      // A call has an origin from its first hook on, a command none.
      expect(origin.filter((field) => field in (line ?? {}))).toEqual(BY_COMMAND.test(name) ? [] : origin);
      const allowed = new Set<string>([...common, ...origin, ...spec.fields]);
      expect(Object.keys(line ?? {}).filter((field) => !allowed.has(field))).toEqual([]);
      api.clock.advance(HOUR);
    },
  );

  test.each<[SecurityEvent, string, () => Promise<unknown>]>([
    [
      'password_refused',
      'a wrong password when it is changed',
      async () => {
        const { token } = await newcomer(api);
        const input = {
          old_password: 'Not-the-one7',
          password: NEW_PASSWORD,
          password_confirm: NEW_PASSWORD,
        };
        await api.call(userInfo.changePassword, input, { token });
      },
    ],
    [
      'password_refused',
      'a wrong password as a proof',
      async () =>
        api.call(userInfo.prove, { password: 'Not-the-one7' }, { token: (await newcomer(api)).token }),
    ],
    [
      'code_refused',
      'a wrong code of an email change',
      async () =>
        api.call(userInfo.changeEmailVerify, { code: '000000' }, { token: (await newcomer(api)).token }),
    ],
    [
      'code_refused',
      'a wrong code of a deletion',
      async () =>
        api.call(userInfo.deleteConfirm, { code: '000000' }, { token: (await newcomer(api)).token }),
    ],
    [
      'sign_in_refused',
      'the right password of a disabled account',
      async () => {
        const { email } = await newcomer(api);
        await opsOf(api)(`user disable --email ${email} --yes`);
        await login(email);
      },
    ],
    [
      'signed_out',
      'a sign-in that replaces the session of its browser',
      async () => {
        const { email, token } = await newcomer(api);
        const input = { email, password: PASSWORD, agree: true };
        await api.call(userAuth.login, input, { token, ip: someIp() });
      },
    ],
    [
      'second_factor_refused',
      'a wrong code as a proof',
      async () => {
        const { token } = await newcomer(api);
        const app = await withAuthenticator(api, { token });
        await api.call(userInfo.prove, { code: wrongCode(app) }, { token });
      },
    ],
  ])('%s is logged for %s', async (name, _, cause) => {
    const count = () => lines().filter((line) => line.event === name).length;
    const before = count();
    await cause();
    expect(count()).toBe(before + 1);
    api.clock.advance(HOUR);
  });

  test('contain no secret and no full address', () => {
    const text = lines()
      .map((line) => JSON.stringify({ ...line, hostname: '', time: 0 }))
      .join('\n');
    expect(text.split('\n').length).toBeGreaterThan(Object.keys(SECURITY_EVENTS).length);
    for (const secret of [PASSWORD, NEW_PASSWORD, 'Not-the-one7', SEED_PASSWORD, IP]) {
      expect(text).not.toContain(secret);
    }
    expect(text).not.toMatch(/@|yd[a-z]_|\b\d{1,3}(\.\d{1,3}){3}\b/);
    expect(text).toContain('"network":"198.51.100.x"');
  });

  test('share an id per account and per network, without naming them', async () => {
    const { email, user } = await newcomer(api);
    await login(email, 'Not-the-one7', IP);
    await login(email, PASSWORD, IP);
    const [failed, succeeded] = lines().filter((line) => line['user'] === user.id);
    expect(failed).toMatchObject({ event: 'sign_in_failed', account: succeeded?.['account'] });
    expect(succeeded).toMatchObject({ event: 'sign_in_succeeded', network_id: failed?.['network_id'] });
    expect(failed?.['network_id']).toMatch(/^[0-9a-f]{12}$/);
    expect(failed?.['request']).not.toBe(succeeded?.['request']);
  });

  test('share a row if repeated within the hour, one per network', async () => {
    const { email, user } = await newcomer(api);
    await login(email, 'Not-the-one7', IP);
    api.clock.advance(MINUTE);
    await login(email, 'Not-the-one7', IP);
    await login(email, 'Not-the-one7', '203.0.113.9');
    const rows = await rowsOf(user.id, 'sign_in_failed');
    expect(rows.map(({ network, count }) => ({ network, count }))).toEqual([
      { network: '198.51.100.x', count: 2 },
      { network: '203.0.113.x', count: 1 },
    ]);
    expect(rows[0]?.at).toEqual(api.clock.now());
  });

  test('of an unknown address leave a row without a user, which housekeeping deletes', async () => {
    const mine = and(isNull(securityEvents.userId), eq(securityEvents.event, 'sign_in_failed'));
    await login('nobody-at-all@example.com', 'Not-the-one7', IP);
    const rows = await api.db.select().from(securityEvents).where(mine);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('nobody-at-all');
    await removeExpired(api.db, new Date(api.clock.now().getTime() + HOUR + 1));
    expect(await api.db.$count(securityEvents, mine)).toBe(0);
  });

  test('are rolled back with their transaction', async () => {
    const { email, user } = await newcomer(api);
    const work = api.db.transaction(async (tx) => {
      const subject = { userId: user.id, email, details: {} };
      await recordSecurityEvent(withTransaction(api.app, tx), 'data_exported', subject);
      expect(await tx.$count(securityEvents, eq(securityEvents.userId, user.id))).toBe(1);
      throw new Error('undone');
    });
    await expect(work).rejects.toThrow('undone');
    expect(await rowsOf(user.id)).toEqual([]);
  });
});

test.each([
  ['203.0.113.7', '203.0.113.x'],
  ['2001:db8:1:2::/64', '2001:db8:1::x'],
  ['unknown', 'unknown'],
])('shortNetwork shortens %s to %s', (network, short) => {
  expect(shortNetwork(network)).toBe(short);
});

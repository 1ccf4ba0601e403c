import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { order, userAuth, userFactor, userInfo, type PasskeyProof } from '@yunduo/api-contract';
import { FACTOR, FRESH_PROOF, PASSKEY } from '@yunduo/validation';
import { eq } from 'drizzle-orm';
import {
  passkeyChallenges,
  passkeys,
  recoveryCodes,
  securityEvents,
  sessions,
  throttles,
} from '../../db/schema/index.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { bystander, type Bystander } from '../../testing/bystander.ts';
import { stepTicket, withAuthenticator } from '../../testing/factors.ts';
import { opsOf } from '../../testing/ops.ts';
import { SoftAuthenticator, stepOptions, withPasskey, type Lies } from '../../testing/passkeys.ts';
import { newcomer, PASSWORD, signedInAs, someIp, type SignedIn } from '../../testing/people.ts';
import { person } from '../../testing/reviews.ts';
import { removeExpired } from '../housekeeping/housekeeping.ts';
import { relyingParty } from './passkeys.ts';

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
const begin = async ({ token } = owner) =>
  (await api.call(userFactor.passkeyBegin, {}, { token })).data.options;
const finish = (credential: ReturnType<SoftAuthenticator['make']>, { token } = owner, label = 'Laptop') =>
  api.call(userFactor.passkeyFinish, { label, credential }, { token });
const enter = (ticket: string, passkey: PasskeyProof) =>
  api.call(userAuth.secondStep, { ticket, passkey }, { ip: someIp() });
/** The password, then a passkey that may deviate. */
async function signIn(device: SoftAuthenticator, lies: Lies = {}, email = owner.email) {
  const ticket = await stepTicket(api, email);
  return enter(ticket, device.sign(await stepOptions(api, ticket, someIp()), lies));
}
const isSignedIn = async (token: string) =>
  (await api.call(userInfo.index, undefined, { token })).status === 200;

/** False statements by a device, a page or a stranger. */
const LIES: [string, Lies][] = [
  ['on another site', { origin: 'https://yunduo.example' }],
  ['on another port of this machine', { origin: 'http://localhost:4301' }],
  ['for another site', { rpId: 'yunduo.example' }],
  ['without user verification', { unverified: true }],
  ['for a made-up challenge', { challenge: randomBytes(32).toString('base64url') }],
  ['for another purpose', { type: 'payment.get' }],
];

describe('Adding a passkey', () => {
  test('requires user verification, and returns the passkey with its name and recovery codes', async () => {
    const { token } = owner;
    const { data } = await api.call(userFactor.passkeyBegin, {}, { token });
    expect(data.options).toMatchObject({
      rp: { id: 'localhost', name: '云舵' },
      user: { name: owner.email, displayName: owner.email },
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    });
    expect(Buffer.from(data.options.challenge, 'base64url').length).toBeGreaterThanOrEqual(32);
    expect(Buffer.from(data.options.user.id, 'base64url').toString()).not.toContain(String(owner.user.id));
    expect(new Date(data.until).getTime() - api.clock.now().getTime()).toBe(PASSKEY.challengeTtl);
    expect(await state()).toEqual({ totp: null, passkeys: [], recovery_codes_left: 0 });

    const device = new SoftAuthenticator({ backedUp: true });
    const added = await finish(device.make(data.options), owner, '  My   laptop ');
    expect(added.data.factors).toEqual({
      totp: null,
      passkeys: [
        {
          id: expect.any(Number),
          label: 'My laptop',
          backed_up: true,
          created_at: api.clock.now().toISOString(),
          last_used_at: null,
        },
      ],
      recovery_codes_left: FACTOR.recoveryCodes,
    });
    expect(new Set(added.data.recovery_codes).size).toBe(FACTOR.recoveryCodes);
    expect(await mailsTo()).toContain('云舵账号新增了一个通行密钥');
    expect(await eventsOf()).toContainEqual(['passkey_added', { backed_up: true }]);
  });

  test.each(LIES)('rejects a passkey made %s', async (_how, lies) => {
    const options = await begin();
    const device = new SoftAuthenticator();
    const rejected = (await finish(device.make(options, lies))).code;
    expect(rejected).toBe(lies.challenge ? 'FACTOR_SETUP_OVER' : 'PASSKEY_REFUSED');
    const honest = (await finish(device.make(options))).code;
    expect(honest).toBe(lies.challenge ? 'OK' : 'FACTOR_SETUP_OVER');
  });

  test('rejects an invalid attestation', async () => {
    const honest = new SoftAuthenticator().make(await begin());
    expect((await finish({ ...honest, attestation: 'AAAA' })).code).toBe('PASSKEY_REFUSED');
    for (const text of ['', 'no JSON', 'null', '{}', '{"challenge":{"toString":1}}']) {
      const client_data = Buffer.from(text || '\0').toString('base64url');
      expect((await finish({ ...honest, client_data })).code).toBe('FACTOR_SETUP_OVER');
    }
  });

  test('accepts a challenge once, within five minutes, in the session that requested it', async () => {
    const device = new SoftAuthenticator();
    const options = await begin();
    const other = await signedInAs(api, owner.email);
    const stranger = await newcomer(api);
    expect((await finish(device.make(options), other)).code).toBe('FACTOR_SETUP_OVER');
    expect((await finish(device.make(options), stranger)).code).toBe('FACTOR_SETUP_OVER');
    expect((await finish(device.make(options))).code).toBe('OK');
    expect((await finish(new SoftAuthenticator().make(options))).code).toBe('FACTOR_SETUP_OVER');
    const late = await begin();
    api.clock.advance(PASSKEY.challengeTtl);
    expect((await finish(new SoftAuthenticator().make(late))).code).toBe('FACTOR_SETUP_OVER');
    await removeExpired(api.db, new Date(api.clock.now().getTime() + 1));
    expect(await api.db.$count(passkeyChallenges, eq(passkeyChallenges.userId, owner.user.id))).toBe(0);
  });

  test('rejects an authenticator that is registered already, with this account or another', async () => {
    const { device } = await withPasskey(api, owner);
    expect((await begin()).excludeCredentials.map(({ id }) => id)).toEqual([device.id]);
    expect((await finish(device.make(await begin()))).code).toBe('PASSKEY_REFUSED');
    const stranger = await newcomer(api);
    expect((await finish(device.make(await begin(stranger)), stranger)).code).toBe('PASSKEY_REFUSED');
    expect((await state(stranger)).passkeys).toEqual([]);
  });

  test('needs a fresh proof in every other session', async () => {
    const other = await signedInAs(api, owner.email);
    await withPasskey(api, owner);
    const rejected = await api.call(userFactor.passkeyBegin, {}, { token: other.token, proved: false });
    expect([rejected.code, rejected.error]).toEqual(['PROOF_REQUIRED', { proof: ['passkey', 'recovery'] }]);
  });

  test('keeps existing recovery codes', async () => {
    await withAuthenticator(api, owner);
    expect((await withPasskey(api, owner)).recoveryCodes).toEqual([]);
    expect((await state()).recovery_codes_left).toBe(FACTOR.recoveryCodes);
  });

  test('needs a name of at most forty characters', async () => {
    const credential = new SoftAuthenticator().make(await begin());
    expect((await finish(credential, owner, ' ')).error.fields).toEqual({ label: 'passkey_label_required' });
    expect((await finish(credential, owner, 'x'.repeat(41))).error.fields).toEqual({
      label: 'passkey_label_length',
    });
    expect((await finish(credential, owner, '书房'.repeat(20))).code).toBe('OK');
  });

  test('returns PASSKEY_LIMIT above ten per account, also for one begun earlier', async () => {
    const device = new SoftAuthenticator();
    const options = await begin();
    for (let count = 0; count < PASSKEY.count; count += 1) await withPasskey(api, owner);
    expect((await finish(device.make(options))).code).toBe('PASSKEY_LIMIT');
    const rejected = await api.call(userFactor.passkeyBegin, {}, { token: owner.token });
    expect([rejected.code, rejected.msg.includes('10')]).toEqual(['PASSKEY_LIMIT', true]);
  });

  test('limits the number of challenges', async () => {
    for (let count = 0; count < PASSKEY.challenges[0].count; count += 1) await begin();
    const rejected = await api.call(userFactor.passkeyBegin, {}, { token: owner.token });
    expect(rejected.code).toBe('TOO_MANY_REQUESTS');
  });
});

describe('Signing in with a passkey', () => {
  let device: SoftAuthenticator;
  let codes: string[];
  beforeEach(async () => {
    ({ device, recoveryCodes: codes } = await withPasskey(api, owner));
  });

  test('is the first method of the second step, and opens the session', async () => {
    await withAuthenticator(api, owner);
    const input = { email: owner.email, password: PASSWORD, agree: true };
    const first = await api.call(userAuth.login, input, { ip: someIp() });
    expect(first.error.second_step?.methods).toEqual(['passkey', 'totp', 'recovery']);
    const ticket = first.error.second_step?.ticket ?? '';
    const options = await stepOptions(api, ticket, someIp());
    expect(options).toMatchObject({
      rpId: 'localhost',
      userVerification: 'required',
      allowCredentials: [{ id: device.id, type: 'public-key', transports: ['internal'] }],
    });
    const done = await enter(ticket, device.sign(options));
    expect(done.data.user.email).toBe(owner.email);
    expect(await isSignedIn(done.data.token)).toBe(true);
    expect((await state()).passkeys[0]?.last_used_at).toBe(api.clock.now().toISOString());
    expect(await eventsOf()).toContainEqual(['sign_in_succeeded', { known_device: false }]);
  });

  test('accepts the app or a recovery code instead', async () => {
    const app = await withAuthenticator(api, owner);
    const step = async (given: { code?: string; recovery_code?: string }) =>
      api.call(
        userAuth.secondStep,
        { ticket: await stepTicket(api, owner.email), ...given },
        { ip: someIp() },
      );
    expect((await step({ code: app.code() })).code).toBe('OK');
    expect((await step({ recovery_code: codes[0] ?? '' })).code).toBe('OK');
  });

  test.each([...LIES, ['with another key', { forged: true }] satisfies [string, Lies]])(
    'rejects a passkey signed %s, and records the attempt',
    async (_how, lies) => {
      const before = await api.db.$count(sessions, eq(sessions.userId, owner.user.id));
      expect((await signIn(device, lies)).code).toBe('PASSKEY_REFUSED');
      expect(await api.db.$count(sessions, eq(sessions.userId, owner.user.id))).toBe(before);
      expect(await eventsOf()).toContainEqual(['second_factor_refused', {}]);
    },
  );

  test('rejects another account’s passkey, also under this account’s credential id', async () => {
    const stranger = await newcomer(api);
    const { device: theirs } = await withPasskey(api, stranger);
    expect((await signIn(theirs)).code).toBe('PASSKEY_REFUSED');
    expect((await signIn(theirs, { id: device.id })).code).toBe('PASSKEY_REFUSED');
    expect((await signIn(theirs, {}, stranger.email)).code).toBe('OK');
  });

  test('accepts a challenge once, within five minutes, for the sign-in that requested it', async () => {
    const [ticket, other] = [await stepTicket(api, owner.email), await stepTicket(api, owner.email)];
    const options = await stepOptions(api, ticket, someIp());
    expect((await enter(other, device.sign(options))).code).toBe('PASSKEY_REFUSED');
    const late = await stepOptions(api, other, someIp());
    expect((await enter(ticket, device.sign(options))).code).toBe('OK');
    api.clock.advance(PASSKEY.challengeTtl);
    expect((await enter(other, device.sign(late))).code).toBe('PASSKEY_REFUSED');
    expect((await enter(other, device.sign(options))).code).toBe('PASSKEY_REFUSED');
  });

  test('a rejected challenge cannot be used again', async () => {
    const ticket = await stepTicket(api, owner.email);
    const options = await stepOptions(api, ticket, someIp());
    expect((await enter(ticket, device.sign(options, { unverified: true }))).code).toBe('PASSKEY_REFUSED');
    expect((await enter(ticket, device.sign(options))).code).toBe('PASSKEY_REFUSED');
    expect((await enter(ticket, device.sign(await stepOptions(api, ticket, someIp())))).code).toBe('OK');
  });

  test('rejects a counter that does not increase, and records passkey_counter_back', async () => {
    expect((await signIn(device)).code).toBe('OK');
    const { counter } = device;
    expect((await signIn(device, { counter })).code).toBe('PASSKEY_REFUSED');
    expect((await signIn(device, { counter: 0 })).code).toBe('PASSKEY_REFUSED');
    const seen = (await eventsOf()).filter(([event]) => event === 'passkey_counter_back');
    expect(seen).toHaveLength(2);
    expect((await signIn(device, { counter: counter + 100 })).code).toBe('OK');
    const [row] = await api.db.select().from(passkeys).where(eq(passkeys.credentialId, device.id));
    expect(row?.counter).toBe(counter + 100);
  });

  test('accepts an authenticator without a counter repeatedly', async () => {
    const plain = new SoftAuthenticator({ counter: 0 });
    await withPasskey(api, owner, { device: plain });
    expect((await signIn(plain)).code).toBe('OK');
    expect((await signIn(plain)).code).toBe('OK');
  });

  test('returns no options for an expired ticket or an account without a passkey', async () => {
    const ask = (ticket: string) => api.call(userAuth.secondStepPasskey, { ticket }, { ip: someIp() });
    expect((await ask('ydf_made-up')).code).toBe('SECOND_STEP_OVER');
    const late = await stepTicket(api, owner.email);
    api.clock.advance(FACTOR.stepTtl);
    expect((await ask(late)).code).toBe('SECOND_STEP_OVER');
    const stranger = await newcomer(api);
    await withAuthenticator(api, stranger);
    expect((await ask(await stepTicket(api, stranger.email))).code).toBe('STATE_CHANGED');
    const tried = await stepTicket(api, owner.email);
    for (let tries = 0; tries < FACTOR.stepTries; tries += 1)
      await enter(tried, device.sign(await stepOptions(api, tried, someIp()), { unverified: true }));
    expect((await ask(tried)).code).toBe('SECOND_STEP_OVER');
  });
});

describe('Fresh proof by passkey', () => {
  let device: SoftAuthenticator;
  beforeEach(async () => {
    ({ device } = await withPasskey(api, owner));
    api.clock.advance(FRESH_PROOF);
  });
  const ask = async ({ token } = owner) =>
    (await api.call(userFactor.passkeyProve, {}, { token })).data.options;
  const prove = (passkey: PasskeyProof, { token } = owner) =>
    api.call(userInfo.prove, { passkey }, { token });
  const refund = () =>
    api.call(order.refundRequest, { order_no: 'Y0', reason: 'why' }, { token: owner.token, proved: false });

  test('allows the protected calls of that session', async () => {
    const requested = await refund();
    expect([requested.code, requested.error]).toEqual(['PROOF_REQUIRED', { proof: ['passkey', 'recovery'] }]);
    expect((await prove(device.sign(await ask()))).code).toBe('OK');
    expect((await refund()).code).not.toBe('PROOF_REQUIRED');
  });

  test('rejects a challenge of another session, a sign-in or a setup, and a stale counter', async () => {
    const other = await signIn(device);
    const options = await ask({ ...owner, token: other.data.token });
    expect((await prove(device.sign(options))).code).toBe('PASSKEY_REFUSED');
    const step = await stepOptions(api, await stepTicket(api, owner.email), someIp());
    expect((await prove(device.sign(step))).code).toBe('PASSKEY_REFUSED');
    expect((await prove(device.sign(await ask(), { counter: 1 }))).code).toBe('PASSKEY_REFUSED');
    expect((await refund()).code).toBe('PROOF_REQUIRED');
    const { challenge } = await begin();
    expect((await prove(device.sign({ ...step, challenge }))).code).toBe('PASSKEY_REFUSED');
  });

  test('returns STATE_CHANGED for an account without a passkey', async () => {
    const { token } = await newcomer(api);
    expect((await api.call(userFactor.passkeyProve, {}, { token })).code).toBe('STATE_CHANGED');
  });
});

describe('Renaming and removing passkeys', () => {
  test('a passkey is renamed by its owner; another account gets PASSKEY_NOT_FOUND', async () => {
    const { id } = await withPasskey(api, owner);
    const rename = (label: string, { token } = owner) =>
      api.call(userFactor.passkeyRename, { id, label }, { token });
    expect((await rename(' Study  laptop ')).data.passkeys[0]?.label).toBe('Study laptop');
    expect((await rename('')).error.fields).toEqual({ label: 'passkey_label_required' });
    const stranger = await newcomer(api);
    expect((await rename('Mine', stranger)).code).toBe('PASSKEY_NOT_FOUND');
    const { token } = stranger;
    expect((await api.call(userFactor.passkeyRemove, { id }, { token })).code).toBe('PASSKEY_NOT_FOUND');
    expect((await state()).passkeys[0]?.label).toBe('Study laptop');
  });

  test('removing one of two needs a fresh proof, disables only that one, and is mailed', async () => {
    const first = await withPasskey(api, owner);
    const second = await withPasskey(api, owner, { label: 'Key ring' });
    const remove = (more: object = {}) =>
      api.call(userFactor.passkeyRemove, { id: first.id }, { token: owner.token, ...more });
    api.clock.advance(FRESH_PROOF);
    expect((await remove({ proved: false })).code).toBe('PROOF_REQUIRED');
    const { data } = await remove();
    expect(data.passkeys.map(({ label }) => label)).toEqual(['Key ring']);
    expect(data.recovery_codes_left).toBe(FACTOR.recoveryCodes);
    expect((await signIn(first.device)).code).toBe('PASSKEY_REFUSED');
    expect((await signIn(second.device)).code).toBe('OK');
    expect(await mailsTo()).toContain('云舵账号删除了一个通行密钥');
    expect(await eventsOf()).toContainEqual(['passkey_removed', { left: 1 }]);
    expect((await remove()).code).toBe('PASSKEY_NOT_FOUND');
  });

  test('removing the last one removes the recovery codes, and the password alone signs in', async () => {
    const { id, recoveryCodes: codes } = await withPasskey(api, owner);
    const ticket = await stepTicket(api, owner.email);
    const { data } = await api.call(userFactor.passkeyRemove, { id }, { token: owner.token });
    expect(data).toEqual({ totp: null, passkeys: [], recovery_codes_left: 0 });
    const given = { ticket, recovery_code: codes[0] ?? '' };
    expect((await api.call(userAuth.secondStep, given, { ip: someIp() })).code).toBe('FACTOR_INVALID');
    expect(await api.db.$count(recoveryCodes, eq(recoveryCodes.userId, owner.user.id))).toBe(0);
    expect((await signedInAs(api, owner.email)).token).toMatch(/^yd/);
    expect(await mailsTo()).toContain('云舵账号已关闭两步验证');
  });

  test('removing the app keeps two-step sign-in by passkey, with its recovery codes', async () => {
    const { device } = await withPasskey(api, owner);
    await withAuthenticator(api, owner);
    const { data } = await api.call(userFactor.totpRemove, {}, { token: owner.token });
    expect([data.totp, data.passkeys.length, data.recovery_codes_left]).toEqual([
      null,
      1,
      FACTOR.recoveryCodes,
    ]);
    expect((await signIn(device)).code).toBe('OK');
    expect(await mailsTo()).toContain('云舵账号移除了验证器应用');
    expect(await mailsTo()).not.toContain('云舵账号已关闭两步验证');
  });

  test('an account with only a passkey can regenerate its recovery codes', async () => {
    await withPasskey(api, owner);
    const { data } = await api.call(userFactor.recoveryCodes, {}, { token: owner.token });
    expect(data.recovery_codes).toHaveLength(FACTOR.recoveryCodes);
  });

  test('the command user remove-factor removes passkeys', async () => {
    await withPasskey(api, owner);
    const line = `user remove-factor --email ${owner.email} --reason lost --as operator@yunduo.test --yes`;
    expect((await opsOf(api)(line)).code).toBe(0);
    expect(await api.db.$count(passkeys, eq(passkeys.userId, owner.user.id))).toBe(0);
    expect((await signedInAs(api, owner.email)).token).toMatch(/^yd/);
    expect(await mailsTo()).toContain('云舵账号的两步验证已重置');
  });
});

test('staff with a required factor cannot remove the last one', async () => {
  const strict = await testApp({ seeded: true, env: { STAFF_FACTOR: 'required' } });
  try {
    const { token } = await person(strict, 'reviewer');
    const { id } = await withPasskey(strict, { token });
    const remove = () => strict.call(userFactor.passkeyRemove, { id }, { token });
    expect((await remove()).code).toBe('STAFF_FACTOR_LAST');
    await withAuthenticator(strict, { token });
    expect((await remove()).code).toBe('OK');
    expect((await strict.call(userFactor.totpRemove, {}, { token })).code).toBe('STAFF_FACTOR_LAST');
    const left = await strict.call(userFactor.state, undefined, { token });
    expect([left.data.totp !== null, left.data.recovery_codes_left]).toEqual([true, FACTOR.recoveryCodes]);
  } finally {
    await strict.close();
  }
});

test('deleting an account deletes its passkeys; its export lists them without their keys', async () => {
  const { token, email, user } = owner;
  await withPasskey(api, owner, { label: 'Blue laptop' });
  await begin();
  const [row] = await api.db.select().from(passkeys).where(eq(passkeys.userId, user.id));
  const { data } = await api.call(userInfo.export, undefined, { token });
  const text = JSON.stringify(data);
  expect(text).toContain('Blue laptop');
  expect(text).not.toContain(row?.publicKey);
  await api.call(userInfo.deletePrepare, { password: PASSWORD }, { token });
  const mail = (await api.mails()).find(({ to, text: body }) => to === email && /\b\d{6}\b/.test(body));
  const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
  expect((await api.call(userInfo.deleteConfirm, { code }, { token })).code).toBe('OK');
  for (const table of [passkeys, passkeyChallenges])
    expect(await api.db.$count(table, eq(table.userId, user.id))).toBe(0);
});

test.each([
  ['https://www.example.com', 'www.example.com', 'https://www.example.com'],
  ['https://example.com:8443/base', 'example.com', 'https://example.com:8443'],
  ['http://127.0.0.1:4300', 'localhost', 'http://localhost:4300'],
  ['http://[::1]', 'localhost', 'http://localhost'],
])('for origin %s the relying party is %s, used on %s', (origin, id, used) => {
  expect(relyingParty({ origin })).toEqual({ id, origins: [used] });
});

test('another account’s rows are unchanged at the end', async () => {
  expect(await other.rows()).toEqual(itsRows);
});

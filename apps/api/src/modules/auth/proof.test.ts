import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { devToken, endpoints, order, userAuth, userInfo, type Endpoint } from '@yunduo/api-contract';
import { FRESH_PROOF, SIGN_IN } from '@yunduo/validation';
import { eq } from 'drizzle-orm';
import { devTokens, sessions, signInGuards, throttles } from '../../db/schema/index.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { SEED_PASSWORD } from '../../testing/builders.ts';
import { newcomer, PASSWORD, signedInAs, type SignedIn } from '../../testing/people.ts';
import { person } from '../../testing/reviews.ts';

let api: TestApp;
beforeAll(async () => {
  api = await testApp({ seeded: true });
});
afterAll(() => api.close());
beforeEach(() => api.db.delete(throttles));

const calls = Object.values(endpoints).flatMap((area): Endpoint[] => Object.values(area));
const request = calls.filter(({ proof }) => proof === 'identity');
const build = { name: 'nightly', scopes: ['app:read' as const], expires_in_days: 30 };

test('calls on money, roles, accounts, tokens, webhooks and second factors require a fresh proof', () => {
  expect(request.map(({ url }) => url).toSorted()).toEqual([
    '/admin_decision/confirm',
    '/admin_order/confirm_transfer',
    '/admin_order/refund_decide',
    '/admin_order/return_payment',
    '/admin_user/delete',
    '/admin_user/disable',
    '/admin_user/end_sessions',
    '/admin_user/remove_factor',
    '/admin_user/role',
    '/auth_code/transfer',
    '/dev_token/create',
    '/dev_webhook/create',
    '/dev_webhook/rotate',
    '/dev_webhook/save',
    '/order/refund_request',
    '/user_device/allow',
    '/user_factor/passkey_begin',
    '/user_factor/passkey_remove',
    '/user_factor/recovery_codes',
    '/user_factor/totp_begin',
    '/user_factor/totp_remove',
    '/user_info/change_email_verify',
  ]);
});

describe('a right password clears the failures counted before it', () => {
  const WRONG_PASSWORD = 'Not-my-password1';
  const RIGHT: [where: string, act: (who: SignedIn) => Promise<{ code: string }>][] = [
    ['signing in', ({ email }) => api.call(userAuth.login, { email, password: PASSWORD, agree: true })],
    ['a fresh proof', (who) => api.call(userInfo.prove, { password: PASSWORD }, who)],
    ['deleting the account', (who) => api.call(userInfo.deletePrepare, { password: PASSWORD }, who)],
    [
      'changing the password',
      (who) => {
        const password = 'Lantern-rock-42';
        const form = { old_password: PASSWORD, password, password_confirm: password };
        return api.call(userInfo.changePassword, form, who);
      },
    ],
  ];

  test.each(RIGHT)('in %s', async (where, act) => {
    const who = await newcomer(api);
    const failures = async () => (await api.db.select().from(signInGuards)).map((row) => row.failures.length);
    await api.db.delete(signInGuards);
    const signingIn = { email: who.email, password: WRONG_PASSWORD, agree: true };
    await (where === 'signing in'
      ? api.call(userAuth.login, signingIn)
      : api.call(userInfo.prove, { password: WRONG_PASSWORD }, who));
    expect(await failures()).toEqual([1]);
    expect((await act(who)).code).toBe('OK');
    expect(await failures()).toEqual([0]);
  });
});

describe('session with an expired proof', () => {
  let admin: { token: string };
  beforeAll(async () => {
    admin = await person(api, 'admin');
    api.clock.advance(FRESH_PROOF);
  });

  test.each(request.map((call) => [call.url, call] as const))(
    '%s returns PROOF_REQUIRED with the available proofs before validation',
    async (_url, call) => {
      const answer = await api.call(call, {} as never, { ...admin, proved: false });
      expect([answer.status, answer.code, answer.error]).toEqual([
        400,
        'PROOF_REQUIRED',
        { proof: ['password'] },
      ]);
    },
  );

  test('no longer gets PROOF_REQUIRED after the password was entered', async () => {
    expect((await api.call(userInfo.prove, { password: SEED_PASSWORD }, admin)).code).toBe('OK');
    for (const call of request) {
      expect((await api.call(call, {} as never, { ...admin, proved: false })).code).not.toBe(
        'PROOF_REQUIRED',
      );
    }
  });

  test('changes the password with the old one alone if there is no second factor', async () => {
    const { token } = await newcomer(api);
    api.clock.advance(FRESH_PROOF);
    const next = 'Another-harbour8';
    const form = { old_password: PASSWORD, password: next, password_confirm: next };
    expect((await api.call(userInfo.changePassword, form, { token, proved: false })).code).toBe('OK');
  });
});

describe('renewing the proof', () => {
  let owner: SignedIn;
  beforeEach(async () => {
    owner = await newcomer(api);
    api.clock.advance(FRESH_PROOF);
  });
  const prove = (password: string, { token } = owner) => api.call(userInfo.prove, { password }, { token });
  const refund = ({ token } = owner) =>
    api.call(order.refundRequest, { order_no: 'Y0', reason: 'why' }, { token, proved: false });

  test('applies to this session only, until the returned time', async () => {
    const other = await signedInAs(api, owner.email);
    await api.db
      .update(sessions)
      .set({ provedAt: null, createdAt: new Date(0) })
      .where(eq(sessions.userId, owner.user.id));
    const { data } = await prove(PASSWORD);
    expect(data.until).toBe(new Date(api.clock.now().getTime() + FRESH_PROOF).toISOString());
    expect((await refund(other)).code).toBe('PROOF_REQUIRED');
    api.clock.advance(FRESH_PROOF - 1);
    expect((await refund()).code).not.toBe('PROOF_REQUIRED');
    api.clock.advance(1);
    expect((await refund()).code).toBe('PROOF_REQUIRED');
  });

  test('with a wrong password returns PASSWORD_WRONG; too many of any session of the account end all tries', async () => {
    const thief = await signedInAs(api, owner.email);
    const wrong = await prove('Not-the-harbour1');
    expect([wrong.code, wrong.error.fields]).toEqual(['PASSWORD_WRONG', { password: 'password_wrong' }]);
    expect((await refund()).code).toBe('PROOF_REQUIRED');
    for (let tries = 1; tries < SIGN_IN.failuresForLock; tries += 1) {
      await prove('Not-the-harbour1', thief);
      api.clock.advance(40_000);
    }
    const late = await prove(PASSWORD);
    expect(['ACCOUNT_LOCKED', 'TOO_MANY_REQUESTS']).toContain(late.code);
    expect((await refund()).code).toBe('PROOF_REQUIRED');
  });

  test('rejects a missing password at the field', async () => {
    const { code, error } = await api.call(userInfo.prove, {}, { token: owner.token });
    expect([code, error.fields]).toEqual(['VALIDATION_FAILED', { password: 'password_required' }]);
  });

  test('uses the session’s creation time if no proof time is stored', async () => {
    await api.db.update(sessions).set({ provedAt: null }).where(eq(sessions.userId, owner.user.id));
    expect((await refund()).code).toBe('PROOF_REQUIRED');
    await api.db
      .update(sessions)
      .set({ createdAt: api.clock.now() })
      .where(eq(sessions.userId, owner.user.id));
    expect((await refund()).code).not.toBe('PROOF_REQUIRED');
  });
});

test('signing in counts as a proof: a token can be created right after it', async () => {
  const { id, token } = await person(api, 'developer');
  expect((await api.call(devToken.create, build, { token, proved: false })).code).toBe('OK');
  expect(await api.db.$count(devTokens, eq(devTokens.userId, id))).toBe(1);
});

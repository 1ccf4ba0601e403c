import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { devToken, endpoints, order, userInfo, type Endpoint } from '@yunduo/api-contract';
import { FRESH_PROOF, SIGN_IN } from '@yunduo/validation';
import { eq } from 'drizzle-orm';
import { devTokens, sessions, throttles } from '../../db/schema/index.ts';
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

test('money, roles, accounts, the address, tokens, webhooks, second factors and what is worth money ask for a fresh proof', () => {
  expect(request.map(({ url }) => url).toSorted()).toEqual([
    '/admin_decision/confirm',
    '/admin_order/confirm_transfer',
    '/admin_order/refund_decide',
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

describe('a session that proved its owner some time ago', () => {
  let admin: { token: string };
  beforeAll(async () => {
    admin = await person(api, 'admin');
    api.clock.advance(FRESH_PROOF);
  });

  test.each(request.map((call) => [call.url, call] as const))(
    '%s is refused with the ways to prove it, before anything is looked at',
    async (_url, call) => {
      const answer = await api.call(call, {} as never, { ...admin, proved: false });
      expect([answer.status, answer.code, answer.error]).toEqual([
        400,
        'PROOF_REQUIRED',
        { proof: ['password'] },
      ]);
    },
  );

  test('every one of them passes to its own rules once the password was given', async () => {
    expect((await api.call(userInfo.prove, { password: SEED_PASSWORD }, admin)).code).toBe('OK');
    for (const call of request) {
      expect((await api.call(call, {} as never, { ...admin, proved: false })).code).not.toBe(
        'PROOF_REQUIRED',
      );
    }
  });

  test('whose account has no second factor changes its password with the old one alone', async () => {
    const { token } = await newcomer(api);
    api.clock.advance(FRESH_PROOF);
    const next = 'Another-harbour8';
    const form = { old_password: PASSWORD, password: next, password_confirm: next };
    expect((await api.call(userInfo.changePassword, form, { token, proved: false })).code).toBe('OK');
  });
});

describe('proving it again', () => {
  let owner: SignedIn;
  beforeEach(async () => {
    owner = await newcomer(api);
    api.clock.advance(FRESH_PROOF);
  });
  const prove = (password: string, { token } = owner) => api.call(userInfo.prove, { password }, { token });
  const refund = ({ token } = owner) =>
    api.call(order.refundRequest, { order_no: 'Y0', reason: 'why' }, { token, proved: false });

  test('holds for the session that did it, until the answered moment and not after', async () => {
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

  test('a wrong password proves nothing, says so at its field, and counts with those at the door', async () => {
    const wrong = await prove('Not-the-harbour1');
    expect([wrong.code, wrong.error.fields]).toEqual(['PASSWORD_WRONG', { password: 'password_wrong' }]);
    expect((await refund()).code).toBe('PROOF_REQUIRED');
    for (let tries = 1; tries < SIGN_IN.failuresForLock; tries += 1) {
      await prove('Not-the-harbour1');
      api.clock.advance(40_000);
    }
    const late = await prove(PASSWORD);
    expect(['ACCOUNT_LOCKED', 'TOO_MANY_REQUESTS']).toContain(late.code);
    expect((await refund()).code).toBe('PROOF_REQUIRED');
  });

  test('without a password is refused at the field', async () => {
    const { code, error } = await api.call(userInfo.prove, {}, { token: owner.token });
    expect([code, error.fields]).toEqual(['VALIDATION_FAILED', { password: 'password_required' }]);
  });

  test('a session of an earlier version counts from its beginning', async () => {
    await api.db.update(sessions).set({ provedAt: null }).where(eq(sessions.userId, owner.user.id));
    expect((await refund()).code).toBe('PROOF_REQUIRED');
    await api.db
      .update(sessions)
      .set({ createdAt: api.clock.now() })
      .where(eq(sessions.userId, owner.user.id));
    expect((await refund()).code).not.toBe('PROOF_REQUIRED');
  });
});

test('signing in is a proof: a token made right after it asks for nothing more', async () => {
  const { id, token } = await person(api, 'developer');
  expect((await api.call(devToken.create, build, { token, proved: false })).code).toBe('OK');
  expect(await api.db.$count(devTokens, eq(devTokens.userId, id))).toBe(1);
});

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { userAuth, userFactor, userInfo, type InputOf } from '@yunduo/api-contract';
import { FACTOR, FRESH_PROOF, PASSKEY } from '@yunduo/validation';
import { and, eq, isNull } from 'drizzle-orm';
import { recoveryCodes, securityEvents, throttles } from '../../db/schema/index.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { onPostgres } from '../../testing/environment.ts';
import { authenticator, stepTicket, withAuthenticator, wrongCode } from '../../testing/factors.ts';
import { SoftAuthenticator, stepOptions, withPasskey } from '../../testing/passkeys.ts';
import { newcomer, someIp } from '../../testing/people.ts';
import { secondApp, type SecondApp } from '../../testing/second-app.ts';

const ROUNDS = 20;

(onPostgres ? describe : describe.skip)('Second factor races over two processes', () => {
  let api: TestApp;
  let second: SecondApp;
  beforeAll(async () => {
    api = await testApp({ seeded: true });
    second = await secondApp(api);
  });
  afterAll(async () => {
    await second.close();
    await api.close();
  });
  const turn = (index: number) => (index % 2 === 0 ? api : second);
  const enter = (index: number, given: InputOf<typeof userAuth.secondStep>) =>
    turn(index).call(userAuth.secondStep, given, { ip: someIp() });
  const signIns = (userId: number) =>
    api.db.$count(
      securityEvents,
      and(eq(securityEvents.userId, userId), eq(securityEvents.event, 'sign_in_succeeded')),
    );
  const codesOf = (answers: readonly { code: string }[]) => answers.map(({ code }) => code).toSorted();

  test('one app code used with five tickets opens one session', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { email, token, user } = await newcomer(api);
      const app = await withAuthenticator(api, { token });
      const tickets = await Promise.all(Array.from({ length: 5 }, () => stepTicket(api, email)));
      const code = app.code();
      const answers = await Promise.all(tickets.map((ticket, index) => enter(index, { ticket, code })));
      expect(codesOf(answers)).toEqual([...Array.from({ length: 4 }, () => 'FACTOR_INVALID'), 'OK']);
      expect(await signIns(user.id)).toBe(1);
      await api.db.delete(throttles);
    }
  });

  test('one ticket used with an app code and a recovery code opens one session, and uses up one of them', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { email, token, user } = await newcomer(api);
      const app = await withAuthenticator(api, { token });
      const ticket = await stepTicket(api, email);
      const answers = await Promise.all([
        enter(0, { ticket, code: app.code() }),
        enter(1, { ticket, recovery_code: app.recoveryCodes[0] ?? '' }),
      ]);
      expect(codesOf(answers)).toEqual(['OK', 'SECOND_STEP_OVER']);
      expect(await signIns(user.id)).toBe(1);
      const unused = and(eq(recoveryCodes.userId, user.id), isNull(recoveryCodes.usedAt));
      const left = FACTOR.recoveryCodes - (answers[1]?.code === 'OK' ? 1 : 0);
      expect(await api.db.$count(recoveryCodes, unused)).toBe(left);
      await api.db.delete(throttles);
    }
  });

  test('one recovery code used four times opens one session', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { email, token, user } = await newcomer(api);
      const { recoveryCodes: codes } = await withAuthenticator(api, { token });
      const tickets = await Promise.all(Array.from({ length: 4 }, () => stepTicket(api, email)));
      const recovery_code = codes[0] ?? '';
      const answers = await Promise.all(
        tickets.map((ticket, index) => enter(index, { ticket, recovery_code })),
      );
      expect(codesOf(answers)).toEqual([...Array.from({ length: 3 }, () => 'FACTOR_INVALID'), 'OK']);
      expect(await signIns(user.id)).toBe(1);
      await api.db.delete(throttles);
    }
  });

  test('thirty guesses are checked only up to the limit', async () => {
    const { email, token } = await newcomer(api);
    const app = await withAuthenticator(api, { token });
    const tickets = await Promise.all(Array.from({ length: 4 }, () => stepTicket(api, email)));
    await api.db.delete(throttles);
    const more = await Promise.all(Array.from({ length: 4 }, () => stepTicket(api, email)));
    const code = wrongCode(app);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        enter(index, { ticket: [...tickets, ...more][index % 8] ?? '', code }),
      ),
    );
    expect(answers.filter((answer) => answer.code === 'FACTOR_INVALID')).toHaveLength(FACTOR.tries[0].count);
    expect(new Set(codesOf(answers))).toEqual(new Set(['FACTOR_INVALID', 'TOO_MANY_REQUESTS']));
  });

  test('one code used for a proof and for a sign-in succeeds once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { email, token } = await newcomer(api);
      const app = await withAuthenticator(api, { token });
      api.clock.advance(FRESH_PROOF);
      const ticket = await stepTicket(api, email);
      const code = app.code();
      const answers = await Promise.all([
        enter(0, { ticket, code }),
        second.call(userInfo.prove, { code }, { token }),
      ]);
      expect(codesOf(answers)).toEqual(['FACTOR_INVALID', 'OK']);
      await api.db.delete(throttles);
    }
  });

  test('an app confirmed twice returns recovery codes once, and they work', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { email, token } = await newcomer(api);
      const { data } = await api.call(userFactor.totpBegin, {}, { token });
      const app = authenticator(api, data.secret);
      const answers = await Promise.all(
        [0, 1].map((index) => turn(index).call(userFactor.totpConfirm, { code: app.code() }, { token })),
      );
      expect(codesOf(answers)).toEqual(['FACTOR_SETUP_OVER', 'OK']);
      const codes = answers.find(({ code }) => code === 'OK')?.data.recovery_codes ?? [];
      const ticket = await stepTicket(api, email);
      expect((await enter(0, { ticket, recovery_code: codes[0] ?? '' })).code).toBe('OK');
    }
  });

  test('replacing the app during a sign-in and two regenerations leave one set of recovery codes', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { email, token } = await newcomer(api);
      const app = await withAuthenticator(api, { token });
      const { data } = await api.call(userFactor.totpBegin, {}, { token });
      const next = authenticator(api, data.secret);
      const ticket = await stepTicket(api, email);
      const [confirmed, entered, ...made] = await Promise.all([
        api.call(userFactor.totpConfirm, { code: next.code() }, { token }),
        enter(1, { ticket, code: app.code() }),
        api.call(userFactor.recoveryCodes, {}, { token }),
        second.call(userFactor.recoveryCodes, {}, { token }),
      ]);
      expect(confirmed.code).toBe('OK');
      expect(['OK', 'FACTOR_INVALID']).toContain(entered.code);
      expect(codesOf(made)).toEqual(['OK', 'OK']);
      const unused = await api.call(userFactor.state, undefined, { token });
      expect(unused.data.recovery_codes_left).toBe(FACTOR.recoveryCodes);
      await api.db.delete(throttles);
    }
  });

  test('one challenge answered twice opens one session', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { email, token, user } = await newcomer(api);
      const { device } = await withPasskey(api, { token });
      const ticket = await stepTicket(api, email);
      const options = await stepOptions(api, ticket, someIp());
      const answers = await Promise.all(
        [0, 1].map((index) => enter(index, { ticket, passkey: device.sign(options) })),
      );
      expect(answers.filter(({ code }) => code === 'OK')).toHaveLength(1);
      const rejected = answers.find(({ code }) => code !== 'OK')?.code;
      expect(['PASSKEY_REFUSED', 'SECOND_STEP_OVER']).toContain(rejected);
      expect(await signIns(user.id)).toBe(1);
      await api.db.delete(throttles);
    }
  });

  test('one proof challenge answered twice, with rising counters, proves once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { token } = await newcomer(api);
      const { device } = await withPasskey(api, { token });
      const { data } = await api.call(userFactor.passkeyProve, {}, { token });
      const answers = await Promise.all(
        [0, 1].map((index) =>
          turn(index).call(userInfo.prove, { passkey: device.sign(data.options) }, { token }),
        ),
      );
      expect(codesOf(answers)).toEqual(['OK', 'PASSKEY_REFUSED']);
    }
  });

  test('a passkey and its copy with the same counter open one session', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { email, token, user } = await newcomer(api);
      const { device } = await withPasskey(api, { token });
      const tickets = await Promise.all([stepTicket(api, email), stepTicket(api, email)]);
      const signed = await Promise.all(
        tickets.map(async (ticket) => ({
          ticket,
          passkey: device.sign(await stepOptions(api, ticket, someIp()), { counter: 7 }),
        })),
      );
      const answers = await Promise.all(signed.map((given, index) => enter(index, given)));
      expect(codesOf(answers)).toEqual(['OK', 'PASSKEY_REFUSED']);
      expect(await signIns(user.id)).toBe(1);
      await api.db.delete(throttles);
    }
  });

  test('one setup challenge answered twice adds one passkey', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { token } = await newcomer(api);
      const { data } = await api.call(userFactor.passkeyBegin, {}, { token });
      const answers = await Promise.all(
        [0, 1].map((index) => {
          const credential = new SoftAuthenticator().make(data.options);
          return turn(index).call(userFactor.passkeyFinish, { label: 'Laptop', credential }, { token });
        }),
      );
      expect(codesOf(answers)).toEqual(['FACTOR_SETUP_OVER', 'OK']);
      const { data: state } = await api.call(userFactor.state, undefined, { token });
      expect(state.passkeys).toHaveLength(1);
    }
  });

  test('passkeys added concurrently stop at the limit', async () => {
    for (let round = 0; round < ROUNDS / 4; round += 1) {
      const { token } = await newcomer(api);
      const started = await Promise.all(
        Array.from({ length: PASSKEY.count + 1 }, () => api.call(userFactor.passkeyBegin, {}, { token })),
      );
      const answers = await Promise.all(
        started.map(({ data }, index) => {
          const credential = new SoftAuthenticator().make(data.options);
          return turn(index).call(userFactor.passkeyFinish, { label: 'Laptop', credential }, { token });
        }),
      );
      expect(answers.filter(({ code }) => code === 'OK')).toHaveLength(PASSKEY.count);
      expect(answers.filter(({ code }) => code === 'PASSKEY_LIMIT')).toHaveLength(1);
      expect(answers.filter(({ data }) => data?.recovery_codes)).toHaveLength(1);
    }
  });

  test('removing the passkey and the app removes the recovery codes', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { token, user } = await newcomer(api);
      const { id } = await withPasskey(api, { token });
      await withAuthenticator(api, { token });
      await Promise.all([
        api.call(userFactor.passkeyRemove, { id }, { token }),
        second.call(userFactor.totpRemove, {}, { token }),
      ]);
      expect(await api.db.$count(recoveryCodes, eq(recoveryCodes.userId, user.id))).toBe(0);
    }
  });
});

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { userAuth, userDevice, userInfo } from '@yunduo/api-contract';
import { DEVICE_SIGN_IN, SESSION } from '@yunduo/validation';
import { eq, sql } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';
import { onPostgres } from '../../testing/environment.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { whileHeld } from '../../testing/held.ts';
import { newcomer, PASSWORD, someIp } from '../../testing/people.ts';
import { secondApp, type SecondApp } from '../../testing/second-app.ts';

(onPostgres ? describe : describe.skip)('concurrent requests on two processes', () => {
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
  const signIn = (app: Pick<TestApp, 'call'>, email: string, cookie?: string) =>
    app.call(
      userAuth.login,
      { email, password: PASSWORD, agree: true },
      { ip: someIp(), headers: { 'user-agent': 'Firefox/115.0', ...(cookie && { cookie }) } },
    );
  const eventsOf = async (token: string, event: string): Promise<number> => {
    const { data } = await api.call(userInfo.recentActivity, { page_size: 50 }, { token });
    return data.list.filter((one) => one.event === event).reduce((sum, { count }) => sum + count, 0);
  };

  test('eight uses of one disown link return the same response and end the session once', async () => {
    const { email, token: own } = await newcomer(api);
    await signIn(api, email);
    const stranger = await signIn(api, email);
    const mail = (await api.mails()).find(({ to, subject }) => to === email && subject.includes('新设备'));
    const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        turn(index).call(userAuth.disownSession, { token }, { ip: someIp() }),
      ),
    );
    expect(new Set(answers.map(({ code, data }) => `${code} ${data.email}`))).toEqual(
      new Set([`OK ${email}`]),
    );
    expect((await second.call(userInfo.index, undefined, { token: stranger.data.token })).status).toBe(401);
    expect(await eventsOf(own, 'session_disowned')).toBe(1);
  });

  test('a poll an interval after one that is still waiting for the account opens no second session', async () => {
    const { token, user } = await newcomer(api);
    const asks = { device_name: 'Laptop', system: 'Debian 12' };
    const { data } = await api.call(userDevice.begin, asks, { ip: someIp() });
    await api.call(userDevice.allow, { user_code: data.user_code }, { token });
    const poll = (app: Pick<TestApp, 'call'>) =>
      app.call(userDevice.token, { device_code: data.device_code }, { ip: someIp() });
    const waiting = async (): Promise<number> => {
      const { rows } = await api.db.execute<{ n: number }>(
        sql`select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows[0]?.n ?? 0;
    };
    let later: ReturnType<typeof poll> | undefined;
    const { answer } = await whileHeld(
      api,
      (tx) => tx.select().from(users).where(eq(users.id, user.id)).for('update'),
      () => poll(api),
      async () => {
        api.clock.advance(DEVICE_SIGN_IN.interval);
        later = poll(second);
        while ((await waiting()) < 2);
      },
    );
    expect([answer.code, (await later)?.code].toSorted()).toEqual(['DEVICE_EXPIRED', 'OK']);
  });

  test('twenty polls of one allowed device open one session', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { token } = await newcomer(api);
      const asks = { device_name: 'Laptop', system: `Round ${String(round)}` };
      const { data } = await api.call(userDevice.begin, asks, { ip: someIp() });
      await second.call(userDevice.allow, { user_code: data.user_code }, { token });
      const polls = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          turn(index).call(userDevice.token, { device_code: data.device_code }, { ip: someIp() }),
        ),
      );
      expect(polls.filter(({ code }) => code === 'OK')).toHaveLength(1);
      expect(polls.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
      const { list } = (await api.call(userInfo.sessions, undefined, { token })).data;
      expect(list.filter(({ device }) => device === `Laptop, Round ${String(round)}`)).toHaveLength(1);
    }
  });

  test('a device poll during “end all other sessions” leaves it without a session', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { token } = await newcomer(api);
      const asks = { device_name: 'Laptop', system: 'Debian 12' };
      const { data } = await api.call(userDevice.begin, asks, { ip: someIp() });
      await api.call(userDevice.allow, { user_code: data.user_code }, { token });
      const [polled, ended] = await Promise.all([
        api.call(userDevice.token, { device_code: data.device_code }, { ip: someIp() }),
        second.call(userInfo.revokeSession, {}, { token }),
      ]);
      expect([ended.code, polled.status < 500]).toEqual(['OK', true]);
      const { list } = (await api.call(userInfo.sessions, undefined, { token })).data;
      // Before: seen and ended. After: denied.
      expect(list.map(({ current }) => current)).toEqual([true]);
    }
  });

  test('four sign-ins at the session limit leave exactly the limit', async () => {
    const { email } = await newcomer(api);
    const first = await signIn(api, email);
    const cookie = String(first.headers['set-cookie']).split(';')[0] ?? '';
    for (let more = 2; more < SESSION.live; more += 1) await signIn(api, email, cookie);
    const answers = await Promise.all(
      // An attempt counts as a failure until it succeeds: more concurrent ones would require the captcha.
      Array.from({ length: 4 }, (_, index) => signIn(turn(index), email, cookie)),
    );
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(['OK']));
    const states = await Promise.all(
      answers.map(({ data }) => api.call(userInfo.sessions, undefined, { token: data.token })),
    );
    expect(new Set(states.map(({ status }) => status))).toEqual(new Set([200]));
    expect(states[0]?.data.list).toHaveLength(SESSION.live);
  });
});

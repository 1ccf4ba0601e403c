import { authCode as calls } from '@yunduo/api-contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { withTransaction } from '../../context.ts';
import { licenceEvents, licenceFiles, licences, licenceTerms } from '../../db/schema/licence.ts';
import { throttles } from '../../db/schema/platform.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { onPostgres } from '../../testing/environment.ts';
import { whileHeld } from '../../testing/held.ts';
import { codeOfLicence, licenceIn, offlineClient, rowOf, someServer } from '../../testing/licences.ts';
import { CLERK, noticeOf, orderIn, paying, sendNotice } from '../../testing/orders.ts';
import { newcomer, type SignedIn } from '../../testing/people.ts';
import { secondApp, type SecondApp } from '../../testing/second-app.ts';
import { findOrder } from '../order/list.ts';
import { lockOrder } from '../order/service.ts';
import { decideRefund } from '../payment/refunds.ts';
import { bindLocked } from './bind.ts';
import { renewLicence, revokeLicencesOfOrder } from './issue.ts';
import { acceptOffer } from './offers.ts';
import { issueOffline, readRequest } from './offline.ts';
import { revokeByOperator } from './operators.ts';
import { lockOwned } from './owned.ts';
import { orderRenewal } from './renew.ts';
import { stateOf } from './state.ts';
import { unbindLicence } from './unbind.ts';

/** `RACE_ROUNDS=20` is the long form. */
const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 2);
(onPostgres ? describe : describe.skip)('concurrent licence calls on two processes', () => {
  let api: TestApp;
  let second: SecondApp;
  let owner: SignedIn;
  let other: SignedIn;
  beforeAll(async () => {
    api = await testApp({ seeded: true });
    second = await secondApp(api);
    owner = await newcomer(api);
    other = await newcomer(api);
  });
  afterAll(async () => {
    await second.close();
    await api.close();
  });
  beforeEach(() => api.db.delete(throttles));

  const me = () => ({ id: owner.user.id, email: owner.email });
  const asOwner = () => ({ token: owner.token });
  const events = async (id: number, kind: string) =>
    (await api.db.select().from(licenceEvents).where(eq(licenceEvents.licenceId, id))).filter(
      (event) => event.kind === kind,
    ).length;
  const tally = (codes: readonly string[]) => {
    const counts: Record<string, number> = {};
    for (const code of codes) counts[code] = (counts[code] ?? 0) + 1;
    return counts;
  };

  test.each(Array.from({ length: ROUNDS }, (_, round) => round + 1))(
    '[R9.05] a hundred binds of one licence to two servers: exactly one succeeds (round %i)',
    async () => {
      const { id, code } = await licenceIn(api, me(), 'unused');
      const servers = [someServer(), someServer()];
      const bind = (place: number) => {
        const fingerprint = servers[place % 2] ?? '';
        const app = place % 4 < 2 ? api : second;
        return app.call(calls.bind, { code, server_name: `s${place}`, fingerprint }, asOwner());
      };
      const answers = await Promise.all(Array.from({ length: 100 }, (_, place) => bind(place)));
      // On a busy machine some exceed the statement timeout waiting for the row: they are told to retry, and do.
      for (const [place, { status }] of answers.entries()) {
        if (status !== 503) continue;
        await api.db.delete(throttles);
        answers[place] = await bind(place);
      }
      expect(tally(answers.map((answer) => answer.code))).toEqual({
        OK: 1,
        LICENCE_BOUND: 50,
        LICENCE_BOUND_HERE: 49,
      });
      const winner = answers.find((answer) => answer.code === 'OK')?.data;
      const row = await rowOf(api, id);
      expect(winner?.server).toMatchObject({ name: row.serverName, fingerprint: row.fingerprint });
      expect(await events(id, 'bound')).toBe(1);
    },
  );

  const liveOn = async (fingerprint: string) =>
    (await api.db.select().from(licences).where(eq(licences.fingerprint, fingerprint))).filter(
      (row) => stateOf(row, api.clock.now()) === 'active',
    ).length;

  test.each(Array.from({ length: ROUNDS }, (_, round) => round + 1))(
    '[R9.05] ten licences bound to one server: exactly one succeeds (round %i)',
    async () => {
      const all = await Promise.all(Array.from({ length: 10 }, () => licenceIn(api, me(), 'unused')));
      const fingerprint = someServer();
      const answers = await Promise.all(
        all.map(({ code }, place) =>
          (place % 2 ? api : second).call(calls.bind, { code, server_name: 'web', fingerprint }, asOwner()),
        ),
      );
      expect(tally(answers.map((answer) => answer.code))).toEqual({ OK: 1, LICENCE_SERVER_TAKEN: 9 });
      expect(await liveOn(fingerprint)).toBe(1);
    },
  );

  test.each(Array.from({ length: ROUNDS }, (_, round) => round + 1))(
    'renewal payment versus bind on one server: one is active, a lost payment is refund_requested (round %i)',
    async () => {
      const old = await licenceIn(api, me(), 'expired');
      const fresh = await licenceIn(api, me(), 'unused');
      const { order_no: orderNo } = (await api.call(calls.renew, { id: old.id, plan: 'm3' }, asOwner())).data;
      await paying(api, owner, orderNo);
      const notice = await noticeOf(api, orderNo);
      const [reported, bound] = await Promise.all([
        sendNotice(second, notice),
        api.call(
          calls.bind,
          { code: fresh.code, server_name: 'web', fingerprint: old.fingerprint },
          asOwner(),
        ),
      ]);
      expect(reported.status).toBe(200);
      expect(['OK', 'LICENCE_SERVER_TAKEN']).toContain(bound.code);
      expect(await liveOn(old.fingerprint)).toBe(1);
      const renewed = bound.code !== 'OK';
      expect((await findOrder(api.db, orderNo)).status).toBe(renewed ? 'paid' : 'refund_requested');
    },
  );

  test('bind waits for a renewal on its server, then returns LICENCE_SERVER_TAKEN', async () => {
    const old = await licenceIn(api, me(), 'expired');
    const fresh = await licenceIn(api, me(), 'unused');
    const { answer, waited } = await whileHeld(
      api,
      (tx) => renewLicence(withTransaction(api.app, tx), { licenceId: old.id, plan: 'm3', orderId: null }),
      () =>
        second.call(
          calls.bind,
          { code: fresh.code, server_name: 'web', fingerprint: old.fingerprint },
          asOwner(),
        ),
    );
    expect([waited, answer.code]).toEqual([true, 'LICENCE_SERVER_TAKEN']);
    expect(await liveOn(old.fingerprint)).toBe(1);
  });

  test('renew waits for a bind on its server, then returns LICENCE_SERVER_REPLACED', async () => {
    const old = await licenceIn(api, me(), 'expired');
    const fresh = await licenceIn(api, me(), 'unused');
    const { answer, waited } = await whileHeld(
      api,
      async (tx) => {
        const inside = withTransaction(api.app, tx);
        const licence = await lockOwned(inside, owner.user.id, fresh.id);
        await bindLocked(inside, licence, { serverName: 'web', fingerprint: old.fingerprint });
      },
      () => second.call(calls.renew, { id: old.id, plan: 'm3' }, asOwner()),
    );
    expect([waited, answer.code]).toEqual([true, 'LICENCE_SERVER_REPLACED']);
  });

  test('twenty unbinds: one succeeds', async () => {
    const { id } = await licenceIn(api, me(), 'bound');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, place) =>
        (place % 2 ? api : second).call(calls.unbind, { id, reason: 'race' }, asOwner()),
      ),
    );
    expect(tally(answers.map(({ code }) => code))).toEqual({ OK: 1, LICENCE_NOT_BOUND: 19 });
    expect(await events(id, 'unbound')).toBe(1);
  });

  /** A permanent licence with a file issued for a server. */
  const handedOut = async () => {
    const { id, code, fingerprint } = await licenceIn(api, me(), 'permanent');
    const client = offlineClient(fingerprint);
    const { data } = await api.call(calls.offlineRequest, { request: client.request(code) }, asOwner());
    return { id, code, client, file: data.file };
  };

  test('twenty unbinds with one receipt: one succeeds and releases one file', async () => {
    const { id, client, file } = await handedOut();
    const receipt = client.receipt(file);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, place) =>
        (place % 2 ? api : second).call(calls.unbind, { id, reason: 'race', receipt }, asOwner()),
      ),
    );
    expect(tally(answers.map(({ code }) => code))).toEqual({ OK: 1, LICENCE_NOT_BOUND: 19 });
    expect([await events(id, 'unbound'), await events(id, 'offline_deactivated')]).toEqual([1, 1]);
  });

  test('unbind waits for the issue of a file, then returns LICENCE_FILE_OUT', async () => {
    const { id, code, fingerprint } = await licenceIn(api, me(), 'bound');
    const input = await readRequest(offlineClient(fingerprint).request(code));
    const { answer, waited } = await whileHeld(
      api,
      (tx) => issueOffline(withTransaction(api.app, tx), owner.user.id, input),
      () => second.call(calls.unbind, { id, reason: 'race' }, asOwner()),
    );
    expect([waited, answer.code]).toEqual([true, 'LICENCE_FILE_OUT']);
    expect((await rowOf(api, id)).fingerprint).toBe(fingerprint);
  });

  test('a file request waits for an unbind with the client’s receipt, then returns OFFLINE_KEY_ENDED', async () => {
    const { id, code, client, file } = await handedOut();
    const { answer, waited } = await whileHeld(
      api,
      (tx) =>
        unbindLicence(withTransaction(api.app, tx), owner.user.id, {
          id,
          reason: 'race',
          receipt: client.receipt(file),
        }),
      () => second.call(calls.offlineRequest, { request: client.request(code) }, asOwner()),
    );
    expect([waited, answer.code]).toEqual([true, 'OFFLINE_KEY_ENDED']);
    expect((await rowOf(api, id)).fingerprint).toBeNull();
    const files = await api.db.select().from(licenceFiles).where(eq(licenceFiles.licenceId, id));
    expect(files.map(({ releasedBy }) => releasedBy)).toEqual(['receipt']);
  });

  /** An order with a refund request, and an offer of its licence to another account. */
  const refundable = async () => {
    const { orderNo, id: orderId } = await orderIn(api, owner, 'refund_requested');
    const [licence] = await api.db.select().from(licences).where(eq(licences.orderId, orderId));
    const id = licence?.id ?? 0;
    const offered = await api.call(calls.transfer, { id, to_email: other.email }, asOwner());
    return { orderNo, id, transferId: offered.data.transfer?.id ?? 0 };
  };
  const refund = (app: typeof api.app, db: typeof api.db, orderNo: string) =>
    db.transaction((tx) =>
      decideRefund(withTransaction(app, tx), CLERK, { orderNo, approve: true, note: '' }).then(
        () => 'OK',
        (error: Error) => error.message,
      ),
    );

  test('refund waits for the acceptance of a transfer, then returns REFUND_TRANSFERRED', async () => {
    const { orderNo, id, transferId } = await refundable();
    const taker = { id: other.user.id, email: other.email, roles: ['user'], sessionId: 0 };
    const { answer, waited } = await whileHeld(
      api,
      (tx) => acceptOffer(withTransaction(api.app, tx), taker, transferId),
      () => refund(second.app, second.db, orderNo),
    );
    expect([waited, answer]).toEqual([true, 'REFUND_TRANSFERRED']);
    expect(await rowOf(api, id)).toMatchObject({ userId: other.user.id, revokedAt: null });
    expect((await findOrder(api.db, orderNo)).status).toBe('refund_requested');
  });

  test('a second refund of one order waits for the first and revokes no term again', async () => {
    const { id: orderId } = await orderIn(api, owner, 'paid', { plan: 'm1', quantity: 2 });
    const terms = () => api.db.select().from(licenceTerms).where(eq(licenceTerms.orderId, orderId));
    const takeBack = (app: typeof api.app, tx: typeof api.db) =>
      revokeLicencesOfOrder(withTransaction(app, tx), orderId);
    let first = 0;
    const { answer, waited } = await whileHeld(
      api,
      async (tx) => {
        first = await takeBack(api.app, tx);
      },
      () => second.db.transaction((tx) => takeBack(second.app, tx)),
    );
    expect([first, waited, answer]).toEqual([2, true, 0]);
    const taken = await terms();
    expect(taken.map(({ revokedAt }) => revokedAt !== null)).toEqual([true, true]);
    for (const { licenceId } of taken) expect(await events(licenceId, 'revoked')).toBe(1);
  });

  test('accepting a transfer waits for a refund, and is then rejected', async () => {
    const { orderNo, id, transferId } = await refundable();
    const { answer, waited } = await whileHeld(
      api,
      (tx) => decideRefund(withTransaction(api.app, tx), CLERK, { orderNo, approve: true, note: '' }),
      () => second.call(calls.transferAccept, { transfer_id: transferId }, { token: other.token }),
    );
    expect(waited).toBe(true);
    expect(['TRANSFER_CLOSED', 'LICENCE_REVOKED']).toContain(answer.code);
    expect(await rowOf(api, id)).toMatchObject({ userId: owner.user.id, revokedBy: 'refund' });
    expect(await codeOfLicence(api, id)).toMatch(/^YDAC-/);
  });

  test('accept and cancel of one offer: exactly one succeeds', async () => {
    const { id } = await licenceIn(api, me(), 'unused');
    const offered = await api.call(calls.transfer, { id, to_email: other.email }, asOwner());
    const transfer_id = offered.data.transfer?.id ?? 0;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, place) =>
        place % 2
          ? api.call(calls.transferAccept, { transfer_id }, { token: other.token })
          : second.call(calls.transferCancel, { transfer_id }, asOwner()),
      ),
    );
    const counts = tally(answers.map(({ code }) => code));
    expect(counts['OK']).toBe(1);
    expect(counts['TRANSFER_CLOSED']).toBe(19);
    const accepted = answers.some((answer, place) => place % 2 && answer.code === 'OK');
    expect((await rowOf(api, id)).userId).toBe(accepted ? other.user.id : owner.user.id);
    expect((await events(id, 'transferred')) + (await events(id, 'transfer_cancelled'))).toBe(1);
  });

  test('payment of a renewal and transfer: the sender gets the money back, and the receiver no paid term', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await api.db.delete(throttles);
      const { id } = await licenceIn(api, me(), 'unbound');
      const { order_no: orderNo } = (await api.call(calls.renew, { id, plan: 'm3' }, asOwner())).data;
      await paying(api, owner, orderNo);
      const notice = await noticeOf(api, orderNo);
      const offered = await api.call(calls.transfer, { id, to_email: other.email }, asOwner());
      const transfer_id = offered.data.transfer?.id ?? 0;
      const [reported, accepted] = await Promise.all([
        sendNotice(second, notice),
        api.call(calls.transferAccept, { transfer_id }, { token: other.token }),
      ]);
      expect([reported.status, accepted.code]).toEqual([200, 'OK']);
      const came = reported.result === 'accepted';
      expect((await findOrder(api.db, orderNo)).status).toBe(came ? 'refund_requested' : 'cancelled');
      expect(await events(id, 'renewed')).toBe(0);
      expect((await rowOf(api, id)).userId).toBe(other.user.id);
    }
  });

  test('a renewal ordered while an operator waits to revoke the licence is cancelled', async () => {
    const { id } = await licenceIn(api, me(), 'bound');
    let revoked: Promise<unknown> | undefined;
    const { orderNo } = await second.db.transaction(async (tx) => {
      const order = await orderRenewal(withTransaction(second.app, tx), owner.user.id, { id, plan: 'm3' });
      revoked = revokeByOperator(api.app, CLERK, { ref: { id }, reason: 'race' });
      let over = false;
      void revoked.finally(() => (over = true));
      const behindUs = sql`select pid from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))`;
      while (!over && (await tx.execute(behindUs)).rows.length === 0);
      return order;
    });
    await revoked;
    expect((await rowOf(api, id)).revokedBy).toBe('operator');
    expect((await findOrder(api.db, orderNo)).status).toBe('cancelled');
  });

  test('a payment notice in a deadlock returns 503 and is accepted on retry', async () => {
    const { id } = await licenceIn(api, me(), 'bound');
    const { order_no: orderNo } = (await api.call(calls.renew, { id, plan: 'm3' }, asOwner())).data;
    await paying(api, owner, orderNo);
    const notice = await noticeOf(api, orderNo);
    let notices: ReturnType<typeof sendNotice> | undefined;
    await api.db.transaction(async (tx) => {
      // PostgreSQL aborts the transaction that detects the deadlock: not this one.
      await tx.execute(sql`select set_config('deadlock_timeout', '60s', true)`);
      await tx.select().from(licences).where(eq(licences.id, id)).for('update');
      notices = sendNotice(second, notice);
      const behindUs = sql`select pid from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))`;
      while ((await tx.execute(behindUs)).rows.length === 0);
      await lockOrder(tx, orderNo);
    });
    expect(await notices).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
    expect(await sendNotice(second, notice)).toMatchObject({ status: 200, result: 'accepted' });
  });

  test('payment of a renewal and revocation: the licence is renewed first, or the order is cancelled', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await api.db.delete(throttles);
      const { id } = await licenceIn(api, me(), 'bound');
      const { order_no: orderNo } = (await api.call(calls.renew, { id, plan: 'm3' }, asOwner())).data;
      await paying(api, owner, orderNo);
      const notice = await noticeOf(api, orderNo);
      const [reported] = await Promise.all([
        sendNotice(second, notice),
        revokeByOperator(api.app, CLERK, { ref: { id }, reason: 'race' }),
      ]);
      const came = reported.result === 'accepted';
      expect((await findOrder(api.db, orderNo)).status).toBe(came ? 'paid' : 'cancelled');
      expect(await events(id, 'renewed')).toBe(came ? 1 : 0);
      expect((await rowOf(api, id)).revokedBy).toBe('operator');
    }
  });

  test('bind and transfer offers of one licence: exactly one succeeds', async () => {
    const { id, code } = await licenceIn(api, me(), 'unused');
    const answers = await Promise.all(
      Array.from({ length: 9 }, (_, place) =>
        place % 2
          ? api.call(calls.bind, { code, server_name: 'web', fingerprint: someServer() }, asOwner())
          : second.call(calls.transfer, { id, to_email: other.email }, asOwner()),
      ),
    );
    expect(tally(answers.map((answer) => answer.code))['OK']).toBe(1);
    expect((await events(id, 'bound')) + (await events(id, 'transfer_offered'))).toBe(1);
  });

  test('twenty reports of one renewal add one term', async () => {
    const { id } = await licenceIn(api, me(), 'bound');
    const order = await api.call(calls.renew, { id, plan: 'm3' }, asOwner());
    const [row] = (
      await api.db.execute<{ id: number }>(sql`select id from orders where order_no = ${order.data.order_no}`)
    ).rows;
    const orderId = row?.id ?? 0;
    await Promise.all(
      Array.from({ length: 20 }, (_, place) => {
        const { app } = place % 2 ? api : second;
        return app.db.transaction((tx) =>
          renewLicence(withTransaction(app, tx), { licenceId: id, plan: 'm3', orderId }),
        );
      }),
    );
    const terms = await api.db.select().from(licenceTerms).where(eq(licenceTerms.licenceId, id));
    expect(terms).toHaveLength(2);
    expect(await events(id, 'renewed')).toBe(1);
  });

  test('two processes send one reminder', async () => {
    const { id } = await licenceIn(api, me(), 'bound');
    const soon = new Date(api.clock.now().getTime() + 6 * 86_400_000);
    const longAgo = new Date(api.clock.now().getTime() - 80 * 86_400_000);
    await api.db.update(licences).set({ expiresAt: soon, startedAt: longAgo }).where(eq(licences.id, id));
    await api.db.update(licenceTerms).set({ addedAt: longAgo }).where(eq(licenceTerms.licenceId, id));
    api.clock.advance(3_600_000);
    await Promise.all([api.app.jobs.runDue(), second.app.jobs.runDue(), api.app.jobs.runDue()]);
    const { codeTail } = await rowOf(api, id);
    const mails = (await api.mails()).filter(({ subject }) => subject.includes(codeTail));
    expect(mails).toHaveLength(1);
  });
});

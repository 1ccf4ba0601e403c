import { adminOrder, authCode as calls, order as orderCalls } from '@yunduo/api-contract';
import { DAY, OFFLINE_FILE_MONTHS } from '@yunduo/validation';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { after } from '../../clock.ts';
import { withTransaction } from '../../context.ts';
import { licenceFiles, licences } from '../../db/schema/licence.ts';
import { throttles } from '../../db/schema/platform.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { SEED_PASSWORD } from '../../testing/builders.ts';
import { onPostgres, SEED_NOW } from '../../testing/environment.ts';
import { whileHeld } from '../../testing/held.ts';
import {
  codeOfLicence,
  licenceIn,
  offlineClient,
  rowOf,
  someServer,
  type Situation,
} from '../../testing/licences.ts';
import { CLERK, noticeOf, orderIn, paying, sendNotice } from '../../testing/orders.ts';
import { newcomer, signedInAs, type SignedIn } from '../../testing/people.ts';
import { recordEvents } from './events.ts';
import { adoptFiles, clockThere } from './files.ts';
import { releaseFiles, revokeByOperator } from './operators.ts';

let api: TestApp;
let owner: SignedIn;
let other: SignedIn;
beforeAll(async () => {
  api = await testApp({ seeded: true });
  owner = await newcomer(api);
  other = await newcomer(api);
});
afterAll(() => api.close());
beforeEach(async () => {
  api.clock.set(SEED_NOW);
  await api.db.delete(throttles);
});

const me = () => ({ id: owner.user.id, email: owner.email });
const mine = () => ({ token: owner.token });
const make = (situation: Situation) => licenceIn(api, me(), situation);
const detail = async (id: number) => (await api.call(calls.detail, { id }, mine())).data;
const request = (text: string) => api.call(calls.offlineRequest, { request: text }, mine());
const unbind = (id: number, receipt?: string) =>
  api.call(calls.unbind, { id, reason: 'moving', ...(receipt !== undefined && { receipt }) }, mine());
const bind = (code: string, fingerprint = someServer()) =>
  api.call(calls.bind, { code, server_name: 'web-2', fingerprint }, mine());

/** A licence with a file issued for a server. */
async function handedOut(situation: Situation = 'permanent') {
  const { id, code, fingerprint } = await make(situation);
  const client = offlineClient(situation === 'unused' ? undefined : fingerprint);
  const { data } = await request(client.request(code));
  return { id, code, client, file: data.file, answer: data };
}
const requested = (code: string, fingerprint: string) =>
  JSON.stringify({
    format: 'yunduo-licence-request',
    version: 1,
    code,
    fingerprint,
    server_name: 'db-1',
    created_at: '2026-11-20T01:00:00Z',
  });
/** Event recorded by a version without the table of files. */
async function handedOutBefore(expires: string | null) {
  const made = await make('permanent');
  await recordEvents(api.app, [
    {
      licenceId: made.id,
      ownerId: owner.user.id,
      kind: 'offline_issued',
      details: { server: 'old-1', key_id: 'k', expires },
    },
  ]);
  return made;
}

(onPostgres ? test : test.skip)(
  'a file of an earlier version that another process adds meanwhile is added once',
  async () => {
    const { id } = await handedOutBefore(null);
    const added = () => api.db.$count(licenceFiles, eq(licenceFiles.licenceId, id));
    const { answer, waited } = await whileHeld(
      api,
      (tx) => adoptFiles(tx, id),
      () => adoptFiles(api.db, id),
    );
    expect([answer, waited, await added()]).toEqual([0, true, 1]);
  },
);

describe('licence file', () => {
  test('expires with its licence, or after twelve months', async () => {
    const { id, answer, file } = await handedOut('permanent');
    const end = new Date(answer.expires_at);
    const latest = new Date(SEED_NOW);
    latest.setUTCMonth(latest.getUTCMonth() + OFFLINE_FILE_MONTHS);
    expect(end.getTime() - latest.getTime()).toBeLessThan(DAY);
    expect(end > latest).toBe(true);
    expect(JSON.parse(file)).toMatchObject({ version: 2, expires_at: answer.expires_at });
    expect(answer.licence).toMatchObject({
      expires_at: null,
      offline: { server: 'web-1', expires_at: answer.expires_at, receipt: true },
    });
    expect(await detail(id)).toMatchObject({
      file_renewable: true,
      files: [{ server: 'web-1', expires_at: answer.expires_at, state: 'valid' }],
    });
    const short = await handedOut('bound');
    expect(short.answer.expires_at).toBe((await detail(short.id)).expires_at);
  });

  test('is renewed without a request file while the licence is bound, for the same client, with a later expiry', async () => {
    const { id, client, file, answer } = await handedOut('permanent');
    api.clock.advance(20 * DAY);
    const again = await api.call(calls.offlineRenew, { id }, mine());
    const [first, second] = [JSON.parse(file), JSON.parse(again.data.file)] as Record<string, string>[];
    expect(second).toMatchObject({ client_key: client.clientKey, fingerprint: client.fingerprint });
    expect(second?.['file_id']).not.toBe(first?.['file_id']);
    expect(new Date(again.data.expires_at) > new Date(answer.expires_at)).toBe(true);
    expect((await detail(id)).files).toHaveLength(2);
    // One receipt releases both: neither works without the key.
    expect((await unbind(id, client.receipt(file))).code).toBe('OK');
    expect((await detail(id)).files.map(({ state }) => state)).toEqual(['deactivated', 'deactivated']);
    expect((await api.call(calls.offlineRenew, { id }, mine())).code).toBe('LICENCE_NOT_BOUND');
  });

  test('is not renewed if none was issued to this owner, or the licence has expired', async () => {
    const { id } = await make('bound');
    expect((await api.call(calls.offlineRenew, { id }, mine())).code).toBe('OFFLINE_FILE_NONE');
    const theirs = { token: other.token };
    expect((await api.call(calls.offlineRenew, { id }, theirs)).code).toBe('LICENCE_NOT_FOUND');
    const given = await handedOut();
    await api.db.update(licences).set({ userId: other.user.id }).where(eq(licences.id, given.id));
    expect((await api.call(calls.offlineRenew, { id: given.id }, theirs)).code).toBe('OFFLINE_FILE_NONE');
    const ended = await handedOut('bound');
    expect((await detail(ended.id)).file_renewable).toBe(true);
    await api.db
      .update(licences)
      .set({ expiresAt: after(SEED_NOW, -1000) })
      .where(eq(licences.id, ended.id));
    expect((await api.call(calls.offlineRenew, { id: ended.id }, mine())).code).toBe('LICENCE_EXPIRED');
    expect((await detail(ended.id)).file_renewable).toBe(false);
  });

  test('is rejected for a request with an invalid signature, or signed before the client’s receipt', async () => {
    const { code, fingerprint } = await make('permanent');
    const client = offlineClient(fingerprint);
    const foreign = offlineClient(fingerprint);
    for (const change of [
      { server_name: 'other' },
      { client_key: foreign.clientKey },
      { client_key: 'x' },
      { signature: 'x' },
      { version: 1 },
      { extra: 1 },
    ]) {
      expect((await request(client.request(code, change))).code).toBe('OFFLINE_REQUEST_INVALID');
    }
    const text = client.request(code);
    const { data } = await request(text);
    expect((await unbind(data.licence.id, client.receipt(data.file))).code).toBe('OK');
    expect((await bind(code, fingerprint)).code).toBe('OK');
    expect((await detail(data.licence.id)).file_renewable).toBe(false);
    const renewed = await api.call(calls.offlineRenew, { id: data.licence.id }, mine());
    expect(renewed.code).toBe('OFFLINE_FILE_NONE');
    expect(await request(text)).toMatchObject({
      code: 'OFFLINE_KEY_ENDED',
      error: { fields: { request: 'field_invalid' } },
    });
  });
});

describe('licence with an issued file', () => {
  test('issues a new file to the same client, also after an operator released its files', async () => {
    const { id, code, client } = await handedOut();
    expect((await request(client.request(code))).code).toBe('OK');
    await releaseFiles(api.app, CLERK, { ref: { id }, reason: 'reinstalled' });
    expect((await request(client.request(code))).code).toBe('OK');
    expect((await detail(id)).files.map(({ state }) => state)).toEqual(['valid', 'released', 'released']);
    const { data } = await api.call(calls.offlineRenew, { id }, mine());
    const receipt = client.receipt(data.file);
    expect((await unbind(id, ` ${receipt}\n`)).code).toBe('OK');
    // What the operator released stays the operator's.
    const states = ['deactivated', 'deactivated', 'released', 'released'];
    expect((await detail(id)).files.map(({ state }) => state)).toEqual(states);
    // So it is told of them for good, whatever their terms.
    await api.db.update(licenceFiles).set({ expiresAt: SEED_NOW }).where(eq(licenceFiles.licenceId, id));
    expect((await detail(id)).files.map(({ state }) => state)).toEqual(states);
    const rows = await api.db.select().from(licenceFiles).where(eq(licenceFiles.licenceId, id));
    expect(rows.map((row) => row.receipt === receipt).sort()).toEqual([false, false, true, true]);
  });

  test('is held by the file that is valid longest', async () => {
    const { id } = await make('permanent');
    const file = { licenceId: id, ownerId: owner.user.id, keyId: 'key', issuedAt: SEED_NOW };
    await api.db.insert(licenceFiles).values(
      [5, 20, 10].map((days) => ({
        ...file,
        ...{ serverName: `for-${days}`, fileId: `f-${days}`, clientKey: `k-${days}` },
        expiresAt: after(SEED_NOW, days * DAY),
      })),
    );
    expect((await detail(id)).offline).toMatchObject({ server: 'for-20', receipt: true });
    const { code, msg } = await unbind(id);
    expect(code).toBe('LICENCE_FILE_OUT');
    expect(msg).toContain(clockThere(after(SEED_NOW, 20 * DAY)));
  });

  test('cannot be unbound without a receipt; with one it can be bound to another server', async () => {
    const { id, code, client, file } = await handedOut();
    const rejected = await unbind(id);
    expect(rejected).toMatchObject({
      status: 400,
      code: 'LICENCE_FILE_OUT',
      error: { fields: { receipt: 'field_invalid' } },
    });
    expect((await rowOf(api, id)).fingerprint).toBe(client.fingerprint);
    expect((await unbind(id, client.receipt(file))).data).toMatchObject({ server: null, offline: null });
    expect((await bind(code)).code).toBe('OK');
    const { events } = await detail(id);
    expect(events.map(({ kind }) => kind)).toContain('offline_deactivated');
  });

  test('can be unbound without a receipt once the file has expired', async () => {
    const { id, code } = await handedOut('bound');
    await api.db.update(licenceFiles).set({ expiresAt: SEED_NOW }).where(eq(licenceFiles.licenceId, id));
    expect((await detail(id)).files[0]?.state).toBe('ended');
    expect((await unbind(id)).code).toBe('OK');
    // Another server does not get the file of the first.
    expect((await bind(code)).code).toBe('OK');
    expect((await detail(id)).file_renewable).toBe(false);
  });

  test('rejects a receipt that is malformed, altered, or of another client, licence, server or file', async () => {
    const { id, client, file } = await handedOut();
    const another = await handedOut();
    const stranger = offlineClient(client.fingerprint);
    const cases: [string, string][] = [
      ['nonsense', 'RECEIPT_INVALID'],
      ['{}', 'RECEIPT_INVALID'],
      [client.receipt(file).replace('2026-11-21', '2026-11-22'), 'RECEIPT_INVALID'],
      [client.receipt(file).replace('"version":1', '"version":2'), 'RECEIPT_INVALID'],
      [client.receipt(file).replace(/"signature":"[^"]+"/, '"signature":1'), 'RECEIPT_INVALID'],
      // From a stranger without a file of this licence.
      [stranger.receipt(file), 'RECEIPT_FOREIGN'],
      // A stranger who names the client's key cannot sign with it.
      [stranger.receipt(file, { client_key: client.clientKey }), 'RECEIPT_INVALID'],
      [another.client.receipt(another.file), 'RECEIPT_FOREIGN'],
      [client.receipt(file, { licence_id: another.id }), 'RECEIPT_FOREIGN'],
      [client.receipt(file, { fingerprint: someServer() }), 'RECEIPT_FOREIGN'],
      [client.receipt(file, { file_id: 'another' }), 'RECEIPT_FOREIGN'],
    ];
    for (const [text, code] of cases) {
      expect([text, await unbind(id, text)]).toMatchObject([
        text,
        { code, error: { fields: { receipt: 'field_invalid' } } },
      ]);
    }
    expect((await rowOf(api, id)).fingerprint).toBe(client.fingerprint);
  });

  test('rejects a receipt that was used before, and one of an expired file', async () => {
    const { id, code, client, file } = await handedOut();
    const receipt = client.receipt(file);
    expect((await unbind(id, receipt)).code).toBe('OK');
    api.clock.advance(2 * DAY);
    const next = offlineClient(client.fingerprint);
    const second = await request(next.request(code));
    expect((await unbind(id, receipt)).code).toBe('RECEIPT_USED');
    await api.db
      .update(licenceFiles)
      .set({ expiresAt: after(SEED_NOW, 1) })
      .where(eq(licenceFiles.clientKey, next.clientKey));
    const third = offlineClient(client.fingerprint);
    const last = await request(third.request(code));
    expect((await unbind(id, next.receipt(second.data.file))).code).toBe('RECEIPT_EXPIRED');
    expect((await unbind(id, third.receipt(last.data.file))).code).toBe('OK');
  });

  test('requires a receipt from every client that has a file', async () => {
    const { id, code, client, file } = await handedOut();
    const second = offlineClient(client.fingerprint);
    await request(second.request(code));
    expect((await unbind(id, client.receipt(file))).code).toBe('LICENCE_FILE_OUT');
    // A refusal changes nothing.
    expect((await detail(id)).files.map(({ state }) => state)).toEqual(['valid', 'valid']);
  });

  test('of a client without receipts can be unbound only after an operator released the file', async () => {
    const { id, code, fingerprint } = await make('permanent');
    const { data } = await request(requested(code, fingerprint));
    expect(JSON.parse(data.file)).toMatchObject({ version: 1, expires_at: data.expires_at });
    expect(data.licence.offline).toMatchObject({ receipt: false });
    const guessed = offlineClient(fingerprint).receipt(data.file, { file_id: 'f-1' });
    expect((await unbind(id, guessed)).code).toBe('RECEIPT_FOREIGN');
    expect((await unbind(id)).code).toBe('LICENCE_FILE_OUT_OLD');
    await releaseFiles(api.app, CLERK, { ref: { id }, reason: 'disk died' });
    const { files, events } = await detail(id);
    expect(files[0]?.state).toBe('released');
    // The owner sees who released them, and why.
    expect(events[0]).toMatchObject({
      kind: 'offline_released',
      details: { server: 'web-1', note: 'disk died' },
    });
    expect((await unbind(id)).code).toBe('OK');
    await expect(releaseFiles(api.app, CLERK, { ref: { id }, reason: 'again' })).rejects.toThrow(
      'OFFLINE_FILE_NONE',
    );
    // A later release leaves the time and reason of an earlier one.
    const then = api.clock.now();
    api.clock.advance(DAY);
    await request(requested(code, fingerprint));
    await releaseFiles(api.app, CLERK, { ref: { id }, reason: 'again' });
    const rows = await api.db
      .select({ at: licenceFiles.releasedAt, reason: licenceFiles.releasedReason })
      .from(licenceFiles)
      .where(eq(licenceFiles.licenceId, id))
      .orderBy(licenceFiles.id);
    expect(rows).toEqual([
      { at: then, reason: 'disk died' },
      { at: api.clock.now(), reason: 'again' },
    ]);
  });
});

describe('file issued before files were recorded', () => {
  test('stays valid until its stated expiry, blocks unbinding, and can be renewed', async () => {
    const { id } = await handedOutBefore(null);
    expect((await unbind(id)).code).toBe('LICENCE_FILE_OUT_OLD');
    await api.app.jobs.run('licence_files', CLERK);
    expect((await detail(id)).files).toMatchObject([{ server: 'old-1', expires_at: null, state: 'valid' }]);
    const renewed = await handedOutBefore(null);
    expect((await api.call(calls.offlineRenew, { id: renewed.id }, mine())).code).toBe('OK');
    const past = await handedOutBefore(after(SEED_NOW, -DAY).toISOString());
    expect((await unbind(past.id)).code).toBe('OK');
  });

  test('of an unbound licence blocks transfer and another server, but not its own', async () => {
    const { id, code, fingerprint } = await handedOutBefore(null);
    // As unbound by the previous version.
    const none = { fingerprint: null, serverName: null, boundAt: null };
    await api.db.update(licences).set(none).where(eq(licences.id, id));
    const offer = await api.call(calls.transfer, { id, to_email: other.email }, mine());
    expect(offer.code).toBe('LICENCE_FILE_OUT_OLD');
    expect((await bind(code)).code).toBe('LICENCE_FILE_OUT_OLD');
    expect((await bind(code, fingerprint)).code).toBe('OK');
  });

  test('issued before a transfer does not restrict the new owner', async () => {
    const { id, code } = await handedOutBefore(null);
    await api.db.update(licences).set({ userId: other.user.id }).where(eq(licences.id, id));
    const theirs = { token: other.token };
    expect((await api.call(calls.unbind, { id, reason: 'mine now' }, theirs)).code).toBe('OK');
    const bound = await api.call(calls.bind, { code, server_name: 'new', fingerprint: someServer() }, theirs);
    expect(bound).toMatchObject({ code: 'OK', data: { offline: null } });
  });
});

describe('transfer offer', () => {
  test('for a licence with an issued file requires its receipt', async () => {
    const { id, code, client, file } = await handedOut();
    // As unbound by a version that required no receipts.
    const none = { fingerprint: null, serverName: null, boundAt: null };
    await api.db.update(licences).set(none).where(eq(licences.id, id));
    // A bind takes no receipt, and names no field for it.
    const elsewhere = await bind(code);
    expect([elsewhere.code, elsewhere.error.fields]).toEqual(['LICENCE_FILE_OUT', undefined]);
    const offer = (receipt?: string) =>
      api.call(calls.transfer, { id, to_email: other.email, ...(receipt && { receipt }) }, mine());
    expect((await offer()).code).toBe('LICENCE_FILE_OUT');
    expect((await offer(client.receipt(file))).code).toBe('OK');
  });

  test('cannot be accepted while a file is valid', async () => {
    const { id } = await handedOut();
    const none = { fingerprint: null, serverName: null, boundAt: null };
    await api.db.update(licences).set(none).where(eq(licences.id, id));
    await api.db
      .update(licenceFiles)
      .set({ expiresAt: after(SEED_NOW, -1) })
      .where(eq(licenceFiles.licenceId, id));
    const offered = await api.call(calls.transfer, { id, to_email: other.email }, mine());
    await api.db.update(licenceFiles).set({ expiresAt: null }).where(eq(licenceFiles.licenceId, id));
    const transfer_id = offered.data.transfer?.id ?? 0;
    const accept = () => api.call(calls.transferAccept, { transfer_id }, { token: other.token });
    expect((await accept()).code).toBe('LICENCE_FILE_OUT');
    await api.db.transaction((tx) =>
      releaseFiles(withTransaction(api.app, tx), CLERK, { ref: { id }, reason: 'lost' }),
    );
    expect((await accept()).code).toBe('OK');
  });
});

describe('refund', () => {
  /** A paid order of one licence. */
  async function bought(): Promise<{ orderNo: string; id: number; code: string }> {
    const { id: orderId, orderNo } = await orderIn(api, owner, 'paid', { plan: 'm12' });
    const [licence] = await api.db.select().from(licences).where(eq(licences.orderId, orderId));
    const id = licence?.id ?? 0;
    return { orderNo, id, code: await codeOfLicence(api, id) };
  }
  const askFor = (orderNo: string) =>
    api.call(orderCalls.refundRequest, { order_no: orderNo, reason: 'not needed' }, mine());
  const decide = async (orderNo: string) => {
    const { token } = await signedInAs(api, 'operator@yunduo.test', SEED_PASSWORD);
    return api.call(adminOrder.refundDecide, { order_no: orderNo, approve: true }, { token });
  };
  const giveAway = async (id: number) => {
    const offered = await api.call(calls.transfer, { id, to_email: other.email }, mine());
    const transfer_id = offered.data.transfer?.id ?? 0;
    expect((await api.call(calls.transferAccept, { transfer_id }, { token: other.token })).code).toBe('OK');
  };

  test('shows the operator the licence’s server and its valid file', async () => {
    const { orderNo, id, code } = await bought();
    const client = offlineClient();
    const { data } = await request(client.request(code));
    await askFor(orderNo);
    const { token } = await signedInAs(api, 'operator@yunduo.test', SEED_PASSWORD);
    const found = await api.call(adminOrder.list, { q: orderNo }, { token });
    expect(found.data.list[0]?.licences).toMatchObject([
      {
        id,
        owner: owner.email,
        transferred: false,
        server: 'vault-1',
        binds: 1,
        unbinds: 0,
        transfers: 0,
        files: [{ server: 'vault-1', expires_at: data.expires_at }],
      },
    ]);
    const details = { server: 'vault-0', fingerprint: someServer(), reason: 'moving' };
    await recordEvents(api.app, [{ licenceId: id, ownerId: owner.user.id, kind: 'unbound', details }]);
    // The oldest file first.
    const another = { licenceId: id, keyId: 'key', issuedAt: api.clock.now() };
    const released = { releasedAt: api.clock.now(), releasedReason: 'lost' };
    await api.db.insert(licenceFiles).values([
      { ...another, serverName: 'vault-2' },
      // It keeps working, unlike one whose client has deleted its key, and one that has expired.
      { ...another, serverName: 'vault-3', ...released, releasedBy: 'operator' },
      { ...another, serverName: 'vault-4', releasedAt: api.clock.now(), releasedBy: 'receipt' },
      { ...another, serverName: 'vault-5', expiresAt: api.clock.now() },
    ]);
    const both = await api.call(adminOrder.list, { q: orderNo }, { token });
    expect(both.data.list[0]?.licences).toMatchObject([{ binds: 1, unbinds: 1, transfers: 0 }]);
    expect(both.data.list[0]?.licences[0]?.files.map(({ server }) => server)).toEqual([
      'vault-1',
      'vault-2',
      'vault-3',
    ]);
  });

  test('of a renewal shows its licence as the buyer’s, whoever ordered the licence first', async () => {
    const { orderNo: first, id, code } = await bought();
    await request(offlineClient().request(code));
    const renewal = await api.call(calls.renew, { id, plan: 'm3' }, mine());
    expect(renewal.code).toBe('OK');
    const { order_no: orderNo } = renewal.data;
    await paying(api, owner, orderNo);
    await sendNotice(api, await noticeOf(api, orderNo));
    await askFor(orderNo);
    const { token } = await signedInAs(api, 'operator@yunduo.test', SEED_PASSWORD);
    const found = await api.call(adminOrder.list, { q: orderNo }, { token });
    expect(found.data.list[0]?.licences).toMatchObject([{ id, renewal: true, transferred: false }]);
    expect(first).not.toBe(orderNo);
  });

  test('can be neither requested nor approved while another user owns a licence of the order', async () => {
    const order = await bought();
    await askFor(order.orderNo);
    await giveAway(order.id);
    expect((await decide(order.orderNo)).code).toBe('REFUND_TRANSFERRED');
    expect((await rowOf(api, order.id)).revokedAt).toBeNull();
    const given = await bought();
    await giveAway(given.id);
    expect((await askFor(given.orderNo)).code).toBe('REFUND_TRANSFERRED');
  });

  test('can be approved once an operator revoked the transferred licence', async () => {
    const { orderNo, id } = await bought();
    await askFor(orderNo);
    await giveAway(id);
    await revokeByOperator(api.app, CLERK, { ref: { id }, reason: 'sold to you without being paid for' });
    expect((await decide(orderNo)).code).toBe('OK');
    expect((await rowOf(api, id)).revokedBy).toBe('operator');
  });
});

import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { authCode as calls } from '@yunduo/api-contract';
import { desc, eq, like } from 'drizzle-orm';
import { auditLog, licences } from '../db/schema/index.ts';
import { recordEvents } from '../modules/licence/events.ts';
import { decryptCode, encryptCode, keyring } from '../modules/licence/keyring.ts';
import { testApp, type TestApp } from '../testing/app.ts';
import { SEED_NOW } from '../testing/environment.ts';
import { licenceIn, offlineClient, rowOf } from '../testing/licences.ts';
import { opsOf } from '../testing/ops.ts';
import { newcomer, type SignedIn } from '../testing/people.ts';

const NEW_KEY = 'a newer secret for licences of 32 characters';
let api: TestApp;
let ops: ReturnType<typeof opsOf>;
let owner: SignedIn;
beforeAll(async () => {
  api = await testApp({ seeded: true, env: { LICENCE_KEYS: NEW_KEY } });
  ops = opsOf(api, { user: 'deploy' });
  owner = await newcomer(api);
});
afterAll(() => api.close());
beforeEach(() => api.clock.set(SEED_NOW));

const me = () => ({ id: owner.user.id, email: owner.email });
const lastAudit = async () => (await api.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))[0];

test('licence show finds by id or code, and prints the history without the code', async () => {
  const { id, code, fingerprint } = await licenceIn(api, me(), 'bound');
  const byId = await ops(`licence show --id ${id} --json`);
  expect(byId).toMatchObject({ code: 0, err: '' });
  expect(byId.json()).toMatchObject({
    id,
    owner: owner.email,
    state: 'active',
    plan: 'm1',
    server: 'web-1',
    fingerprint,
    history: [{ kind: 'granted' }, { kind: 'bound', details: { server: 'web-1' } }],
  });
  const byCode = await ops(`licence show --code ${code}`);
  expect(byCode.out).toContain(owner.email);
  expect(byCode.out + byId.out).not.toContain(code);
  const typed = await ops(`licence show --code ${code.toLowerCase().replaceAll('-', '')}`);
  expect(typed.out).toBe(byCode.out);
  const two = await ops(`licence show --id ${id} --code ${code}`);
  expect(two).toMatchObject({
    code: 1,
    err: 'error: name the licence with --id or with --code, one of the two\n',
  });
  expect((await ops('licence show --id 999999999')).err).toBe(
    'error: Authorization code not found (LICENCE_NOT_FOUND)\n',
  );
  expect((await ops('licence show --code YDAC-0000')).err).toContain('(LICENCE_NOT_FOUND)');
});

test('licence list filters by account and state', async () => {
  const { id } = await licenceIn(api, me(), 'expired');
  const list = await ops(`licence list --email ${owner.email} --state expired --json`);
  expect(list.json<{ id: number; state: string }[]>()).toMatchObject([{ id, state: 'expired' }]);
  const newest = (await ops('licence list --limit 3 --json')).json<{ id: number }[]>().map(({ id }) => id);
  expect(newest).toHaveLength(3);
  expect(newest).toEqual(newest.toSorted((one, other) => other - one));
  expect((await ops('licence list')).out.split('\n')[0]).toMatch(/^id\s+tail\s+state\s+plan\s+owner/);
  expect((await ops('licence list --email nobody@example.com')).err).toContain('(USER_NOT_FOUND)');
  expect(await ops('licence list --state lost')).toMatchObject({ code: 2 });
});

test('licence grant adds licences to the account, and is audited', async () => {
  const person = await newcomer(api);
  const line = [
    'licence',
    'grant',
    '--email',
    person.email,
    '--plan',
    'm3',
    '--quantity',
    '2',
    '--reason',
    'outage',
  ];
  const { licences: ids } = (await ops([...line, '--json'])).json<{ licences: number[] }>();
  expect(ids).toHaveLength(2);
  const mine = await api.call(calls.my, {}, { token: person.token });
  expect(mine.data.list.map(({ id, state, plan, order_no }) => [id, state, plan, order_no])).toEqual(
    ids.toReversed().map((id) => [id, 'unused', 'm3', null]),
  );
  expect(await lastAudit()).toMatchObject({
    actor: 'operator@yunduo.test',
    via: 'command',
    action: 'licence.grant',
    target: `user:${person.user.id}`,
    details: { plan: 'm3', quantity: 2, reason: 'outage', licences: ids },
  });
  expect((await ops(line.with(7, '100000'))).code).toBe(1);
  expect((await ops(line.with(3, 'nobody@example.com'))).err).toContain('(USER_NOT_FOUND)');
});

test('licence revoke needs --yes, mails the reason to the owner, and is audited', async () => {
  const { id, code, fingerprint } = await licenceIn(api, me(), 'bound');
  for (const reason of ['', ' ', 'two\nlines', 'x'.repeat(501)]) {
    const unsaid = await ops(['licence', 'revoke', '--id', String(id), '--reason', reason, '--yes']);
    expect([unsaid.code, unsaid.err]).toEqual([2, expect.stringContaining('one line of up to 500')]);
  }
  const line = ['licence', 'revoke', '--id', String(id), '--reason', '违规转售'];
  expect((await ops(line)).code).not.toBe(0);
  expect((await rowOf(api, id)).revokedAt).toBeNull();
  expect((await ops([...line, '--yes', '--json'])).json()).toMatchObject({ id, state: 'revoked' });
  expect(await lastAudit()).toMatchObject({
    action: 'licence.revoke',
    target: `licence:${id}`,
    details: { reason: '违规转售' },
  });
  const { codeTail } = await rowOf(api, id);
  const mail = (await api.mails()).find(
    ({ to, subject }) => to === owner.email && subject.includes(codeTail),
  );
  expect(mail?.text).toContain('违规转售');
  expect(mail?.text).toContain('请联系客服：support@yunduo.test');
  const request = await api.call(calls.verify, { code, fingerprint, nonce: '0123456789abcdef' });
  expect(request.data).toMatchObject({ valid: false, code: 'LICENCE_REVOKED' });
  expect((await ops([...line, '--yes'])).err).toContain('(LICENCE_REVOKED)');
});

test('licence keys lists the newest first, and licence reseal re-encrypts every readable code with it', async () => {
  const keys = (await ops('licence keys --json')).json<{ key_id: string; signs: boolean }[]>();
  const ring = keyring(api.app.config);
  expect(keys.map(({ key_id, signs }) => [key_id, signs])).toEqual([
    [ring.keys[0]?.id, true],
    [ring.keys[1]?.id, false],
  ]);
  const newest = keyring({ licenceKeys: [NEW_KEY], signingKey: null });
  const readable = async () => {
    const rows = await api.db.select().from(licences);
    return rows.filter((row) => decryptCode(newest, row.codeEncrypted, row.codeHash) !== null).length;
  };
  const all = await api.db.$count(licences);
  expect(await readable()).toBeLessThan(all);
  const { id } = await licenceIn(api, me(), 'unused');
  await api.db.update(licences).set({ codeEncrypted: '0000000000000000.AAAA' }).where(eq(licences.id, id));
  const done = (await ops('licence reseal --json')).json<{ resealed: number; unreadable: number }>();
  expect(done.unreadable).toBe(1);
  expect(done.resealed).toBeGreaterThan(0);
  expect(await readable()).toBe(all);
  expect((await ops('licence reseal --json')).json()).toEqual({ resealed: 0, unreadable: 1 });
  expect(await lastAudit()).toMatchObject({
    action: 'licence.reseal',
    target: `key:${ring.current.id}`,
    details: { resealed: 0, unreadable: 1 },
  });
});

test('licence reseal re-encrypts a readable code behind 500 unreadable ones', async () => {
  const ring = keyring(api.app.config);
  const first = await rowOf(api, (await licenceIn(api, me(), 'unused')).id);
  const copies = Array.from({ length: 500 }, (_, copy) => ({
    userId: first.userId,
    codeHash: `unreadable ${copy}`,
    codeEncrypted: '0000000000000000.AAAA',
    codeTail: first.codeTail,
    plan: first.plan,
    createdAt: first.createdAt,
  }));
  await api.db.insert(licences).values(copies);
  const { id, code } = await licenceIn(api, me(), 'unused');
  const { codeHash } = await rowOf(api, id);
  const older = keyring({ ...api.app.config, licenceKeys: [] });
  await api.db
    .update(licences)
    .set({ codeEncrypted: encryptCode(older, code, codeHash) })
    .where(eq(licences.id, id));
  expect((await ops('licence reseal --json')).json()).toMatchObject({ resealed: 1 });
  expect((await rowOf(api, id)).codeEncrypted.split('.')[0]).toBe(ring.current.id);
  await api.db.delete(licences).where(like(licences.codeHash, 'unreadable %'));
});

test('licence files lists permanent offline files, and licence release-files releases them', async () => {
  const person = await newcomer(api);
  const theirs = { id: person.user.id, email: person.email };
  const old = await licenceIn(api, theirs, 'permanent');
  const details = { server: 'old-1', key_id: 'k', expires: null };
  await recordEvents(api.app, [
    { licenceId: old.id, ownerId: person.user.id, kind: 'offline_issued', details },
  ]);
  // Created later than the old one, which the list includes only on request.
  api.clock.set(new Date(SEED_NOW.getTime() + 60_000));
  const now = await licenceIn(api, theirs, 'permanent');
  const request = offlineClient(now.fingerprint).request(now.code);
  await api.call(calls.offlineRequest, { request }, { token: person.token });
  const files = async (more = '') =>
    (await ops(`licence files --email ${person.email}${more} --json`)).json<object[]>();
  expect(await files(' --permanent')).toMatchObject([
    {
      licence: old.id,
      owner: person.email,
      server: 'old-1',
      expires_at: null,
      receipt: 'cannot be made',
      bound: true,
    },
  ]);
  expect(await files()).toMatchObject([{ licence: old.id }, { licence: now.id, receipt: 'can be made' }]);
  const line = ['licence', 'release-files', '--id', String(old.id), '--reason', 'old-1 is gone'];
  expect((await ops(line)).code).not.toBe(0);
  expect((await ops([...line, '--yes', '--json'])).json()).toMatchObject([
    { server: 'old-1', state: 'released', reason: 'old-1 is gone' },
  ]);
  expect(await lastAudit()).toMatchObject({
    actor: 'operator@yunduo.test',
    action: 'licence.release_files',
    target: `licence:${old.id}`,
    details: { reason: 'old-1 is gone' },
  });
  expect(await files(' --permanent')).toEqual([]);
  expect((await ops([...line, '--yes'])).err).toContain('(OFFLINE_FILE_NONE)');
  const shown = await ops(`licence show --id ${old.id}`);
  expect(shown.out).toContain('released');
  const unbound = await api.call(calls.unbind, { id: old.id, reason: 'gone' }, { token: person.token });
  expect(unbound.code).toBe('OK');
});

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { appStore, type AdminApp, type AppReport } from '@yunduo/api-contract';
import { desc } from 'drizzle-orm';
import { auditLog } from '../db/schema/index.ts';
import { testApp, type TestApp } from '../testing/app.ts';
import { opsOf } from '../testing/ops.ts';

let api: TestApp;
let ops: ReturnType<typeof opsOf>;
beforeAll(async () => {
  api = await testApp({ seeded: true });
  ops = opsOf(api, { user: 'deploy' });
});
afterAll(() => api.close());

const lastAudit = async () => (await api.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))[0];
const run = async <T>(...line: string[]): Promise<T> => {
  const answer = await ops([...line, '--json']);
  expect([answer.err, answer.code]).toEqual(['', 0]);
  return answer.json<T>();
};
const first = async () =>
  (await api.call(appStore.list, { cate: 'recommend' })).data.list.map(({ app_key }) => app_key)[0];

test('an app is certified, and featured at a place', async () => {
  expect(await run<AdminApp>('app', 'uncertify', '--app', 'port-patrol')).toMatchObject({ certified: false });
  expect(await run<AdminApp>('app', 'certify', '--app', 'port-patrol')).toMatchObject({ certified: true });
  expect(await lastAudit()).toMatchObject({
    actor: 'operator@yunduo.test',
    via: 'command',
    action: 'app.certify',
  });
  await run('app', 'feature', '--app', 'port-patrol', '--place', '1');
  expect(await first()).toBe('port-patrol');
  await run('app', 'unfeature', '--app', 'port-patrol');
  expect(await first()).toBe('nginx');
  expect((await ops('app feature --app port-patrol --place 0')).code).toBe(2);
  expect(await ops('app certify --app nothing')).toMatchObject({
    code: 1,
    err: 'error: This app does not exist or is no longer published (APP_NOT_FOUND)\n',
  });
});

test('app takedown needs --yes and a reason, and can be lifted', async () => {
  const line = ['app', 'takedown', '--app', 'port-patrol', '--reason', 'It uploads private keys.'];
  expect((await ops(line)).code).not.toBe(0);
  expect(await run<AdminApp>(...line, '--yes')).toMatchObject({
    status: 'unpublished',
    taken_down_reason: 'It uploads private keys.',
  });
  expect(await lastAudit()).toMatchObject({ action: 'app.takedown', actor: 'operator@yunduo.test' });
  expect(await run<AdminApp>('app', 'lift-takedown', '--app', 'port-patrol')).toMatchObject({
    status: 'published',
    taken_down_at: null,
  });
  expect((await ops('app takedown --app port-patrol --reason bad --yes')).err).toContain('VALIDATION_FAILED');
});

test('reports are listed and closed', async () => {
  const open = await run<AppReport[]>('report', 'list');
  expect(open.length).toBeGreaterThan(0);
  expect(open.every(({ state }) => state === 'open')).toBe(true);
  expect((await ops('report list')).out).toContain(open[0]?.app.app_key);
  const id = String(open[0]?.id);
  expect(
    await run<AppReport>('report', 'close', '--id', id, '--resolution', 'fixed', '--note', 'Repackaged.'),
  ).toMatchObject({
    state: 'closed',
    closed_by: 'operator@yunduo.test',
    resolution: 'fixed',
    note: 'Repackaged.',
  });
  expect((await ops(`report close --id ${id} --resolution other`)).err).toContain('STATE_CHANGED');
  expect((await run<AppReport[]>('report', 'list')).length).toBe(open.length - 1);
  expect((await run<AppReport[]>('report', 'list', '--state', 'closed', '--app', 'gitea')).length).toBe(1);
});

import { appStore, devApp } from '@yunduo/api-contract';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { auditLog } from '../db/schema/index.ts';
import { apps } from '../db/schema/store.ts';
import { testApp, type TestApp } from '../testing/app.ts';
import { signInSeeded } from '../testing/dev-apps.ts';
import { opsOf } from '../testing/ops.ts';

let api: TestApp;
let ops: ReturnType<typeof opsOf>;
let id: number;
beforeAll(async () => {
  api = await testApp({ seeded: true });
  ops = opsOf(api, { user: 'deploy' });
  const [app] = await api.db.select().from(apps).where(eq(apps.appKey, 'port-patrol'));
  id = app?.id ?? 0;
});
afterAll(() => api.close());

const inStore = async (): Promise<string | number> => {
  const { status, data } = await api.call(appStore.detail, { id });
  return status === 200 ? data.version : status;
};

test('dev-app yank needs --yes, and restores the previous version', async () => {
  const line = 'dev-app yank --app port-patrol --version 1.4.0 --reason 会丢数据';
  expect((await ops(line)).code).not.toBe(0);
  expect(await inStore()).toBe('1.4.0');
  const done = await ops(`${line} --yes --json`);
  expect(done.code).toBe(0);
  const versions = done.json<{ versions: { version: string; status: string }[] }>().versions;
  expect(versions.slice(0, 2).map(({ status }) => status)).toEqual(['yanked', 'released']);
  expect(await inStore()).toBe(versions[1]?.version);
  const [row] = await api.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  expect(row).toMatchObject({ actor: 'operator@yunduo.test', via: 'command', action: 'dev_app.yank' });
  expect((await ops(`${line} --yes`)).err).toContain('STATE_CHANGED');
});

test('dev-app yank takes a reason by language, which readers of the store see in theirs', async () => {
  const now = await inStore();
  const line = `dev-app yank --app port-patrol --version ${now} --yes`;
  const neither = 'either --reason, or --reason-zh and --reason-en, is needed';
  expect((await ops(line)).err).toContain(neither);
  expect((await ops(`${line} --reason x --reason-en y`)).err).toContain(neither);
  expect((await ops(`${line} --reason-zh 端口会泄漏 --reason-en Leaks`)).code).toBe(0);
  const reasonIn = async (lang: 'zh' | 'en') =>
    (await api.call(appStore.detail, { id }, { lang })).data.withdrawn?.find(({ version }) => version === now)
      ?.reason;
  expect([await reasonIn('zh'), await reasonIn('en')]).toEqual(['端口会泄漏', 'Leaks']);
});

test('an app unpublished by command can be relisted only by command', async () => {
  expect((await ops('dev-app unpublish --app port-patrol --reason 侵权 --yes')).code).toBe(0);
  expect(await inStore()).toBe(404);
  const token = await signInSeeded(api, 'developer@yunduo.test');
  expect((await api.call(devApp.relist, { id }, { token })).code).toBe('APP_TAKEN_DOWN');
  expect((await ops('dev-app relist --app port-patrol --reason 已解决')).code).toBe(0);
  expect(await inStore()).not.toBe(404);
});

test('dev-app show prints text or JSON, and reports an unknown app or version', async () => {
  const text = await ops('dev-app show --app log-broom');
  expect(text.out).toContain('0.9.0 changes_requested');
  const json = (await ops('dev-app show --app log-broom --json')).json<{ timeline: { action: string }[] }>();
  expect(json.timeline.map(({ action }) => action)).toEqual(['request_changes', 'submit', 'create']);
  expect((await ops('dev-app show --app nobody')).err).toContain('APP_NOT_FOUND');
  expect((await ops('dev-app yank --app port-patrol --version 9.9.9 --reason x --yes')).err).toContain(
    'VERSION_NOT_FOUND',
  );
});

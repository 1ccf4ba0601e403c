import { site } from '@yunduo/api-contract';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
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

test('site change updates the brand of a running server, and increases the content revision', async () => {
  const before = (await api.call(site.info, undefined)).data;
  const done = await ops(
    'site change --name-zh 云帆 --slogan-en Ahoy --support-email Help@Example.com --json',
  );
  expect(done).toMatchObject({ code: 0, err: '' });
  const zh = (await api.call(site.info, undefined)).data;
  const en = (await api.call(site.info, undefined, { lang: 'en' })).data;
  expect(zh).toMatchObject({ name: '云帆', slogan: before.slogan, support_email: 'help@example.com' });
  expect(en).toMatchObject({ name: 'Yunduo', slogan: 'Ahoy' });
  expect(zh.content_revision).toBe(before.content_revision + 1);
  const [row] = await api.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  expect(row).toMatchObject({ actor: 'deploy', via: 'command', action: 'site.change' });
  expect(row?.details).toEqual({
    name: { zh: '云帆', en: 'Yunduo' },
    slogan: { zh: before.slogan, en: 'Ahoy' },
    record_number: before.record_number,
    support_email: 'help@example.com',
  });
});

test('site change sets and removes the record number', async () => {
  const shown = async () =>
    (await ops('site show --json')).json<{ record_number: string | null }>().record_number;
  expect((await ops('site change --record-number ICP-2026-17')).code).toBe(0);
  expect(await shown()).toBe('ICP-2026-17');
  expect((await ops('site change --no-record-number')).code).toBe(0);
  expect(await shown()).toBeNull();
});

test.each([
  ['site change', 1, 'nothing to change'],
  [`site change --name-en ${'n'.repeat(41)}`, 2, 'up to 40 characters'],
  ['site change --support-email nobody', 2, 'An email address'],
])('%s is rejected', async (line, code, words) => {
  const done = await ops(line);
  expect(done.code).toBe(code);
  expect(done.err).toContain(words);
});

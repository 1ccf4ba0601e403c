import { devApp, userAuth } from '@yunduo/api-contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { apps } from '../../db/schema/store.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { SEED_PASSWORD } from '../../testing/builders.ts';

let api: TestApp;
beforeAll(async () => {
  api = await testApp({ seeded: true });
});
afterAll(() => api.close());

const signIn = async (email: string): Promise<string> =>
  (await api.call(userAuth.login, { email, password: SEED_PASSWORD, agree: true })).data.token;

describe('Developer’s apps', () => {
  test('are listed in every state, newest change first', async () => {
    const { data } = await api.call(devApp.list, {}, { token: await signIn('developer@yunduo.test') });
    expect(
      data.list.map(({ app_key, status, review_status, version }) => [
        app_key,
        status,
        review_status,
        version,
      ]),
    ).toEqual([
      ['backup-check', 'pending_release', 'draft', '0.1.0'],
      ['slow-query-digest', 'pending_release', 'in_review', '1.0.0'],
      ['port-patrol', 'published', null, '1.4.0'],
      ['log-broom', 'pending_release', 'changes_requested', '0.9.0'],
      ['dns-doctor', 'pending_release', 'approved', '1.0.0'],
      ['swap-tuner', 'pending_release', 'rejected', '1.0.0'],
      ['disk-ledger', 'pending_release', 'withdrawn', '0.5.0'],
      ['cert-alarm', 'unpublished', null, '1.2.0'],
      ['kernel-jump', 'unpublished', null, '1.0.0'],
    ]);
    expect(data.total).toBe(9);
  });

  test('[R7.16] reflect the current rows of the database', async () => {
    const token = await signIn('developer@yunduo.test');
    const shown = async () =>
      (await api.call(devApp.list, {}, { token })).data.list.find(({ app_key }) => app_key === 'cert-alarm');
    const write = (status: 'published' | 'unpublished') =>
      api.db.update(apps).set({ status }).where(eq(apps.appKey, 'cert-alarm'));
    expect((await shown())?.status).toBe('unpublished');
    await write('published');
    const app = await shown();
    expect(app?.status).toBe('published');
    expect((await api.call(devApp.detail, { id: app?.id ?? 0 }, { token })).data.status).toBe('published');
    await write('unpublished');
    expect((await shown())?.status).toBe('unpublished');
  });

  test('have a due date only while under review, three working days after the submission', async () => {
    const { data } = await api.call(devApp.list, {}, { token: await signIn('developer@yunduo.test') });
    expect(
      data.list.map(({ app_key, due_at }) => [app_key, due_at]).filter(([, due]) => due !== null),
    ).toEqual([
      // Submitted on Thursday, 19 November 2026.
      ['slow-query-digest', '2026-11-24T02:00:00.000Z'],
    ]);
  });

  test('have names and figures in the reader’s language', async () => {
    const token = await signIn('developer@yunduo.test');
    const zh = (await api.call(devApp.list, {}, { token })).data.list[2];
    const en = (await api.call(devApp.list, {}, { token, lang: 'en' })).data.list[2];
    expect([zh?.name, zh?.human_download_num]).toEqual(['端口巡检', '4,216']);
    expect([en?.name, en?.human_download_num]).toEqual(['Port Patrol', '4,216']);
  });

  test('are paginated', async () => {
    const token = await signIn('developer@yunduo.test');
    const { data } = await api.call(devApp.list, { page: 2, page_size: 2 }, { token });
    expect(data).toMatchObject({ total: 9, page: 2, page_size: 2 });
    expect(data.list.map(({ app_key }) => app_key)).toEqual(['port-patrol', 'log-broom']);
  });

  test('are limited to the signed-in developer', async () => {
    const theirs = await api.call(devApp.list, {}, { token: await signIn('lighthouse@yunduo.test') });
    expect(theirs.data.list.map(({ app_key }) => app_key).sort()).toEqual([
      'adminer',
      'queue-lantern',
      'uptimekuma',
      'zabbix-agent',
    ]);
    const none = await api.call(devApp.list, {}, { token: await signIn('newcomer@yunduo.test') });
    expect(none.data).toMatchObject({ list: [], total: 0 });
  });

  test('return 401 without a session, 403 without the role', async () => {
    expect((await api.call(devApp.list, {})).status).toBe(401);
    const user = await api.call(devApp.list, {}, { token: await signIn('user@yunduo.test') });
    expect([user.status, user.code]).toEqual([403, 'FORBIDDEN']);
  });

  test('are never cached', async () => {
    const answer = await api.call(devApp.list, {}, { token: await signIn('developer@yunduo.test') });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['etag']).toBeUndefined();
  });
});

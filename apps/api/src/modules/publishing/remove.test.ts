import { devApp, devToken } from '@yunduo/api-contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { appPictures } from '../../db/schema/review.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { readyApp, readyVersion, signInSeeded, step } from '../../testing/dev-apps.ts';
import { onPostgres } from '../../testing/environment.ts';
import { removeDiscarded } from '../files/discard.ts';
import { filesOf } from './pictures.ts';

let api: TestApp;
let token: string;
let other: string;
beforeAll(async () => {
  api = await testApp({ seeded: true });
  token = await signInSeeded(api, 'newcomer@yunduo.test');
  other = await signInSeeded(api, 'lighthouse@yunduo.test');
});
afterAll(() => api.close());
// A new minute each time, so that rate limits do not add up across tests.
beforeEach(() => api.clock.advance(61_000));

const ids = async () => (await api.call(devApp.list, {}, { token })).data.list.map(({ id }) => id);
const nameIs = async (name: string) =>
  (await api.call(devApp.checkName, { name }, { token: other })).data.state;

describe('Version deletion', () => {
  test('deletes a draft version, and frees its number', async () => {
    const { id, versionId } = await readyApp(api, token);
    expect((await api.call(devApp.versionDelete, { version_id: versionId }, { token })).code).toBe('OK');
    const { data } = await api.call(devApp.detail, { id }, { token });
    expect([data.versions, data.open_version_id]).toEqual([[], null]);
    expect(await readyVersion(api, token, id, '1.0.0')).not.toBe(versionId);
  });

  test('returns VERSION_SUBMITTED once the version was submitted, in any later state', async () => {
    const { versionId } = await readyApp(api, token);
    const attempt = async () =>
      (await api.call(devApp.versionDelete, { version_id: versionId }, { token })).code;
    await api.call(devApp.submit, { version_id: versionId }, { token });
    expect(await attempt()).toBe('VERSION_SUBMITTED');
    await api.call(devApp.revoke, { version_id: versionId }, { token });
    expect(await attempt()).toBe('VERSION_SUBMITTED');
    await api.call(devApp.submit, { version_id: versionId }, { token });
    await step(api, 'approve', versionId);
    await api.call(devApp.release, { version_id: versionId }, { token });
    expect(await attempt()).toBe('VERSION_SUBMITTED');
  });

  test('returns 404 for another developer, and 403 for a build token', async () => {
    const { id, versionId } = await readyApp(api, token);
    const theirs = await api.call(devApp.versionDelete, { version_id: versionId }, { token: other });
    expect([theirs.status, theirs.code]).toEqual([404, 'VERSION_NOT_FOUND']);
    const { data: made } = await api.call(
      devToken.create,
      { name: 'night', scopes: ['app:read', 'app:write', 'version:submit'], expires_in_days: 30 },
      { token },
    );
    for (const answer of [
      await api.call(devApp.versionDelete, { version_id: versionId }, { token: made.token }),
      await api.call(devApp.appDelete, { id }, { token: made.token }),
    ]) {
      expect([answer.status, answer.code]).toEqual([403, 'FORBIDDEN']);
    }
  });
});

describe('App deletion', () => {
  test('deletes an unsubmitted app with its pictures, and frees its names', async () => {
    const names = { zh: '起错名字了', en: 'A false start' };
    const { id, versionId } = await readyApp(api, token, { name: names });
    const pictures = await api.db.select().from(appPictures).where(eq(appPictures.appId, id));
    const [file = ''] = pictures.flatMap(filesOf);
    expect(await api.app.files.size(file)).not.toBeNull();
    expect(await nameIs(names.en)).toBe('taken');

    expect((await api.call(devApp.appDelete, { id }, { token: other })).code).toBe('APP_NOT_FOUND');
    expect((await api.call(devApp.appDelete, { id }, { token })).code).toBe('OK');

    expect(await ids()).not.toContain(id);
    expect((await api.call(devApp.detail, { id }, { token })).code).toBe('APP_NOT_FOUND');
    expect((await api.call(devApp.submit, { version_id: versionId }, { token })).code).toBe(
      'VERSION_NOT_FOUND',
    );
    expect([await nameIs(names.zh), await nameIs(names.en)]).toEqual(['free', 'free']);
    expect(await api.app.files.size(file)).toBeNull();
    expect((await api.call(devApp.appDelete, { id }, { token })).code).toBe('APP_NOT_FOUND');
  });

  test('returns OK again for a repeat with its idempotency key', async () => {
    const { id, versionId } = await readyApp(api, token);
    const caller = { token, headers: { 'idempotency-key': 'gone-and-told-so' } };
    const version = () => api.call(devApp.versionDelete, { version_id: versionId }, caller);
    const app = () => api.call(devApp.appDelete, { id }, caller);
    const answers = [await version(), await version(), await app(), await app()];
    expect(answers.map(({ code }) => code)).toEqual(['OK', 'OK', 'OK', 'OK']);
    expect(await ids()).not.toContain(id);
  });

  test('succeeds while the file store is down; a job removes the pictures later', async () => {
    const { id } = await readyApp(api, token);
    const [file = ''] = (await api.db.select().from(appPictures).where(eq(appPictures.appId, id))).flatMap(
      filesOf,
    );
    const away = jest.spyOn(api.app.files, 'remove').mockRejectedValue(new Error('the store is away'));
    const answer = await api.call(devApp.appDelete, { id }, { token });
    away.mockRestore();
    expect(answer.code).toBe('OK');
    expect(await ids()).not.toContain(id);
    expect(await api.app.files.size(file)).not.toBeNull();
    await removeDiscarded(api.app);
    expect(await api.app.files.size(file)).toBeNull();
  });

  test('returns APP_SUBMITTED once a version was submitted, withdrawn or not', async () => {
    const { id, versionId } = await readyApp(api, token);
    await api.call(devApp.submit, { version_id: versionId }, { token });
    expect((await api.call(devApp.appDelete, { id }, { token })).code).toBe('APP_SUBMITTED');
    await api.call(devApp.revoke, { version_id: versionId }, { token });
    expect((await api.call(devApp.appDelete, { id }, { token })).code).toBe('APP_SUBMITTED');
    expect(await ids()).toContain(id);
  });

  (onPostgres ? test : test.skip)('and a concurrent submission: only one succeeds', async () => {
    for (let round = 0; round < 8; round += 1) {
      api.clock.advance(61_000);
      const { id, versionId } = await readyApp(api, token);
      const [submitted, deleted] = await Promise.all([
        api.call(devApp.submit, { version_id: versionId }, { token }),
        api.call(devApp.appDelete, { id }, { token }),
      ]);
      expect([submitted.code, deleted.code]).toContain('OK');
      expect(deleted.code === 'OK').toBe(submitted.code !== 'OK');
      expect((await ids()).includes(id)).toBe(submitted.code === 'OK');
    }
  });
});

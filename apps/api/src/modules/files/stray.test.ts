import { readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { adminContent, feedback, userInfo } from '@yunduo/api-contract';
import { DAY } from '@yunduo/validation';
import { eq, isNotNull } from 'drizzle-orm';
import sharp from 'sharp';
import { activities, apps, appScreenshots, feedbackAttachments, users } from '../../db/schema/index.ts';
import { uploadsFolder } from '../../file-stores.ts';
import { randomName } from '../../files.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { SEED_PASSWORD } from '../../testing/builders.ts';
import { newcomer, signedInAs, type SignedIn } from '../../testing/people.ts';
import { saveAvatar } from '../account/service.ts';
import { saveArticlePicture } from '../content/articles.ts';
import { takeLogo } from '../publishing/pictures.ts';
import { removeStray } from './stray.ts';

let api: TestApp;
let user: SignedIn;
let operator: SignedIn;
let folder: string;
beforeAll(async () => {
  api = await testApp({ seeded: true });
  user = await newcomer(api);
  operator = await signedInAs(api, 'operator@yunduo.test', SEED_PASSWORD);
  folder = uploadsFolder(api.app.config.dataDir);
});
afterAll(() => api.close());

const everything = async (): Promise<string[]> => {
  const names: string[] = [];
  for await (const name of api.app.files.list()) names.push(name);
  return names.sort();
};
/** Ages files stored so far by two days, and no others. */
function age(): void {
  const then = new Date(Date.now() - 2 * 86_400_000);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    // The seeded files are hard links shared by all test apps.
    const bytes = readFileSync(file);
    rmSync(file);
    writeFileSync(file, bytes);
    utimesSync(file, then, then);
  }
}
const paper = { width: 300, height: 300, channels: 3 as const, background: '#27b2bc' };
const bytesOfPicture = (): Promise<Buffer> => sharp({ create: paper }).png().toBuffer();
const picture = async (): Promise<FormData> => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await bytesOfPicture())]), 'a.png');
  return form;
};

test('an upload whose client disconnects while it is stored leaves no file, and changes nothing', async () => {
  const before = await everything();
  const bytes = await bytesOfPicture();
  const [app] = await api.db.select().from(apps).where(isNotNull(apps.developerId)).limit(1);
  const developer = { id: app?.developerId ?? 0, email: '', roles: ['developer'], sessionId: 0 };
  /** Connected until its turn to be processed. */
  const leaving = () => {
    let asked = 0;
    return { userId: user.user.id, gone: () => (asked += 1) > 1 };
  };
  const uploads = [
    saveAvatar(api.app, leaving(), bytes),
    saveArticlePicture(api.app, leaving(), bytes),
    takeLogo(api.app, developer, { appId: app?.id ?? 0, bytes, by: leaving() }),
  ];
  expect(await Promise.allSettled(uploads)).toMatchObject(
    uploads.map(() => ({ status: 'rejected', reason: { code: 'UNAVAILABLE' } })),
  );
  expect(await everything()).toEqual(before);
  const [row] = await api.db.select().from(users).where(eq(users.id, user.user.id));
  expect(row?.headImage).toBeNull();
});

test('unreferenced files are removed after a day; referenced ones stay, however old', async () => {
  await api.call(userInfo.uploadHeadImg, await picture(), { token: user.token });
  await api.call(feedback.upload, await picture(), { token: user.token });
  const articlePicture = async () =>
    (await api.call(adminContent.upload, await picture(), { token: operator.token })).data.picture;
  const [drafted, former, unused] = [await articlePicture(), await articlePicture(), await articlePicture()];
  const words = { zh: 'a', en: 'a' };
  const article = { use_to: 'partners', title: words, picture: former } as const;
  const draft = (await api.call(adminContent.save, article, { token: operator.token })).data;
  const { id, revision } = (
    await api.call(
      adminContent.publish,
      { id: draft.id, revision: draft.revision },
      { token: operator.token },
    )
  ).data;
  const next = { ...article, picture: drafted, id, revision };
  const saved = (await api.call(adminContent.save, next, { token: operator.token })).data;
  await api.call(adminContent.publish, { id, revision: saved.revision }, { token: operator.token });
  const announced = await articlePicture();
  const html = { zh: `<img src="/uploads/${announced}">`, en: '' };
  const [one] = await api.db.select().from(activities).limit(1);
  await api.db
    .update(activities)
    .set({ html })
    .where(eq(activities.id, one?.id ?? 0));
  // A picture of a store page in English only.
  const english = `screenshots/${randomName()}`;
  await api.app.files.put(`${english}-640.webp`, Buffer.from('a picture'));
  const [shot] = await api.db.select().from(appScreenshots).limit(1);
  if (!shot) throw new Error('the seeds have no screenshot');
  await api.db
    .insert(appScreenshots)
    .values({ ...shot, position: 9, stem: { zh: `screenshots/${randomName()}`, en: english } });
  const named = (await everything()).filter((name) => name !== unused);
  age();
  // The previous one is referenced by the history, the unused one by nothing.
  expect(await removeStray(api.app)).toBe(1);
  expect(await everything()).toEqual(named);

  // Leftovers of a process killed during uploads.
  const strays = [
    `avatars/${randomName()}-96.webp`,
    `private/releases/${randomName()}.bin`,
    `private/feedback/${randomName()}-preview.webp`,
    `logos/${randomName()}-128.webp`,
    `screenshots/${randomName()}-640.webp`,
  ];
  for (const name of strays) await api.app.files.put(name, Buffer.from('half'));
  await writeFile(join(folder, '.private/releases', `${randomName()}.bin.0123456789ab.tmp`), 'half');
  expect(await removeStray(api.app)).toBe(0);
  age();
  const young = `avatars/${randomName()}-96.webp`;
  await api.app.files.put(young, Buffer.from('whole'));
  expect(await removeStray(api.app)).toBe(strays.length + 1);
  expect(await everything()).toEqual([...named, young].sort());
  expect(readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith('.tmp'))).toEqual(
    [],
  );
});

test('the job removes a file whose row was deleted', async () => {
  const before = await everything();
  const { data } = await api.call(feedback.upload, await picture(), { token: user.token });
  await api.db.delete(feedbackAttachments);
  age();
  // Not inside a transaction, and once a day.
  const run = async () => (await api.app.jobs.runDue({ long: true }))['stray_files'];
  expect(await run()).toBeGreaterThanOrEqual(2);
  api.clock.advance(DAY - 1);
  expect(await run()).toBeUndefined();
  api.clock.advance(1);
  expect(await run()).toBe(0);
  const left = await everything();
  expect(left.some((name) => data.url.includes(name))).toBe(false);
  expect(left.length).toBeLessThan(before.length);
});

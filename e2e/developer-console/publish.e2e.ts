import { crc32, deflateSync } from 'node:zlib';
import type { APIRequestContext, Page } from '@playwright/test';
import { REVIEW_CHECK_ITEMS } from '@yunduo/validation';
import { account, expect, filled, PASSWORD, test } from '../fixtures.ts';

interface Answer<T> {
  code: string;
  msg: string;
  data: T;
}

/** A reviewer at work beside the browser. */
async function reviewer(request: APIRequestContext) {
  const call = async <T>(url: string, data: object, token?: string): Promise<T> => {
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
    const answer = await request.post(`/api${url}`, { headers, data });
    const body = (await answer.json()) as Answer<T>;
    expect({ url, code: body.code, msg: body.msg }).toEqual({ url, code: 'OK', msg: body.msg });
    return body.data;
  };
  const { token } = await call<{ token: string }>('/user_auth/login', {
    email: account('reviewer'),
    password: PASSWORD,
    agree: true,
  });
  const post = <T>(url: string, data: object) => call<T>(url, data, token);
  return { post };
}

/** A PNG of one colour. */
function picture(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const line = Buffer.concat([Buffer.of(0), Buffer.alloc(width * 3, 0xb2)]);
  const lines = deflateSync(Buffer.concat(Array.from({ length: height }, () => line)));
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', head),
    chunk('IDAT', lines),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Chinese characters that no other test uses as a name. */
const randomHan = (length: number): string =>
  Array.from({ length }, () => String.fromCodePoint(0x4e00 + Math.floor(Math.random() * 0x4000))).join('');

async function saved(page: Page, words: { saved: string }): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: words.saved.split('{{')[0] ?? '' })).toBeVisible();
}

test('[R3.08] [R4.04] [R4.05] from a new account to an app that is live in the store', async ({
  page,
  path,
  words,
  context,
  request,
  newAccount,
  withSession,
  axe,
}) => {
  test.slow();
  const { apps, appEdit, ownApp, versions } = words.console;
  const terms = words.developerTerms;
  const zhName = `应用${randomHan(6)}`;
  const enName = `App ${Date.now().toString(36)}`;

  await withSession(context, await newAccount());
  await page.goto(path('/developer-center/applications'));
  await page.getByRole('checkbox').check();
  await axe(page);
  await page.getByRole('button', { name: apps.not_developer.join }).click();

  // An app begins with its name.
  await page.getByRole('button', { name: apps.create.open }).click();
  await page.getByLabel(apps.create.zh).fill(zhName);
  await page.getByLabel(apps.create.en).fill(enName);
  await expect(page.getByText(terms.name_state.free).first()).toBeVisible();
  await axe(page);
  await page.getByRole('button', { name: apps.create.submit, exact: true }).click();
  await expect(page).toHaveURL(/app-edit\?id=\d+$/);

  // What the store will say, in both languages; it saves by itself.
  const both = async (field: string, zh: string, en: string) => {
    await page.getByLabel(filled(appEdit.in.zh, { field })).fill(zh);
    await page.getByLabel(filled(appEdit.in.en, { field })).fill(en);
  };
  await both(terms.field.intro, '夜里备份，早上看结果。', 'Backs up at night and reports in the morning.');
  await page.getByLabel(terms.field.category).selectOption('practical');
  await page.getByRole('checkbox', { name: 'Debian' }).check();
  await page.getByRole('checkbox', { name: 'x86_64' }).check();
  await page
    .locator('[id="edit-logo"]')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture(512, 512) });
  await expect(page.getByRole('img', { name: terms.field.logo })).toBeVisible();
  await page
    .locator('[id="edit-screenshots"]')
    .setInputFiles({ name: 'list.png', mimeType: 'image/png', buffer: picture(1280, 800) });
  await page.getByLabel(filled(appEdit.shots.alt_zh, { number: 1 })).fill('任务列表');
  await page.getByLabel(filled(appEdit.shots.alt_en, { number: 1 })).fill('The list of tasks');
  await both(terms.field.details, '每晚三点备份。', 'It backs up at three every night.');
  await page.getByLabel(terms.field.licence).fill('MIT');
  await saved(page, appEdit.save);
  await page.reload();
  await expect(page.getByLabel(filled(appEdit.in.en, { field: terms.field.details }))).toContainText(
    'three every night',
  );
  await axe(page);

  // The first version.
  await page.getByRole('link', { name: ownApp.versions, exact: true }).click();
  await page.getByLabel(terms.field.version, { exact: true }).fill('1.0.0');
  await page.getByRole('button', { name: versions.new.submit }).click();
  await page.getByLabel(terms.field.git_version).fill('v1.0.0');
  await page.getByLabel(terms.field.repo_url).fill('https://git.example/app');
  await page.getByLabel(filled(versions.size, { field: terms.field.size })).fill('12.5');
  const description = (lang: 'zh' | 'en') =>
    page.getByLabel(filled(versions.in[lang], { field: terms.field.version_description }));
  await description('zh').fill('第一个版本。');
  await page.getByRole('button', { name: versions.submit }).click();
  // English is missing: the focus goes there.
  await expect(description('en')).toBeFocused();
  await description('en').fill('The first version.');
  await axe(page);
  await page.getByRole('button', { name: versions.submit }).click();
  const due = versions.due.split('{{at}}').map((part) => part.trim());
  await expect(page.getByText(new RegExp(due.join('.+')))).toBeVisible();

  // Taken back after a question, and handed in again.
  await page.getByRole('button', { name: versions.step.revoke.name }).click();
  const dialog = page.getByRole('dialog');
  // It comes with its own script: nothing is judged before it is there.
  await expect(dialog).toBeVisible();
  await axe(page);
  await dialog.getByRole('button', { name: versions.step.revoke.name }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: versions.submit }).click();
  await expect(page.getByRole('button', { name: versions.step.revoke.name })).toBeVisible();
  await axe(page);

  // The reviewer asks for one change.
  const id = Number(new URL(page.url()).searchParams.get('id'));
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const detail = await request.get('/api/dev_app/detail', {
    params: { id },
    headers: { authorization: `Bearer ${token}` },
  });
  const version = ((await detail.json()) as Answer<{ open_version_id: number }>).data.open_version_id;
  const desk = await reviewer(request);
  const checklist = REVIEW_CHECK_ITEMS.map((item) => ({ item, answer: 'yes' }));
  const decide = async (decision: string, round: number) => {
    await desk.post('/admin_review/decide', { version_id: version, round, decision, text: '', checklist });
  };
  await desk.post('/admin_review/claim', { version_id: version });
  await desk.post('/admin_review/suggest', {
    version_id: version,
    field: 'intro',
    text: 'Say what it backs up.',
  });
  await decide('request_changes', 2);

  await page.reload();
  await expect(page.getByText('Say what it backs up.')).toBeVisible();
  await page.getByRole('button', { name: ownApp.suggestion.answer }).click();
  await page.getByLabel(ownApp.suggestion.answer).fill('It does: files and databases.');
  await page.getByRole('button', { name: ownApp.suggestion.send }).click();
  await expect(
    page.getByText(filled(ownApp.suggestion.your_answer, { answer: 'It does: files and databases.' })),
  ).toBeVisible();
  await axe(page);
  await page.getByRole('button', { name: versions.submit }).click();
  await expect(page.getByRole('button', { name: versions.step.revoke.name })).toBeVisible();

  await desk.post('/admin_review/claim', { version_id: version });
  await decide('approve', 3);
  await page.reload();
  await page.getByRole('button', { name: versions.step.release.name }).click();
  await dialog.getByRole('button', { name: versions.step.release.name }).click();
  await expect(page.getByText(versions.records.current)).toBeVisible();
  const records = page.getByRole('table', { name: versions.records.heading });
  await expect(records.getByRole('rowheader')).toContainText('1.0.0');
  await expect(records).toContainText('v1.0.0');
  await expect(records).toContainText(words.storeTerms.review.released);
  await axe(page);

  await page.goto(path(`/store/${id}`));
  await expect(page.getByRole('heading', { level: 1 })).toContainText(path('/') === '/' ? zhName : enName);
});

test('[R2.19] an app of one’s own opens in the editor, in both languages', async ({
  page,
  path,
  words,
  context,
  request,
  withSession,
  axe,
}) => {
  const { appEdit } = words.console;
  await withSession(context, 'developer@yunduo.test');
  await page.goto(path('/developer-center/applications'));
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const answer = await request.get('/api/dev_app/list', { headers: { authorization: `Bearer ${token}` } });
  const [app] = ((await answer.json()) as Answer<{ list: { id: number }[] }>).data.list;
  await page.goto(path(`/developer-center/app-edit?id=${app?.id}`));
  const { intro } = words.developerTerms.field;
  await expect(page.getByLabel(filled(appEdit.in.zh, { field: intro }))).not.toHaveValue('');
  await expect(page.getByLabel(filled(appEdit.in.en, { field: intro }))).toBeVisible();
  await axe(page);
});

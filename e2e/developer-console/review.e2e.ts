import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import { expect, filled, PASSWORD, test } from '../fixtures.ts';

const PICTURE = join(
  import.meta.dirname,
  '../../apps/api/src/db/seed/assets/screenshots/kind-search-en-640.webp',
);

interface Submitted {
  name: string;
  appId: number;
  versionId: number;
}

/** Calls of one person from outside the browser. */
async function as(request: APIRequestContext, email: string) {
  const call = async <T>(
    url: string,
    options: { data?: object; multipart?: object },
    token = '',
  ): Promise<T> => {
    const answer = await request.post(`/api${url}`, {
      ...(options as { data: object }),
      headers: token ? { authorization: `Bearer ${token}` } : {},
    });
    const body = (await answer.json()) as { code: string; data: T };
    expect({ url, ...body, data: null }).toMatchObject({ url, code: 'OK' });
    return body.data;
  };
  const { token } = await call<{ token: string }>('/user_auth/login', {
    data: { email, password: PASSWORD, agree: true },
  });
  return {
    post: <T = unknown>(url: string, data: object) => call<T>(url, { data }, token),
    upload: <T>(url: string, multipart: object) => call<T>(url, { multipart }, token),
  };
}

/** A new developer's app, complete and handed in: no other test knows it. */
async function submitted(request: APIRequestContext, email: string): Promise<Submitted> {
  const developer = await as(request, email);
  await developer.post('/dev_center/join', { agree: true });
  const name = `E2E ${randomBytes(5).toString('hex')}`;
  const both = (text: string) => ({ zh: `${text}（中）`, en: text });
  const { id, revision } = await developer.post<{ id: number; revision: number }>('/dev_app/save', {
    name: { zh: name, en: name },
  });
  const shot = await developer.upload<{ id: number }>('/dev_app/upload_screenshot', {
    id: String(id),
    file: { name: 'shot.webp', mimeType: 'image/webp', buffer: readFileSync(PICTURE) },
  });
  await developer.post('/dev_app/save', {
    id,
    revision,
    intro: both('Backs up what you cannot lose'),
    details: both('<p>Every night, to a place of yours.</p>'),
    category: 'practical',
    os: ['debian'],
    arch: ['x86_64'],
    licence: 'MIT',
    screenshots: [{ id: shot.id, alt: both('The plan of the night') }],
  });
  const version = await developer.post<{ id: number }>('/dev_app/version_save', {
    app_id: id,
    version: '1.0.0',
    git_version: 'v1.0.0',
    repo_url: 'https://git.example.com/e2e/backup',
    size: 1_200_000,
    description: both('The first version'),
  });
  await developer.post('/dev_app/submit', { version_id: version.id });
  return { name, appId: id, versionId: version.id };
}

test(
  'reviewers find the queue by its deadlines, with what is late marked',
  { tag: '@everywhere' },
  async ({ page, path, words, context, withSession, axe }) => {
    const { desk } = words.console;
    await withSession(context, 'reviewer@yunduo.test');
    await page.goto(path('/developer-center/applications'));
    await page.getByRole('link', { name: words.console.frame.review }).click();
    await expect(page.getByRole('heading', { level: 1, name: desk.heading })).toBeVisible();
    // Seeded to be late, and left alone by every test.
    await expect(page.getByRole('row').filter({ hasText: 'cron-keeper' })).toContainText(desk.queue.late);
    await axe(page);
    await page.getByRole('navigation', { name: desk.queue.filters }).getByText(desk.queue.overdue).click();
    await expect(page).toHaveURL(/filter=overdue/);
    await expect(page.getByRole('row').filter({ hasText: 'cron-keeper' })).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: 'shell-notebook' })).toHaveCount(0);
  },
);

test('what a colleague holds can be read, not decided', async ({
  page,
  path,
  words,
  context,
  withSession,
}) => {
  const { desk } = words.console;
  await withSession(context, 'reviewer@yunduo.test');
  await page.goto(path('/developer-center/review'));
  await page.getByRole('row').filter({ hasText: 'shell-notebook' }).getByRole('link').click();
  await expect(page.getByRole('heading', { name: desk.content.heading })).toBeVisible();
  await expect(page.getByText('沈越').first()).toBeVisible();
  await expect(page.getByRole('button', { name: desk.decision.submit })).toHaveCount(0);
});

test('the desk is no way in for developers, nor in their navigation', async ({
  page,
  path,
  words,
  context,
  withSession,
}) => {
  await withSession(context, 'developer@yunduo.test');
  await page.goto(path('/developer-center/review'));
  await expect(page.getByRole('heading', { name: words.console.desk.not_reviewer.heading })).toBeVisible();
  await expect(page.getByRole('link', { name: words.console.frame.review })).toHaveCount(0);
});

test('a reviewer claims a version, asks for a change at its field, and requests changes', async ({
  page,
  path,
  words,
  context,
  withSession,
  newAccount,
  request,
  axe,
  mails,
}) => {
  const { desk } = words.console;
  const developer = await newAccount();
  const app = await submitted(request, developer);
  const before = (await mails(developer)).length;
  await withSession(context, 'reviewer@yunduo.test');
  await page.goto(path(`/developer-center/review?id=${app.versionId}`));
  await expect(page.getByRole('heading', { level: 1 })).toContainText(app.name);
  await page.getByRole('button', { name: desk.claim.take }).click();
  await expect(page.getByRole('button', { name: desk.claim.release })).toBeVisible();

  const field = words.developerTerms.field.licence;
  await page.getByRole('button', { name: filled(desk.suggestion.add_label, { field }) }).click();
  await page.getByLabel(desk.suggestion.text).fill('Name the licence file');
  await page.getByRole('button', { name: desk.suggestion.save }).click();
  await expect(page.locator('#field-licence')).toContainText('Name the licence file');
  await axe(page);

  for (const item of await page.getByRole('radio', { name: desk.decision.yes, exact: true }).all())
    await item.check();
  await page.getByRole('radio', { name: desk.decision.request_changes }).check();
  // A reload loses no tick.
  await page.reload();
  await expect(page.getByRole('radio', { name: desk.decision.request_changes })).toBeChecked();
  await page.getByRole('button', { name: desk.decision.submit }).click();
  await page.getByRole('dialog').getByRole('button', { name: desk.decision.request_changes }).click();
  await expect(page).toHaveURL(path('/developer-center/review'));
  await expect(page.getByRole('row').filter({ hasText: 'cron-keeper' })).toBeVisible();
  await expect(page.getByText(app.name)).toHaveCount(0);
  // The developer hears of it.
  await expect.poll(async () => (await mails(developer)).length).toBeGreaterThan(before);
});

test('a reviewer whose colleague was faster is told in words', async ({
  page,
  path,
  words,
  context,
  withSession,
  newAccount,
  request,
  silence,
}) => {
  silence.allow(/status of 400/);
  const { desk } = words.console;
  const app = await submitted(request, await newAccount());
  await withSession(context, 'reviewer@yunduo.test');
  await page.goto(path(`/developer-center/review?id=${app.versionId}`));
  await expect(page.getByRole('button', { name: desk.decision.submit })).toBeVisible();
  for (const item of await page.getByRole('radio', { name: desk.decision.yes, exact: true }).all())
    await item.check();
  await page.getByRole('radio', { name: desk.decision.approve }).check();
  await page.getByRole('button', { name: desk.decision.submit }).click();
  const checks = await request.get('/api/admin_review/checklist', {
    headers: { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('token'))}` },
  });
  const { data } = (await checks.json()) as { data: { items: { item: string }[] } };
  const colleague = await as(request, 'reviewer2@yunduo.test');
  await colleague.post('/admin_review/decide', {
    version_id: app.versionId,
    round: 1,
    decision: 'reject',
    reason: 'other',
    text: 'Not for the store',
    checklist: data.items.map(({ item }) => ({ item, answer: 'no' })),
  });
  await page.getByRole('dialog').getByRole('button', { name: desk.decision.approve }).click();
  await expect(page.getByRole('alert').getByText(desk.file.changed_heading)).toBeVisible();
  await expect(page.getByRole('button', { name: desk.decision.submit })).toHaveCount(0);
});

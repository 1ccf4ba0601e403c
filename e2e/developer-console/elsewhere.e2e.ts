import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { as, readyApp, test } from './people.ts';

/** Simulates a return from the back-forward cache, which Playwright disables. */
const wakeUp = (page: Page): Promise<boolean> =>
  page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));

test('an app deleted in another tab is reported as deleted and absent from the next list', async ({
  page,
  path,
  words,
  context,
  request,
  newAccount,
  withSession,
  silence,
}) => {
  silence.allow(/status of 404/);
  const { versions, apps } = words.console;
  const email = await newAccount();
  const { appId, name } = await readyApp(request, email);
  await withSession(context, email);
  await page.goto(path(`/developer-center/app-versions?id=${appId}`));
  await page.getByRole('button', { name: versions.delete.app.name }).click();
  const question = page.getByRole('dialog');
  await expect(question).toBeVisible();
  const elsewhere = await as(request, email);
  await elsewhere.post('/dev_app/delete', { id: appId });
  await question.getByRole('button', { name: versions.delete.confirm }).click();
  await expect(page.getByText(versions.delete.app.gone)).toBeVisible();
  await expect(question).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(apps.heading);
  await expect(page.getByText(name)).toHaveCount(0);
});

test('a page restored from the back-forward cache shows current data', async ({
  page,
  path,
  words,
  context,
  request,
  newAccount,
  withSession,
}) => {
  const { versions } = words.console;
  const email = await newAccount();
  const { appId, versionId } = await readyApp(request, email);
  await withSession(context, email);
  const elsewhere = await as(request, email);
  await page.goto(path(`/developer-center/app-versions?id=${appId}`));
  await expect(page.getByRole('button', { name: versions.submit })).toBeVisible();
  await elsewhere.post('/dev_app/submit', { version_id: versionId });
  await wakeUp(page);
  await expect(page.getByRole('button', { name: versions.step.revoke.name })).toBeVisible();
  await expect(page.getByRole('button', { name: versions.submit })).toHaveCount(0);
});

test('the landing page restored from the back-forward cache has the current theme', async ({
  page,
  path,
}) => {
  await page.goto(path('/developer-center'));
  await page.evaluate(() => localStorage.setItem('theme', 'dark'));
  await wakeUp(page);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

import { expect, filled } from './fixtures.ts';
import { translatePages } from '@yunduo/e2e/hard-browsers';
import { readyApp, test } from './people.ts';

test('a developer with browser translation edits a listing and navigates without an error', async ({
  page,
  path,
  words,
  context,
  request,
  newAccount,
  withSession,
}) => {
  test.slow();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  const { listing, versions } = words.console;
  const email = await newAccount();
  const { appId } = await readyApp(request, email);
  await withSession(context, email);
  await translatePages(context);
  await page.goto(path(`/developer-center/app-edit?id=${appId}`));
  const intro = page.getByLabel(filled(listing.in.en, { field: words.developerTerms.field.intro }));
  await expect(intro).toHaveValue('Backs up what you cannot lose');
  const stored = page.waitForResponse('**/api/dev_app/save');
  await intro.pressSequentially('!');
  expect((await stored).status()).toBe(200);
  await page.getByRole('link', { name: listing.to_versions }).click();
  await expect(page.getByRole('button', { name: versions.submit })).toBeVisible();
  await page.goBack();
  await expect(intro).toHaveValue('!Backs up what you cannot lose');
  await page.goto(path('/developer-center/applications'));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Internal Server Error' })).toBeHidden();
  expect(errors).toEqual([]);
});

test('[R8.07] a listing section that fails to load shows a retry in its place; a failed navigation keeps the page', async ({
  page,
  path,
  words,
  context,
  request,
  newAccount,
  withSession,
  silence,
}) => {
  silence.allow(/Failed to load resource/);
  const { listing } = words.console;
  const email = await newAccount();
  const { appId } = await readyApp(request, email);
  await withSession(context, email);
  const chunk = /\/assets\/relations-/;
  await page.route(chunk, (route) => route.abort());
  await page.goto(path(`/developer-center/app-edit?id=${appId}`));
  const failed = page.getByRole('heading', { name: words.shell.part_failed });
  await expect(failed).toBeVisible();
  const intro = page.getByLabel(filled(listing.in.en, { field: words.developerTerms.field.intro }));
  await intro.fill('Typed beside it');
  await page.unroute(chunk);
  await page.getByRole('button', { name: words.shell.error_again }).click();
  await expect(failed).toBeHidden();
  await expect(intro).toHaveValue('Typed beside it');

  await context.setOffline(true);
  await page.getByRole('link', { name: listing.to_versions }).click();
  const notice = page.locator('p[role=alert]').filter({ hasText: /./ });
  await expect(notice).toBeVisible();
  await expect(intro).toHaveValue('Typed beside it');
  await context.setOffline(false);
  await expect(notice).toBeHidden();
  await page.getByRole('link', { name: listing.to_versions }).click();
  await expect(page).toHaveURL(/app-versions/);
});

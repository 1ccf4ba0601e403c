import type { BrowserContext, Page } from '@playwright/test';
import { expect, filled } from './fixtures.ts';
import { as, endSession, readyApp, test } from './people.ts';

const BEFORE = 'Backs up what you cannot lose';

/** Everything that the browser stores, of either app. */
const keptBy = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));

/** From here on, saving a draft gets a proxy's rejection instead of the server's response. */
const busy = (context: BrowserContext) =>
  context.route('**/api/dev_app/{save,version_save}', (route) =>
    route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>Busy</h1>' }),
  );

test('an unsaved listing blocks submission; the versions page links back to it', async ({
  page,
  path,
  words,
  context,
  request,
  newAccount,
  withSession,
  silence,
  axe,
}) => {
  test.slow();
  silence.allow(/status of 503/);
  const { listing, versions } = words.console;
  const email = await newAccount();
  const { appId, versionId } = await readyApp(request, email);
  await withSession(context, email);
  const intro = page.getByLabel(filled(listing.in.en, { field: words.developerTerms.field.intro }));
  const notice = page
    .getByRole('status')
    .filter({ hasText: filled(versions.listing.unsaved_one, { count: 1 }) });
  const submit = page.getByRole('button', { name: versions.submit });
  await page.goto(path(`/developer-center/app-edit?id=${appId}`));
  await expect(intro).toHaveValue(BEFORE);

  // An invalid field.
  await intro.fill('Too long. '.repeat(12));
  await page.getByRole('link', { name: listing.to_versions }).click();
  await expect(notice).toBeVisible();
  await expect(submit).toBeDisabled();
  await axe(page);

  // The field is valid, but the server rejects the save.
  await notice.getByRole('link', { name: versions.listing.edit }).click();
  await busy(context);
  await intro.fill('Corrected');
  await page.getByRole('link', { name: listing.to_versions }).click();
  await expect(notice).toBeVisible();
  await expect(submit).toBeDisabled();

  // The server accepts again: no input was lost.
  await notice.getByRole('link', { name: versions.listing.edit }).click();
  await context.unrouteAll();
  await expect(intro).toHaveValue('Corrected');
  await page.getByRole('link', { name: listing.to_versions }).click();
  await expect(submit).toBeEnabled();
  await expect(notice).toHaveCount(0);
  await submit.click();
  await expect(page.getByText(words.storeTerms.review.in_review).first()).toBeVisible();
  const desk = await as(request, 'reviewer@yunduo.test');
  const answer = await request.get('/api/admin_review/detail', {
    params: { version_id: versionId },
    headers: { authorization: `Bearer ${desk.token}` },
  });
  expect(await answer.text()).toContain('Corrected');
});

test('submission waits for a listing that is being saved', async ({
  page,
  path,
  words,
  context,
  request,
  newAccount,
  withSession,
}) => {
  const { listing, versions } = words.console;
  const email = await newAccount();
  const { appId } = await readyApp(request, email);
  await withSession(context, email);
  let send = () => {};
  const held = new Promise<void>((resolve) => (send = resolve));
  await page.route('**/api/dev_app/save', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(path(`/developer-center/app-edit?id=${appId}`));
  const intro = page.getByLabel(filled(listing.in.en, { field: words.developerTerms.field.intro }));
  await expect(intro).toHaveValue(BEFORE);
  await intro.fill('Typed just before leaving');
  await page.getByRole('link', { name: listing.to_versions }).click();
  const submit = page.getByRole('button', { name: versions.submit });
  await expect(submit).toHaveAttribute('aria-busy', 'true');
  await submit.press('Enter');
  send();
  const submitted = page.waitForRequest('**/api/dev_app/submit');
  // Waits until the button reacts to a press.
  await submit.click();
  expect((await submitted).postDataJSON()).toMatchObject({ revision: 3 });
  await expect(page.getByText(words.storeTerms.review.in_review).first()).toBeVisible();
});

test('offline the page keeps the input and saves it once online', async ({
  page,
  path,
  words,
  context,
  request,
  newAccount,
  withSession,
  silence,
}) => {
  silence.allow(/ERR_INTERNET_DISCONNECTED/);
  const { appPages, listing } = words.console;
  const email = await newAccount();
  const { appId } = await readyApp(request, email);
  await withSession(context, email);
  // Loaded before they are needed.
  const rules = page.waitForResponse(/\/assets\/rules-[\w-]+\.js/);
  await page.goto(path(`/developer-center/app-edit?id=${appId}`));
  const intro = page.getByLabel(filled(listing.in.en, { field: words.developerTerms.field.intro }));
  await expect(intro).toHaveValue(BEFORE);
  await (await rules).finished();
  await context.setOffline(true);
  await intro.fill('Typed in a tunnel');
  await expect(page.getByText(appPages.save.failed)).toBeVisible();
  await expect(intro).toHaveValue('Typed in a tunnel');
  const stored = page.waitForResponse('**/api/dev_app/save');
  await context.setOffline(false);
  expect((await stored).status()).toBe(200);
  await expect(page.getByText(appPages.save.failed)).toHaveCount(0);
});

test('a session that ends while two tabs edit one app restores the input of both', async ({
  page,
  path,
  words,
  context,
  request,
  newAccount,
  withSession,
  signIn,
  silence,
}) => {
  silence.allow(/status of 401/);
  const { appPages, listing } = words.console;
  const { field } = words.developerTerms;
  const email = await newAccount();
  const { appId } = await readyApp(request, email);
  await withSession(context, email);
  const address = path(`/developer-center/app-edit?id=${appId}`);
  const labels = { intro: listing.in.en, description: listing.in_optional.en };
  const text = (tab: Page, name: 'intro' | 'description') =>
    tab.getByLabel(
      new RegExp(`^${filled(labels[name], { field: field[name] }).replaceAll(/[()]/g, '\\$&')}`),
    );
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(address);
    await expect(text(tab, 'intro')).toHaveValue(BEFORE);
  }
  // Both tabs are offline until their session has expired.
  await context.route('**/api/dev_app/save', (route) => route.abort());
  silence.allow(/ERR_FAILED/);
  await text(page, 'intro').fill('Typed in the first tab');
  await expect(page.getByText(appPages.save.failed)).toBeVisible();
  await other.bringToFront();
  await text(other, 'description').fill('Typed in the second tab');
  await expect(other.getByText(appPages.save.failed)).toBeVisible();
  await endSession(request, page);
  await context.unroute('**/api/dev_app/save');
  await expect(other).toHaveURL(/\/login\?.*from=/);
  await expect(other.getByRole('alert').getByText(words.messages.login_first)).toBeVisible();
  await page.close();

  await signIn(other, email);
  await expect(other).toHaveURL(address);
  await expect(text(other, 'intro')).toHaveValue('Typed in the first tab');
  await expect(text(other, 'description')).toHaveValue('Typed in the second tab');
  await expect(other.getByText(appPages.save.restored)).toBeVisible();
  await expect.poll(() => keptBy(other)).not.toContain('Typed in the');
  await other.reload();
  await expect(text(other, 'intro')).toHaveValue('Typed in the first tab');
  await expect(text(other, 'description')).toHaveValue('Typed in the second tab');
});

test('signing out removes unpublished input from all tabs', async ({
  page,
  path,
  words,
  context,
  request,
  newAccount,
  withSession,
  silence,
}) => {
  silence.allow(/status of (503|401)/);
  const { appPages, listing } = words.console;
  const { field } = words.developerTerms;
  const email = await newAccount();
  const { appId } = await readyApp(request, email);
  await withSession(context, email);
  await busy(context);
  await page.goto(path(`/developer-center/app-edit?id=${appId}`));
  await page.getByLabel(filled(listing.in.en, { field: field.intro })).fill('UNPUBLISHED intro');
  await expect(page.getByText(appPages.save.failed)).toBeVisible();
  const version = await context.newPage();
  await version.goto(path(`/developer-center/app-versions?id=${appId}`));
  await version.getByLabel(field.git_version).fill('UNPUBLISHED-7');
  await expect(version.getByText(appPages.save.failed)).toBeVisible();
  expect(await keptBy(version)).toMatch(/UNPUBLISHED intro.*UNPUBLISHED-7|UNPUBLISHED-7.*UNPUBLISHED intro/);

  const account = await context.newPage();
  await account.goto(path('/user'));
  // Another team owns the words of that page.
  await account.getByRole('button', { name: /^(退出登录|Sign out)$/ }).click();
  await expect(account).toHaveURL(path('/'));
  for (const tab of [page, version]) await expect(tab).toHaveURL(/\/login\?/);
  for (const tab of [page, version, account]) expect(await keptBy(tab)).not.toContain('UNPUBLISHED');
});

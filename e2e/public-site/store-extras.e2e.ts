import type { Locator } from '@playwright/test';
import { expect, filled, test } from './fixtures.ts';

/** The id of an app of the seeded store. */
const idOf = async (
  request: { get: (url: string) => Promise<{ json: () => Promise<unknown> }> },
  name: string,
) => {
  const answer = await request.get(`/api/app_store/list?q=${encodeURIComponent(name)}`);
  const { data } = (await answer.json()) as { data: { list: { id: number; name: string }[] } };
  const app = data.list.find((one) => one.name === name);
  if (!app) throw new Error(`The store has no ${name}.`);
  return String(app.id);
};

/** True if two fields start at the same height; on a phone, where they are stacked, at the same left edge. */
async function inLine(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  return a !== null && b !== null && (a.y === b.y || a.x === b.x);
}

test('a visitor checks an app against their server and corrects the input', async ({
  page,
  path,
  words,
  request,
  axe,
}) => {
  const { check, result } = words.storeExtras;
  await page.goto(path(`/store/${await idOf(request, 'MariaDB')}`));
  await page.getByRole('button', { name: words.storeDetail.check }).click();
  const dialog = page.getByRole('dialog', { name: filled(check.heading, { app: 'MariaDB' }) });
  await dialog.getByLabel(check.os, { exact: true }).selectOption('debian');
  await dialog.getByLabel(check.os_version).fill('9');
  await dialog.getByLabel(check.mem_gb).fill('lots');
  await dialog.getByLabel(check.installed).fill('mysql 9.5.0\nufw');
  await axe(page);
  await dialog.getByRole('button', { name: check.submit, exact: true }).click();
  await expect(dialog.getByText(words.validation.amount_invalid)).toBeVisible();
  await expect(dialog.getByLabel(check.mem_gb)).toBeFocused();
  // The error makes its row higher; the field beside it stays aligned.
  expect(await inLine(dialog.getByLabel(check.disk_gb), dialog.getByLabel(check.mem_gb))).toBe(true);

  await dialog.getByLabel(check.mem_gb).fill('0.5');
  await dialog.getByRole('button', { name: check.submit, exact: true }).click();
  await expect(dialog.getByText(filled(result.stops, { app: 'MariaDB' }))).toBeVisible();
  for (const part of [result.unmet, result.conflicting, result.unknown])
    await expect(dialog.getByRole('heading', { name: part })).toBeVisible();
  await axe(page);

  await dialog.getByRole('button', { name: check.change }).click();
  await dialog.getByLabel(check.os_version).fill('12');
  await dialog.getByLabel(check.mem_gb).fill('4');
  await dialog.getByLabel(check.installed).fill('nginx');
  await dialog.getByRole('button', { name: check.submit, exact: true }).click();
  await expect(dialog.getByText(filled(result.fits, { app: 'MariaDB' }), { exact: true })).toBeVisible();

  // The server's properties are kept for the next app, also after a reload.
  await page.reload();
  await page.getByRole('button', { name: words.storeDetail.check }).click();
  await expect(page.getByLabel(check.installed)).toHaveValue('nginx');
});

test('a visitor reports an app; a second report on the same day shows a message', async ({
  page,
  path,
  words,
  request,
  axe,
}) => {
  const { report } = words.storeExtras;
  await page.goto(path(`/store/${await idOf(request, 'Gitea')}`));
  const send = async () => {
    await page.getByRole('button', { name: words.storeDetail.report }).click();
    const dialog = page.getByRole('dialog', { name: filled(report.heading, { app: 'Gitea' }) });
    await dialog.getByRole('button', { name: report.send }).click();
    await expect(dialog.getByText(words.validation.report_reason_required)).toBeVisible();
    await dialog.getByRole('radio', { name: words.storeTerms.reportReason.broken }).check();
    await dialog.getByLabel(report.text, { exact: true }).fill('It stops in the middle of the install.');
    await axe(page);
    await dialog.getByRole('button', { name: report.send }).click();
    return dialog;
  };
  const first = await send();
  await expect(first.getByText(report.thanks)).toBeVisible();
  await first.getByRole('button', { name: report.done, exact: true }).last().click();
  await expect(first).toBeHidden();
  await expect((await send()).getByText(report.again)).toBeVisible();
});

test('pressing save signs in, returns and saves once', async ({
  page,
  path,
  words,
  request,
  newAccount,
  signIn,
}) => {
  const { save } = words.storeDetail;
  const id = await idOf(request, 'Caddy');
  const email = await newAccount();
  await page.goto(path(`/store/${id}`));
  await page.getByRole('link', { name: save.sign_in }).click();
  await signIn(page, email);
  await expect(page).toHaveURL(new RegExp(`${path(`/store/${id}`)}$`));
  await expect(page.getByRole('button', { name: save.saved, exact: true })).toBeVisible();

  await page.goto(path('/store?cate=my'));
  await expect(page.getByRole('link', { name: 'Caddy' })).toBeVisible();
  await page.goto(path(`/store/${id}`));
  await page
    .getByRole('button', { name: save.saved, exact: true })
    .and(page.locator(':not([aria-busy])'))
    .click();
  await expect(page.getByRole('button', { name: save.save, exact: true })).toBeVisible();
  // A second visit does not save it again.
  await page.reload();
  await expect(
    page.getByRole('button', { name: save.save, exact: true }).and(page.locator(':not([aria-busy])')),
  ).toBeVisible();
});

test('following a sign-in link without pressing save saves nothing', async ({
  page,
  path,
  words,
  request,
  newAccount,
  signIn,
}) => {
  const { save } = words.storeDetail;
  const here = path(`/store/${await idOf(request, 'Caddy')}`);
  const email = await newAccount();
  await page.goto(path(`/login?from=${encodeURIComponent(`${here}?intent=save`)}`));
  await signIn(page, email);
  await expect(page).toHaveURL(new RegExp(here));
  await expect(
    page.getByRole('button', { name: save.save, exact: true }).and(page.locator(':not([aria-busy])')),
  ).toBeVisible();
});

test('badges explain themselves without scripts', async ({ browser, baseURL, path, words }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  await page.goto(path('/store/1'));
  await page.getByText(words.storeTerms.badge.certified, { exact: true }).click();
  await expect(page.getByText(words.appPage.badges.certified_help)).toBeVisible();
  // Actions that need scripts are not offered.
  await expect(page.getByRole('button', { name: words.storeDetail.check })).toBeHidden();
  await context.close();
});

test('a screenshot opens in a lightbox; arrows move on, Escape returns to it', async ({
  page,
  path,
  words,
  request,
  axe,
  hydrated,
}) => {
  const { shots } = words.appPage;
  await page.goto(path(`/store/${await idOf(request, 'Nginx')}`));
  // Before any script the link opens the picture itself.
  await hydrated(page);
  const thumbnails = page
    .getByRole('list', { name: filled(shots.label_other, { count: 3 }) })
    .getByRole('link');
  const alts = await thumbnails
    .getByRole('img')
    .evaluateAll((images) => images.map((image) => image.getAttribute('alt') ?? ''));
  expect(new Set(alts).size).toBe(3);
  await thumbnails.nth(1).click();
  const dialog = page.getByRole('dialog', { name: shots.heading });
  const shows = async (n: number) => {
    await expect(dialog.getByRole('status')).toHaveText(filled(shots.position, { n, count: 3 }));
    await expect(dialog.getByRole('img', { name: alts[n - 1], exact: true })).toBeVisible();
  };
  await shows(2);
  await axe(page);
  await page.keyboard.press('ArrowRight');
  await shows(3);
  await page.keyboard.press('ArrowLeft');
  await shows(2);
  await page.keyboard.press('ArrowLeft');
  await shows(1);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(thumbnails.nth(1)).toBeFocused();
});

test('changes since the visitor’s version are shown without scripts', async ({
  browser,
  baseURL,
  path,
  words,
  viewport,
  request,
}) => {
  const { log } = words.storeDetail;
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL, viewport });
  const page = await context.newPage();
  const here = path(`/store/${await idOf(request, 'Nginx')}`);
  await page.goto(here);
  const since = page.getByRole('heading', { name: filled(log.since, { version: '1.28.0' }) });
  await expect(since).toBeHidden();
  await page.getByLabel(log.from_label).selectOption('1.28.0');
  await page.getByRole('button', { name: log.from_submit, exact: true }).click();
  await expect(page).toHaveURL(`${here}?from=1.28.0#log`);
  await expect(since).toBeVisible();
  // 1.29.1 and 1.29.3 are newer.
  await expect(page.getByText(filled(log.behind_other, { version: '1.28.0', count: 2 }))).toBeVisible();
  await expect(page.getByLabel(log.from_label)).toHaveValue('1.28.0');
  await page.getByRole('link', { name: log.clear, exact: true }).click();
  await expect(page).toHaveURL(`${here}#log`);
  await expect(since).toBeHidden();
  await context.close();
});

test('[R8.09g] sharing copies the address of the app, in the language of the page', async ({
  page,
  path,
  words,
  context,
  request,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const here = path(`/store/${await idOf(request, 'Nginx')}`);
  await page.goto(here);
  await page.getByRole('button', { name: words.storeDetail.share.copy, exact: true }).click();
  await expect(page.getByText(words.messages.copied, { exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${baseURL}${here}`);
});

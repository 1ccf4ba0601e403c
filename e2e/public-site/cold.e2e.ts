import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { network as en } from '@yunduo/i18n/en/network';
import { network as zh } from '@yunduo/i18n/zh/network';
import { expect, test } from './fixtures.ts';
import { expectFirstPresses } from '@yunduo/e2e/first-press';

// Read, not imported: tests do not import apps.
const { PAGES } = (await import(
  pathToFileURL(join(import.meta.dirname, '../../apps/public-site/app/route-map.ts')).href
)) as { PAGES: { path: string }[] };
/** The address for a path with a parameter, or for a page that needs more than its path. */
const ADDRESSES: Readonly<Record<string, string>> = {
  '/application/:id': '/application/1',
  '/store/:id': '/store/1',
  '/protocol/:id': '/protocol/user-agreement',
  '/subscribe': '/subscribe?do=confirm&token=none',
};

// The page is untouched and its application is not loaded yet. The visitor's first action must not be lost.

test('a button pressed before hydration takes effect', async ({ page, path, words, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(path('/store/1'));
  await expect(page.locator('html')).not.toHaveAttribute('data-hydrated');
  await page.getByRole('button', { name: words.appPage.install.copy }).click();
  await expect(page.getByText(words.messages.copied).first()).toBeVisible();
});

test('the first press on each control of each page is held and replayed once', async ({
  page,
  path,
  silence,
}) => {
  // A form that is sent empty, an email link without a token, copying without a permission.
  silence.allow(/Failed to load resource/);
  let pressed = 0;
  for (const address of [...PAGES.map((each) => ADDRESSES[each.path] ?? each.path), '/nowhere'])
    pressed += await expectFirstPresses(page, path(address), /\/boot\//);
  pressed += await expectFirstPresses(page, path('/developer-center'), /\/assets\/boot-/);
  expect(pressed).toBeGreaterThan(PAGES.length);
});

test('the first press on a screenshot opens the lightbox; a modified click opens a tab', async ({
  page,
  path,
  words,
  context,
  silence,
}) => {
  // Chromium's message for a picture in its own tab beside its site.
  silence.allow(/origin-keyed agent cluster/);
  await page.goto(path('/store/1'));
  const shots = page.getByRole('list', { name: words.appPage.shots.heading }).getByRole('link');
  await shots.nth(1).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page).toHaveURL(path('/store/1'));
  await page.goto(path('/store/1'));
  const tab = context.waitForEvent('page');
  await shots.first().click({ modifiers: ['ControlOrMeta'] });
  // A new tab is blank until its address responds.
  await expect(await tab).toHaveURL(/\/uploads\//);
  await expect(page.getByRole('dialog')).toBeHidden();
  await shots.first().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('choosing a sort order with the first key keeps page and focus', async ({ page, path, words }) => {
  await page.goto(path('/store'));
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  const sort = page.getByLabel(words.store.sort.label);
  await sort.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page).toHaveURL(/sort=/);
  await expect(sort).toBeFocused();
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true);
});

test('offline links and searches stay on the page with a message, before and after hydration', async ({
  page,
  path,
  words,
  lang,
  context,
  hydrated,
  silence,
}) => {
  silence.allow(/Failed to load resource/);
  await page.goto(path('/store'));
  await context.setOffline(true);
  const notice = page.getByRole('alert').filter({ hasText: { zh, en }[lang].lost });
  const link = page.getByRole('heading', { level: 3 }).getByRole('link').first();
  await link.click();
  await expect(notice).toBeVisible();
  await page.getByRole('searchbox', { name: words.store.search.label }).fill('redis');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(path('/store'));
  await expect(page.locator('html')).not.toHaveAttribute('data-hydrated');
  await context.setOffline(false);
  await expect(notice).toBeHidden();
  // The browser submits a search; the control that wakes the application is elsewhere.
  await page.getByRole('heading', { level: 1 }).click();
  await hydrated(page);
  await context.setOffline(true);
  await link.click();
  await expect(notice).toBeVisible();
  await expect(page).toHaveURL(path('/store'));
  await context.setOffline(false);
  await expect(notice).toBeHidden();
  await link.click();
  await expect(page).toHaveURL(/\/store\/\d+$/);
});

test('input typed before hydration keeps its text and caret', async ({ page, path, words }) => {
  await page.goto(path('/store'));
  const search = page.getByRole('searchbox', { name: words.store.search.label });
  await search.click();
  await page.keyboard.type('reds');
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('html')).not.toHaveAttribute('data-hydrated');
  // Moving the pointer over another control starts the application; the caret stays in the search field.
  await page.getByLabel(words.shell.theme).filter({ visible: true }).first().hover();
  await expect(page.locator('html')).toHaveAttribute('data-hydrated');
  await expect(search).toHaveValue('reds');
  await page.keyboard.type('i');
  await expect(search).toHaveValue('redis');
});

test('hydration does not interrupt an IME composition', async ({ page, path, words, context }) => {
  await page.goto(path('/store'));
  const search = page.getByRole('searchbox', { name: words.store.search.label });
  const session = await context.newCDPSession(page);
  await search.focus();
  await session.send('Input.imeSetComposition', { text: 'shu', selectionStart: 3, selectionEnd: 3 });
  const entry = page.waitForResponse(/\/boot\//);
  await page.getByLabel(words.shell.theme).filter({ visible: true }).first().hover();
  await entry;
  await session.send('Input.imeSetComposition', { text: '数据', selectionStart: 2, selectionEnd: 2 });
  await session.send('Input.insertText', { text: '数据' });
  await expect(page.locator('html')).toHaveAttribute('data-hydrated');
  await expect(search).toHaveValue('数据');
});

test('page and address agree after a link, a reload and back', async ({ page, path }) => {
  await page.goto(path('/store'));
  await page.getByRole('heading', { level: 3 }).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/store\/\d+$/);
  const name = await page.getByRole('heading', { level: 1 }).innerText();
  await page.reload();
  await page.goBack();
  await expect(page).toHaveURL(path('/store'));
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(name);
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
});

test('the phone menu opens without scripts', async ({ page, path, words, viewport }) => {
  await page.setViewportSize({ width: 375, height: viewport?.height ?? 812 });
  await page.goto(path('/'));
  const link = page
    .getByRole('navigation', { name: words.frame.navigation })
    .getByRole('link', { name: words.frame.links['developer-center'] });
  await expect(link).toBeHidden();
  await page.locator('summary').filter({ visible: true }).first().click();
  await expect(link).toBeVisible();
});

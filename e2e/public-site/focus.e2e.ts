import type { Page } from '@playwright/test';
import { account, expect, filled, PASSWORD, test } from './fixtures.ts';

/** The focused element: its id or tag; `body` means that the focus is lost. */
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.id || document.activeElement?.localName);
const output = (page: Page) => page.locator('body > p[aria-live=polite]');

test('a page opened by keyboard is announced and receives the focus', async ({
  page,
  path,
  words,
  hydrated,
}) => {
  await page.goto(path('/'));
  await hydrated(page);
  await expect(output(page)).toHaveText('');
  const follow = async (href: string) => {
    const link = page.getByRole('main').locator(`a[href${href}]`).first();
    await link.focus();
    const before = { url: page.url(), title: await page.title() };
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.href !== before.url);
    await expect(page).not.toHaveTitle(before.title);
    // The title is updated after the address.
    await expect.poll(async () => (await output(page).textContent()) === (await page.title())).toBe(true);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  };
  await follow(`="${path('/store')}"`);
  await expect.poll(() => focused(page)).toBe('main');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
  await follow('*="page=2"');
  await expect(page.getByRole('heading', { name: words.store.categories.all })).toBeFocused();
  await follow(`^="${path('/store/')}"`);
  await expect.poll(() => focused(page)).toBe('main');
});

test('a link to a section moves the focus there', async ({ page, path, words, hydrated }) => {
  await page.goto(path('/application'));
  await hydrated(page);
  const { heading } = words.guide.after;
  await page
    .getByRole('main')
    .locator(`a[href^="${path('/application/')}"]`)
    .first()
    .click();
  await page.getByRole('link', { name: heading }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: heading })).toBeFocused();
  const top = await page.evaluate(() => scrollY);
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('section')?.id)).toBe('after');
  expect(await page.evaluate(() => scrollY)).toBeGreaterThanOrEqual(top);
});

test('a dialog has the focus in its first frame', async ({ page, path, words, hydrated }) => {
  await page.goto(path('/store/1'));
  await hydrated(page);
  const opener = page.getByRole('button', { name: words.storeDetail.check, exact: true });
  const dialog = page.getByRole('dialog');
  // Once to load its file: from then on it renders in the frame after the press.
  await opener.press('Enter');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();

  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      const drawn = document.querySelector('[role="dialog"]');
      if (!drawn) return;
      observer.disconnect();
      Object.assign(globalThis, { tookFocus: drawn.contains(document.activeElement) });
    }).observe(document.body, { childList: true, subtree: true });
  });
  await opener.press('Enter');
  await expect(dialog).toBeVisible();
  expect(await page.evaluate(() => (globalThis as { tookFocus?: boolean }).tookFocus)).toBe(true);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
});

test('navigating by pointer shows no focus ring and no scroll jump', async ({ page, path, hydrated }) => {
  await page.goto(path('/application'));
  await hydrated(page);
  await page
    .getByRole('main')
    .locator(`a[href^="${path('/application/')}"]`)
    .first()
    .click();
  await expect.poll(() => focused(page)).toBe('main');
  expect(
    await page.evaluate(() => [
      scrollY,
      ...[...document.querySelectorAll(':focus')].map((element) => getComputedStyle(element).outlineStyle),
    ]),
  ).toEqual([0, 'none']);
});

test('an order’s page has its own title', async ({ page, path, context, withSession }) => {
  await withSession(context, account('user'));
  await page.goto(path('/user?panel=order-info'));
  const link = page.getByRole('main').locator('a[href*="order="]').first();
  await link.focus();
  const number =
    new URL((await link.getAttribute('href')) ?? '', page.url()).searchParams.get('order') ?? '?';
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle(new RegExp(number));
  await expect(output(page)).toHaveText(await page.title());
  await expect.poll(() => focused(page)).not.toBe('body');
});

test('the store’s sort order is chosen with the arrow keys', async ({ page, path, words, hydrated }) => {
  await page.goto(path('/store'));
  await hydrated(page);
  const sort = page.getByLabel(words.store.sort.label);
  await sort.focus();
  for (let turn = 0; turn < 2; turn += 1) {
    const before = page.url();
    await page.keyboard.press('ArrowDown');
    await page.waitForURL((url) => url.href !== before);
    await expect(sort).toBeFocused();
    const chosen = new URL(page.url()).searchParams.get('sort') ?? '';
    await expect(sort).toHaveValue(chosen);
    // The address changes before the page does, whose links keep the selection.
    const categories = page.getByRole('navigation', { name: words.store.categories.label });
    await expect(categories.getByRole('link').first()).toHaveAttribute('href', new RegExp(`sort=${chosen}`));
  }
  await page.goBack();
  await expect(sort).toHaveValue(new URL(page.url()).searchParams.get('sort') ?? '');
});

test('the filter sheet closes when the focus leaves it', async ({ page, path, words, hydrated }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto(path('/store'));
  await hydrated(page);
  const sheet = page.getByRole('main').locator('details');
  const button = sheet.locator('summary');
  await button.focus();
  await page.keyboard.press('Enter');
  const apply = page.getByRole('button', { name: words.store.filters.apply });
  await expect(apply).toBeVisible();
  for (let turn = 0; turn < 6; turn += 1) await page.keyboard.press('Tab');
  await expect(sheet).not.toHaveAttribute('open');
  await button.focus();
  await page.keyboard.press('Enter');
  await apply.focus();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await apply.focus();
  await page.keyboard.press('Enter');
  await expect(button).toBeFocused();
  await expect(sheet).not.toHaveAttribute('open');
});

test('signing out a device moves the focus to the devices’ heading', async ({
  page,
  path,
  words,
  context,
  newAccount,
  withSession,
  request,
}) => {
  const email = await newAccount();
  await request.post('/api/user_auth/login', { data: { email, password: PASSWORD, agree: true } });
  await withSession(context, email);
  await page.goto(path('/user?panel=account-info'));
  // In the table only: the button for all others is above it.
  const out = page.getByRole('table').getByRole('button', {
    name: new RegExp(filled(words.account.account.revoke_label, { device: '.*' })),
  });
  const many = await out.count().then(async () => {
    await expect(out.first()).toBeVisible();
    return out.count();
  });
  await out.first().focus();
  await page.keyboard.press('Enter');
  await expect(out).toHaveCount(many - 1);
  await expect(page.getByRole('heading', { name: words.account.account.sessions })).toBeFocused();
});

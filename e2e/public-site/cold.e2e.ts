import { expect, test } from '../fixtures.ts';

// Nobody has touched the page yet: its application is not even loaded. What a visitor does first must not be lost.

test(
  'a button pressed before hydration does its work',
  { tag: '@everywhere' },
  async ({ page, path, words, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(path('/store/1'));
    await expect(page.locator('html')).not.toHaveAttribute('data-hydrated');
    await page.getByRole('button', { name: words.appPage.install.copy }).click();
    await expect(page.getByText(words.messages.copied).first()).toBeVisible();
  },
);

test('what is typed before hydration stays, and goes on where it was', async ({ page, path, words }) => {
  await page.goto(path('/store'));
  const search = page.getByRole('searchbox', { name: words.store.search.label });
  await search.click();
  await page.keyboard.type('reds');
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('html')).not.toHaveAttribute('data-hydrated');
  // A hand that moves over another control wakes the application; the cursor stays in the search.
  await page.getByLabel(words.shell.theme).filter({ visible: true }).first().hover();
  await expect(page.locator('html')).toHaveAttribute('data-hydrated');
  await expect(search).toHaveValue('reds');
  await page.keyboard.type('i');
  await expect(search).toHaveValue('redis');
});

test('an input method’s composition is not torn by hydration', async ({ page, path, words, context }) => {
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

test('a link followed, then reload and back: page and address agree', async ({ page, path }) => {
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

test('the menu of a phone opens before any script', async ({ page, path, words, viewport }) => {
  await page.setViewportSize({ width: 375, height: viewport?.height ?? 812 });
  await page.goto(path('/'));
  const link = page
    .getByRole('navigation', { name: words.frame.navigation })
    .getByRole('link', { name: words.frame.nav['developer-center'] });
  await expect(link).toBeHidden();
  await page.locator('summary').filter({ visible: true }).first().click();
  await expect(link).toBeVisible();
});

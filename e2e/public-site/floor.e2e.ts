import { account, expect, test } from './fixtures.ts';

// A browser without the features that Chrome 109, Firefox 115 or Safari 16.4 lack. E2E_FLOOR=1 removes them
// in every other test too.
test.use({ floor: true });

test('the main pages hydrate without errors in the oldest supported browsers', async ({
  page,
  path,
  hydrated,
}) => {
  for (const address of [
    '/',
    '/store',
    '/store/1',
    '/application/1',
    '/activity',
    '/auth',
    '/client-download',
  ]) {
    await page.goto(path(address));
    expect(await page.evaluate(() => 'canParse' in URL || 'toSorted' in Array.prototype)).toBe(false);
    const heading = await page.getByRole('heading', { level: 1 }).innerText();
    await hydrated(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  }
});

test('a member signs in and sees the account in the oldest supported browsers', async ({
  page,
  words,
  path,
  signIn,
}) => {
  await signIn(page, account('user'));
  await expect(page.getByText(words.messages.signed_in, { exact: true })).toBeVisible();
  await expect(page).toHaveURL(path('/user'));
});

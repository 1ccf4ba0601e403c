import { expect, test } from '../fixtures.ts';

test('[R2.03] the about page says who makes this and how to reach them', async ({
  page,
  path,
  words,
  axe,
}) => {
  await page.goto(path('/about'));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('complementary', { name: words.about.reach })).toContainText('@');
  await axe(page);
});

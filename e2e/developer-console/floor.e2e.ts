import { account, expect, test } from './fixtures.ts';
import { appOf } from './people.ts';

// As in ../public-site/floor.e2e.ts.
test.use({ floor: true });

test('a developer opens the panel, the apps and an editor in the oldest supported browsers', async ({
  page,
  path,
  context,
  request,
  withSession,
}) => {
  await withSession(context, account('developer'));
  const id = await appOf(request, 'log-broom');
  for (const address of [
    '',
    '/control-panel',
    '/applications',
    `/app-edit?id=${id}`,
    `/app-versions?id=${id}`,
  ]) {
    await page.goto(path(`/developer-center${address}`));
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy=true], [role=status] > [data-shape]')).toHaveCount(0);
  }
});

import { expect, filled, test } from './fixtures.ts';

test('[R2.05] the directory lists the official apps by purpose and links to their guides', async ({
  page,
  path,
  words,
}) => {
  const t = words.guide;
  await page.goto(path('/application'));
  await expect(page.getByRole('heading', { level: 1, name: t.title })).toBeVisible();
  for (const { heading } of Object.values(t.purpose)) {
    const group = page.getByRole('region', { name: heading });
    await expect(group.getByRole('listitem').first()).toBeVisible();
  }
  // A community app is in the store only.
  await expect(page.getByRole('link', { name: 'Port Patrol' })).toHaveCount(0);

  await page
    .getByRole('region', { name: t.purpose.system.heading })
    .getByRole('link', { name: 'Nginx', exact: true })
    .click();
  await expect(page).toHaveURL(/\/application\/\d+$/);
  await expect(
    page.getByRole('heading', { level: 1, name: filled(t.guide.heading, { app: 'Nginx' }) }),
  ).toBeVisible();
});

test('[R2.06] a guide shows purpose, requirements, installation and next steps', async ({
  page,
  path,
  words,
}) => {
  const t = words.guide;
  await page.goto(path('/application'));
  await page.getByRole('link', { name: 'MySQL', exact: true }).click();
  for (const heading of [t.what.heading, t.before.heading, t.steps.heading, t.after.heading, t.next.heading])
    await expect(page.getByRole('region', { name: heading, exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: t.steps.heading }).locator('code')).toHaveText('mysql');

  // The store's page is the app's canonical address; the guide names it for search engines.
  const id = /\/application\/(\d+)$/.exec(page.url())?.[1] ?? '';
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
    'href',
    new RegExp(`${path(`/store/${id}`)}$`),
  );
  await page.getByRole('link', { name: t.guide.store }).click();
  await expect(page).toHaveURL(new RegExp(`${path(`/store/${id}`)}$`));
  // The store links back.
  await page.getByRole('link', { name: words.appPage.install.guide }).click();
  await expect(page).toHaveURL(new RegExp(`${path(`/application/${id}`)}$`));
});

test('[R2.31] back and forward scroll between the parts of a guide', async ({
  page,
  path,
  words,
  hydrated,
}) => {
  const t = words.guide;
  await page.goto(path('/application'));
  await page.getByRole('link', { name: 'MySQL', exact: true }).click();
  await hydrated(page);
  const contents = page.getByRole('navigation', { name: t.guide.contents });
  const top = () => page.evaluate(() => Math.round(scrollY));
  const places: number[] = [];
  for (const part of [t.before, t.after]) {
    // Pressed from the current position: a phone shows the table of contents at the top only.
    await contents.getByRole('link', { name: part.heading }).evaluate((link: HTMLElement) => link.click());
    // It may be visible before: the test asserts that the page has scrolled.
    await expect.poll(top).not.toBe(places.at(-1) ?? 0);
    await expect(page.getByRole('heading', { name: part.heading, exact: true })).toBeInViewport();
    places.push(await top());
  }
  const [before, after] = places;
  expect(after).toBeGreaterThan(before ?? 0);
  await page.goBack();
  await expect.poll(top).toBe(before);
  await page.goForward();
  await expect.poll(top).toBe(after);
});

test('[R2.24] an unknown guide returns 404 and names the path', async ({ page, path, silence }) => {
  silence.allow(/404/);
  for (const id of ['0', 'nginx', '2147483647']) {
    const answer = await page.goto(path(`/application/${id}`));
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      `Page Not Found: ${path(`/application/${id}`)}`,
    );
  }
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the directory filters by system and the guide is complete', async ({ page, path, words }) => {
    const t = words.guide;
    await page.goto(path('/application'));
    await page.getByRole('link', { name: words.storeTerms.os.alma, exact: true }).click();
    await expect(page).toHaveURL(/\?os=alma$/);
    await page.getByRole('link', { name: 'Docker', exact: true }).click();
    await expect(page.getByRole('region', { name: t.steps.heading })).toBeVisible();
    await page.getByRole('link', { name: t.after.heading }).click();
    await expect(page).toHaveURL(/#after$/);
  });
});

test('the sitemap lists the directory but not its guides', async ({ request }) => {
  const map = await (await request.get('/sitemap.xml')).text();
  expect(map).toContain('/application</loc>');
  expect(map).not.toContain('/application/');
});

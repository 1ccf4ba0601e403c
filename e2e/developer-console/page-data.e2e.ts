import { expect, test } from './fixtures.ts';

test('[R7.15] the prerendered landing page’s data is a static file', async ({
  page,
  path,
  words,
  context,
  withSession,
  request,
}) => {
  const { apps, frame, landing } = words.console;
  await withSession(context, 'developer@yunduo.test');
  await page.goto(path('/developer-center/applications'));
  await expect(page.getByRole('heading', { level: 1, name: apps.heading })).toBeVisible();

  const fetched = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('.data'));
  await page
    .getByRole('banner')
    .getByRole('link', { name: new RegExp(`^${frame.title}`) })
    .click();
  await expect(page).toHaveURL(path('/developer-center'));
  const answer = await fetched;
  expect(answer.request().method()).toBe('GET');
  expect(new URL(answer.url()).pathname).toBe(path('/developer-center.data'));
  expect(answer.status()).toBe(200);

  const questions = page.getByRole('region', { name: landing.questions });
  const first = questions.locator('details').first();
  const question = await first.locator('summary').innerText();
  await first.locator('summary').click();
  await expect(first.getByRole('paragraph')).toBeVisible();

  // A static file: the same bytes and the same ETag for everyone, and nothing generated for this request.
  const again = await request.get(answer.url());
  expect(again.headers()['etag']).toBe(answer.headers()['etag']);
  expect(await again.text()).toContain(question);
  const cached = await request.get(answer.url(), {
    headers: { 'if-none-match': again.headers()['etag'] ?? '' },
  });
  expect(cached.status()).toBe(304);
  const posted = await request.post(answer.url());
  expect(posted.status()).toBe(405);
});

test('opening the landing page directly fetches no page data', async ({ page, path, words }) => {
  const data: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('.data')) data.push(request.url());
  });
  const answer = await page.goto(path('/developer-center'));
  expect(await answer?.text()).toContain(words.console.landing.questions);
  await page.mouse.move(10, 10);
  const first = page
    .getByRole('region', { name: words.console.landing.questions })
    .locator('details')
    .first();
  await first.locator('summary').click();
  await expect(first.getByRole('paragraph')).toBeVisible();
  expect(data).toEqual([]);
});

import type { Request } from '@playwright/test';
import { expect, test } from './fixtures.ts';

test('[R7.15] a navigation fetches one data file and makes no call; going back fetches nothing', async ({
  page,
  path,
  request,
  hydrated,
}) => {
  const requests: string[] = [];
  const isData = (one: Request): boolean => ['fetch', 'xhr'].includes(one.resourceType());
  page.on('request', (one) => {
    // A page view is reported, not requested.
    const reported = one.url().endsWith('/api/app_store/view');
    if (isData(one) && !reported) requests.push(new URL(one.url()).pathname + new URL(one.url()).search);
  });
  const { id } = (await (await request.get('/builds/latest.json')).json()) as { id: string };
  await page.goto(path('/store'));
  const metadata = page.waitForResponse(`**/builds/meta/${id}.json`);
  await hydrated(page);
  await (await metadata).finished();
  expect(requests).toEqual([`/builds/meta/${id}.json`]);
  requests.length = 0;

  const link = page.getByRole('heading', { level: 3 }).getByRole('link').first();
  const name = (await link.textContent()) ?? '';
  const address = (await link.getAttribute('href')) ?? '';
  const fetched = page.waitForResponse('**/page-data/**');
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
  expect(requests).toEqual([`/page-data/${id}${address}.json`]);

  // A file with the page's properties: the same ETag for everyone, no visitor data in it, cached as long as
  // the page.
  const answer = await fetched;
  const headers = answer.headers();
  expect(answer.request().method()).toBe('GET');
  const again = await request.get(answer.url(), { headers: { authorization: 'Bearer yd_1' } });
  expect(await again.text()).toBe(await answer.text());
  const known = await request.get(answer.url(), { headers: { 'if-none-match': headers['etag'] ?? '' } });
  expect(known.status()).toBe(304);
  const html = await request.get(address);
  expect(headers['cache-control']).toBe(html.headers()['cache-control']);
  expect((await request.post(answer.url())).status()).toBe(405);

  requests.length = 0;
  await page.goBack();
  await expect(page).toHaveURL(path('/store'));
  await expect(link).toBeVisible();
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
  expect(requests).toEqual([]);
});

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

test('a link under the pointer: the next page is fetched, at once and once, before the press', async ({
  page,
  path,
  hydrated,
}) => {
  await page.goto(path('/store'));
  await hydrated(page);
  const requests: string[] = [];
  const files = /\/(assets|page-data|api)\//;
  page.on('request', (one) => {
    if (files.test(one.url()) && one.resourceType() !== 'image') requests.push(new URL(one.url()).pathname);
  });
  const link = page.getByRole('heading', { level: 3 }).getByRole('link').first();
  const name = (await link.textContent()) ?? '';
  const fetched = page.waitForResponse('**/page-data/**');
  await link.hover();
  await (await fetched).finished();
  await expect.poll(() => requests.some((file) => /sanitise/.test(file))).toBe(true);
  // Seven scripts and four style sheets of the page, its data, and the sanitiser of its text.
  const ahead = [...requests];
  expect(ahead.length).toBeLessThanOrEqual(13);
  expect(new Set(ahead).size).toBe(ahead.length);
  requests.length = 0;
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
  // Files that the browser holds may be named again. The isolated text asks for its style sheet where it stands.
  const known = [...ahead, '/api/app_store/view'];
  expect(requests.filter((file) => !known.includes(file) && !/rich-text/.test(file))).toEqual([]);
});

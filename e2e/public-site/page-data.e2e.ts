import type { Page, Request } from '@playwright/test';
import { expect, test } from './fixtures.ts';

test('[R7.15] a navigation fetches one data file and makes no call; going back fetches nothing', async ({
  page,
  path,
  request,
  hydrated,
}) => {
  const requests: string[] = [];
  // Style sheets of the page behind the entries are fetched ahead.
  const isData = (one: Request): boolean =>
    /^(?:fetch|xhr) .*(?<!\.css)$/.test(`${one.resourceType()} ${one.url()}`);
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

/** Files and calls that a page requests from now on, without pictures. */
function filesOf(page: Page): string[] {
  const requests: string[] = [];
  page.on('request', (one) => {
    if (/\/(assets|page-data|api)\//.test(one.url()) && one.resourceType() !== 'image')
      requests.push(new URL(one.url()).pathname);
  });
  return requests;
}
/** The report of a view, and the isolated text, which asks for its style sheet where it stands. */
const REPEATED = /rich-text|\/api\/app_store\/view$/;

test('a link under the pointer: the next page is fetched, at once and once, before the press', async ({
  page,
  path,
  hydrated,
}) => {
  await page.goto(path('/activity'));
  await hydrated(page);
  const requests = filesOf(page);
  // Not to a list, which fetches ahead the page behind its entries.
  const link = page.locator(`footer a[href="${path('/private')}"]`).first();
  const fetched = page.waitForResponse('**/page-data/**');
  await link.hover();
  await (await fetched).finished();
  await expect.poll(() => requests.some((file) => /sanitise/.test(file))).toBe(true);
  const ahead = [...requests];
  expect(ahead.length).toBeLessThanOrEqual(15);
  expect(new Set(ahead).size).toBe(ahead.length);
  requests.length = 0;
  await link.click();
  await expect(page).toHaveURL(path('/private'));
  // Files that the browser holds may be named again.
  expect(requests.filter((file) => !ahead.includes(file) && !REPEATED.test(file))).toEqual([]);
});

test('an entry of a list, pressed at once: its files are there, one request is needed', async ({
  page,
  path,
  hydrated,
}) => {
  const requests = filesOf(page);
  await page.goto(path('/store'));
  await hydrated(page);
  // The last script, and the style sheets, which are requested together.
  for (const last of [/sanitise/, /breadcrumb.*css/])
    await expect.poll(() => requests.some((file) => last.test(file))).toBe(true);
  const before = requests.splice(0);
  const link = page.getByRole('heading', { level: 3 }).getByRole('link').first();
  const name = (await link.textContent()) ?? '';
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
  const after = requests.filter((file) => !before.includes(file) && !REPEATED.test(file));
  expect(after).toEqual([expect.stringContaining('/page-data/')]);
});

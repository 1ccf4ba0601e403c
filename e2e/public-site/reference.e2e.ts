import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locale } from '@yunduo/i18n';
import { expect, test } from './fixtures.ts';

const GUIDES = join(import.meta.dirname, '../../libs/api-contract/guides');
const AREAS = (JSON.parse(readFileSync(join(GUIDES, '../openapi.json'), 'utf8')) as { tags: unknown[] }).tags
  .length;
const titleOf = (lang: Locale, guide: string): string =>
  /^# (.+)$/m.exec(readFileSync(join(GUIDES, lang, `${guide}.md`), 'utf8'))?.[1] ?? '';

test('the API reference is readable from the footer without scripts', async ({
  page,
  path,
  words,
  lang,
  axe,
}) => {
  await page.goto(path('/about'));
  await page.getByRole('contentinfo').getByRole('link', { name: words.frame.links.developers }).click();
  await expect(page).toHaveURL(new RegExp(`${path('/developers')}$`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(titleOf(lang, 'getting-started'));
  await axe(page);

  // The list of pages, which is below on a phone.
  const list = page.locator('#all-pages');
  const guides = readdirSync(join(GUIDES, lang)).map((name) => name.replace(/\.md$/, ''));
  await expect(list.getByRole('link')).toHaveCount(guides.length + AREAS);
  await list.getByRole('link', { name: titleOf(lang, 'errors'), exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(titleOf(lang, 'errors'));
  await expect(list.getByRole('link', { name: titleOf(lang, 'errors'), exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await axe(page);
  await expect(page.locator('script:not([type="application/ld+json"])')).toHaveCount(0);
});

for (const address of [
  '/developers/licences',
  '/developers/limits',
  '/developers/api/order',
  '/developers/api/dev-app',
])
  test(`${address} passes axe and has no sideways scroll`, async ({ page, path, lang, axe }) => {
    await page.goto(path(address));
    await expect(page.locator('html')).toHaveAttribute('lang', lang === 'zh' ? 'zh-CN' : 'en');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await axe(page);
  });

test('a call’s page shows this site’s address and links its other language', async ({
  page,
  path,
  lang,
  baseURL,
}) => {
  await page.goto(`${path('/developers/api/order')}#orderCreate`);
  const call = page.locator('#orderCreate');
  await expect(call.getByText('/api/order/create', { exact: true })).toBeInViewport();
  await expect(call.locator('pre').first()).toContainText(
    `${new URL(baseURL ?? '').origin}/api/order/create`,
  );
  await call.getByRole('link', { name: 'ORDER_LIMIT' }).click();
  await expect(page.locator('#ORDER_LIMIT')).toBeInViewport();
  await page
    .getByRole('banner')
    .getByRole('link', { name: lang === 'zh' ? 'English' : '中文' })
    .click();
  await expect(page.locator('html')).toHaveAttribute('lang', lang === 'zh' ? 'en' : 'zh-CN');
});

test('the sitemap lists the reference in both languages; the test vectors are a file', async ({
  request,
}) => {
  const sitemap = await (await request.get('/sitemap.xml')).text();
  for (const place of ['/developers', '/en/developers', '/developers/api/order', '/en/developers/licences'])
    expect(sitemap).toMatch(new RegExp(`<loc>[^<]+\\d${place}</loc>`));
  const vectors = await request.get('/developers/licence-vectors.json');
  expect(await vectors.json()).toHaveProperty('keys.forged');
});

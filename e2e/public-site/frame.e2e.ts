import type { Locator, Page } from '@playwright/test';
import { localePath } from '@yunduo/i18n';
import type { Locale } from '@yunduo/i18n';
import { expect, filled, test } from '../fixtures.ts';

const PAGES = ['/', '/store', '/store/1', '/protocol/user-agreement', '/login'];
/** Judged by what the server sends. */
const MORE_PAGES = [
  '/about',
  '/client-download',
  '/private',
  '/auth',
  '/application',
  '/application/1',
  '/activity',
  '/feedback',
  '/subscribe',
];
/** Pages that name another one as the one to find: an app's guide stands in the store. */
const FOUND_AS: Record<string, string> = { '/application/1': '/store/1' };
const OTHER = { zh: 'en', en: 'zh' } as const;
/** Behind the menu button on a phone, and there all the same. */
const navigationOf = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name, includeHidden: true });

const HTML_LANG = { zh: 'zh-CN', en: 'en' };
/** Latin letters stand in Chinese pages too, the English words here do not. */
const LANGUAGE = {
  zh: { title: /\p{Script=Han}/u, words: /\p{Script=Han}{4}/u, description: /\p{Script=Han}{4}/u },
  en: {
    title: /^[^\p{Script=Han}]+$/u,
    words: /\b(?:the|you|your|and)\b/i,
    description: /^(?:[^\p{Script=Han}\s]+ ){4}[^\p{Script=Han}]+$/u,
  },
};

/** What the head of a page tells those who never run it. */
function metadataOf(html: string) {
  const tags = [...html.matchAll(/<(?:meta|link) ([^>]*)>/g)].map(([, text = '']) =>
    Object.fromEntries(
      [...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
        name.toLowerCase(),
        value,
      ]),
    ),
  );
  const named = (name: string, value: string) => tags.filter((tag) => tag[name] === value);
  return {
    description: named('name', 'description').map(({ content }) => content),
    canonical: named('rel', 'canonical').map(({ href }) => href),
    alternates: named('rel', 'alternate').map(({ hreflang, href }) => [hreflang, href]),
  };
}

test(
  '[R1.01] every page exists in both languages, text, metadata and errors included',
  { tag: '@everywhere' },
  async ({ page, path, lang, silence, request, baseURL }) => {
    silence.allow(/status of 404/);
    const { title, words, description } = LANGUAGE[lang];
    for (const address of [...PAGES, '/nowhere']) {
      await page.goto(path(address));
      await expect(page.locator('html')).toHaveAttribute('lang', HTML_LANG[lang]);
      await expect(page).toHaveTitle(title);
      await expect(page.getByRole('main')).toHaveText(words);
    }
    for (const address of MORE_PAGES) {
      const answer = await request.get(path(address));
      expect([address, answer.status()]).toEqual([address, 200]);
      const html = await answer.text();
      expect(html).toContain(`<html lang="${HTML_LANG[lang]}"`);
      expect(/<title[^>]*>([^<]*)/.exec(html)?.[1]).toMatch(title);
      expect(/<main[\s>].*<\/main>/s.exec(html)?.[0].replaceAll(/<[^>]*>/g, ' ')).toMatch(words);
    }
    for (const address of [...PAGES, ...MORE_PAGES]) {
      const found = metadataOf(await (await request.get(path(address))).text());
      const addressIn = (locale: Locale) =>
        new URL(localePath(locale, FOUND_AS[address] ?? address), baseURL).href;
      expect({ address, ...found }).toEqual({
        address,
        description: [expect.stringMatching(description)],
        canonical: [addressIn(lang)],
        alternates: [
          ['zh-CN', addressIn('zh')],
          ['en', addressIn('en')],
          ['x-default', addressIn('zh')],
        ],
      });
    }
  },
);

test('[R1.01] a page names its other language and its canonical address', async ({ page, path, baseURL }) => {
  await page.goto(path('/store'));
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${baseURL}${path('/store')}`);
  for (const [language, address] of [
    ['zh-CN', '/store'],
    ['en', '/en/store'],
    ['x-default', '/store'],
  ] as const) {
    await expect(page.locator(`link[rel=alternate][hreflang="${language}"]`)).toHaveAttribute(
      'href',
      `${baseURL}${address}`,
    );
  }
});

test('[R2.35] the language switch keeps page and query and remembers the choice for 365 days', async ({
  page,
  path,
  lang,
  words,
  context,
}) => {
  // One value that the server renders by, and one that it never hears of.
  await page.goto(path('/store?cate=system&token=kept'));
  const began = Date.now() / 1000;
  await page.getByRole('banner').getByRole('link', { name: words.shell.language, exact: true }).click();
  await expect(page).toHaveURL(localePath(OTHER[lang], '/store?cate=system&token=kept'));
  const cookie = (await context.cookies()).find(({ name }) => name === 'locale');
  expect(cookie?.value).toBe(OTHER[lang]);
  expect(Math.round(((cookie?.expires ?? 0) - began) / 86_400)).toBe(365);
  // The address alone decides: the choice never redirects.
  await page.goto(path('/store'));
  await expect(page).toHaveURL(path('/store'));
  await expect(page.locator('html')).toHaveAttribute('lang', HTML_LANG[lang]);
});

test('[R2.25] the default layout has the navigation, the custom one has none', async ({
  page,
  path,
  words,
}) => {
  const navigation = navigationOf(page, words.frame.navigation);
  await page.goto(path('/store'));
  await expect(navigation).toBeAttached();
  await page.goto(path('/login'));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(navigation).not.toBeAttached();
});

/** Specification §2, in its order. */
const NAVIGATION = [
  'client-download',
  'go-demo',
  'private',
  'auth',
  'activity',
  'developer-center',
  'yetu',
] as const;

test('[R2.23] the navigation has the entries specified, in their order, and leads outside by its own addresses', async ({
  page,
  path,
  words,
  request,
}) => {
  await page.goto(path('/'));
  const navigation = navigationOf(page, words.frame.navigation);
  const entries = await navigation
    .getByRole('link', { includeHidden: true })
    .evaluateAll((links) => links.map((link) => [link.getAttribute('href'), link.textContent]));
  // The store is the site's own addition, behind all that is specified.
  expect(entries).toEqual(
    [...NAVIGATION, 'store' as const].map((name) => [path(`/${name}`), words.frame.nav[name]]),
  );
  for (const [address, target] of [
    ['/go-demo', 'https://demo.example/'],
    ['/yetu', 'https://forum.example/'],
  ] as const) {
    const answer = await request.get(path(address), { maxRedirects: 0 });
    expect(answer.status()).toBe(302);
    expect(answer.headers()['location']).toBe(target);
  }
});

test('[R2.28] the footer is hidden under /download/ and shown elsewhere', async ({ page, path, silence }) => {
  silence.allow(/status of 404/);
  await page.goto(path('/download/setup.exe'));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  await page.goto(path('/store'));
  await expect(page.getByRole('contentinfo')).toBeVisible();
});

test('[R2.29] the navigation marks where the visitor is, by the route', async ({ page, path, words }) => {
  await page.goto(path('/store/1'));
  const current = navigationOf(page, words.frame.navigation).locator('[aria-current="page"]');
  await expect(current).toHaveText(words.frame.nav.store);
  await page.goto(path('/'));
  await expect(current).toHaveCount(0);
});

test('[R2.31] a new page begins at the top, back returns to where one was', async ({
  page,
  path,
  hydrated,
}) => {
  await page.goto(path('/store'));
  await hydrated(page);
  const link = page.getByRole('heading', { level: 3 }).getByRole('link').last();
  await link.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(100);
  // Every frame from the press on: where the window stands, and whether the app's page is what it shows.
  const frames = await page.evaluateHandle(
    (title) => {
      const seen: { shown: boolean; y: number }[] = [];
      const look = (): void => {
        seen.push({ shown: document.querySelector('h1')?.textContent === title, y: scrollY });
        requestAnimationFrame(look);
      };
      look();
      return seen;
    },
    await link.textContent(),
  );
  await link.click();
  await expect(page).toHaveURL(/\/store\/\d+$/);
  await expect.poll(() => frames.evaluate((seen) => seen.find(({ shown }) => shown)?.y)).toBe(0);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  // From there to the top at once, never over anything between.
  expect([...new Set((await frames.jsonValue()).map(({ y }) => y))]).toEqual([before, 0]);
  await page.goBack();
  await expect(page).toHaveURL(path('/store'));
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
});

test('[R2.32] [R4.12] a slow page shows the loading bar until it is there', async ({
  page,
  path,
  words,
  hydrated,
}) => {
  await page.goto(path('/store'));
  await hydrated(page);
  const bar = page.getByRole('progressbar', { name: words.shell.loading });
  await expect(bar).toBeHidden();
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/app_store/detail**', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('heading', { level: 3 }).getByRole('link').first().click();
  await expect(bar).toBeVisible();
  expect((await bar.boundingBox())?.height).toBe(3);
  release();
  await expect(page).toHaveURL(/\/store\/\d+$/);
  await expect(bar).toBeHidden();
});

test(
  '[R2.33] an unknown address is a 404 with its own page',
  { tag: '@everywhere' },
  async ({ page, path, words, axe, silence }) => {
    silence.allow(/status of 404/);
    const answer = await page.goto(path('/nowhere'));
    expect(answer?.status()).toBe(404);
    await expect(
      page.getByText(filled('Page Not Found: {{path}}', { path: path('/nowhere') })),
    ).toBeVisible();
    await expect(page.getByText(words.shell.page_not_found_text)).toBeVisible();
    await axe(page);
    for (const wrong of ['/store/abc', '/store/999999', '/protocol/nothing', '/store/1.data']) {
      expect((await page.goto(path(wrong)))?.status()).toBe(404);
    }
  },
);

test('[R2.33] what an address says is text, also where the router would answer with data', async ({
  page,
  path,
  words,
  silence,
}) => {
  silence.allow(/status of 404/);
  const answer = await page.goto(path('/x%3Cb%20id=foreign%3E.data'));
  expect(answer?.status()).toBe(404);
  await expect(page.getByText(words.shell.page_not_found_text)).toBeVisible();
  await expect(page.locator('#foreign')).toHaveCount(0);
});

test('[R2.34] [R8.07] an error while navigating shows the error page, and is cleared by going on', async ({
  page,
  path,
  words,
  hydrated,
  silence,
}) => {
  silence.allow(/status of 500|Internal Server Error|INTERNAL|Error/);
  await page.goto(path('/store'));
  await hydrated(page);
  await page.route('**/api/app_store/detail**', (route) =>
    route.fulfill({ status: 500, json: { code: 'INTERNAL', msg: 'broken on purpose', data: null } }),
  );
  await page.getByRole('heading', { level: 3 }).getByRole('link').first().click();
  await expect(page.getByText('Internal Server Error')).toBeVisible();
  await page.unroute('**/api/app_store/detail**');
  await page
    .getByRole('link', { name: words.shell.error_home })
    .or(page.getByRole('button', { name: words.shell.error_home }))
    .first()
    .click();
  await expect(page).toHaveURL(path('/'));
  await expect(page.getByText('Internal Server Error')).toHaveCount(0);
});

test(
  '[R1.14] [R4.11] [R9.01] a message is red with round corners, as wide as said, and makes room for the next',
  { tag: '@everywhere' },
  async ({ page, path, words, hydrated, viewport }) => {
    await page.goto(path('/login?section=register'));
    await hydrated(page);
    const send = page.getByRole('button', { name: words.forms.send_code });
    await send.click();
    const toast = page.getByRole('alert').filter({ hasText: words.messages.email_needed });
    await expect(toast).toBeVisible();
    // Whoever points at it keeps it.
    await toast.hover();
    await expect(toast).toHaveCSS('border-radius', '8px');
    await expect(toast).toHaveCSS('background-color', 'rgb(200, 40, 28)');
    const width = (await toast.boundingBox())?.width ?? 0;
    const window = viewport?.width ?? 0;
    expect(width).toBeGreaterThanOrEqual(Math.min(420, window - 32));
    expect(width).toBeLessThanOrEqual(Math.min(720, window));
    const first = await toast.elementHandle();
    await send.click();
    // Another one, not the same once more.
    await expect.poll(() => first?.evaluate((element) => element.isConnected)).toBe(false);
    await expect(toast).toHaveCount(1);
    await page.mouse.move(0, 500);
    await expect(toast).toHaveCount(0);
  },
);

test(
  '[R9.01] a dialog is 446px wide, or the window less 32px on a phone',
  { tag: '@everywhere' },
  async ({ page, path, words, hydrated, viewport }) => {
    await page.goto(path('/login?section=register'));
    await hydrated(page);
    await page.getByLabel(words.forms.email, { exact: true }).fill('somebody@example.com');
    await page.getByRole('button', { name: words.forms.send_code }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    const window = viewport?.width ?? 0;
    await expect
      .poll(async () => Math.round((await dialog.boundingBox())?.width ?? 0))
      .toBe(window < 480 ? window - 32 : 446);
  },
);

test('[R7.13] the latest build is asked for with the time in the query', async ({ page, path, hydrated }) => {
  await page.clock.install();
  const asked = page.waitForRequest(/\/builds\/latest\.json\?.*\d{12,}/);
  await page.goto(path('/store'));
  await hydrated(page);
  await page.clock.fastForward(11 * 60_000);
  expect((await asked).method()).toBe('GET');
});

test('[R1.12] [R9.01] a new build is announced 365px wide, on a page that nobody has touched too, and loaded on a press', async ({
  page,
  path,
  words,
  viewport,
}) => {
  await page.clock.install();
  await page.route('**/builds/latest.json**', (route) => route.fulfill({ json: { id: 'a-newer-build' } }));
  await page.goto(path('/'));
  await page.clock.fastForward(11 * 60_000);
  const notification = page.getByRole('status').filter({ hasText: words.shell.update_title });
  await expect(notification).toBeVisible();
  expect((await notification.boundingBox())?.width).toBe(Math.min(365, (viewport?.width ?? 0) - 32));
  await page.evaluate(() => Object.assign(window, { before: true }));
  const loaded = page.waitForEvent('load');
  await notification.getByRole('button', { name: words.shell.update_now }).click();
  await loaded;
  expect(await page.evaluate(() => 'before' in window)).toBe(false);
});

test('the theme is chosen, kept and follows the system otherwise', async ({
  page,
  path,
  words,
  hydrated,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(path('/store'));
  const background = (): Promise<string> =>
    page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await background();
  await hydrated(page);
  await page.getByLabel(words.shell.theme).first().selectOption('light');
  await expect.poll(background).not.toBe(dark);
  const light = await background();
  await page.reload();
  expect(await background()).toBe(light);
});

test('by keyboard alone: the first Tab offers to skip to the content', async ({ page, path, words }) => {
  await page.goto(path('/store'));
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: words.frame.skip })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#main$/);
});

test('headers forbid what a page must not do, on every kind of answer', async ({ request, path }) => {
  for (const address of [
    path('/'),
    path('/login'),
    path('/nowhere'),
    '/api/site/info',
    '/api/nothing',
    path('/developer-center'),
  ]) {
    const headers = (await request.get(address)).headers();
    const policy = headers['content-security-policy'] ?? '';
    for (const directive of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
      expect(policy, address).toContain(directive);
    }
    expect(headers['x-content-type-options'], address).toBe('nosniff');
    expect(headers['referrer-policy'], address).toBeTruthy();
  }
});

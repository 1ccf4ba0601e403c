import type { Locator, Page } from '@playwright/test';
import { localePath } from '@yunduo/i18n';
import type { Locale } from '@yunduo/i18n';
import { account, expect, filled, test, withoutPageData } from './fixtures.ts';
import type { Fixtures } from './fixtures.ts';

const PAGES = ['/', '/store', '/store/1', '/protocol/user-agreement', '/login'];
/** Judged by the server's HTML. */
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
/** Pages with another page as their canonical one: an app's guide refers to the store. */
const FOUND_AS: Record<string, string> = { '/application/1': '/store/1' };
const OTHER = { zh: 'en', en: 'zh' } as const;
/** On a phone it is behind the menu button, but present. */
const navigationOf = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name, includeHidden: true });

const HTML_LANG = { zh: 'zh-CN', en: 'en' };
/** Chinese pages contain Latin letters too, but not these English words. */
const LANGUAGE = {
  zh: {
    title: /\p{Script=Han}/u,
    words: /\p{Script=Han}{4}/u,
    description: /\p{Script=Han}{4}/u,
    foreign: /\byour?\b/i,
  },
  en: {
    title: /^[^\p{Script=Han}]+$/u,
    words: /\b(?:the|you|your|and)\b/i,
    description: /^(?:[^\p{Script=Han}\s]+ ){4}[^\p{Script=Han}]+$/u,
    foreign: /\p{Script=Han}/u,
  },
};

/** The head of a page for clients that do not run it. */
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
    // Links of other languages; a feed is one of them.
    alternates: named('rel', 'alternate').flatMap(({ hreflang, href }) =>
      hreflang ? [[hreflang, href]] : [],
    ),
    shared: Object.fromEntries(
      ['title', 'description', 'url', 'locale', 'image'].map((name) => [
        name,
        named('property', `og:${name}`).map(({ content }) => content),
      ]),
    ),
  };
}

/** The title as written, and the text of the page's main part without markup. */
const titleOf = (html: string) => /<title[^>]*>([^<]*)/.exec(html)?.[1] ?? '';
const mainOf = (html: string) => (/<main[\s>].*<\/main>/s.exec(html)?.[0] ?? '').replaceAll(/<[^>]*>/g, ' ');

test(
  '[R1.01] every page exists in both languages, text, metadata and errors included',
  { tag: '@everywhere' },
  async ({ page, path, lang, silence, request, baseURL, context, newAccount, withSession }) => {
    silence.allow(/status of 404/);
    const { title, words, description, foreign } = LANGUAGE[lang];
    const main = page.getByRole('main');
    const speaks = async () => {
      await expect(page.locator('html')).toHaveAttribute('lang', HTML_LANG[lang]);
      await expect(page).toHaveTitle(title);
      await expect(main).toHaveText(words);
      await expect(main).not.toHaveText(foreign);
    };
    for (const address of [...PAGES, '/nowhere']) {
      await page.goto(path(address));
      await speaks();
    }
    for (const address of MORE_PAGES) {
      const answer = await request.get(path(address));
      expect([address, answer.status()]).toEqual([address, 200]);
      const html = await answer.text();
      expect(html).toContain(`<html lang="${HTML_LANG[lang]}"`);
      expect(titleOf(html)).toMatch(title);
      expect(mainOf(html)).toMatch(words);
      expect(mainOf(html)).not.toMatch(foreign);
    }
    for (const address of [...PAGES, ...MORE_PAGES]) {
      const html = await (await request.get(path(address))).text();
      const found = metadataOf(html);
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
        shared: {
          title: [titleOf(html)],
          description: found.description,
          url: [addressIn(lang)],
          locale: [{ zh: 'zh_CN', en: 'en_GB' }[lang]],
          image: [expect.stringMatching(new RegExp(`^${baseURL}/\\S+\\.(?:png|jpg|webp)$`))],
        },
      });
    }
    // A new account: a chosen nickname may be in any language.
    const email = await newAccount();
    await withSession(context, email);
    await page.goto(path('/user'));
    await expect(main).toContainText(email);
    await speaks();
  },
);

test('an app’s structured data matches its page', async ({ page, path }) => {
  await page.goto(path('/store/1'));
  const written = await page.locator('script[type="application/ld+json"]').textContent();
  const main = page.getByRole('main');
  expect(JSON.parse(written ?? '')).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'SoftwareApplication',
    name: await main.getByRole('heading', { level: 1 }).textContent(),
    description: await page.locator('meta[name=description]').getAttribute('content'),
    softwareVersion: await main.locator('#log h3').first().textContent(),
  });
});

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
  // One value that the server renders by, and one that it never receives.
  await page.goto(path('/store?cate=system&token=kept'));
  const began = Date.now() / 1000;
  await page.getByRole('banner').getByRole('link', { name: words.shell.language, exact: true }).click();
  await expect(page).toHaveURL(localePath(OTHER[lang], '/store?cate=system&token=kept'));
  const cookie = (await context.cookies()).find(({ name }) => name === 'locale');
  expect(cookie?.value).toBe(OTHER[lang]);
  expect(Math.round(((cookie?.expires ?? 0) - began) / 86_400)).toBe(365);
  // The address alone decides: the stored choice never redirects.
  await page.goto(path('/store'));
  await expect(page).toHaveURL(path('/store'));
  await expect(page.locator('html')).toHaveAttribute('lang', HTML_LANG[lang]);
});

test('[R2.25] only the default layout has the navigation', async ({ page, path, words }) => {
  // Wide enough to show the link in the page, without a menu button over it.
  await page.setViewportSize({ width: 1440, height: 900 });
  const navigation = navigationOf(page, words.frame.navigation);
  await page.goto(path('/store'));
  await expect(navigation).toBeVisible();
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

test('[R2.23] the navigation has the specified entries in order, with configured external links', async ({
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
  // The store is the site's addition, in second place; the others are in the specified order.
  const [first, ...others] = NAVIGATION;
  expect(entries).toEqual(
    [first, 'store' as const, ...others].map((name) => [path(`/${name}`), words.frame.links[name]]),
  );
  const links = navigation.getByRole('link');
  await page.setViewportSize({ width: 900, height: 900 });
  await expect(links).toHaveCount(entries.length);
  for (const link of await links.all()) await expect(link).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 375, height: 812 });
  await expect(links).toHaveCount(0);
  for (const [address, target] of [
    ['/go-demo', 'https://demo.example/'],
    ['/yetu', 'https://forum.example/'],
  ] as const) {
    const answer = await request.get(path(address), { maxRedirects: 0 });
    expect(answer.status()).toBe(302);
    expect(answer.headers()['location']).toBe(target);
  }
});

/** A navigation entry on the home page, which a phone has in its menu. */
async function entryOf(
  { page, path, words }: { page: Page } & Pick<Fixtures, 'path' | 'words'>,
  name: (typeof NAVIGATION)[number],
): Promise<Locator> {
  await page.goto(path('/'));
  if ((page.viewportSize()?.width ?? 0) < 1000)
    await page.getByLabel(words.frame.menu, { exact: true }).click();
  const navigation = navigationOf(page, words.frame.navigation);
  return navigation.getByRole('link', { name: words.frame.links[name], exact: true });
}

const OUTSIDE = { 'go-demo': 'https://demo.example/', yetu: 'https://forum.example/' } as const;

test('[R2.23] each navigation entry leads to its page when pressed', async ({ page, path, words }) => {
  for (const name of NAVIGATION.filter((entry) => !(entry in OUTSIDE))) {
    await (await entryOf({ page, path, words }, name)).click();
    await expect(page).toHaveURL(path(`/${name}`));
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  }
  for (const name of ['go-demo', 'yetu'] as const) {
    const entry = await entryOf({ page, path, words }, name);
    // The host does not exist: the test asserts that the browser starts the request.
    const leaves = page.waitForRequest(OUTSIDE[name]);
    await entry.click();
    expect((await leaves).isNavigationRequest()).toBe(true);
  }
});

test('[R2.28] the footer is hidden only under /download/', async ({ page, path, silence }) => {
  silence.allow(/status of 404/);
  for (const address of ['/download/x', '/en/download/x']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('contentinfo')).toHaveCount(0);
  }
  for (const address of ['/store', '/client-download']) {
    await page.goto(path(address));
    await expect(page.getByRole('contentinfo')).toBeVisible();
  }
});

test('[R2.29] the navigation marks the current route', async ({ page, path, words }) => {
  await page.goto(path('/store/1'));
  const current = navigationOf(page, words.frame.navigation).locator('[aria-current="page"]');
  await expect(current).toHaveText(words.frame.links.store);
  await page.goto(path('/'));
  await expect(current).toHaveCount(0);
});

test('[R2.31] a new page starts at the top; back and forward restore the scroll position', async ({
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
  // Every frame after the press: the scroll position, and whether the app's page is shown.
  const frames = await page.evaluateHandle(
    (title) => {
      const seen: { shown: boolean; y: number }[] = [];
      const probe = (): void => {
        seen.push({ shown: document.querySelector('h1')?.textContent === title, y: scrollY });
        requestAnimationFrame(probe);
      };
      probe();
      return seen;
    },
    await link.textContent(),
  );
  await link.click();
  await expect(page).toHaveURL(/\/store\/\d+$/);
  await expect.poll(() => frames.evaluate((seen) => seen.find(({ shown }) => shown)?.y)).toBe(0);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  // From there straight to the top, without intermediate positions.
  expect([...new Set((await frames.jsonValue()).map(({ y }) => y))]).toEqual([before, 0]);
  const app = page.url();
  await page.evaluate(() => scrollTo(0, 300));
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(300);
  await page.goBack();
  await expect(page).toHaveURL(path('/store'));
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
  await page.goForward();
  await expect(page).toHaveURL(app);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(300);
});

test('[R2.32] [R4.12] [R9.03] a slow navigation shows the 3px loading bar at the top until it completes', async ({
  page,
  path,
  words,
  hydrated,
}) => {
  await page.goto(path('/store'));
  await hydrated(page);
  const bar = page.getByRole('progressbar', { name: words.shell.loading });
  const state = page.locator('progress[data-state]');
  await expect(bar).toBeHidden();
  await expect(state).toHaveAttribute('data-state', 'hidden');
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/page-data/**', async (route) => {
    await held;
    await route.continue();
  });
  const link = page.getByRole('heading', { level: 3 }).getByRole('link').last();
  await link.scrollIntoViewIfNeeded();
  const window = await page.evaluate(() => ({ y: scrollY, width: document.documentElement.clientWidth }));
  expect(window.y).toBeGreaterThan(100);
  await link.click();
  await expect(bar).toBeVisible();
  await expect(state).toHaveAttribute('data-state', 'loading');
  expect(await bar.boundingBox()).toEqual({ x: 0, y: 0, width: window.width, height: 3 });
  // It is in the finished state for half a second, which polling may miss: the page itself observes it.
  const states = await state.evaluateHandle((shown) => {
    const seen: (string | undefined)[] = [];
    new MutationObserver(() => seen.push((shown as HTMLElement).dataset['state'])).observe(shown, {
      attributeFilter: ['data-state'],
    });
    return seen;
  });
  release();
  await expect.poll(() => states.jsonValue()).toEqual(['finished', 'hidden']);
  await expect(page).toHaveURL(/\/store\/\d+$/);
  await expect(bar).toBeHidden();
  await expect(state).toHaveAttribute('data-state', 'hidden');
});

test('[R2.33] an unknown address returns 404 with its own page', async ({ page, path, words, silence }) => {
  silence.allow(/status of 404/);
  const answer = await page.goto(path('/nowhere'));
  expect(answer?.status()).toBe(404);
  await expect(page.getByText(filled('Page Not Found: {{path}}', { path: path('/nowhere') }))).toBeVisible();
  await expect(page.getByText(words.shell.page_not_found_text)).toBeVisible();
  for (const wrong of ['/nowhere', '/store/abc', '/store/999999', '/protocol/nothing']) {
    expect((await page.goto(path(wrong)))?.status()).toBe(404);
    await expect(page).toHaveTitle(words.errorsPage.not_found_title);
    await expect(page.getByRole('main').getByRole('search')).toBeVisible();
    await expect(navigationOf(page, words.frame.navigation)).toBeAttached();
  }
});

test('[R2.33] a data URL of an unknown page returns HTML with the address as text', async ({
  page,
  path,
  words,
  silence,
}) => {
  silence.allow(/status of 404/);
  const answer = await page.goto(path('/x%3Cb%20id=foreign%3E'));
  expect(answer?.status()).toBe(404);
  await expect(page.getByText(words.shell.page_not_found_text)).toBeVisible();
  await expect(page.locator('#foreign')).toHaveCount(0);
  // With a file extension, it is a missing file.
  for (const file of ['/x%3Cb%20id=foreign%3E.data', '/store/1.data']) {
    const missing = await page.goto(path(file));
    expect(missing?.status()).toBe(404);
    expect(missing?.headers()['content-type']).not.toContain('html');
    await expect(page.locator('#foreign')).toHaveCount(0);
  }
});

for (const status of [500, 503]) {
  test(`[R2.33] [R2.34] [R8.07] a loader error ${status} shows the error page with that status, which clears in place or on the way home`, async ({
    page,
    path,
    words,
    hydrated,
    silence,
  }) => {
    silence.allow(
      new RegExp(`status of ${status}|broken on purpose|Internal Server Error|Service Unavailable`),
    );
    const { shell } = words;
    const failed = page.getByRole('heading', { name: 'Internal Server Error' });
    const breakDetail = () =>
      page.route('**/api/app_store/detail**', (route) =>
        route.fulfill({ status, json: { code: 'INTERNAL', msg: 'broken on purpose', data: null } }),
      );
    await withoutPageData(page);
    await page.goto(path('/store'));
    await hydrated(page);
    const link = page.getByRole('heading', { level: 3 }).getByRole('link').first();
    const name = (await link.textContent()) ?? '';
    await breakDetail();
    await link.click();
    await expect(failed).toBeVisible();
    await expect(page).toHaveTitle(words.errorsPage.server_error_title);
    const url = page.url();
    expect(url).toMatch(/\/store\/\d+$/);
    await expect(
      page.getByRole('main').getByText(filled(shell.server_error_status, { status }), { exact: true }),
    ).toBeVisible();
    await expect(page.getByText(shell.server_error_text)).toBeVisible();
    await page.unroute('**/api/app_store/detail**');
    await page.getByRole('link', { name: shell.error_again, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(`^${name}`));
    await expect(failed).toHaveCount(0);
    await expect(page).toHaveURL(url);
    await page.goBack();
    await breakDetail();
    await page.getByRole('heading', { level: 3 }).getByRole('link').last().click();
    await expect(failed).toBeVisible();
    await page.getByRole('link', { name: shell.error_home, exact: true }).click();
    await expect(page).toHaveURL(path('/'));
    await expect(failed).toHaveCount(0);
  });
}

test('[R2.34] [R8.07] an unhandled error or rejection shows the error page, which clears in place', async ({
  page,
  path,
  words,
  hydrated,
  silence,
}) => {
  silence.allow(/broken on purpose/);
  await page.goto(path('/store'));
  await hydrated(page);
  const failed = page.getByRole('heading', { name: 'Internal Server Error' });
  const store = page.getByRole('heading', { level: 1, name: words.store.title });
  for (const fault of [
    () =>
      void setTimeout(() => {
        throw new Error('broken on purpose');
      }),
    () => void Promise.reject(new Error('broken on purpose')),
  ]) {
    await expect(store).toBeVisible();
    const title = await page.title();
    await page.evaluate(fault);
    await expect(failed).toBeVisible();
    await expect(page).toHaveTitle(words.errorsPage.server_error_title);
    await expect(store).toHaveCount(0);
    await page.getByRole('link', { name: words.shell.error_again, exact: true }).click();
    await expect(store).toBeVisible();
    await expect(page).toHaveTitle(title);
    await expect(failed).toHaveCount(0);
    await expect(page).toHaveURL(path('/store'));
  }
});

test(
  '[R1.14] [R4.11] [R9.01] an error toast is red, rounded, has its specified width and makes room for the next',
  { tag: '@everywhere' },
  async ({ page, path, words, hydrated, viewport, silence, signIn }) => {
    await page.goto(path('/login?section=register'));
    await hydrated(page);
    const send = page.getByRole('button', { name: words.forms.send_code });
    await send.click();
    const toast = page
      .getByRole('alert')
      .locator('[data-kind=error]')
      .filter({ hasText: words.messages.email_needed });
    await expect(toast).toBeVisible();
    // Hovering keeps the toast.
    await toast.hover();
    await expect(toast).toHaveCSS('border-radius', '8px');
    await expect(toast).toHaveCSS('background-color', 'rgb(200, 40, 28)');
    const room = (viewport?.width ?? 0) - 32;
    expect((await toast.boundingBox())?.width).toBe(Math.min(420, room));
    const first = await toast.elementHandle();
    await send.click();
    // Another toast, not the same one again.
    await expect.poll(() => first?.evaluate((element) => element.isConnected)).toBe(false);
    await expect(toast).toHaveCount(1);
    await page.mouse.move(0, 500);
    await expect(toast).toHaveCount(0);
    silence.allow(/status of 500/);
    const msg = 'said at length '.repeat(20);
    await page.route('**/api/user_auth/login', (route) =>
      route.fulfill({ status: 500, json: { code: 'INTERNAL', msg, data: {} } }),
    );
    await page.goto(path('/login'));
    await signIn(page, account('user'));
    const long = page.getByRole('alert').locator('[data-kind=error]').filter({ hasText: msg.trim() });
    await expect(long).toBeVisible();
    await long.hover();
    expect((await long.boundingBox())?.width).toBe(Math.min(720, room));
  },
);

test('[R1.14] [R4.11] a toast closes after three seconds; the next takes its place with its own icon and role', async ({
  page,
  path,
  words,
  hydrated,
}) => {
  await page.clock.install();
  await page.goto(path('/store/1'));
  await hydrated(page);
  await page.evaluate(() => {
    let times = 0;
    navigator.clipboard.writeText = async () => {
      times += 1;
      if (times !== 2) throw new Error('only the second time works');
    };
  });
  await page.clock.pauseAt(Date.now() + 60_000);
  const probe = (toast: Locator) =>
    toast.evaluate((element) => {
      const { backgroundColor, borderRadius } = getComputedStyle(element);
      return { icon: element.querySelector('svg')?.innerHTML, surface: { backgroundColor, borderRadius } };
    });
  // It shows the result, and so has another name each time.
  const copy = await page.getByRole('button', { name: words.appPage.install.copy }).elementHandle();
  await copy?.click();
  const failed = page
    .getByRole('alert')
    .locator('[data-kind=error]')
    .filter({ hasText: words.messages.copy_failed });
  await expect(failed).toBeVisible();
  const failure = await probe(failed);
  await copy?.click();
  const copied = page.locator('[data-kind=success]').filter({ hasText: words.messages.copied });
  await expect(copied).toBeVisible();
  await expect(failed).toHaveCount(0);
  const success = await probe(copied);
  expect(success.surface).toEqual(failure.surface);
  expect(success.surface).toEqual({ backgroundColor: 'rgb(200, 40, 28)', borderRadius: '8px' });
  expect(success.icon).not.toBe(failure.icon);
  // The third is like the first: one message at a time, red and rounded.
  await copy?.click();
  await expect(failed).toBeVisible();
  await expect(copied).toHaveCount(0);
  expect(await probe(failed)).toEqual(failure);
  // React's pending work is done: its tasks are messages.
  const settled = () =>
    page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve();
          port2.postMessage(null);
        }),
    );
  await settled();
  await page.clock.runFor(2900);
  await settled();
  await expect(failed).toBeVisible();
  await page.clock.runFor(100);
  await expect(failed).toHaveCount(0);
});

test('[R9.01] a dialog is 446px wide, on a phone the window less 32px', async ({
  page,
  path,
  words,
  hydrated,
}) => {
  await page.goto(path('/login?section=register'));
  await hydrated(page);
  await page.getByLabel(words.forms.email, { exact: true }).fill('somebody@example.com');
  await page.getByRole('button', { name: words.forms.send_code }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  for (const [window, width] of [
    [1440, 446],
    [480, 446],
    [479, 447],
    [400, 368],
    [375, 343],
  ] as const) {
    await page.setViewportSize({ width: window, height: 812 });
    await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(width);
  }
});

test('[R1.12] [R7.13] the latest build is requested with a timestamp; a new one is announced', async ({
  page,
  path,
  words,
  hydrated,
}) => {
  await page.clock.install();
  const requests: string[] = [];
  await page.route('**/builds/latest.json**', (route) => {
    requests.push(route.request().url());
    // The real build first.
    return requests.length === 1 ? route.continue() : route.fulfill({ json: { id: 'a-newer-build' } });
  });
  const notification = page.getByRole('region', { name: words.shell.update_title });
  await page.goto(path('/store'));
  await hydrated(page);
  const first = page.waitForResponse('**/builds/latest.json**');
  await page.clock.fastForward(11 * 60_000);
  await (await first).finished();
  await expect(notification).toHaveCount(0);
  await page.clock.fastForward(11 * 60_000);
  await expect(notification).toBeVisible();
  const times = requests.map((url) => Number(/\/builds\/latest\.json\?t=(\d{13})$/.exec(url)?.[1]));
  expect(times).toHaveLength(2);
  expect(times[1]).toBeGreaterThan(times[0] ?? Number.NaN);
});

test('[R7.14] the build metadata matches the routes’ behaviour', async ({ request }) => {
  interface Meta {
    id: string;
    route_rules: Record<string, { redirect: { to: string; status: number } }>;
    prerendered: string[];
    page_data: Record<string, string[]>;
  }
  for (const [base, rules, pages] of [
    ['', 6, ['/', '/store', '/en', '/en/activity']],
    ['/developer-center', 0, ['/developer-center', '/en/developer-center']],
  ] as const) {
    const { id } = (await (await request.get(`${base}/builds/latest.json`)).json()) as { id: string };
    const meta = (await (await request.get(`${base}/builds/meta/${id}.json`)).json()) as Meta;
    expect(meta.id).toBe(id);
    expect(Object.keys(meta.route_rules)).toHaveLength(rules);
    for (const [from, { redirect }] of Object.entries(meta.route_rules)) {
      const answer = await request.get(from, { maxRedirects: 0 });
      expect([from, answer.status(), answer.headers()['location']]).toEqual([
        from,
        redirect.status,
        redirect.to,
      ]);
    }
    expect(meta.prerendered).toEqual(expect.arrayContaining([...pages]));
    for (const address of meta.prerendered)
      expect([address, (await request.get(address)).status()]).toEqual([address, 200]);
  }
});

test('[R1.12] [R9.01] a new build is announced 365px wide, also before hydration, and loaded on a press', async ({
  page,
  path,
  words,
  viewport,
}) => {
  await page.clock.install();
  const requests: string[] = [];
  await page.route('**/builds/latest.json**', (route) => {
    requests.push(route.request().url());
    return route.fulfill({ json: { id: 'a-newer-build' } });
  });
  await page.goto(path('/'));
  await expect(page.locator('html')).not.toHaveAttribute('data-hydrated');
  await page.clock.fastForward(11 * 60_000);
  const notification = page.getByRole('region', { name: words.shell.update_title });
  await expect(notification).toBeVisible();
  expect(requests).toEqual([expect.stringMatching(/\/builds\/latest\.json\?t=\d{13}$/)]);
  expect((await notification.boundingBox())?.width).toBe(Math.min(365, (viewport?.width ?? 0) - 32));
  await page.evaluate(() => Object.assign(window, { before: true }));
  const loaded = page.waitForEvent('load');
  await notification.getByRole('button', { name: words.shell.update_now }).click();
  await loaded;
  expect(await page.evaluate(() => 'before' in window)).toBe(false);
});

test('a chosen theme persists; otherwise the system’s applies', async ({ page, path, words, hydrated }) => {
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

test('the first Tab offers to skip to the content', async ({ page, path, words }) => {
  await page.goto(path('/store'));
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: words.frame.skip })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#main$/);
});

test('every kind of response has the security headers', async ({ request, path }) => {
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

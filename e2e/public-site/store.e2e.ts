import { PAGE_SIZE } from '@yunduo/validation';
import { expect, filled, test, withoutPageData } from './fixtures.ts';
import { Member } from './members.ts';

test(
  '[R3.06] every category filters the list and is in the address',
  { tag: '@everywhere' },
  async ({ page, path, words, context, request, newAccount, withSession }) => {
    await page.goto(path('/store'));
    const nav = page.getByRole('navigation', { name: words.store.categories.label });
    const apps = page.getByRole('main').getByRole('heading', { level: 3 });
    for (const [category, app, other] of [
      ['recommend', 'Nginx', 'MariaDB'],
      ['system', 'Nginx', 'MySQL'],
      ['runtime', 'MySQL', 'Nginx'],
      ['practical', 'WordPress', 'MySQL'],
    ] as const) {
      const link = nav.getByRole('link', { name: words.storeTerms.category[category] });
      await link.click();
      await expect(page).toHaveURL(new RegExp(`cate=${category}`));
      await expect(link).toHaveAttribute('aria-current', 'page');
      await expect(apps.getByRole('link', { name: app, exact: true })).toBeVisible();
      await expect(apps.getByRole('link', { name: other, exact: true })).toHaveCount(0);
    }
    const mine = nav.getByRole('link', { name: words.storeTerms.category.my });
    await mine.click();
    await expect(page.getByText(words.store.my.signed_out_title)).toBeVisible();

    // Signed in: exactly the apps that this member saved.
    const email = await newAccount();
    const member = await Member.signedIn(request, email);
    const found = await request.get('/api/app_store/list?q=Redis&cate=runtime');
    const { data } = (await found.json()) as { data: { list: { id: number; name: string }[] } };
    const redis = data.list.find(({ name }) => name === 'Redis');
    await member.post('/app_store/save', { id: redis?.id });
    await withSession(context, email);
    await page.goto(path('/store'));
    await mine.click();
    await expect(page).toHaveURL(/cate=my/);
    await expect(mine).toHaveAttribute('aria-current', 'page');
    await expect(apps.getByRole('link', { name: 'Redis', exact: true })).toBeVisible();
    await expect(apps).toHaveCount(1);
  },
);

for (const [word, app] of [
  ['缓存', 'Redis'],
  ['cache', 'Redis'],
  ['数据', 'MySQL'],
  ['Nginx', 'Nginx'],
] as const) {
  test(`searching for “${word}” finds ${app}`, async ({ page, path, words }) => {
    await page.goto(path('/store'));
    await page.getByRole('searchbox', { name: words.store.search.label }).fill(word);
    await page.getByRole('button', { name: words.store.search.submit, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`q=${encodeURIComponent(word)}`));
    await expect(page.getByRole('main').getByRole('link', { name: app, exact: true })).toBeVisible();
  });
}

test('[R2.14] the list’s state comes from the query before the first paint', async ({
  page,
  path,
  words,
  request,
}) => {
  const address = path('/store?cate=runtime&sort=name&certified=1');
  // From the server's HTML alone, before any script.
  const html = await (await request.get(address)).text();
  expect(html).toMatch(/<option value="name" selected/);
  expect(html).toMatch(/<input[^>]* name="certified"[^>]* checked/);
  await page.goto(address);
  await expect(
    page
      .getByRole('navigation', { name: words.store.categories.label })
      .getByRole('link', { name: words.storeTerms.category.runtime }),
  ).toHaveAttribute('aria-current', 'page');
  await expect(page.getByLabel(words.store.sort.label)).toHaveValue('name');
});

test('[R2.14] an unknown query value is ignored', async ({ page, path }) => {
  const answer = await page.goto(path('/store?cate=nonsense&sort=up&page=x'));
  expect(answer?.status()).toBe(200);
  await expect(page.getByRole('main').getByRole('heading', { level: 3 }).first()).toBeVisible();
});

test('list pages link to each other for search engines; a page past the last is not indexed', async ({
  path,
  request,
}) => {
  const pageOf = async (page: number) => (await request.get(path(`/store?page=${page}`))).text();
  expect(await pageOf(2)).not.toMatch(/<meta[^>]*noindex/);
  expect(await pageOf(999)).toMatch(/<meta[^>]*noindex/);
});

test('the list, its search, filters and order work without a script', async ({
  browser,
  baseURL,
  path,
  words,
  viewport,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL, viewport });
  const page = await context.newPage();
  await page.goto(path('/store'));
  await page.getByRole('searchbox', { name: words.store.search.label }).fill('redis');
  await page.getByRole('button', { name: words.store.search.submit, exact: true }).click();
  await expect(page.getByRole('main').getByRole('link', { name: 'Redis', exact: true })).toBeVisible();

  // Each of these matches the search except for one value.
  for (const [filter, app, value] of [
    ['source', 'Redis', 'user'],
    ['os', 'MongoDB', 'opensuse'],
    ['arch', 'Discourse', 'arm64'],
  ] as const) {
    await page.goto(path(`/store?q=${app}`));
    await expect(page.getByRole('main').getByRole('link', { name: app, exact: true })).toBeVisible();
    // On a phone the filters are a sheet, which opens automatically.
    for (const sheet of await page.getByRole('main').locator('summary').filter({ visible: true }).all())
      await sheet.click();
    await page.getByLabel(words.store.filters[filter]).selectOption(value);
    await page.getByRole('button', { name: words.store.filters.apply }).click();
    await expect(page).toHaveURL(new RegExp(`q=${app}&.*${filter}=${value}`));
    await expect(page.getByRole('heading', { name: words.store.empty.title })).toBeVisible();
  }

  await page.goto(path('/store'));
  const categories = page.getByRole('navigation', { name: words.store.categories.label });
  const category = categories.getByRole('link', { name: words.storeTerms.category.runtime });
  await category.click();
  await expect(page).toHaveURL(path('/store?cate=runtime'));
  await expect(category).toHaveAttribute('aria-current', 'page');
  const apps = page.getByRole('main').getByRole('heading', { level: 3 }).getByRole('link');
  const first = await apps.allTextContents();
  expect(first).toHaveLength(PAGE_SIZE.default);
  // Nginx is in another category.
  expect(first).not.toContain('Nginx');
  await page.getByRole('link', { name: words.pages.next, exact: true }).click();
  await expect(page).toHaveURL(path('/store?cate=runtime&page=2'));
  await expect(page.getByRole('link', { name: filled(words.pages.page, { page: 2 }) })).toHaveAttribute(
    'aria-current',
    'page',
  );
  const second = await apps.allTextContents();
  expect(second.length).toBeGreaterThan(0);
  expect(second.filter((name) => first.includes(name))).toEqual([]);

  await page.goto(path('/store?certified=1'));
  await page.getByLabel(words.store.sort.label).selectOption('name');
  await page.getByRole('button', { name: words.store.sort.submit, exact: true }).click();
  await expect(page).toHaveURL(/certified=1&sort=name/);
  await expect(page.getByLabel(words.store.sort.label)).toHaveValue('name');
  await context.close();
});

test('the current link of a row is in view before any script runs', async ({ browser, baseURL, path }) => {
  const viewport = { width: 375, height: 812 };
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL, viewport });
  const page = await context.newPage();
  for (const address of ['/store?cate=my', '/login?section=undo-email']) {
    await page.goto(path(address));
    await expect(page.getByRole('main').locator('[aria-current="page"]')).toBeInViewport({ ratio: 0.99 });
  }
  await context.close();
});

test(
  '[R2.15] an app’s page shows version, requirements, dependencies, conflicts and changelog',
  { tag: '@everywhere' },
  async ({ page, path, words, axe }) => {
    await page.goto(path('/store?q=nginx'));
    await page.getByRole('main').getByRole('link', { name: 'Nginx', exact: true }).click();
    await expect(page).toHaveURL(/\/store\/\d+$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Nginx' })).toBeVisible();
    for (const heading of [
      words.appPage.description,
      words.appPage.requirements.heading,
      words.appPage.dependencies.heading,
      words.appPage.conflicts.heading,
      words.appPage.log.heading,
      words.appPage.about.heading,
    ]) {
      await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
    }
    await axe(page);
  },
);

const HOSTILE = `<style>body,h1{background:rgb(255,0,0)!important;color:rgb(0,0,255)!important}</style>
<p id="hostile" class="wrap" style="position:fixed;inset:0;z-index:99999;font-size:99px">hostile</p>`;

test('[R1.06] hostile rich text and the page’s styles do not affect each other', async ({
  page,
  path,
  hydrated,
  silence,
}) => {
  silence.allow(/style-src/);
  await withoutPageData(page);
  await page.goto(path('/store'));
  await hydrated(page);
  await page.route('**/api/app_store/detail**', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: { description: string } };
    body.data.description = `${HOSTILE}${body.data.description}`;
    await route.fulfill({ response: answer, json: body });
  });
  await page.getByRole('heading', { level: 3 }).getByRole('link').first().click();
  const title = page.getByRole('heading', { level: 1 });
  const hostile = page.getByText('hostile', { exact: true });
  await expect(hostile).toBeVisible();
  await expect(title).not.toHaveCSS('background-color', 'rgb(255, 0, 0)');
  await expect(title).not.toHaveCSS('color', 'rgb(0, 0, 255)');

  // Inward: the page's universal rules do not affect the container's content.
  const inward = await hostile.evaluate((inner) => {
    const lookOf = (): string[] => {
      const style = getComputedStyle(inner);
      return [style.letterSpacing, style.fontFamily, style.color, style.textTransform];
    };
    const before = lookOf();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '* { letter-spacing: 9px; font-family: fantasy; color: red; text-transform: uppercase }',
    );
    document.adoptedStyleSheets = [sheet];
    const after = lookOf();
    document.adoptedStyleSheets = [];
    return { before, after };
  });
  expect(inward.after).toEqual(inward.before);

  // Outward: the sanitiser removed the styles, so the test adds some as if it had missed them.
  const outward = await hostile.evaluate((inner) => {
    const root = inner.getRootNode() as ShadowRoot;
    const lookOf = (element: Element): (string | number)[] => {
      const { color, backgroundColor, fontSize } = getComputedStyle(element);
      const { x, y, width } = element.getBoundingClientRect();
      return [color, backgroundColor, fontSize, x, y, width];
    };
    const outside = () => [...document.querySelectorAll('body, h1, header, main')].map(lookOf);
    const before = outside();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      p { position: fixed; inset: 0; z-index: 99999 }
      html, body, h1, * { color: rgb(0, 0, 255) !important; background: red !important; font-size: 99px !important }
    `);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    const frame = root.host.getBoundingClientRect();
    const box = inner.getBoundingClientRect();
    const { color, fontSize, position } = getComputedStyle(inner);
    return {
      before,
      after: outside(),
      inside: [color, fontSize, position],
      leaves: {
        left: Math.max(0, frame.left - box.left),
        top: Math.max(0, frame.top - box.top),
        right: Math.max(0, box.right - frame.right),
        bottom: Math.max(0, box.bottom - frame.bottom),
      },
      covered: document.elementFromPoint(2, 2) === root.host,
    };
  });
  expect(outward.inside).toEqual(['rgb(0, 0, 255)', '99px', 'fixed']);
  expect(outward.after).toEqual(outward.before);
  expect(outward.leaves).toEqual({ left: 0, top: 0, right: 0, bottom: 0 });
  // The frame owns the window's corner, not the content that tried to be fixed over it.
  expect(outward.covered).toBe(false);
});

test('[R8.09g] copying the app’s id shows a message', async ({ page, path, words, context, hydrated }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(path('/store/1'));
  await hydrated(page);
  await page.getByRole('button', { name: words.appPage.install.copy }).click();
  await expect(page.getByText(words.messages.copied).first()).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('nginx');
});

test('[R8.09g] a copy rejected by the browser shows an error', async ({ page, path, words, hydrated }) => {
  await page.addInitScript(() => {
    Clipboard.prototype.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  });
  await page.goto(path('/store/1'));
  await hydrated(page);
  await page.getByRole('button', { name: words.appPage.install.copy }).click();
  await expect(page.getByRole('alert').getByText(words.messages.copy_failed, { exact: true })).toBeVisible();
  await expect(page.getByText(words.messages.copied)).toHaveCount(0);
});

test('[R8.09g] a browser without a clipboard shows that copying is unsupported', async ({
  page,
  path,
  words,
  hydrated,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'clipboard'));
  await page.goto(path('/store/1'));
  await hydrated(page);
  await page.getByRole('button', { name: words.appPage.install.copy }).click();
  await expect(
    page.getByRole('alert').getByText(words.messages.copy_unsupported, { exact: true }),
  ).toBeVisible();
  await expect(page.getByText(words.messages.copied)).toHaveCount(0);
});

test('an empty list passes axe', { tag: '@everywhere' }, async ({ page, path, axe, words }) => {
  await page.goto(path('/store?q=qqqqqqqq'));
  await expect(page.getByRole('heading', { name: words.store.empty.title })).toBeVisible();
  await axe(page);
});

test('[R2.13] [R1.07] a protocol shows its text with line breaks, its version and hash', async ({
  page,
  path,
  words,
  axe,
}) => {
  for (const slug of ['user-agreement', 'privacy-policy', 'client-download', 'developer-agreement']) {
    const answer = await page.goto(path(`/protocol/${slug}`));
    expect(answer?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\S{4,}/);
    await expect(page.getByText(words.protocol.hash)).toBeVisible();
    expect((await page.getByRole('main').innerText()).length).toBeGreaterThan(600);
    await expect(page.getByRole('article').locator('p').last()).toHaveCSS(
      'white-space-collapse',
      'preserve-breaks',
    );
  }
  await axe(page);
});

import { cut, letters } from '@yunduo/e2e/cut';
import { htmlLang } from '@yunduo/i18n';
import { network as en } from '@yunduo/i18n/en/network';
import { network as zh } from '@yunduo/i18n/zh/network';
import { pageCardPath } from '@yunduo/validation';
import { account, expect, test } from './fixtures.ts';
import { as, readyApp } from './people.ts';

test(
  '[R2.17] the landing page has its own layout',
  { tag: '@everywhere' },
  async ({ page, path, words, axe }) => {
    const answer = await page.goto(path('/developer-center'));
    expect(answer?.status()).toBe(200);
    // Prerendered: the response contains the text before any script runs.
    expect(await answer?.text()).toContain(words.console.landing.offers.heading);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // The target of the public site's navigation.
    await expect(page.getByRole('navigation').locator('a[href$="/client-download"]')).toHaveCount(0);
    await axe(page);
  },
);

test('[R2.25] the developer center has its own layout and navigation', async ({ page, path, words }) => {
  await page.goto(path('/developer-center'));
  await expect(page.getByRole('navigation', { name: words.console.frame.nav }).first()).toBeAttached();
});

test(
  '[R2.18] a developer sees their own apps',
  { tag: '@everywhere' },
  async ({ page, path, words, context, withSession, axe }) => {
    await withSession(context, 'developer@yunduo.test');
    await page.goto(path('/developer-center'));
    await page
      .getByRole('main')
      .getByRole('link', { name: words.console.landing.hero.applications })
      .first()
      .click();
    await expect(page).toHaveURL(path('/developer-center/applications'));
    await expect(page.getByRole('heading', { level: 1, name: words.console.apps.heading })).toBeVisible();
    const apps = page.getByRole('table').getByRole('rowheader');
    await expect(apps).not.toHaveCount(0);
    await expect(apps.filter({ hasText: 'backup-check' })).toHaveCount(1);
    await axe(page);
  },
);

test('[R2.18] without a session the list leads to sign-in and back', async ({
  page,
  path,
  words,
  signIn,
}) => {
  await page.goto(path('/developer-center/applications'));
  await expect(page).toHaveURL(/\/login\?.*from=/);
  await signIn(page, 'developer@yunduo.test');
  await expect(page).toHaveURL(path('/developer-center/applications'));
  await expect(page.getByRole('heading', { level: 1, name: words.console.apps.heading })).toBeVisible();
});

test('a new build of the developer center is offered, from its own list of builds', async ({
  page,
  path,
  words,
  context,
  withSession,
}) => {
  await withSession(context, 'developer@yunduo.test');
  await page.clock.install();
  const requests: string[] = [];
  await page.route('**/builds/latest.json**', (route) => {
    requests.push(new URL(route.request().url()).pathname);
    return route.fulfill({ json: { id: 'a-newer-build' } });
  });
  await page.goto(path('/developer-center/applications'));
  await expect(page.getByRole('heading', { level: 1, name: words.console.apps.heading })).toBeVisible();
  await page.clock.fastForward(11 * 60_000);
  await expect(page.getByText(words.shell.update_title)).toBeVisible();
  expect(new Set(requests)).toEqual(new Set(['/developer-center/builds/latest.json']));
});

test('a member without the role sees how to become a developer', async ({
  page,
  path,
  words,
  context,
  withSession,
  silence,
}) => {
  silence.allow(/status of 403/);
  await withSession(context, 'user@yunduo.test');
  await page.goto(path('/developer-center/applications'));
  await expect(page.getByRole('heading', { name: words.console.apps.not_developer.heading })).toBeVisible();
});

test('[R2.33] [R8.01] a list that fails to load shows the server’s message and loads on retry', async ({
  page,
  path,
  words,
  context,
  withSession,
  silence,
}) => {
  silence.allow(/status of 500/);
  await withSession(context, 'developer@yunduo.test');
  await page.route('**/api/dev_app/list**', (route) =>
    route.fulfill({ status: 500, json: { code: 'INTERNAL', msg: 'broken on purpose', data: null } }),
  );
  await page.goto(path('/developer-center/applications'));
  await expect(page.getByRole('alert').getByText('broken on purpose')).toBeVisible();
  const sorry = page.getByRole('heading', { name: words.console.apps.failed.heading });
  await expect(sorry).toBeVisible();
  await expect(page.getByRole('main')).toContainText(words.console.apps.failed.text);
  await expect(page.getByRole('table')).toHaveCount(0);
  await page.unroute('**/api/dev_app/list**');
  await page.getByRole('button', { name: words.console.apps.failed.retry }).click();
  await expect(page.getByRole('table').getByRole('rowheader')).not.toHaveCount(0);
  await expect(sorry).toHaveCount(0);
});

test('[R2.22] the documents entry links to the external developer docs', async ({ page, path, words }) => {
  await page.goto(path('/developer-center'));
  const link = page.getByRole('link', { name: words.console.frame.documents }).first();
  await expect(link).toHaveAttribute('href', 'https://docs.example/');
});

test('[R2.33] an unknown address returns 404 with the console’s page', async ({
  page,
  path,
  words,
  axe,
  silence,
}) => {
  silence.allow(/status of 404/);
  const answer = await page.goto(path('/developer-center/nowhere'));
  expect(answer?.status()).toBe(404);
  await expect(page.getByText(`Page Not Found: ${path('/developer-center/nowhere')}`)).toBeVisible();
  await expect(page.getByText(words.console.frame.not_found_text)).toBeVisible();
  await expect(page).toHaveTitle(words.console.frame.not_found_title);
  await axe(page);
});

test('a link copied with the signs after it, in capitals or with two slashes opens its page', async ({
  request,
  path,
}) => {
  for (const [from, to] of [
    ['/applications,', '/applications'],
    ['/Applications%E3%80%82?page=2', '/applications?page=2'],
    ['//control-panel/', '/control-panel'],
    ['/desk/orders).', '/desk/orders'],
    ['/desk/people?id=5)', '/desk/people?id=5'],
  ] as const) {
    const answer = await request.get(path(`/developer-center${from}`), { maxRedirects: 0 });
    expect([answer.status(), answer.headers()['location']]).toEqual([301, path(`/developer-center${to}`)]);
  }
});

test('the language switch leads to the same page in the other language', async ({
  page,
  path,
  lang,
  words,
}) => {
  await page.goto(path('/developer-center'));
  await page.getByRole('link', { name: words.shell.language }).first().click();
  await expect(page).toHaveURL(lang === 'zh' ? '/en/developer-center' : '/developer-center');
  const stored = (await page.context().cookies()).find(({ name }) => name === 'locale');
  expect(stored?.value).toBe(lang === 'zh' ? 'en' : 'zh');
});

test('on a phone the theme switch and the link to the site are reachable', async ({ page, path, words }) => {
  await page.goto(path('/developer-center'));
  await expect(
    page.getByRole('link', { name: words.console.frame.to_site }).filter({ visible: true }),
  ).toHaveCount(1);
  const theme = page.getByLabel(words.shell.theme).filter({ visible: true });
  await theme.selectOption('dark');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('[R1.01] the document has its language and title before any script runs', async ({
  request,
  path,
  lang,
  words,
}) => {
  const { frame, landing } = words.console;
  for (const [page, title] of [
    ['', landing.title],
    ['/applications', frame.title],
    ['/app-edit', frame.title],
    ['/app-preview', frame.title],
    ['/control-panel', frame.title],
  ]) {
    const html = await (await request.get(path(`/developer-center${page}`))).text();
    expect(html).toContain(`<html lang="${htmlLang(lang)}"><head>`);
    expect(html).toContain(`<title>${title}</title>`);
  }
});

test('only the landing page is indexed, with a share picture and absolute URLs', async ({
  request,
  path,
  words,
}) => {
  const landing = await request.get(path('/developer-center'));
  const { origin } = new URL(landing.url());
  const html = await landing.text();
  expect(html).not.toContain('noindex');
  const card = pageCardPath('developer-center', path('/').startsWith('/en') ? 'en' : 'zh');
  for (const [name, content] of [
    ['property="og:url"', origin + path('/developer-center')],
    ['property="og:image"', origin + card],
    ['property="og:site_name"', words.console.frame.title],
    ['name="twitter:card"', 'summary_large_image'],
  ])
    expect(html).toContain(`<meta ${name} content="${content}"/>`);
  expect((await request.get(card)).status()).toBe(200);
  for (const page of ['/developer-center/control-panel', '/developer-center/nowhere'])
    expect(await (await request.get(path(page))).text()).toContain('<meta name="robots" content="noindex"/>');
});

test('the rail shows no gap without a documentation link', async ({ page, path }) => {
  await page.route('**/developer-center/config.json', (route) =>
    route.fulfill({ json: { apiBaseUrl: '', devDocs: null } }),
  );
  await page.goto(path('/developer-center'));
  const items = page.getByRole('navigation').getByRole('listitem');
  await expect(items.first()).toBeVisible();
  for (const item of await items.all()) await expect(item.getByRole('link')).toBeVisible();
});

test('the landing page is complete before the application loads on the first interaction', async ({
  page,
  path,
  words,
}) => {
  const scripts: string[] = [];
  const sheets: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
    if (request.resourceType() === 'stylesheet') sheets.push(request.url());
  });
  await page.goto(path('/developer-center'));
  await page.waitForLoadState('load');
  expect([...scripts, ...sheets]).toEqual([]);
  const drawn = () =>
    page.evaluate(() =>
      [...document.body.querySelectorAll('*')]
        // The content of a closed `details` may or may not have a layout, depending on the browser's timing.
        .filter((element) => element.checkVisibility())
        .map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          const { color, backgroundColor, font } = getComputedStyle(element);
          return [element.tagName, x, y, width, height, color, backgroundColor, font].join(' ');
        }),
    );
  // Values unknown at build time are displayed all the same.
  await expect(
    page.getByRole('main').getByRole('link', { name: words.console.landing.hero.docs }),
  ).toHaveAttribute('href', 'https://docs.example/');
  // The page's inlined styles are complete: adding the whole sheet changes nothing visible.
  const before = await drawn();
  expect(before.length).toBeGreaterThan(100);
  await page.locator('link[rel=stylesheet]').evaluate(
    (sheet) =>
      new Promise((resolve, reject) => {
        sheet.addEventListener('load', resolve);
        sheet.addEventListener('error', reject);
        sheet.removeAttribute('disabled');
      }),
  );
  expect(sheets).toHaveLength(1);
  expect(await drawn()).toEqual(before);
  await page.reload();
  await page.keyboard.press('Shift');
  await expect.poll(() => scripts.length).toBeGreaterThan(0);
  await expect.poll(() => page.evaluate(() => '__reactRouterDataRouter' in window)).toBe(true);
  expect(await page.evaluate(() => document.styleSheets.length)).toBe(2);
});

test('a page whose scripts do not come, any of them, offers to try again and then opens', async ({
  page,
  path,
  words,
  context,
  withSession,
  silence,
}) => {
  silence.allow(/ERR_FAILED|dynamically imported module|^page error: $/);
  await withSession(context, account('developer'));
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false });
  });
  const heading = page.getByRole('heading', { level: 1, name: words.console.apps.heading });
  const scripts = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(request.url());
  });
  await page.goto(path('/developer-center/applications'));
  await expect(heading).toBeVisible();
  for (const script of [...scripts].filter((url) => /(manifest|entry|frame|root|route)[.-]/.test(url))) {
    await test.step(script, async () => {
      await page.route(script, (route) => route.abort());
      await page.goto(path('/developer-center/applications'));
      const again = page.getByRole('link', { name: words.shell.error_again });
      await expect(again).toBeVisible();
      await page.unroute(script);
      // A link pressed without a network keeps its page.
      await page.evaluate(() => {
        Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => true });
      });
      await again.click();
      await expect(heading).toBeVisible();
    });
  }
});

test('[R9.04] a missing script reloads the document once, then shows an error with a retry', async ({
  page,
  path,
  words,
  lang,
  context,
  withSession,
  silence,
}) => {
  silence.allow(/ERR_FAILED|dynamically imported module/);
  const { frame, panel } = words.console;
  await withSession(context, 'developer@yunduo.test');
  await page.goto(path('/developer-center/applications'));
  await expect(page.getByRole('heading', { level: 1, name: words.console.apps.heading })).toBeVisible();
  await page.route('**/assets/route-*.js', (route) => route.abort());
  let loads = 0;
  page.on('load', () => (loads += 1));
  await page.getByRole('banner').getByRole('link', { name: frame.control_panel }).click();
  const network = { zh, en }[lang];
  const again = page.getByRole('main').getByRole('link', { name: network.again });
  await expect(again).toBeVisible();
  await expect(page.getByText(network.lost)).toBeVisible();
  await expect.poll(() => loads).toBe(1);
  await page.unrouteAll();
  await again.click();
  await expect(page.getByRole('heading', { level: 1, name: panel.heading })).toBeVisible();
  await expect(page).toHaveURL(path('/developer-center/control-panel'));
});

// In English, whose words are the longer ones.
test.describe('on the narrowest phone', () => {
  test.use({ lang: 'en' });

  for (const [role, addresses] of [
    ['developer', ['/applications', '/control-panel', '/webhooks']],
    ['operator', ['/desk', '/desk/orders', '/desk/feedback', '/desk/people', '/desk/audit']],
  ] as const) {
    test(`no page of ${role}s is wider than the window and no text is cut, with letters of 32 px`, async ({
      page,
      path,
      words,
      context,
      withSession,
    }) => {
      await withSession(context, account(role));
      const browser = await context.newCDPSession(page);
      for (const address of addresses) {
        await test.step(address, async () => {
          await page.goto(path(`/developer-center${address}`));
          await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
          await expect(page.locator('[aria-busy=true], [data-shape]')).toHaveCount(0);
          const name = page.getByRole('banner').getByRole('link', { name: words.console.frame.account });
          await expect(name).toHaveCount(0);
          await letters(page, browser, { width: 320, size: 32 });
          expect.soft(await cut(page), address).toEqual([]);
        });
      }
    });
  }

  test('a long line of code in a listing leaves its editor as wide as the window', async ({
    page,
    path,
    context,
    request,
    newAccount,
    withSession,
  }) => {
    const email = await newAccount();
    const { appId: id } = await readyApp(request, email);
    const developer = await as(request, email);
    const headers = { authorization: `Bearer ${developer.token}` };
    const answer = await request.get('/api/dev_app/detail', { params: { id }, headers });
    const { data } = (await answer.json()) as { data: { revision: number } };
    const code = `<pre><code>${'Donaudampfschifffahrt'.repeat(9)}</code></pre>`;
    await developer.post('/dev_app/save', { id, revision: data.revision, details: { zh: code, en: code } });
    await withSession(context, email);
    const browser = await context.newCDPSession(page);
    await page.goto(path(`/developer-center/app-edit?id=${id}`));
    await expect(page.getByRole('textbox').locator('pre').first()).toBeVisible();
    await letters(page, browser, { width: 320, size: 32 });
    expect(await cut(page)).toEqual([]);
  });
});

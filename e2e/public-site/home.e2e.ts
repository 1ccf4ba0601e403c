import { expect, test } from './fixtures.ts';
import { articles, factsOf } from './articles.ts';

test.beforeEach(async ({ page, path }) => {
  await page.goto(path('/'));
});

// At most three ids per title, so that each names what it proves.
test('[R2.01a] [R2.01b] [R2.01j] the home page starts with description, carousel and introduction', async ({
  page,
  request,
  lang,
}) => {
  const description = (await articles(request, lang, 'top_description')).head;
  const top = page.locator('#top-description');
  await expect(top.locator('p').first()).toHaveText(description.title);
  await expect(top.getByText(description.intro, { exact: true })).toBeVisible();
  const banner = (await articles(request, lang, 'banner')).head;
  await expect(top.getByRole('heading', { level: 1 })).toHaveText(banner.title);
  await expect(top.locator('#banner').getByRole('listitem')).toHaveCount(3);
  await expect(top.locator('#banner').getByRole('listitem').first()).toBeInViewport({ ratio: 0.1 });

  const { head } = await articles(request, lang, 'introduction');
  const introduction = page.locator('#introduction');
  await expect(introduction.getByRole('heading', { level: 2 })).toHaveText(head.title);
  await expect(introduction.getByText(head.intro, { exact: true })).toBeVisible();
  const { labels, values } = factsOf(head);
  expect(labels).toHaveLength(3);
  await expect(introduction.locator('dt')).toHaveText(labels);
  await expect(introduction.locator('dd')).toHaveText(values);
});

test('[R2.01c] [R2.01d] [R2.01e] the home page shows benefits, credentials and partners', async ({
  page,
  request,
  lang,
}) => {
  const daily = await articles(request, lang, 'benefits');
  const benefits = page.locator('#benefits');
  await expect(benefits.getByRole('heading', { level: 2 })).toHaveText(daily.head.title);
  expect(daily.items).toHaveLength(4);
  await expect(benefits.locator('article h3')).toHaveText(daily.items.map(({ title }) => title));
  await expect(benefits.locator('article > p')).toHaveText(daily.items.map(({ intro }) => intro));

  const checks = (await articles(request, lang, 'credentials')).head;
  const credentials = page.locator('#credentials');
  await expect(credentials.getByRole('heading', { level: 2 })).toHaveText(checks.title);
  const { labels, values } = factsOf(checks);
  expect(labels).toHaveLength(4);
  await expect(credentials.locator('dt')).toHaveText(labels);
  await expect(credentials.locator('dd')).toHaveText(values);

  const mates = (await articles(request, lang, 'partners')).head;
  const partners = page.locator('#partners');
  await expect(partners.getByRole('heading', { level: 2 })).toHaveText(mates.title);
  expect(mates.facts).toHaveLength(6);
  await expect(partners.getByRole('listitem')).toHaveText(factsOf(mates).labels);
});

test('[R2.01f] [R2.01g] the home page shows the download band and the subscription', async ({
  page,
  request,
  lang,
  path,
  words,
}) => {
  const { head } = await articles(request, lang, 'download');
  const band = page.locator('#download');
  await expect(band.getByRole('heading', { level: 2 })).toHaveText(head.title);
  const { labels, values } = factsOf(head);
  expect(labels).toHaveLength(4);
  await expect(band.getByRole('listitem').locator('b')).toHaveText(labels);
  await expect(band.getByRole('listitem').locator('span')).toHaveText(values);
  await band.getByRole('link', { name: words.home.download.get }).click();
  await expect(page).toHaveURL(path('/client-download'));
  await page.goBack();

  const news = (await articles(request, lang, 'email')).head;
  const mail = page.locator('#email');
  await expect(mail.getByRole('heading', { level: 2 })).toHaveText(news.title);
  await expect(mail.getByLabel(words.home.email.label, { exact: true })).toBeEditable();
  await expect(mail.getByRole('button', { name: words.home.email.submit, exact: true })).toBeEnabled();
});

test('[R2.01h] [R2.01i] the home page shows what can be hosted and the selection', async ({
  page,
  request,
  lang,
  path,
}) => {
  const { head, items } = await articles(request, lang, 'self_hosting');
  const hosting = page.locator('#self-hosting');
  await expect(hosting.getByRole('heading', { level: 2 })).toHaveText(head.title);
  expect(items).toHaveLength(3);
  await expect(hosting.getByRole('listitem').getByRole('heading', { level: 3 })).toHaveText(
    items.map(({ title }) => title),
  );
  await expect(hosting.getByRole('group')).toHaveText(items.flatMap((item) => factsOf(item).values));

  const { head: picked } = await articles(request, lang, 'selection');
  const selection = page.locator('#selection');
  await expect(selection.getByRole('heading', { level: 2 })).toHaveText(picked.title);
  const store = await request.get('/api/app_store/list?sort=recommend&page_size=8');
  const { data } = (await store.json()) as { data: { list: { id: number; name: string }[] } };
  expect(data.list).toHaveLength(8);
  const picks = selection.getByRole('listitem');
  await expect(picks.locator('b')).toHaveText(data.list.map(({ name }) => name));
  for (const { id, name } of data.list)
    await expect(picks.getByRole('link').filter({ hasText: name }).first()).toHaveAttribute(
      'href',
      path(`/store/${id}`),
    );
});

test('[R2.02] the anchors lead to their sections', async ({ page, path }) => {
  const header = (await page.getByRole('banner').boundingBox())?.height ?? 0;
  for (const id of ['introduction', 'benefits', 'partners']) {
    const top = () => page.locator(`#${id}`).evaluate((element) => element.getBoundingClientRect().top);
    // Each starts at the top of the page, or the previous one might have scrolled there.
    await page.goto(path('/'));
    expect(await top()).toBeGreaterThan(header);
    await page.goto(path(`/#${id}`));
    await expect.poll(top).toBeLessThan(1.5 * header);
    // Not under the header, which is fixed.
    expect(await top()).toBeGreaterThanOrEqual(header - 1);
  }
});

test(
  '[R2.01a] [R2.01h] both carousels move by their buttons',
  { tag: '@everywhere' },
  async ({ page, words }) => {
    for (const id of ['#banner', '#self-hosting']) {
      const deck = page.locator(id);
      const shown = (): Promise<number> =>
        deck
          .locator('ul, ol, [role=group], [role=region]')
          .first()
          .evaluate((element) => {
            const scroller = [element, ...element.querySelectorAll('*')].find(
              (candidate) => candidate.scrollWidth > candidate.clientWidth + 1,
            );
            return Math.round((scroller?.scrollLeft ?? 0) / (scroller?.clientWidth ?? 1));
          });
      await deck.getByRole('button', { name: words.home.carousel.next }).click();
      await expect.poll(shown).toBe(1);
      await deck.getByRole('button', { name: words.home.carousel.previous }).click();
      await expect.poll(shown).toBe(0);
    }
  },
);

/** The four tasks that it does every day, and that it does them for many servers over SSH. */
const DAILY = {
  zh: ['终端', '文件', 'MySQL', '计划任务'],
  en: ['Terminal', 'Files', 'MySQL', 'Scheduled tasks'],
};
const MANY = {
  zh: [/一百台服务器/, /通过 SSH 管理所有服务器/],
  en: [/A hundred servers/, /over SSH\. It stays quiet until a server needs attention/],
};
const STORE = {
  zh: [/通过 SSH 一次安装到多台/, /计划任务/, /MySQL 数据库/, /文件/],
  en: [/on many servers at once over SSH/, /scheduled tasks/, /MySQL databases/, /files/],
};

test(
  '[R1.02] home and store describe what the client does',
  { tag: '@everywhere' },
  async ({ page, path, lang, words }) => {
    const what = page.locator('#benefits article');
    await expect(what.getByRole('heading', { level: 3 })).toHaveText(DAILY[lang]);
    await expect(page.locator('#benefits article > p')).toHaveText(DAILY[lang].map(() => /\S{10}|(\S+ ){5}/));
    for (const output of MANY[lang]) await expect(page.locator('#top-description')).toContainText(output);
    await page.goto(path('/store'));
    const intro = page.getByRole('main').getByText(words.store.intro);
    for (const output of STORE[lang]) await expect(intro).toContainText(output);
  },
);

test('carousels never advance by themselves; with reduced motion they jump', async ({
  page,
  path,
  words,
  hydrated,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.clock.install();
  await page.goto(path('/'));
  await hydrated(page);
  await page.clock.runFor(60_000);
  for (const id of ['#banner', '#self-hosting']) {
    const row = page.locator(id).locator('ul[tabindex]');
    const at = () =>
      row.evaluate((element) => ({ left: element.scrollLeft, moving: element.getAnimations().length }));
    expect(await at()).toEqual({ left: 0, moving: 0 });
    // Before the next frame: animated elements have not moved yet.
    const [left, width] = await page
      .locator(id)
      .getByRole('button', { name: words.home.carousel.next })
      .evaluate((button: HTMLElement, selector) => {
        const deck = document.querySelector(selector);
        button.click();
        return [deck?.scrollLeft, deck?.clientWidth];
      }, `${id} ul[tabindex]`);
    expect(width).toBeGreaterThan(0);
    expect(left).toBe(width);
  }
});

test('[R1.13] the primary colour and its variants are design tokens', async ({ page }) => {
  const tokens = await page.evaluate(() => {
    const style = getComputedStyle(document.documentElement);
    return ['--primary', '--primary-hover', '--primary-pressed', '--primary-pressed-dark'].map((name) =>
      style.getPropertyValue(name).trim().toLowerCase(),
    );
  });
  expect(tokens).toEqual(['#27b2bc', '#4cc4cd', '#1f959e', '#177880']);
});

test(
  'the home page passes axe, has no sideways scroll, and stops all motion within five seconds',
  { tag: '@everywhere' },
  async ({ page, axe }) => {
    // If it lasted longer, a visitor would have to be able to stop it (WCAG 2.2.2).
    const ends = await page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ timeline }) => timeline === document.timeline)
        .map(({ effect }) => Number(effect?.getComputedTiming().endTime)),
    );
    expect(ends.length).toBeGreaterThan(0);
    expect(Math.max(...ends)).toBeLessThanOrEqual(5000);
    await axe(page);
    const excess = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(excess).toBe(0);
  },
);

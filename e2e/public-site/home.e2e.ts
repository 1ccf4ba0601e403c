import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';

test.beforeEach(async ({ page, path }) => {
  await page.goto(path('/'));
});

/** Each section is there, with words, and takes its room. */
async function expectSections(page: Page, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const section = page.locator(`#${id}`);
    await section.scrollIntoViewIfNeeded();
    await expect(section).toBeVisible();
    await expect(section).toHaveText(/\S{2,}/);
    expect((await section.boundingBox())?.height).toBeGreaterThan(100);
  }
}

// At most three ids a title, so that each says what it proves.
test('[R2.01a] [R2.01b] [R2.01j] the home page begins with its description, carousel and introduction', ({
  page,
}) => expectSections(page, ['top-description', 'banner', 'introduction']));

test('[R2.01c] [R2.01d] [R2.01e] the home page shows benefits, credentials and partners', ({ page }) =>
  expectSections(page, ['benefits', 'credentials', 'partners']));

test('[R2.01f] [R2.01g] the home page shows the download band and the subscription', ({ page }) =>
  expectSections(page, ['download', 'email']));

test('[R2.01h] [R2.01i] the home page shows what can be hosted and the selection', ({ page }) =>
  expectSections(page, ['self-hosting', 'selection']));

test('[R2.02] the anchors go to their sections', async ({ page, path }) => {
  for (const id of ['introduction', 'benefits', 'partners']) {
    await page.goto(path(`/#${id}`));
    await expect(page.locator(`#${id}`)).toBeInViewport();
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
  }
});

test(
  '[R2.01a] [R2.01h] both carousels go on and back by their buttons',
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

const DAILY = {
  zh: [/计划任务/, /MySQL/, /文件/, /SSH/, /服务器/],
  en: [/scheduled tasks/i, /MySQL/, /files/i, /SSH/, /servers/i],
};

test(
  '[R1.02] home and store say what the client does',
  { tag: '@everywhere' },
  async ({ page, path, lang }) => {
    const main = page.getByRole('main');
    for (const word of DAILY[lang]) await expect(main).toContainText(word);
    await page.goto(path('/store'));
    for (const word of DAILY[lang]) await expect(main).toContainText(word);
  },
);

test('[R1.13] the brand’s primary colour and its variants are design tokens', async ({ page }) => {
  const tokens = await page.evaluate(() => {
    const style = getComputedStyle(document.documentElement);
    return ['--primary', '--primary-hover', '--primary-pressed', '--primary-pressed-dark'].map((name) =>
      style.getPropertyValue(name).trim().toLowerCase(),
    );
  });
  expect(tokens).toEqual(['#27b2bc', '#4cc4cd', '#1f959e', '#177880']);
});

test(
  'axe finds nothing, nothing is wider than the window, and what moves by itself comes to rest within five seconds',
  { tag: '@everywhere' },
  async ({ page, axe }) => {
    // Longer, and a visitor must be able to stop it (WCAG 2.2.2).
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

import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { Locale } from '@yunduo/i18n';
import axeCore from 'axe-core';
import { among } from '../cli.ts';
import { walk, walkDialog } from './keyboard.ts';
import { readMaps } from './maps.ts';
import { pageFaults } from './page-faults.ts';
import { viewsOf, WORDS } from './views.ts';
import { awake, DIALOG, open, settled } from './visit.ts';

const named = (variable: string): string[] => process.env[variable]?.split(',') ?? [];
const WIDTHS = among([320, 375, 768, 1440, 2560], named('LOOK_WIDTHS'));
const SCHEMES = among(['light', 'dark'] as const, named('LOOK_SCHEMES'));
const heightOf = (width: number): number => (width < 500 ? 812 : width > 2000 ? 1440 : 900);
/** Two frames after a resize, so that dependent layout has been updated. */
const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );

/**
 * `colours`: only what another theme can change. axe runs in the page itself: the builder opens a second page
 * for each analysis to merge the results of frames, and takes three times as long.
 */
async function axe(page: Page, part: 'everything' | 'colours'): Promise<string[]> {
  const options: axeCore.RunOptions = {
    // axe would copy preloaded style sheets into the page, which its CSP forbids.
    preload: false,
    resultTypes: ['violations'],
    ...(part === 'colours'
      ? { runOnly: ['color-contrast', 'link-in-text-block'] }
      : { rules: { 'target-size': { enabled: true } } }),
  };
  const inPlace = async (): Promise<axeCore.AxeResults> => {
    await page.evaluate(axeCore.source);
    return page.evaluate(
      (how) => (window as unknown as { axe: typeof axeCore }).axe.run(document, how),
      options,
    );
  };
  const { violations } =
    page.frames().length > 1 ? await new AxeBuilder({ page }).options(options).analyze() : await inPlace();
  return violations.map(
    ({ id, nodes }) =>
      `axe ${id}: ${nodes
        .map(({ target }) => target.join(' '))
        .join(' | ')
        .slice(0, 300)}`,
  );
}

/**
 * Doubles the browser's text size for a page: everything in `em` and `rem` follows, media queries included. A
 * resize may reset it, so it is applied after each; at the end the size is the default one.
 */
async function largeLetters(page: Page, picture: () => Promise<void>): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const set = async (standard = 32, fixed = 26): Promise<void> => {
    await session.send('Page.setFontSizes', { fontSizes: { standard, fixed } });
    await drawn(page);
  };
  await page.setViewportSize({ width: 1280, height: 900 });
  await set();
  const errors = await pageFaults(page);
  const [size, height] = await page.evaluate(() => [
    getComputedStyle(document.documentElement).fontSize,
    document.documentElement.scrollHeight,
  ]);
  if (size !== '32px') errors.push(`the letters stay at ${size}`);
  await page.setViewportSize({ width: 1280, height: Math.min(height, 12_000) });
  await set();
  await picture();
  await set(16, 13);
  return errors;
}

for (const view of viewsOf(await readMaps())) {
  test(view.name, async ({ page }, info) => {
    const locale = info.project.name as Locale;
    const output = await open(page, view, locale, process.env['E2E_ORIGIN'] ?? '');
    const find = (state: string, errors: readonly string[]): void => expect.soft(errors, state).toEqual([]);
    // A dialog covers the window, not the whole page.
    const picture = async (state: string, fullPage = !view.opens): Promise<void> => {
      const body = await page.screenshot({ fullPage, type: 'jpeg', quality: 82, animations: 'disabled' });
      await info.attach(state, { body, contentType: 'image/jpeg' });
    };
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: heightOf(width) });
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await settled(page);
        await drawn(page);
        const state = `${width}-${colorScheme}`;
        await picture(state);
        if (colorScheme !== SCHEMES[0]) find(state, await axe(page, 'colours'));
        else find(state, [...(await axe(page, 'everything')), ...(await pageFaults(page))]);
      }
    }
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    // 200 %: page zoom at 1280, then text only.
    await page.setViewportSize({ width: 640, height: 450 });
    await drawn(page);
    await picture('zoom-200');
    find('zoom 200 %', await pageFaults(page));
    find('text 200 %', await largeLetters(page, () => picture('text-200', false)));

    await awake(page);
    for (const width of WIDTHS.filter((each) => each === 375 || each === 1440)) {
      await page.setViewportSize({ width, height: heightOf(width) });
      await drawn(page);
      if (view.opens) {
        await page.keyboard.press('Escape');
        await page.locator(DIALOG).last().waitFor({ state: 'hidden' });
        find(`${width} keyboard`, await walkDialog(page, view.opens(page, WORDS[locale])));
      } else find(`${width} keyboard`, await walk(page));
    }
    find('console', [...new Set(output)]);
  });
}

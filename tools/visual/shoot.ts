import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from '@playwright/test';
import type { Locale } from '@yunduo/i18n';
import axeCore from 'axe-core';
import { walk, walkDialog } from './keyboard.ts';
import { pageFaults } from './page-faults.ts';
import { type View, WORDS } from './views.ts';
import { awake, open, type Sessions, settled } from './visit.ts';

export const WIDTHS = [320, 375, 768, 1440, 2560] as const;
export const SCHEMES = ['light', 'dark'] as const;

export interface Finding {
  where: string;
  what: string;
}

export interface Seen {
  findings: Finding[];
  pictures: number;
}

interface ShootOptions {
  origin: string;
  sessions: Sessions;
  view: View;
  locale: Locale;
  folder: string;
  widths: readonly number[];
  schemes: readonly (typeof SCHEMES)[number][];
}

const heightOf = (width: number): number => (width < 500 ? 812 : width > 2000 ? 1440 : 900);

/**
 * `colours`: what another theme can change, and nothing else. axe runs where the page is: the builder opens a second
 * page for each analysis, to put the parts of all frames together, and takes three times as long.
 */
async function axe(page: Page, part: 'everything' | 'colours'): Promise<string[]> {
  const options: axeCore.RunOptions = {
    // Preloaded style sheets would be copied into the page, which its policy refuses.
    preload: false,
    resultTypes: ['violations'],
    ...(part === 'colours'
      ? { runOnly: ['color-contrast', 'link-in-text-block'] }
      : { rules: { 'target-size': { enabled: true } } }),
  };
  const violations =
    page.frames().length > 1
      ? (await new AxeBuilder({ page }).options(options).analyze()).violations
      : await inPlace(page, options);
  return violations.map(
    ({ id, nodes }) =>
      `axe ${id}: ${nodes
        .map(({ target }) => target.join(' '))
        .join(' | ')
        .slice(0, 300)}`,
  );
}

async function inPlace(page: Page, options: axeCore.RunOptions): Promise<axeCore.Result[]> {
  await page.evaluate(axeCore.source);
  return page.evaluate(
    async (how) => (await (window as unknown as { axe: typeof axeCore }).axe.run(document, how)).violations,
    options,
  );
}

/** Two frames after a change of the window, so that what follows it has followed. */
const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );

/**
 * A page for who has set letters of twice the size in the browser: what is measured in `em` and `rem` follows, the
 * rules for widths too. A new size of the window forgets the setting, so that it comes after each.
 */
async function largeLetters(page: Page, picture: () => Promise<void>): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const set = async (): Promise<void> => {
    await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
    await drawn(page);
  };
  await page.setViewportSize({ width: 1280, height: 900 });
  await set();
  const faults = await pageFaults(page);
  const [size, height] = await page.evaluate(() => [
    getComputedStyle(document.documentElement).fontSize,
    document.documentElement.scrollHeight,
  ]);
  if (size !== '32px') faults.push(`the letters stay at ${size}`);
  await page.setViewportSize({ width: 1280, height: Math.min(height, 12_000) });
  await set();
  await picture();
  return faults;
}

/** Everything there is to see of one view in one language: one load, then the window changes around it. */
export async function shoot(browser: Browser, options: ShootOptions): Promise<Seen> {
  const { view, locale, folder, widths, schemes } = options;
  const seen: Seen = { findings: [], pictures: 0 };
  const find = (state: string, faults: readonly string[]): void => {
    seen.findings.push(...faults.map((what) => ({ where: `${view.name} ${locale} ${state}`, what })));
  };
  const { page, said, context } = await open(browser, options);
  try {
    const pictures = join(folder, view.name);
    mkdirSync(pictures, { recursive: true });
    // A dialog lies over the window, not over the whole page.
    const picture = async (state: string, fullPage = !view.opens): Promise<void> => {
      await page.screenshot({
        path: join(pictures, `${locale}-${state}.jpg`),
        fullPage,
        type: 'jpeg',
        quality: 82,
        animations: 'disabled',
      });
      seen.pictures += 1;
    };
    for (const width of widths) {
      await page.setViewportSize({ width, height: heightOf(width) });
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await settled(page);
        await drawn(page);
        const state = `${width}-${colorScheme}`;
        await picture(state);
        if (colorScheme === schemes[0])
          find(state, [...(await axe(page, 'everything')), ...(await pageFaults(page))]);
        else find(state, await axe(page, 'colours'));
      }
    }
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    // 200 %: the page's zoom at 1280, then only the letters.
    await page.setViewportSize({ width: 640, height: 450 });
    await drawn(page);
    await picture('zoom-200');
    find('zoom 200 %', await pageFaults(page));
    find('text 200 %', await largeLetters(page, async () => picture('text-200', false)));

    await awake(page);
    for (const width of widths.filter((each) => each === 375 || each === 1440)) {
      await page.setViewportSize({ width, height: heightOf(width) });
      await drawn(page);
      if (view.opens) {
        await page.keyboard.press('Escape');
        await page.locator('[role="dialog"], dialog[open]').last().waitFor({ state: 'hidden' });
        find(`${width} keyboard`, await walkDialog(page, view.opens(page, WORDS[locale])));
      } else find(`${width} keyboard`, await walk(page));
    }
    find('console', [...new Set(said)]);
  } finally {
    await context.close();
  }
  return seen;
}

import type { CDPSession, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** What is wider than the window or cuts its own text, outside of pictures and of what scrolls by itself. */
export const cut = (page: Page) =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const cutting = [...document.querySelectorAll<HTMLElement>('main *, header *')].filter((element) => {
      if (element.closest('[role=img], .sr, [aria-hidden=true]') || element.clientWidth <= 1) return false;
      if (getComputedStyle(element).overflowX !== 'hidden' || !element.checkVisibility()) return false;
      return element.scrollWidth > element.clientWidth + 1 && element.innerText.trim() !== '';
    });
    return [
      ...(scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px wider than the window`] : []),
      ...cutting.map((element) => `cut: ${element.innerText.slice(0, 40)}`),
    ];
  });

/** A phone of a width whose browser has letters of a size. A resize sets them back, so they come after it. */
export async function letters(
  page: Page,
  browser: CDPSession,
  { width, size }: { width: number; size: number },
): Promise<void> {
  await page.setViewportSize({ width, height: 844 });
  await browser.send('Page.setFontSizes', { fontSizes: { standard: size, fixed: (size * 13) / 16 } });
  await expect(page.locator('html')).toHaveCSS('font-size', `${size}px`);
}

import type { Locator, Page } from '@playwright/test';

/**
 * Presses in the middle of an element. (A locator's own `click` does a hit test, which takes the page's
 * thread and time.) Throws if the element is not on the page within `limit` ms.
 */
export async function press(page: Page, target: Locator, limit: number): Promise<void> {
  await target.scrollIntoViewIfNeeded({ timeout: limit });
  const box = await target.boundingBox({ timeout: limit });
  if (!box) throw new Error('What is to be pressed cannot be seen.');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Controls that need scripts, apart from plain links and forms that the browser handles. */
const CONTROLS = 'button, [role=button], [role=tab], [role=switch], a[data-scripted]';
/** Controls that the browser handles. */
const NATIVE = 'summary, form[method=get] button:not([type=button]), [popovertarget], [commandfor]';

interface Pressed {
  /** Its accessible name. */
  name: string;
  /** How many of its presses the application has received. */
  seen: number;
  /** It is still in the page: a press may remove another control. */
  connected: boolean;
}

/**
 * Presses every control of a page before the application has started, as a screen reader does, without a
 * pointer. After the start the application must have received each press exactly once, and the visitor must
 * still be on the page. `boot` starts the application.
 */
export async function expectFirstPresses(page: Page, address: string, boot: RegExp): Promise<number> {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(boot, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(address);
  const count = await page.evaluate(
    ([controls, native]) => {
      const open = [...document.querySelectorAll<HTMLElement>(controls)].filter(
        (control) => !control.closest(native) && !(control as HTMLButtonElement).disabled,
      );
      const presses = open.map((control) => ({ control, seen: 0 }));
      // React's listeners: a press that is held back does not arrive here.
      document.addEventListener('click', ({ target }) => {
        const press = presses.find(({ control }) => control.contains(target as Node));
        if (press) press.seen += 1;
      });
      Object.assign(window, { presses });
      for (const { control } of presses) control.click();
      return presses.length;
    },
    [CONTROLS, NATIVE] as const,
  );
  const pressed = (): Promise<Pressed[]> =>
    page.evaluate(() =>
      (window as unknown as { presses: { control: HTMLElement; seen: number }[] }).presses.map(
        ({ control, seen }) => ({
          name: control.getAttribute('aria-label') ?? control.textContent,
          seen,
          connected: control.isConnected,
        }),
      ),
    );
  expect(
    (await pressed()).filter(({ seen }) => seen > 0),
    `${address}: held`,
  ).toEqual([]);
  release();
  if (count > 0) await page.locator('html[data-hydrated]').waitFor();
  const lost = (await pressed()).filter(({ seen, connected }) => seen !== 1 && connected);
  expect(lost, `${address}: replayed once`).toEqual([]);
  // A link to a file without the mark leaves the site, whatever its handler does.
  const files = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('main a[href]:not([data-scripted], [download])')]
      .filter(
        ({ pathname, origin }) =>
          origin === location.origin && /\.(webp|png|jpe?g|gif|avif|svg)$/.test(pathname),
      )
      .map(({ href }) => href),
  );
  expect(files, `${address}: links to pictures`).toEqual([]);
  await page.unroute(boot);
  return count;
}

import type { Locator, Page } from '@playwright/test';

const MOST_STOPS = 500;
/**
 * How many Tabs a frame or a date field may use internally; their inner stops are not visible to the page.
 */
const INNER_STOPS = 40;

interface Numbers {
  numberOf(element: Element): number;
}

interface Stop {
  /** A unique number for each element, -1 outside of the document. */
  at: number;
  name: string;
  inner: boolean;
  skip: boolean;
  faults: string[];
}

/** Numbers elements on the page's side, because their positions in the document change. */
const numberElements = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const numbers = new WeakMap<Element, number>();
    let last = 0;
    Object.assign(globalThis, {
      numberOf(element: Element): number {
        const known = numbers.get(element) ?? (last += 1);
        numbers.set(element, known);
        return known;
      },
    });
  });

/** The focused element, and whether its focus is visible there. */
const stopOf = (page: Page): Promise<Stop> =>
  page.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    if (!element || element === document.body || element === document.documentElement) {
      return { at: -1, name: 'the page', inner: false, skip: false, faults: [] };
    }
    const host = document.activeElement ?? element;
    const text = (element.getAttribute('aria-label') ?? element.textContent ?? '')
      .trim()
      .replace(/\s+/g, ' ');
    const name = `${element.tagName.toLowerCase()}${element.id ? `#${element.id}` : ''} “${text.slice(0, 40)}”`;
    const faults: string[] = [];

    const rings = (one: Element | null | undefined): boolean => {
      if (!one) return false;
      const style = getComputedStyle(one);
      return (
        style.outlineStyle !== 'none' &&
        parseFloat(style.outlineWidth) >= 1 &&
        !/, 0\)$/.test(style.outlineColor)
      );
    };
    const parent = element.parentElement;
    const around = [
      element,
      parent,
      parent?.parentElement,
      element.nextElementSibling,
      element.previousElementSibling,
    ];
    // Inside a date field the browser draws its own focus marks: on the edited part, on the calendar button.
    const drawsItself = element.matches('input[type="date"], input[type="datetime-local"]');
    if (!drawsItself && !around.some(rings)) faults.push(`focus not visible: ${name}`);

    // For a control that its neighbour draws (a file field, a native radio) the neighbour's position counts.
    const shown = [element, element.nextElementSibling, parent, parent?.parentElement].find((one) => {
      const box = one?.getBoundingClientRect();
      return box && box.width > 4 && box.height > 4;
    });
    const box = (shown ?? element).getBoundingClientRect();
    const inside =
      box.bottom > 2 &&
      box.right > 2 &&
      box.top < innerHeight - 2 &&
      box.left < document.documentElement.clientWidth - 2;
    if (!inside) faults.push(`focus outside the window: ${name}`);
    else if (element.tagName !== 'IFRAME') {
      // Of what lies in the window: a tall field may begin at its lower edge.
      const [left, top] = [Math.max(box.left, 0), Math.max(box.top, 0)];
      const width = Math.min(box.right, document.documentElement.clientWidth) - left;
      const height = Math.min(box.bottom, innerHeight) - top;
      const across = [0.5, 0.1, 0.9].map((part) => left + width * part);
      const down = [0.5, 0.15, 0.85].map((part) => top + height * part);
      const points = across.flatMap((x) => down.map((y) => [x, y] as const));
      const seen = points.some(([x, y]) => {
        const hit = document.elementFromPoint(x, y);
        return hit && (host === hit || host.contains(hit) || hit.contains(host) || shown?.contains(hit));
      });
      if (!seen) faults.push(`focus covered: ${name}`);
    }
    return {
      at: (globalThis as unknown as Numbers).numberOf(host),
      name,
      inner: element.matches('iframe, input[type="date"], input[type="datetime-local"], video, audio'),
      skip: host.getAttribute('href') === '#main',
      faults,
    };
  });

/** Elements that Tab must reach: every visible control, one of each radio group. */
const expectedStops = (page: Page, within: string): Promise<{ at: number; name: string }[]> =>
  page.evaluate((selector) => {
    const parts = [...document.querySelectorAll<HTMLElement>(selector)];
    return parts.flatMap((part) =>
      [...part.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex]')]
        .filter((element) => {
          if (element.tabIndex < 0 || element.matches(':disabled') || element.closest('[inert]'))
            return false;
          if (element instanceof HTMLInputElement && element.type === 'radio') return false;
          return element.checkVisibility({ visibilityProperty: true });
        })
        .map((element) => ({
          at: (globalThis as unknown as Numbers).numberOf(element),
          name: `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}”`,
        })),
    );
  }, within);

/** Resets the browser's sequential focus position to the start of the page. */
const toTheStart = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    scrollTo(0, 0);
    const start = document.createElement('span');
    start.tabIndex = -1;
    document.body.prepend(start);
    start.focus({ preventScroll: true });
    // Blurred before removal: the page restores a focus that is lost with its element.
    start.blur();
    await new Promise((resolve) => setTimeout(resolve));
    start.remove();
  });

/** Walks through a page with Tab alone. */
export async function walk(page: Page): Promise<string[]> {
  const errors = new Set<string>();
  // It covers the top of the page and disappears after three seconds.
  await page
    .locator('[data-above-dialogs] [data-kind]')
    .first()
    .waitFor({ state: 'detached', timeout: 10_000 })
    .catch(() => errors.add('a message does not go'));
  await numberElements(page);
  const expected = await expectedStops(page, 'body');
  const seen = new Set<number>();
  await toTheStart(page);
  let stayed = 0;
  let before: Stop | undefined;
  for (let count = 0; count < MOST_STOPS; count += 1) {
    await page.keyboard.press('Tab');
    const stop = await stopOf(page);
    if (stop.at < 0) {
      if (before) break;
      // A page without controls has no first stop.
      if (expected.length === 0) break;
      continue;
    }
    if (!before && !stop.skip) errors.add(`the first stop is ${stop.name}, not the skip link`);
    stayed = before?.at === stop.at ? stayed + 1 : 0;
    if (stayed > (stop.inner ? INNER_STOPS : 2)) {
      errors.add(`the keyboard is caught in ${stop.name}`);
      break;
    }
    if (stayed === 0 && seen.has(stop.at)) break;
    seen.add(stop.at);
    for (const fault of stop.faults) errors.add(fault);
    before = stop;
    if (count === MOST_STOPS - 1) errors.add(`more than ${MOST_STOPS} stops`);
  }
  // A menu closes when the focus leaves it: its links need no stop.
  const left = new Set((await expectedStops(page, 'body')).map(({ at }) => at));
  for (const { at, name } of expected) {
    if (!seen.has(at) && left.has(at)) errors.add(`Tab never reaches ${name}`);
  }
  return [...errors];
}

/**
 * Opens a dialog from its button, cycles in it, and closes it: the focus is inside, then back at the button.
 */
export async function walkDialog(page: Page, opener: Locator): Promise<string[]> {
  const errors = new Set<string>();
  const dialog = page.locator('[role="dialog"], dialog[open]').last();
  await numberElements(page);
  await opener.focus();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ timeout: 10_000 });
  const isInside = (): Promise<boolean> =>
    dialog.evaluate((element) => element.contains(document.activeElement));
  if (!(await isInside())) errors.add('the dialog does not take the focus');
  const stops = (await expectedStops(page, '[role="dialog"], dialog[open]')).length;
  for (let count = 0; count <= stops; count += 1) {
    await page.keyboard.press('Tab');
    if (!(await isInside())) {
      errors.add('Tab leaves the dialog');
      break;
    }
    for (const fault of (await stopOf(page)).faults) errors.add(`dialog: ${fault}`);
  }
  await page.keyboard.press('Escape');
  await dialog
    .waitFor({ state: 'hidden', timeout: 10_000 })
    .catch(() => errors.add('Escape does not close the dialog'));
  if (!(await opener.evaluate((element) => element === document.activeElement))) {
    errors.add('the dialog does not give the focus back');
  }
  return [...errors];
}

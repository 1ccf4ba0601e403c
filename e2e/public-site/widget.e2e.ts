import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { startProduct, type Product } from '../product.ts';

const SRC = 'https://chat.example/widget.js';
/** What a widget would do, as far as it can be seen: it shows what it was told, and what it can reach. */
const SCRIPT = `
  const told = document.createElement('pre');
  const reached = [() => localStorage.length, () => parent.document.title].map((reach) => {
    try {
      return reach();
    } catch (error) {
      return error.name;
    }
  });
  told.textContent = JSON.stringify({ ...document.currentScript.dataset, reached });
  const place = document.createElement('aside');
  place.ariaLabel = 'help';
  place.append(told);
  document.body.append(place);
`;

async function serveWidget(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.route('https://chat.example/**', async (route) => {
    asked.push(route.request().url());
    await route.fulfill({ contentType: 'text/javascript', body: SCRIPT });
  });
  return asked;
}

test('[R1.10] without configuration no widget is requested', async ({ page, path, hydrated }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(path('/'));
  await hydrated(page);
  await expect(page.locator('#chat-widget')).toHaveCount(0);
  const { origin } = new URL(page.url());
  const strangers = asked.filter((url) => !url.startsWith('data:') && new URL(url).origin !== origin);
  expect(strangers).toEqual([]);
  expect(asked.filter((url) => new URL(url).pathname === '/widget')).toEqual([]);
});

test.describe('with a widget configured', () => {
  // One worker for both: a product of its own, since the widget is configured when the API starts.
  test.describe.configure({ mode: 'default' });
  let product: Product;

  test.beforeAll(async () => {
    test.setTimeout(120_000);
    product = await startProduct({ WIDGET_SRC: SRC, WIDGET_APP_ID: 'help-7' }, false);
  });

  test.afterAll(() => product.stop());

  test('[R1.10] [R1.11] the help widget comes from its configured source with its id, in the language of the page, light, bottom right', async ({
    page,
    path,
    lang,
    axe,
  }) => {
    const asked = await serveWidget(page);
    await page.goto(product.origin + path('/'));
    const frame = page.locator('#chat-widget');
    await expect(frame).toBeVisible();
    await expect(page.frameLocator('#chat-widget').locator('pre')).toHaveText(
      JSON.stringify({
        appId: 'help-7',
        locale: lang,
        theme: 'light',
        position: 'bottom-right',
        // A stranger: it may run, and reaches neither our storage nor our page.
        reached: ['SecurityError', 'SecurityError'],
      }),
    );
    expect(asked).toEqual([SRC]);
    await expect(frame).toHaveAttribute('sandbox', 'allow-scripts allow-forms allow-popups');
    const gap = await frame.evaluate((element) => {
      const { right, bottom } = element.getBoundingClientRect();
      return { right: document.documentElement.clientWidth - right, bottom: innerHeight - bottom };
    });
    for (const side of [gap.right, gap.bottom]) {
      expect(side).toBeGreaterThanOrEqual(0);
      expect(side).toBeLessThan(40);
    }
    await expect(frame).toBeInViewport({ ratio: 1 });
    await axe(page);
  });

  test('it stays where it is while pages come and go', async ({ page, path, words, hydrated }) => {
    const asked = await serveWidget(page);
    await page.goto(product.origin + path('/'));
    await expect(page.frameLocator('#chat-widget').locator('pre')).toBeVisible();
    await hydrated(page);
    await page.goto(product.origin + path('/store'));
    await expect(page.getByRole('heading', { level: 1, name: words.store.title })).toBeVisible();
    await expect(page.frameLocator('#chat-widget').locator('pre')).toBeVisible();
    await expect(page.locator('#chat-widget')).toHaveCount(1);
    expect(new Set(asked)).toEqual(new Set([SRC]));
  });
});

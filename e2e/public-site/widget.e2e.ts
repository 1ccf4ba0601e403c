import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { startProduct, type Product } from '@yunduo/e2e/product';

/**
 * Behaves like real vendors' scripts: stores an id in storage and a cookie, loads more from a second host,
 * draws a launcher and a panel with inline styles, loads a picture, and requests far too much space.
 */
const LOADER = `
  const { dataset, src } = document.currentScript;
  localStorage.setItem('visitor', localStorage.getItem('visitor') ?? 'v-' + Math.random());
  document.cookie = 'visitor=1';
  window.vendor = { dataset: { ...dataset }, id: localStorage.getItem('visitor') };
  const more = document.createElement('script');
  more.src = src.replace('127.0.0.1', 'localhost').replace('loader', 'draw');
  document.body.append(more);
`;
const DRAW = `
  const launcher = document.createElement('button');
  launcher.textContent = '?';
  launcher.style.cssText = 'position:fixed;right:4px;bottom:4px;width:56px;height:56px;border:0;border-radius:28px;background:#27b2bc';
  const panel = document.createElement('div');
  panel.style.cssText = 'display:none;position:fixed;inset:0 0 64px 0;background:white;color:black';
  panel.textContent = JSON.stringify(window.vendor);
  launcher.onclick = () => (panel.style.display = panel.style.display === 'none' ? 'block' : 'none');
  document.body.append(panel, launcher);
  let reached;
  try {
    reached = top.document.title;
  } catch (error) {
    reached = error.name;
  }
  panel.dataset.reached = reached;
  parent.postMessage({ widget: 'size', width: 10000, height: 10000 }, '*');
  parent.postMessage({ widget: 'open' }, '*');
`;

/** A vendor on its own port, which `127.0.0.1` and `localhost` turn into two hosts. */
async function startVendor(): Promise<{ server: Server; port: number }> {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/javascript');
    response.end(request.url === '/loader.js' ? LOADER : DRAW);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

const vendorIn = (page: Page) => page.frameLocator('#chat-widget').frameLocator('iframe');

test('[R1.10] without configuration no widget is requested', async ({ page, path, hydrated }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(path('/'));
  await hydrated(page);
  await expect(page.locator('#chat-widget')).toHaveCount(0);
  const { origin } = new URL(page.url());
  const strangers = requests.filter((url) => !url.startsWith('data:') && new URL(url).origin !== origin);
  expect(strangers).toEqual([]);
  expect(requests.filter((url) => new URL(url).pathname === '/widget')).toEqual([]);
});

test.describe('with a widget configured', () => {
  test.describe.configure({ mode: 'default' });
  let product: Product;
  let vendor: { server: Server; port: number };

  test.beforeAll(async () => {
    vendor = await startVendor();
    product = await startProduct(
      {
        WIDGET_SRC: `http://127.0.0.1:${vendor.port}/loader.js`,
        WIDGET_APP_ID: 'help-7',
        WIDGET_HOSTS: `http://localhost:${vendor.port}`,
      },
      false,
    );
  });

  test.afterAll(async () => {
    await product.stop();
    vendor.server.close();
  });

  test('[R1.10] [R1.11] the help widget is a launcher in the corner in the page’s language, opens on a press and covers nothing else', async ({
    page,
    path,
    lang,
    axe,
  }) => {
    await page.goto(product.origin + path('/login'));
    const frame = page.locator('#chat-widget');
    await expect(frame).toHaveAttribute('data-shown', 'true', { timeout: 15_000 });
    const box = await frame.boundingBox();
    expect([box?.width, box?.height].map((side) => (side ?? 0) <= 240)).toEqual([true, true]);
    const gap = await frame.evaluate((element) => {
      const { right } = element.getBoundingClientRect();
      return document.documentElement.clientWidth - right;
    });
    expect(gap).toBeLessThan(40);
    // Each field and button of the form receives a press on its own middle.
    const covered = await page.evaluate(() =>
      [...document.querySelectorAll('form input, form button, form a')].filter((element) => {
        element.scrollIntoView({ block: 'center' });
        const { left, top, width, height } = element.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        return hit?.id === 'chat-widget';
      }),
    );
    expect(covered).toEqual([]);
    await axe(page);

    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect(frame).toHaveAttribute('data-shown', 'true');
    await vendorIn(page).getByRole('button').click();
    await expect(frame).toHaveAttribute('data-open', 'true');
    const panel = vendorIn(page).locator('div');
    await expect(panel).toContainText(`"locale":"${lang}"`);
    await expect(panel).toContainText('"theme":"light","position":"bottom-right"');
    await expect(panel).toContainText('"id":"v-');
    await expect(panel).toHaveAttribute('data-reached', 'SecurityError');
    await expect(frame).toBeInViewport({ ratio: 1 });
    await page.locator('#chat-widget-close').click();
    await expect(frame).toHaveAttribute('data-open', 'false');
  });
});

import { spawn } from 'node:child_process';
import puppeteer from 'puppeteer-core';
import type { ElementHandle, Page as FirefoxPage } from 'puppeteer-core';
import { Builder, Capabilities, Key } from 'selenium-webdriver';
import type { WebElement } from 'selenium-webdriver';
import { freePort } from '@yunduo/e2e/free-port';
import { firefoxPath, miniBrowserPath } from '@yunduo/e2e/installed-engines';
import type { EngineName } from '@yunduo/e2e/installed-engines';

/** The operations on an element of a page. */
export interface Found {
  click(): Promise<void>;
  /** Types into the element, after its present value. */
  type(text: string): Promise<void>;
  press(key: 'ArrowRight' | 'Enter', times?: number): Promise<void>;
  /** Chooses local files. */
  choose(...paths: string[]): Promise<void>;
}

/** A window of a new visitor, without cookies and storage of an earlier one. */
export interface Window {
  agent: string;
  open(url: string): Promise<void>;
  url(): Promise<string>;
  /** Runs a function in the page; arguments and result are JSON. */
  run<T>(fn: string, ...args: unknown[]): Promise<T>;
  /** The element that a function in the page returns; null if it returns none. */
  find(fn: string, ...args: unknown[]): Promise<Found | null>;
  picture(): Promise<Buffer>;
  close(): Promise<void>;
}

export interface Engine {
  newWindow(): Promise<Window>;
  close(): Promise<void>;
}

const START_LIMIT = 30_000;
const VIEWPORT = { width: 1280, height: 900 };

export const startEngine = (engine: EngineName): Promise<Engine> =>
  engine === 'firefox' ? startFirefox() : startWebKit();

/** Firefox, by WebDriver BiDi. */
async function startFirefox(): Promise<Engine> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: firefoxPath() ?? 'firefox',
    headless: true,
    timeout: START_LIMIT,
    // Downloads are discarded, and requests to the browser's vendor are not part of a test.
    extraPrefsFirefox: { 'browser.download.start_downloads_in_tmp_dir': true },
  });
  const agent = await browser.userAgent();
  const found = (element: ElementHandle<Element>, page: FirefoxPage): Found => ({
    click: () => element.click(),
    type: (text) => element.type(text),
    async press(key, times = 1) {
      await element.focus();
      for (let time = 0; time < times; time += 1) await page.keyboard.press(key);
    },
    choose: (...paths) => (element as ElementHandle<HTMLInputElement>).uploadFile(...paths),
  });
  return {
    async newWindow() {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      await page.setViewport(VIEWPORT);
      const call = (fn: string): string => `(...given) => (${fn})(...given)`;
      return {
        agent,
        open: async (url) => void (await page.goto(url, { waitUntil: 'load' })),
        url: () => Promise.resolve(page.url()),
        run: (fn, ...args) => page.evaluate(asFunction(call(fn)), ...args) as Promise<never>,
        async find(fn, ...args) {
          const handle = await page.evaluateHandle(asFunction(call(fn)), ...args);
          const element = handle.asElement() as ElementHandle<Element> | null;
          return element && found(element, page);
        },
        picture: async () => Buffer.from(await page.screenshot()),
        close: () => context.close(),
      };
    },
    close: () => browser.close(),
  };
}

/** Puppeteer takes functions, but sends only their source text. */
const asFunction = (text: string): ((...given: unknown[]) => unknown) => {
  const fn = (): void => undefined;
  fn.toString = () => text;
  return fn;
};

/** WebKitGTK through its WebDriver, on a virtual screen. */
async function startWebKit(): Promise<Engine> {
  const port = await freePort();
  const driver = spawn('xvfb-run', ['--auto-servernum', 'WebKitWebDriver', `--port=${port}`], {
    env: {
      ...process.env,
      // There is no GPU, and no D-Bus for the desktop sandbox.
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
    },
    stdio: 'ignore',
    detached: true,
  });
  const ended = new Promise((resolve) => driver.once('close', resolve));
  const server = `http://127.0.0.1:${port}`;
  const until = Date.now() + START_LIMIT;
  while (!(await fetch(`${server}/status`).catch(() => null))?.ok) {
    if (driver.exitCode !== null || Date.now() > until) throw new Error('WebKitWebDriver did not start.');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const found = (element: WebElement): Found => ({
    click: () => element.click(),
    type: (text) => element.sendKeys(text),
    press: (key, times = 1) =>
      element.sendKeys((key === 'Enter' ? Key.ENTER : Key.ARROW_RIGHT).repeat(times)),
    choose: (...paths) => element.sendKeys(paths.join('\n')),
  });
  return {
    async newWindow() {
      const session = await new Builder()
        .usingServer(server)
        .disableEnvironmentOverrides()
        .withCapabilities(
          new Capabilities({
            browserName: 'MiniBrowser',
            'webkitgtk:browserOptions': { binary: miniBrowserPath(), args: ['--automation'] },
          }),
        )
        .build();
      await session
        .manage()
        .window()
        .setRect({ x: 0, y: 0, ...VIEWPORT });
      const call = (fn: string): string => `return (${fn})(...arguments)`;
      return {
        agent: await session.executeScript<string>('return navigator.userAgent'),
        open: (url) => session.get(url),
        url: () => session.getCurrentUrl(),
        run: (fn, ...args) => session.executeScript(call(fn), ...args),
        async find(fn, ...args) {
          const element = await session.executeScript<WebElement | null>(call(fn), ...args);
          return element && found(element);
        },
        picture: async () => Buffer.from(await session.takeScreenshot(), 'base64'),
        close: () => session.quit(),
      };
    },
    async close() {
      if (driver.pid) process.kill(-driver.pid, 'SIGTERM');
      await ended;
    },
  };
}

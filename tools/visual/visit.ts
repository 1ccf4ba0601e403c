import type { Browser, BrowserContext, Page } from '@playwright/test';
import { type Locale, localePath } from '@yunduo/i18n';
import { PASSWORD, type View, WORDS } from './views.ts';

const LIMIT = 15_000;

/** Sessions of the seeded accounts, one sign-in each. */
export class Sessions {
  readonly #origin: string;
  readonly #tokens = new Map<string, Promise<string>>();

  constructor(origin: string) {
    this.#origin = origin;
  }

  of(email: string): Promise<string> {
    const known = this.#tokens.get(email) ?? this.#signIn(email);
    this.#tokens.set(email, known);
    return known;
  }

  async #signIn(email: string): Promise<string> {
    const answer = await fetch(`${this.#origin}/api/user_auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD, agree: true }),
      signal: AbortSignal.timeout(LIMIT),
    });
    const { data } = (await answer.json()) as { data?: { token: string } };
    if (!data) throw new Error(`${email} cannot sign in.`);
    return data.token;
  }
}

interface Opened {
  page: Page;
  /** What the browser's console said that it should not have. */
  said: string[];
  context: BrowserContext;
}

/** Waits until nothing is on its way: no request, no skeleton, every picture decoded, fonts there. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: LIMIT }).catch(() => undefined);
  await page
    .waitForFunction(
      () => !document.querySelector('[aria-busy="true"], [role="status"] > [data-shape]'),
      undefined,
      {
        timeout: LIMIT,
      },
    )
    .catch(() => undefined);
  await page.evaluate(async () => {
    // Pictures further down load when they are needed; in a whole-page picture all are.
    for (const image of document.images) image.loading = 'eager';
    const loaded = [...document.images].map((image) => image.decode().catch(() => undefined));
    const late = new Promise((resolve) => setTimeout(resolve, 5000));
    await Promise.race([Promise.all([document.fonts.ready, ...loaded]), late]);
  });
}

/** Wakes the page as a visitor does; content pages start their scripts at the first move. */
export async function awake(page: Page): Promise<void> {
  await page.keyboard.press('Shift');
  await page
    .waitForFunction(() => document.documentElement.dataset.hydrated !== undefined, undefined, {
      timeout: 5000,
    })
    .catch(() => undefined);
}

/** A view as it is looked at, in a browser context of its own. */
export async function open(
  browser: Browser,
  { origin, sessions, view, locale }: { origin: string; sessions: Sessions; view: View; locale: Locale },
): Promise<Opened> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: locale === 'zh' ? 'zh-CN' : 'en-GB',
    reducedMotion: 'reduce',
  });
  const said: string[] = [];
  try {
    if (view.account) {
      const token = await sessions.of(view.account);
      await context.addCookies([{ name: 'signed_in', value: '1', url: origin }]);
      await context.addInitScript((value) => localStorage.setItem('token', value), token);
    }
    const page = await context.newPage();
    page.setDefaultTimeout(LIMIT);
    page.on('pageerror', (error) => said.push(`page error: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return;
      if (!view.allows?.test(message.text())) said.push(`console: ${message.text().slice(0, 160)}`);
    });
    const { broken } = view;
    if (broken) {
      await page.route('**/api/**', (route) =>
        broken.test(route.request().url())
          ? route.fulfill({ status: 503, json: { code: 'UNAVAILABLE', msg: '', data: null } })
          : route.continue(),
      );
    }
    const [call, query] = view.asks ?? [];
    if (call) {
      await page.route(call, (route) => {
        const url = new URL(route.request().url());
        for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
        return route.continue({ url: url.href });
      });
    }
    await page.goto(origin + localePath(locale, view.path));
    if (view.follow) {
      const link = page.locator(view.follow).first();
      await link.waitFor({ state: 'attached' });
      await page.goto(await link.evaluate((element) => (element as HTMLAnchorElement).href));
    }
    await settled(page);
    if (view.prepare || view.opens) await awake(page);
    await view.prepare?.(page, WORDS[locale]);
    if (view.opens) {
      await view.opens(page, WORDS[locale]).click();
      await page.locator('[role="dialog"], dialog[open]').last().waitFor();
      await settled(page);
    }
    return { page, said, context };
  } catch (error) {
    await context.close();
    throw error;
  }
}

import type { Page } from '@playwright/test';
import { localePath } from '@yunduo/i18n';
import type { Locale } from '@yunduo/i18n';
import { PASSWORD, WORDS } from './views.ts';
import type { View } from './views.ts';

const LIMIT = 15_000;
export const DIALOG = '[role="dialog"], dialog[open]';

/** Sessions of the seeded accounts, one sign-in each. */
export const sessions = new Map<string, Promise<string>>();
async function signIn(origin: string, email: string): Promise<string> {
  const answer = await fetch(`${origin}/api/user_auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD, agree: true }),
    signal: AbortSignal.timeout(LIMIT),
  });
  const { data } = (await answer.json()) as { data?: { token: string } };
  if (!data) throw new Error(`${email} cannot sign in.`);
  return data.token;
}

/** Waits until nothing is pending: no request, no skeleton, all pictures decoded, fonts loaded. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: LIMIT }).catch(() => undefined);
  await page
    .waitForFunction(
      () => !document.querySelector('[aria-busy="true"], [role="status"] > [data-shape]'),
      undefined,
      { timeout: LIMIT },
    )
    .catch(() => undefined);
  await page.evaluate(async () => {
    // Lazy pictures load on scroll; a full-page screenshot needs all of them.
    for (const image of document.images) image.loading = 'eager';
    const loaded = [...document.images].map((image) => image.decode().catch(() => undefined));
    const late = new Promise((resolve) => setTimeout(resolve, 5000));
    await Promise.race([Promise.all([document.fonts.ready, ...loaded]), late]);
  });
}

/** Hydrates the page; content pages start their scripts at the first pointer move. */
export async function awake(page: Page): Promise<void> {
  await page.keyboard.press('Shift');
  await page
    .waitForFunction(() => document.documentElement.dataset.hydrated !== undefined, undefined, {
      timeout: 5000,
    })
    .catch(() => undefined);
}

/** Opens a view; a page that is not there and unexpected console messages are added to the returned list. */
export async function open(page: Page, view: View, locale: Locale, origin: string): Promise<string[]> {
  page.setDefaultTimeout(LIMIT);
  const messages: string[] = [];
  const { account, broken, asks: [call, query] = [] } = view;
  if (account) {
    const token = sessions.get(account) ?? signIn(origin, account);
    sessions.set(account, token);
    await page.context().addCookies([{ name: 'signed_in', value: '1', url: origin }]);
    await page.addInitScript((value) => localStorage.setItem('token', value), await token);
  }
  page.on('pageerror', ({ message }) => {
    if (!view.allows?.test(message)) messages.push(`page error: ${message}`);
  });
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type()) || view.allows?.test(message.text())) return;
    messages.push(`console: ${message.text().slice(0, 160)}`);
  });
  if (broken)
    await page.route('**/api/**', (route) =>
      broken.test(route.request().url())
        ? route.fulfill({ status: 503, json: { code: 'UNAVAILABLE', msg: '', data: null } })
        : route.continue(),
    );
  if (call)
    await page.route(call, (route) => {
      const url = new URL(route.request().url());
      for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
      return route.continue({ url: url.href });
    });
  await page.goto(origin + localePath(locale, view.path));
  if (view.follow) {
    const link = page.locator(view.follow).first();
    await link.waitFor({ state: 'attached' });
    await page.goto(await link.evaluate((element) => (element as HTMLAnchorElement).href));
  }
  await settled(page);
  // It would pass everything else.
  if (!view.allows && (await page.getByRole('heading', { name: /^Page Not Found/ }).count()) > 0)
    messages.push(`${view.path} is not found`);
  if (view.prepare || view.opens) await awake(page);
  await view.prepare?.(page, WORDS[locale]);
  if (view.opens) {
    await view.opens(page, WORDS[locale]).click();
    await page.locator(DIALOG).last().waitFor();
    await settled(page);
  }
  return messages;
}

import { randomBytes, randomInt } from 'node:crypto';
import { AxeBuilder } from '@axe-core/playwright';
import axe from 'axe-core';
import { test as base, expect } from '@playwright/test';
import type { APIRequestContext, BrowserContext, Locator, Page, Request } from '@playwright/test';
import { solveSliderWork, type SliderWork } from '@yunduo/api-contract/proof-of-work';
import { languageHeader, localePath } from '@yunduo/i18n';
import type { Locale } from '@yunduo/i18n';
import { en as sharedEn } from '@yunduo/i18n/en';
import { developerTerms as enTerms } from '@yunduo/i18n/en/developer-terms';
import { zh as sharedZh } from '@yunduo/i18n/zh';
import { developerTerms as zhTerms } from '@yunduo/i18n/zh/developer-terms';
import { EMAIL_CODE } from '@yunduo/validation';
import type { Lacking } from './floor.ts';

export { expect };

export interface SiteOptions {
  lang: Locale;
  /** The browser lacks the features that the oldest supported browsers lack (`floor.ts`). */
  floor: boolean;
}

/** The words that both apps show. */
const WORDS = {
  zh: { ...sharedZh, developerTerms: zhTerms },
  en: { ...sharedEn, developerTerms: enTerms },
};

/** Password of the sample world's accounts, which are seeded outside production. */
const SEED_PASSWORD = 'Yunduo2026';
/** Password of accounts created by tests: a new password must not be the product's name. */
export const PASSWORD = 'Harbour-light7';
export const passwordOf = (email: string): string =>
  email.endsWith('@yunduo.test') ? SEED_PASSWORD : PASSWORD;
export const account = (role: 'user' | 'developer' | 'reviewer' | 'operator'): string =>
  `${role}@yunduo.test`;
export const newAddress = (): string => `e2e-${randomBytes(6).toString('hex')}@example.com`;

/** Empty data files, for a test that mocks the API's calls: pages then request everything. */
export const withoutPageData = (page: Page): Promise<unknown> =>
  page.route('**/page-data/**', (route) => route.fulfill({ json: { queries: {} } }));

/** Fills `{{name}}` as i18next does. */
export const filled = (text: string, values: Record<string, string | number>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));

/** Unexpected console output of a page. A test that provokes an error declares the expected line. */
export class Silence {
  readonly heard: string[] = [];
  // The files of a focused link's page: how long a visitor then stays on this one is a matter of time.
  readonly #allowed: RegExp[] = [/\/assets\/\S+\.css#? was preloaded using link preload but not used within/];

  allow(line: RegExp): void {
    this.#allowed.push(line);
  }

  listen(page: Page): void {
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') {
        this.heard.push(`${message.type()}: ${message.text()} (${message.location().url})`);
      }
    });
    page.on('pageerror', (error) => this.heard.push(`page error: ${error.stack ?? error.message}`));
  }

  unexpected(): string[] {
    return this.heard.filter((line) => !this.#allowed.some((allowed) => allowed.test(line)));
  }
}

/**
 * The id of the last picture that a page received: the test may ask the product for its solution, the page
 * may not.
 */
const challenges = new WeakMap<Page, Promise<string>>();

function rememberChallenges(page: Page): void {
  page.on('response', (response) => {
    if (!response.url().endsWith('/api/captcha/challenge') || response.status() !== 200) return;
    const id = response.json().then((body: { data: { challenge_id: string } }) => body.data.challenge_id);
    // The page's caller handles the failure; a test without one may end before the body arrives.
    id.catch(() => undefined);
    challenges.set(page, id);
  });
}

/** Requested by the browser itself: a tab's icon, an installable app's manifest. */
const ofTheBrowser = (request: Request): boolean =>
  request.resourceType() === 'manifest' ||
  (request.resourceType() === 'other' &&
    /^\/(favicon|apple-touch-icon)[^/]*$/.test(new URL(request.url()).pathname));

/**
 * Records the requests of pages from here on, as they finish, without prefetches and without requests that
 * only some browsers make: a full browser requests a tab's icon, a headless one does not.
 */
export function requestsOf(pages: Page | BrowserContext): Request[] {
  const finished: Request[] = [];
  (pages as Page).on('requestfinished', (request) => {
    const ahead = request.resourceType() === 'fetch' && /\.(js|css)(\?|$)/.test(request.url());
    if (!ahead && !request.url().startsWith('data:') && !ofTheBrowser(request)) finished.push(request);
  });
  return finished;
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  at: string;
}

export interface Fixtures {
  /** The shared words in the project's language; a suite adds those of its app. */
  words: (typeof WORDS)[Locale];
  /** `/store` → `/en/store` in English. */
  path(page: string): string;
  silence: Silence;
  /** A client address of this test, so that rate limits are not shared with other tests. */
  clientAddress: string;
  /** Fails on any axe violation. */
  axe(page: Page): Promise<void>;
  mails(address: string): Promise<Mail[]>;
  /** The code of the newest email to an address, after the first `after` emails. */
  readCode(address: string, after?: number): Promise<string>;
  solveSlider(page: Page, how?: 'pointer' | 'keyboard'): Promise<void>;
  /** Moves the pointer and waits until the page is hydrated. */
  hydrated(page: Page): Promise<void>;
  /** Signs in through the form. */
  signIn(page: Page, email: string, password?: string): Promise<void>;
  /**
   * Creates an account as registration does, without slider and mail; resolves to its address.
   */
  newAccount(): Promise<string>;
  /** A ticket of a scene, as the slider yields it. */
  captchaTicket(scene: 'send_email' | 'login' | 'feedback' | 'invite'): Promise<string>;
  /** A session from the API, stored where the site stores it, for tests that do not test sign-in. */
  withSession(context: BrowserContext, email: string, password?: string): Promise<void>;
}

async function poll<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  let found: T | undefined;
  await expect
    .poll(async () => (found = await ask()) !== undefined, { message: what, timeout: 30_000 })
    .toBe(true);
  return found as T;
}

/** An API call from outside the browser; resolves to its data and fails the test on a rejection. */
async function post<T>(request: APIRequestContext, url: string, data: object, lang?: Locale): Promise<T> {
  const headers = lang && { lang: languageHeader(lang) };
  const answer = await request.post(`/api${url}`, { data, headers });
  const body = (await answer.json()) as { code: string; msg: string; data: T };
  expect({ url, code: body.code, msg: body.msg }).toEqual({ url, code: 'OK', msg: body.msg });
  return body.data;
}

async function readMails(request: APIRequestContext, address: string): Promise<Mail[]> {
  const answer = await request.get(`/dev/mail.json?to=${encodeURIComponent(address)}`);
  const all = (await answer.json()) as Mail[];
  // The API of an earlier release returns all mails.
  return all.filter(({ to }) => to.includes(address));
}

/**
 * Moves like a hand: one step per frame, with acceleration, deceleration and tremor, and checks the piece's
 * position before releasing.
 */
async function drag(page: Page, slider: Locator, target: number): Promise<void> {
  const box = await slider.boundingBox();
  if (!box) throw new Error('The slider is not on the page.');
  const max = Number(await slider.getAttribute('max'));
  const start = { x: box.x + box.height / 2, y: box.y + box.height / 2 };
  let x = start.x;
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  const steps = 24;
  const distance = ((box.width - box.height) * target) / max;
  for (let step = 1; step <= steps; step += 1) {
    const progress = step / steps;
    x = start.x + distance * progress * progress * (3 - 2 * progress);
    await page.mouse.move(x, start.y + randomInt(-3, 4));
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  for (let look = 0; look < 20; look += 1) {
    const off = target - Number(await slider.inputValue());
    if (Math.abs(off) <= 1) break;
    x += Math.sign(off) * Math.max(0.5, (Math.abs(off) * (box.width - box.height)) / max / 2);
    await page.mouse.move(x, start.y + randomInt(-1, 2));
  }
  await page.mouse.up();
}

/**
 * The axe violations of a page, by rule. axe runs in the page itself: the builder opens a second page for
 * each analysis to merge the results of frames and takes three times as long. Only a page with frames uses
 * the builder.
 */
async function violations(page: Page): Promise<axe.Result[]> {
  // axe would copy preloaded style sheets into the page, which its CSP forbids.
  const options: axe.RunOptions = { preload: false, resultTypes: ['violations'] };
  if (page.frames().length > 1) return (await new AxeBuilder({ page }).options(options).analyze()).violations;
  await page.evaluate(axe.source);
  return page.evaluate(
    async (how) => (await (window as unknown as { axe: typeof axe }).axe.run(document, how)).violations,
    options,
  );
}

/**
 * The maximum delay in milliseconds of each call of a page, before and after the server handles it (README).
 */
const DELAY = Number(process.env.E2E_DELAY ?? 0);

/** Runs in the page: random response order reveals tests and product code that depend on one. */
function holdBack(most: number): void {
  const { fetch } = window;
  const wait = () => new Promise((resolve) => setTimeout(resolve, Math.random() * most));
  window.fetch = async (...call) => {
    await wait();
    const answer = await fetch(...call);
    await wait();
    return answer;
  };
  const { send } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.send = function later(body) {
    void wait().then(() => send.call(this, body));
  };
}

/** Removes the features that the oldest supported browsers lack; only such a test reads MDN's 20 MB. */
let lacking: Lacking | undefined;
async function removeFeatures(context: BrowserContext): Promise<void> {
  const { removable, takeAway } = await import('./floor.ts');
  await context.addInitScript(takeAway, (lacking ??= removable()));
}

export const test = base.extend<Fixtures & SiteOptions>({
  lang: ['zh', { option: true }],
  floor: [process.env.E2E_FLOOR === '1', { option: true }],
  words: async ({ lang }, use) => use(WORDS[lang]),
  path: async ({ lang }, use) => use((page) => localePath(lang, page)),
  baseURL: async ({}, use) => use(process.env.E2E_ORIGIN),
  clientAddress: async ({}, use) => use(`10.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(1, 255)}`),
  extraHTTPHeaders: async ({ clientAddress }, use) => use({ 'x-forwarded-for': clientAddress }),
  silence: async ({}, use) => use(new Silence()),
  context: async ({ context, silence, floor }, use) => {
    context.on('page', (page) => {
      silence.listen(page);
      rememberChallenges(page);
    });
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        console.error(`content security: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
      });
    });
    if (floor) await removeFeatures(context);
    if (DELAY > 0) await context.addInitScript(holdBack, DELAY);
    await use(context);
    expect(silence.unexpected()).toEqual([]);
  },
  page: async ({ page, javaScriptEnabled }, use) => {
    // Headless Chromium places its pointer on the first page that it draws, so that must be the empty one.
    // (Without scripts no pointer move is observed, and nothing needs to wait.)
    if (javaScriptEnabled) {
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      );
    }
    await use(page);
  },
  axe: async ({}, use) =>
    use(async (page) => {
      // The loading bar briefly covers the page, outside of its landmarks.
      await expect(
        page.locator('progress[data-state="loading"], progress[data-state="finished"]'),
      ).toHaveCount(0);
      // During a fade every colour is wrong; endless animations are not waited for.
      await page.evaluate(() =>
        Promise.all(
          document
            .getAnimations()
            .filter(
              ({ effect, playState, timeline }) =>
                playState === 'running' &&
                timeline === document.timeline &&
                // The content of a closed `details` is not drawn, and its animations never finish.
                (effect as KeyframeEffect | null)?.target?.checkVisibility() === true &&
                Number.isFinite(Number(effect?.getComputedTiming().endTime)),
            )
            .map((animation) => animation.finished.catch(() => undefined)),
        ),
      );
      const found = (await violations(page)).map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`,
      );
      expect(found).toEqual([]);
    }),
  mails: async ({ request }, use) => use((address) => readMails(request, address)),
  readCode: async ({ request }, use) =>
    use((address, after = 0) =>
      poll(`a mail with a code to ${address}`, async () => {
        const mails = await readMails(request, address);
        return mails.length > after ? /\b(\d{6})\b/.exec(mails[0]?.text ?? '')?.[1] : undefined;
      }),
    ),
  solveSlider: async ({ request }, use) =>
    use(async (page, how = 'pointer') => {
      const slider = page.getByRole('slider');
      await expect(slider).not.toHaveAttribute('aria-disabled');
      await expect.poll(() => challenges.has(page)).toBe(true);
      const challenge = await challenges.get(page);
      challenges.delete(page);
      const answer = await request.get(`/dev/captcha/${challenge}`);
      const { x } = (await answer.json()) as { x: number };
      const verified = page.waitForResponse('**/api/captcha/verify');
      if (how === 'keyboard') {
        await slider.focus();
        for (let position = 0; position < Math.round(x); position += 1)
          await page.keyboard.press('ArrowRight');
        await page.keyboard.press('Enter');
      } else {
        await drag(page, slider, x);
      }
      expect((await verified).status()).toBe(200);
    }),
  hydrated: async ({}, use) =>
    use(async (page) => {
      // One retry: the first press may go to the page that is being left.
      await expect(async () => {
        await page.keyboard.press('Shift');
        await expect(page.locator('html')).toHaveAttribute('data-hydrated', { timeout: 2000 });
      }).toPass({ timeout: 40_000 });
    }),
  signIn: async ({ path }, use) =>
    use(async (page, email, password = passwordOf(email)) => {
      if (!page.url().includes('/login')) await page.goto(path('/login'));
      // By field names: each suite has its own words of the page.
      const form = page.getByRole('main').locator('form');
      await form.locator('[name=email]').fill(email);
      await form.locator('[name=password]').fill(password);
      await form.getByRole('checkbox').check();
      await form.locator('[type=submit]').click();
    }),
  captchaTicket: async ({ request }, use) =>
    use(async (scene) => {
      const answered = async () => {
        const made = await post<{ challenge_id: string; work?: SliderWork }>(request, '/captcha/challenge', {
          scene,
        });
        const shown = performance.now();
        const answer = await request.get(`/dev/captcha/${made.challenge_id}`);
        // The tests share one clock: another test may have moved it past this picture's expiry.
        if (!answer.ok()) return undefined;
        const { x } = (await answer.json()) as { x: number };
        const { work } = made;
        const proof = work && solveSliderWork(work, work.parts_without_track);
        // The server rejects an answer that is faster than a person.
        await expect.poll(() => performance.now() - shown).toBeGreaterThan(300);
        const verified = await request.post('/api/captcha/verify', {
          data: {
            challenge_id: made.challenge_id,
            x,
            track: [
              [0, 0, 0],
              [x, 0, 900],
            ],
            duration_ms: 900,
            input: 'keyboard',
            proof,
          },
        });
        const body = (await verified.json()) as { code: string; data: { ticket: string } };
        if (body.code === 'CAPTCHA_EXPIRED') return undefined;
        expect(body.code).toBe('OK');
        return body.data.ticket;
      };
      return poll('a ticket of the slider', answered);
    }),
  newAccount: async ({ request, lang, captchaTicket, readCode }, use) =>
    use(async () => {
      const email = newAddress();
      // The default nickname is in the language of the account's page.
      const headers = { lang: languageHeader(lang) };
      const made = await request.post('/dev/account', { data: { email, password: PASSWORD }, headers });
      if (made.ok()) return email;
      // The API of an earlier release.
      expect(made.status()).toBe(404);
      const captcha_ticket = await captchaTicket('send_email');
      await post(request, '/user_auth/send_email', { email, scene: 'AUTH_REGISTER_EMAIL', captcha_ticket });
      const code = await readCode(email);
      await post(
        request,
        '/user_auth/register',
        { email, code, password: PASSWORD, password_confirm: PASSWORD, agree: true },
        lang,
      );
      await request.post('/dev/clock', { data: { advance: EMAIL_CODE.resendAfter + 1000 } });
      return email;
    }),
  withSession: async ({ request, baseURL }, use) =>
    use(async (context, email, password = passwordOf(email)) => {
      const { token } = await post<{ token: string }>(request, '/user_auth/login', {
        email,
        password,
        agree: true,
      });
      await context.addCookies([{ name: 'signed_in', value: '1', url: baseURL ?? '', sameSite: 'Lax' }]);
      await context.addInitScript(
        ([value, origin]) => {
          const once = 'e2e-session-set';
          // Stored once per browser: later changes of the token by the site must persist.
          if (location.origin !== origin || localStorage.getItem(once)) return;
          localStorage.setItem(once, '1');
          localStorage.setItem('token', value);
        },
        [token, baseURL ?? ''] as const,
      );
    }),
});

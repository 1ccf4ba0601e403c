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
import { removable, takeAway } from './floor.ts';

export { expect };

export interface SiteOptions {
  lang: Locale;
  /** The browser lacks what the oldest browsers lack (`floor.ts`). */
  floor: boolean;
}

/** The words that both apps show. */
const WORDS = {
  zh: { ...sharedZh, developerTerms: zhTerms },
  en: { ...sharedEn, developerTerms: enTerms },
};

/** Of the accounts of the sample world, which is seeded outside production. */
const SEED_PASSWORD = 'Yunduo2026';
/** Of accounts that a test makes: a new password must not be the product's name. */
export const PASSWORD = 'Harbour-light7';
export const passwordOf = (email: string): string =>
  email.endsWith('@yunduo.test') ? SEED_PASSWORD : PASSWORD;
export const account = (role: 'user' | 'developer' | 'reviewer' | 'operator'): string =>
  `${role}@yunduo.test`;
export const newAddress = (): string => `e2e-${randomBytes(6).toString('hex')}@example.com`;

/** Empty data files, for a test that answers the API's calls itself: pages then ask for everything. */
export const withoutPageData = (page: Page): Promise<unknown> =>
  page.route('**/page-data/**', (route) => route.fulfill({ json: { queries: {} } }));

/** Fills `{{name}}` as i18next does. */
export const filled = (text: string, values: Record<string, string | number>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));

/** What a page said that it should not have. A test that provokes an error names the line it expects. */
export class Silence {
  readonly heard: string[] = [];
  readonly #allowed: RegExp[] = [];

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

/** The picture that a page last received, by its id: the test may ask the product for its answer, the page may not. */
const challenges = new WeakMap<Page, Promise<string>>();

function rememberChallenges(page: Page): void {
  page.on('response', (response) => {
    if (!response.url().endsWith('/api/captcha/challenge') || response.status() !== 200) return;
    const id = response.json().then((body: { data: { challenge_id: string } }) => body.data.challenge_id);
    // Whoever asks for it sees the failure; a test that asked for none may end before the body came.
    id.catch(() => undefined);
    challenges.set(page, id);
  });
}

/** Asked for by the browser itself: the icon of a tab, the manifest of an app to install. */
const ofTheBrowser = (request: Request): boolean =>
  request.resourceType() === 'manifest' ||
  (request.resourceType() === 'other' &&
    /^\/(favicon|apple-touch-icon)[^/]*$/.test(new URL(request.url()).pathname));

/**
 * The requests that pages themselves make from here on, as they finish. Left out is what is fetched ahead for later, and
 * what a browser adds: a whole browser asks for the icon of its tab, one without a window does not.
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
  /** The shared words in the language of the project; a suite adds those of its app. */
  words: (typeof WORDS)[Locale];
  /** `/store` → `/en/store` in English. */
  path(page: string): string;
  silence: Silence;
  /** A client address of the test's own, so that limits of one test never reach another. */
  clientAddress: string;
  /** Fails on anything axe finds. */
  axe(page: Page): Promise<void>;
  mails(address: string): Promise<Mail[]>;
  /** The code of the newest mail to an address, after the first `after` mails. */
  readCode(address: string, after?: number): Promise<string>;
  solveSlider(page: Page, how?: 'pointer' | 'keyboard'): Promise<void>;
  /** Wakes the page as a visitor does and waits until the application runs. */
  hydrated(page: Page): Promise<void>;
  /** Signs in through the form. */
  signIn(page: Page, email: string, password?: string): Promise<void>;
  /**
   * A new account, made through the API; resolves to its address. `rested`: the minute is over after which it may be
   * sent another code.
   */
  newAccount(how?: 'rested'): Promise<string>;
  /** A ticket of a scene, as the slider gives it. */
  captchaTicket(scene: 'send_email' | 'login' | 'feedback'): Promise<string>;
  /** A session from the API, put where the site keeps it, for tests about something else. */
  withSession(context: BrowserContext, email: string, password?: string): Promise<void>;
}

async function poll<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  let found: T | undefined;
  await expect
    .poll(async () => (found = await ask()) !== undefined, { message: what, timeout: 30_000 })
    .toBe(true);
  return found as T;
}

/** A call of the API from outside the browser; resolves to its data, fails the test on a refusal. */
async function post<T>(request: APIRequestContext, url: string, data: object, lang?: Locale): Promise<T> {
  const headers = lang && { lang: languageHeader(lang) };
  const answer = await request.post(`/api${url}`, { data, headers });
  const body = (await answer.json()) as { code: string; msg: string; data: T };
  expect({ url, code: body.code, msg: body.msg }).toEqual({ url, code: 'OK', msg: body.msg });
  return body.data;
}

async function readMails(request: APIRequestContext, address: string): Promise<Mail[]> {
  const answer = await request.get('/dev/mail.json');
  const all = (await answer.json()) as Mail[];
  return all.filter(({ to }) => to.includes(address));
}

/** Moves like a hand: once a frame it goes on, speeds up, slows down, trembles, and it looks where the piece is before it lets go. */
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
 * What axe finds on a page, by rule. It runs where the page is: the builder opens a second page for each analysis, to
 * put the parts of all frames together, and takes three times as long. A page with frames goes that way.
 */
async function violations(page: Page): Promise<axe.Result[]> {
  // Preloaded style sheets would be copied into the page, which its policy refuses.
  const options: axe.RunOptions = { preload: false, resultTypes: ['violations'] };
  if (page.frames().length > 1) return (await new AxeBuilder({ page }).options(options).analyze()).violations;
  await page.evaluate(axe.source);
  return page.evaluate(
    async (how) => (await (window as unknown as { axe: typeof axe }).axe.run(document, how)).violations,
    options,
  );
}

/** Up to how many milliseconds each call of a page is held back, before and after the server has it (README). */
const DELAY = Number(process.env.E2E_DELAY ?? 0);

/** Runs in the page: what comes in an order of its own finds the tests, and the product, that count on one. */
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

/** What the oldest browsers lack. */
const LACKING = removable();

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
    if (floor) await context.addInitScript(takeAway, LACKING);
    if (DELAY > 0) await context.addInitScript(holdBack, DELAY);
    await use(context);
    expect(silence.unexpected()).toEqual([]);
  },
  page: async ({ page, javaScriptEnabled }, use) => {
    // A browser without a window puts its pointer on the first page that it draws: let that be the empty one.
    // (Without scripts there is nobody to take it for a visitor's, and nobody to wait with.)
    if (javaScriptEnabled) {
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      );
    }
    await use(page);
  },
  axe: async ({}, use) =>
    use(async (page) => {
      // The loading bar lies over the page for a moment, outside of its landmarks.
      await expect(
        page.locator('progress[data-state="loading"], progress[data-state="finished"]'),
      ).toHaveCount(0);
      // In the middle of a fade every colour is wrong; what moves for ever is not waited for.
      await page.evaluate(() =>
        Promise.all(
          document
            .getAnimations()
            .filter(
              ({ effect, playState, timeline }) =>
                playState === 'running' &&
                timeline === document.timeline &&
                // What a closed `details` holds is not drawn, and its animations wait for ever.
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
      // Once may go to the page that is being left.
      await expect(async () => {
        await page.keyboard.press('Shift');
        await expect(page.locator('html')).toHaveAttribute('data-hydrated', { timeout: 2000 });
      }).toPass({ timeout: 40_000 });
    }),
  signIn: async ({ path }, use) =>
    use(async (page, email, password = passwordOf(email)) => {
      if (!page.url().includes('/login')) await page.goto(path('/login'));
      // By the form's own names: the words of the page are of one suite.
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
        // The tests share one clock: another one may have put it forward, past the end of this picture.
        if (!answer.ok()) return undefined;
        const { x } = (await answer.json()) as { x: number };
        const { work } = made;
        const proof = work && solveSliderWork(work, work.parts_without_track);
        // The server refuses what is answered faster than anybody sees it.
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
    use(async (how) => {
      const email = newAddress();
      const captcha_ticket = await captchaTicket('send_email');
      await post(request, '/user_auth/send_email', { email, scene: 'AUTH_REGISTER_EMAIL', captcha_ticket });
      const code = await readCode(email);
      // Its first name is in the language of its page.
      await post(
        request,
        '/user_auth/register',
        { email, code, password: PASSWORD, password_confirm: PASSWORD, agree: true },
        lang,
      );
      if (how === 'rested')
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
          // Once for the whole browser: what the site does to the token afterwards must stay.
          if (location.origin !== origin || localStorage.getItem(once)) return;
          localStorage.setItem(once, '1');
          localStorage.setItem('token', value);
        },
        [token, baseURL ?? ''] as const,
      );
    }),
});

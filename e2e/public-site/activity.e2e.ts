import type { APIRequestContext, Page } from '@playwright/test';
import { momentOf, type Locale } from '@yunduo/i18n';
import { account, expect, filled, test } from './fixtures.ts';
import { expectStill, watchShifts } from '@yunduo/e2e/shifts';
import { Member } from './members.ts';

const SERVER = Date.parse('2026-11-21T08:00:00.000Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const at = (ms: number): string => new Date(SERVER + ms).toISOString();

interface Answer {
  data: { activity: Record<string, unknown>; server_time: string };
}

/** An activity in the operators' view. */
interface Planned {
  id: number;
  title: Record<Locale, string>;
  state: string;
  starts_at: string;
}

/** The server's own response at another moment of its clock. */
async function tell(page: Page, changes: Record<string, unknown>): Promise<void> {
  await page.route('**/api/activity/detail?*', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as Answer;
    Object.assign(body.data.activity, changes);
    body.data.server_time = at(0);
    // The server allows caching for seconds, which this test stretches to minutes.
    const headers = { ...answer.headers(), 'cache-control': 'no-store' };
    await route.fulfill({ response: answer, json: body, headers });
  });
}

/** The page requests the current activity: it gets the server's own response for another seeded one. */
async function show(page: Page, request: APIRequestContext, state: string): Promise<Planned> {
  const operator = await Member.signedIn(request, account('operator'));
  const { list } = await operator.get<{ list: Planned[] }>('/admin_activity/list');
  const planned = list.find((one) => one.state === state);
  if (!planned) throw new Error(`No activity is ${state}.`);
  await page.route('**/api/activity/detail?*', (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set('id', String(planned.id));
    return route.continue({ url: url.href });
  });
  return planned;
}

test('[R2.04] [R4.06] the countdown of an activity in progress follows the server’s clock', async ({
  page,
  path,
  words,
  hydrated,
  axe,
}) => {
  const { activity: t } = words;
  // A visitor whose clock is off by years.
  await page.clock.setFixedTime(new Date('2031-06-01T00:00:00.000Z'));
  await tell(page, { ends_at: at(2 * DAY + 3 * HOUR + 4 * MINUTE) });
  await page.goto(path('/activity'));
  await expect(page.getByText(t.state.in_progress, { exact: true })).toBeVisible();
  await expect(page.getByRole('timer')).toBeVisible();
  await hydrated(page);
  await expect(
    page.getByRole('timer', {
      name: filled(t.left, {
        days: `2 ${t.days_other}`,
        hours: `3 ${t.hours_other}`,
        minutes: `4 ${t.minutes_other}`,
      }),
    }),
  ).toBeVisible();
  await axe(page);
});

test('[R4.06] an activity not started and one ended each have their message', async ({
  page,
  path,
  words,
  lang,
  request,
  hydrated,
  axe,
}) => {
  const { activity: t } = words;
  const coming = await show(page, request, 'not_started');
  await page.goto(path('/activity'));
  await hydrated(page);
  await expect(page.getByRole('heading', { level: 1, name: coming.title[lang] })).toBeVisible();
  await expect(page.getByText(t.state.not_started, { exact: true })).toBeVisible();
  const moment = momentOf(coming.starts_at, lang);
  await expect(page.getByText(filled(t.message.not_started, { moment }), { exact: true })).toBeVisible();
  await expect(page.getByRole('timer')).toHaveCount(0);
  await axe(page);

  await page.unroute('**/api/activity/detail?*');
  const past = await show(page, request, 'ended');
  await page.reload();
  await hydrated(page);
  await expect(page.getByRole('heading', { level: 1, name: past.title[lang] })).toBeVisible();
  await expect(page.getByText(t.state.ended, { exact: true })).toBeVisible();
  await expect(page.getByText(t.message.ended)).toBeVisible();
  await expect(page.getByRole('timer')).toHaveCount(0);
  await expect(page.getByRole('link', { name: t.sign_in })).toHaveCount(0);
  await axe(page);
});

test('[R4.06] at its end the page asks the server and shows that it is over', async ({
  page,
  path,
  words,
  hydrated,
}) => {
  const { activity: t } = words;
  await page.clock.install({ time: new Date('2031-06-01T00:00:00.000Z') });
  await tell(page, { ends_at: at(MINUTE) });
  await page.goto(path('/activity'));
  await hydrated(page);
  await expect(
    page.getByRole('timer', {
      name: filled(t.left, {
        days: `0 ${t.days_other}`,
        hours: `0 ${t.hours_other}`,
        minutes: `1 ${t.minutes_one}`,
      }),
    }),
  ).toBeVisible();
  await page.unroute('**/api/activity/detail?*');
  await tell(page, { state: 'ended', ends_at: at(0) });
  // Not further: the same clock also drives the calls' timeouts.
  await page.clock.runFor(MINUTE + 2000);
  await expect(page.getByText(t.message.ended)).toBeVisible();
});

test('a visitor signs in, returns and joins; a reload still shows it', async ({
  page,
  path,
  words,
  hydrated,
  newAccount,
  signIn,
  axe,
}) => {
  const { activity: t } = words;
  const email = await newAccount();
  await page.goto(path('/activity'));
  await page.getByRole('link', { name: t.sign_in, exact: true }).click();
  await expect(page).toHaveURL(/\/login\?from=/);
  await signIn(page, email);
  await expect(page).toHaveURL(path('/activity'));
  await page.getByRole('button', { name: t.join, exact: true }).click();
  await expect(page.getByText(t.joined, { exact: true })).toBeVisible();
  await axe(page);
  await page.reload();
  await hydrated(page);
  await expect(page.getByText(t.joined, { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: t.join, exact: true })).toHaveCount(0);
});

test('[R4.06] without scripts the page shows state, remaining time and how to take part', async ({
  browser,
  request,
  baseURL,
  path,
  words,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  await page.goto(path('/activity'));
  await expect(page.getByText(words.activity.state.in_progress, { exact: true })).toBeVisible();
  // The page as sent shows a server time of at most a minute ago, and other tests move that clock by minutes.
  const label = await page.getByRole('timer').getAttribute('aria-label');
  const [days = 0, hours = 0, minutes = 0] = (label ?? '').match(/\d+/g)?.map(Number) ?? [];
  const { data } = (await (await request.get('/api/activity/current')).json()) as {
    data: { activity: { ends_at: string }; server_time: string };
  };
  const left = Date.parse(data.activity.ends_at) - Date.parse(data.server_time);
  expect(Math.abs(days * DAY + hours * HOUR + minutes * MINUTE - left)).toBeLessThan(HOUR);
  await expect(page.getByRole('link', { name: words.activity.sign_in, exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: words.activity.terms })).toBeVisible();
  await context.close();
});

test(
  'the strip links to the activity from other pages and is dismissed permanently',
  { tag: '@everywhere' },
  async ({ page, path, words, axe }) => {
    const { label, dismiss } = words.frame.ad;
    const strip = page.getByRole('complementary', { name: label });
    await page.goto(path('/store'));
    await expect(strip).toBeVisible();
    await axe(page);
    const title = await strip.getByRole('link').locator('b').innerText();
    await strip.getByRole('link').click();
    await expect(page).toHaveURL(path('/activity'));
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(strip).toHaveCount(0);

    await page.goto(path('/'));
    await expect(page.locator('html')).not.toHaveAttribute('data-hydrated');
    await strip.getByRole('button', { name: filled(dismiss, { title }) }).click();
    await expect(strip).toBeHidden();
    // Before any script of the application runs.
    await page.goto(path('/auth'));
    await expect(page.locator('html')).not.toHaveAttribute('data-hydrated');
    await expect(strip).toBeHidden();
    await expect(page.locator('aside[data-ad]')).toBeAttached();
    await page.goto(path('/login'));
    await expect(page.locator('aside[data-ad]')).toHaveCount(0);
  },
);

test('a dismissed strip causes no layout shift; its contrast holds in the dark theme', async ({
  page,
  path,
  words,
  axe,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await watchShifts(page);
  const strip = page.getByRole('complementary', { name: words.frame.ad.label });
  await page.goto(path('/store'));
  await expect(strip).toBeVisible();
  await axe(page);
  await expectStill(page, 'with the strip');
  await strip.getByRole('button').click();
  await expect(strip).toBeHidden();
  await page.reload();
  await expect(strip).toBeHidden();
  await expectStill(page, 'without it');
});

test('without scripts the strip is a link', async ({ browser, baseURL, path, words }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  await page.goto(path('/store'));
  const strip = page.getByRole('complementary', { name: words.frame.ad.label });
  await expect(strip.getByRole('button')).toHaveCount(0);
  await strip.getByRole('link').click();
  await expect(page).toHaveURL(path('/activity'));
  await context.close();
});

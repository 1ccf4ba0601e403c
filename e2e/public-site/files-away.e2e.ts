import type { Page } from '@playwright/test';
import { network as en } from '@yunduo/i18n/en/network';
import { network as zh } from '@yunduo/i18n/zh/network';
import { expect, test, type Fixtures } from './fixtures.ts';

// A file of the application fails to load: without a network, or because a deployment removed it.

test.beforeEach(({ silence }) => {
  silence.allow(/Failed to load resource|Failed to fetch dynamically imported/);
});

const failedPage = (page: Page) => page.getByRole('heading', { name: 'Internal Server Error' });

async function openRegistration(page: Page, { path, hydrated }: Pick<Fixtures, 'path' | 'hydrated'>) {
  await page.goto(path('/login?section=register'));
  await hydrated(page);
  await page.evaluate(() => Object.assign(window, { stayed: true }));
}
const stayed = (page: Page) => page.evaluate(() => 'stayed' in window);

test('[R8.07] a form whose rules fail to load reports it on submit, keeps the input and retries', async ({
  page,
  context,
  path,
  words,
  hydrated,
}) => {
  await openRegistration(page, { path, hydrated });
  await context.setOffline(true);
  const email = page.getByLabel(words.forms.email, { exact: true });
  await email.click();
  await page.keyboard.type('new@example.com');
  const send = page.getByRole('button', { name: words.forms.send_code });
  await send.click();
  await expect(page.getByText(words.messages.server_busy)).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await context.setOffline(false);
  await send.click();
  await expect(page.getByRole('slider')).toBeVisible();
  await expect(failedPage(page)).toBeHidden();
  await expect(email).toHaveValue('new@example.com');
  expect(await stayed(page)).toBe(true);
});

test('[R8.07] a dialog that fails to load reports it and opens with its styles on retry', async ({
  page,
  context,
  path,
  words,
  hydrated,
}) => {
  await openRegistration(page, { path, hydrated });
  const rules = page.waitForEvent('requestfinished', (request) => /assets\/rules-/.test(request.url()));
  const email = page.getByLabel(words.forms.email, { exact: true });
  await email.fill('new@example.com');
  await rules;
  await context.setOffline(true);
  const send = page.getByRole('button', { name: words.forms.send_code });
  await send.click();
  await expect(page.getByText(words.messages.server_busy)).toBeVisible();
  await expect(email).toHaveValue('new@example.com');
  await context.setOffline(false);
  await send.click();
  await expect(page.getByRole('slider')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCSS('position', 'relative');
  expect(await stayed(page)).toBe(true);
});

test('[R9.04] input survives a form chunk removed by a deployment', async ({
  page,
  path,
  words,
  hydrated,
}) => {
  let rejected = 0;
  await page.route(/\/assets\/rules-/, async (route) => {
    rejected += 1;
    if (rejected > 1) return route.continue();
    return route.abort();
  });
  await openRegistration(page, { path, hydrated });
  const email = page.getByLabel(words.forms.email, { exact: true });
  await email.click();
  await page.keyboard.type('nobody');
  await expect.poll(() => rejected).toBe(1);
  await page.getByRole('button', { name: words.login.register.submit, exact: true }).click();
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await expect(email).toHaveValue('nobody');
  expect(await stayed(page)).toBe(true);
});

const linkToPrivate = (page: Page, path: Fixtures['path']) =>
  page
    .locator(`a[href="${path('/private')}"]`)
    .filter({ visible: true })
    .first();

test('[R4.12] [R4.14] an offline navigation keeps the page with an error-coloured loading bar and works once online', async ({
  page,
  context,
  path,
  words,
  lang,
  hydrated,
}) => {
  await page.goto(path('/'));
  await hydrated(page);
  await context.setOffline(true);
  // It rotates for half a second.
  const turned = page.waitForFunction(() => {
    const bar = document.querySelector('progress[data-state="error"]');
    return bar && getComputedStyle(bar).color;
  });
  await linkToPrivate(page, path).click();
  const colour = await (await turned).jsonValue();
  const [danger, primary] = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    const colours = ['--danger', '--primary'].map((name) => {
      probe.style.color = `var(${name})`;
      return getComputedStyle(probe).color;
    });
    probe.remove();
    return colours;
  });
  expect(colour).toBe(danger);
  expect(colour).not.toBe(primary);
  const notice = page.getByRole('alert').filter({ hasText: { zh, en }[lang].lost });
  await expect(notice).toBeVisible();
  await expect(page).toHaveURL(path('/'));
  await context.setOffline(false);
  await expect(notice).toBeHidden();
  await linkToPrivate(page, path).click();
  await expect(page).toHaveURL(path('/private'));
  await expect(page.getByRole('heading', { level: 1, name: words.privateDeployment.heading })).toBeVisible();
});

test('a navigation whose data request fails while online keeps the page', async ({
  page,
  path,
  lang,
  hydrated,
}) => {
  await page.goto(path('/store'));
  await hydrated(page);
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  const away = /\/(api|page-data)\//;
  await page.route(away, (route) => route.abort());
  const link = page.getByRole('heading', { level: 3 }).getByRole('link').first();
  await link.click();
  await expect(page.getByRole('alert').filter({ hasText: { zh, en }[lang].lost })).toBeVisible();
  await expect(page).toHaveURL(path('/store'));
  await page.unroute(away);
  await link.click();
  await expect(page).toHaveURL(/\/store\/\d+$/);
  expect(await stayed(page)).toBe(true);
});

test('[R9.04] a link whose chunks a deployment removed loads its document; a second failure within ten seconds shows an error', async ({
  page,
  path,
  words,
  hydrated,
}) => {
  await page.goto(path('/'));
  await hydrated(page);
  await page.route(/\/assets\/route-/, (route) => route.abort());
  await linkToPrivate(page, path).click();
  await expect(page).toHaveURL(path('/private'));
  await expect(page.getByRole('heading', { level: 1, name: words.privateDeployment.heading })).toBeVisible();
  await page.unroute(/\/assets\/route-/);
  await page.goto(path('/'));
  await hydrated(page);
  await page.evaluate(() => {
    sessionStorage.setItem('reload-guard', String(Date.now()));
    Object.assign(window, { stayed: true });
  });
  await page.route(/\/assets\/route-/, (route) => route.abort());
  await linkToPrivate(page, path).click();
  await expect(page.getByText(words.messages.server_busy)).toBeVisible();
  await expect(page).toHaveURL(path('/'));
  await page.unroute(/\/assets\/route-/);
  await linkToPrivate(page, path).click();
  await expect(page).toHaveURL(path('/private'));
  expect(await stayed(page)).toBe(true);
});

test('[R8.07] a ticket list that fails to load shows a retry in its place', async ({
  page,
  context,
  path,
  words,
  hydrated,
  newAccount,
  withSession,
}) => {
  await withSession(context, await newAccount());
  await page.goto(path('/feedback'));
  await hydrated(page);
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  await page.route(/\/assets\/mine-/, (route) => route.abort());
  await page.getByRole('link', { name: words.feedback.mine, exact: true }).click();
  await expect(page.getByRole('heading', { name: words.shell.part_failed })).toBeVisible();
  await expect(failedPage(page)).toBeHidden();
  await page.unroute(/\/assets\/mine-/);
  await page.getByRole('button', { name: words.shell.error_again }).click();
  await expect(page.getByRole('heading', { name: words.shell.part_failed })).toBeHidden();
  expect(await stayed(page)).toBe(true);
});

test('[R8.07] an account panel that fails to load shows a retry in its place', async ({
  page,
  context,
  path,
  words,
  hydrated,
  newAccount,
  withSession,
}) => {
  await withSession(context, await newAccount());
  await page.goto(path('/user'));
  await hydrated(page);
  await expect(page.getByRole('heading', { level: 1, name: words.account.panel.person_info })).toBeVisible();
  await context.setOffline(true);
  await page
    .getByRole('navigation', { name: words.account.nav })
    .getByRole('link', { name: words.account.panel.order_info })
    .click();
  await expect(page.getByRole('heading', { name: words.account.failed.panel })).toBeVisible();
  await expect(failedPage(page)).toBeHidden();
  await context.setOffline(false);
  await page.getByRole('button', { name: words.frame.retry }).click();
  await expect(page.getByRole('heading', { level: 1, name: words.orders.heading })).toBeVisible();
});

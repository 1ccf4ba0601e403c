import type { Page } from '@playwright/test';
import { RATES } from '@yunduo/validation';
import { expect, filled, test } from './fixtures.ts';
import { Member } from './members.ts';

// Section 8 of the specification, in the language of each project. The responses are the API's own wherever
// it can be made to give them.

/** The API's message for a call of the page, and how the page shows it. */
async function reported(page: Page, call: string, press: () => Promise<void>) {
  const answered = page.waitForResponse(`**/api/${call}`);
  await press();
  const answer = await answered;
  return { status: answer.status(), msg: ((await answer.json()) as { msg: string }).msg };
}

/** This browser's session has ended on the server: its token is invalid. */
const endOnServer = (page: Page): Promise<void> =>
  page.evaluate(() => localStorage.setItem('token', `${localStorage.getItem('token') ?? ''}x`));

test('[R8.01] a 400 shows the API’s message', async ({
  page,
  context,
  request,
  path,
  words,
  newAccount,
  withSession,
  silence,
}) => {
  silence.allow(/status of 400/);
  const { orders: t } = words;
  const email = await newAccount();
  const member = await Member.signedIn(request, email);
  const order = await member.order();
  await withSession(context, email);
  await page.goto(path(`/user?panel=order-info&order=${order}`));
  const begin = page.getByRole('button', { name: t.cancel.button, exact: true });
  await begin.click();
  // Meanwhile it is paid in another tab.
  await member.pay(order);
  const { status, msg } = await reported(page, 'order/cancel', () =>
    page.getByRole('dialog').getByRole('button', { name: t.cancel.button, exact: true }).click(),
  );
  expect(status).toBe(400);
  await expect(page.getByRole('alert').getByText(msg, { exact: true })).toBeVisible();
  // The page now shows the new status too.
  await expect(page.getByText(t.detail.paid_licence)).toBeVisible();
  await expect(begin).toBeHidden();
});

test('[R8.01] a 404 shows the API’s message', async ({
  page,
  context,
  request,
  path,
  words,
  newAccount,
  withSession,
  silence,
}) => {
  silence.allow(/status of 404/);
  const email = await newAccount();
  const other = await Member.signedIn(request, email, 'Firefox/140.0');
  await withSession(context, email);
  await page.goto(path('/user?panel=account-info'));
  const table = page.getByRole('table', { name: words.account.account.sessions });
  const elsewhere = table.getByRole('row').filter({ hasText: 'Firefox' });
  await expect(elsewhere).toHaveCount(1);
  // The other device signs out.
  await other.post('/user_auth/logout', {});
  const { status, msg } = await reported(page, 'user_info/sessions/revoke', () =>
    elsewhere.getByRole('button').click(),
  );
  expect(status).toBe(404);
  await expect(page.getByRole('alert').getByText(msg, { exact: true })).toBeVisible();
});

test('[R8.02] a 403 shows that access was refused', async ({
  page,
  context,
  path,
  words,
  newAccount,
  withSession,
  silence,
}) => {
  silence.allow(/status of 403/);
  const { person } = words.account;
  await withSession(context, await newAccount());
  await page.goto(path('/user'));
  await page.getByLabel(person.nickname, { exact: true }).fill('掌舵人Lin7');
  await page.getByRole('radio', { name: person.genders.secret, exact: true }).check();
  await page.getByLabel(person.birthday, { exact: true }).fill('1990-02-28');
  // A member can trigger no 403 here: the response is that of an operators' call.
  await page.route('**/api/user_info/save_user', (route) =>
    route.continue({
      url: route.request().url().replace('user_info/save_user', 'admin_activity/withdraw'),
    }),
  );
  await page.getByRole('button', { name: person.save, exact: true }).click();
  await expect(page.getByRole('alert').getByText(words.messages.access_refused)).toBeVisible();
  await expect(page.getByLabel(person.nickname, { exact: true })).toHaveValue('掌舵人Lin7');
});

test('[R8.01] a 500 shows the API’s message', async ({
  page,
  context,
  path,
  words,
  newAccount,
  withSession,
  silence,
}) => {
  silence.allow(/status of 500/);
  const t = words.accountSettings.export;
  await withSession(context, await newAccount());
  await page.goto(path('/user?panel=account-center'));
  // Nothing here makes the API fail: the response is that of a call with a query that the database rejects,
  // which only a test tool lets through. A number after its text distinguishes it from the next test's.
  await page.route('**/api/user_info/export', async (route) => {
    const url = new URL('/dev/captcha/%00', route.request().url()).href;
    const response = await route.fetch({ url });
    const body = (await response.json()) as { msg: string };
    await route.fulfill({ response, json: { ...body, msg: `${body.msg} (17)` } });
  });
  const { status, msg } = await reported(page, 'user_info/export', () =>
    page.getByRole('button', { name: t.take }).click(),
  );
  expect({ status, msg }).toEqual({ status: 500, msg: `${words.errors.INTERNAL} (17)` });
  await expect(page.getByRole('alert').getByText(msg, { exact: true })).toBeVisible();
});

test('[R8.04] other statuses and network failures show that the server is busy', async ({
  page,
  context,
  path,
  words,
  newAccount,
  withSession,
  silence,
}) => {
  silence.allow(/status of 429|ERR_INTERNET_DISCONNECTED/);
  const t = words.accountSettings.export;
  await withSession(context, await newAccount());
  await page.goto(path('/user?panel=account-center'));
  const take = page.getByRole('button', { name: t.take });
  const busy = page.getByRole('alert').getByText(words.messages.server_busy, { exact: true });
  await expect(take).toBeVisible();
  await context.setOffline(true);
  await take.click();
  await expect(busy).toBeVisible();
  await context.setOffline(false);

  // No person is fast enough for such a limit: the response is that of a call repeated too often.
  await page.route('**/api/user_info/export', async (route) => {
    const url = route.request().url().replace('user_info/export', 'user_device/begin');
    const postData = { device_name: 'Laptop', system: 'Windows 11' };
    const call = () => route.fetch({ url, method: 'POST', postData });
    let response = await call();
    // One after the other: many calls at once make the server busy for other tests.
    for (let more = RATES.deviceBegins[0].count; more > 0; more -= 1) response = await call();
    await route.fulfill({ response });
  });
  await expect(busy).toBeHidden();
  const answered = page.waitForResponse('**/api/user_info/export');
  await take.click();
  expect((await answered).status()).toBe(429);
  await expect(busy).toBeVisible();
});

test('a session that expires in a dialog leads to sign-in and restores the input', async ({
  page,
  context,
  request,
  path,
  words,
  newAccount,
  withSession,
  signIn,
  silence,
}) => {
  silence.allow(/status of 401|ERR_FAILED/);
  const { refunds: t, ...orders } = words.orders;
  const email = await newAccount();
  const { orderNo } = await (await Member.signedIn(request, email)).buy();
  await withSession(context, email);
  const here = path(`/user?panel=order-info&order=${orderNo}`);
  await page.goto(here);
  const dialog = page.getByRole('dialog', { name: t.title });
  const reason = dialog.getByLabel(t.reason);
  const open = () => page.getByRole('button', { name: orders.refund, exact: true }).click();
  const send = () => dialog.getByRole('button', { name: t.submit, exact: true }).click();
  await open();
  await reason.fill('The server is gone.');

  // A failed send, and a reload.
  await page.route('**/api/order/refund_request', (route) => route.abort());
  await send();
  await expect(page.getByRole('alert').getByText(words.messages.server_busy)).toBeVisible();
  await expect(reason).toHaveValue('The server is gone.');
  await page.unroute('**/api/order/refund_request');
  await page.reload();
  await open();
  await expect(reason).toHaveValue('The server is gone.');

  await endOnServer(page);
  await send();
  await expect(page.getByRole('alert').getByText(words.messages.login_first)).toBeVisible();
  await expect(page).toHaveURL(/\/login\?.*from=/);
  await signIn(page, email);
  await expect(page).toHaveURL(here);
  await open();
  await expect(reason).toHaveValue('The server is gone.');
  await send();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(t.open)).toBeVisible();
});

test('feedback with an expired session is restored after sign-in with its picture and sent', async ({
  page,
  context,
  path,
  words,
  newAccount,
  withSession,
  signIn,
  solveSlider,
  hydrated,
  silence,
}) => {
  silence.allow(/status of 401/);
  const { feedback: t } = words;
  const email = await newAccount();
  await withSession(context, email);
  await page.goto(path('/feedback'));
  await hydrated(page);
  await page.getByRole('radio', { name: t.types.defect, exact: true }).check();
  await page.getByLabel(t.subject, { exact: true }).fill('The cursor jumps');
  await page.getByLabel(t.text, { exact: true }).fill('Open a large file.');
  const buffer = await page.screenshot({ clip: { x: 0, y: 0, width: 160, height: 100 } });
  await page.locator('#feedback-files').setInputFiles({ name: 'jump.png', mimeType: 'image/png', buffer });
  const attached = page.getByRole('list', { name: t.files }).getByRole('img', { name: 'jump.png' });
  await expect(attached).toBeVisible();
  await page.getByRole('button', { name: t.submit, exact: true }).click();
  await endOnServer(page);
  await solveSlider(page);
  await expect(page).toHaveURL(/\/login\?.*from=/);
  await signIn(page, email);
  await expect(page).toHaveURL(path('/feedback'));
  await expect(page.getByText(t.restored.files)).toBeVisible();
  await expect(page.getByLabel(t.subject, { exact: true })).toHaveValue('The cursor jumps');
  // The local file is gone from this page: the server provides the displayed one.
  await expect
    .poll(() => attached.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await page.getByRole('button', { name: t.submit, exact: true }).click();
  await solveSlider(page);
  await page.getByRole('link', { name: t.sent.see }).click();
  await expect(page.getByRole('link', { name: filled(t.ticket.open, { name: 'jump.png' }) })).toBeVisible();
});

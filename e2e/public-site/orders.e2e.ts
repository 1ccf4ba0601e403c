import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { formatMoney, momentOf } from '@yunduo/i18n';
import { account, expect, filled, test } from './fixtures.ts';
import { Member } from './members.ts';

/** Specification §3; their names are data. */
const PLANS = [
  { plan: 'm1', zh: '1 个月', en: '1 month' },
  { plan: 'm3', zh: '3 个月', en: '3 months' },
  { plan: 'm6', zh: '6 个月', en: '6 months' },
  { plan: 'm12', zh: '12 个月', en: '12 months' },
  { plan: 'permanent', zh: '永久', en: 'Permanent' },
];

const ORDER_NO = /YD\d{8}-[0-9A-Z]{5}-[0-9A-Z]{5}/;

test('[R2.07] [R3.12] a plan chosen at /auth survives signing in', async ({
  page,
  path,
  lang,
  words,
  request,
  newAccount,
  signIn,
}) => {
  const email = await newAccount();
  const reported = (await (await request.get('/api/auth_code/plans')).json()) as {
    data: { list: { plan: string; price: number; currency: string }[] };
  };
  /** The server's price of this many codes of a plan. */
  const costs = (plan: string, quantity = 1) => {
    const { price = 0, currency = '' } = reported.data.list.find((offer) => offer.plan === plan) ?? {};
    expect(price).toBeGreaterThan(0);
    return formatMoney(price * quantity, currency, lang);
  };
  await page.goto(path('/auth'));
  await expect(page.getByRole('heading', { level: 1, name: words.purchase.heading })).toBeVisible();
  const offers = page.getByRole('radio');
  await expect(offers).toHaveCount(PLANS.length);
  const main = page.getByRole('main');
  for (const [place, { plan, ...names }] of PLANS.entries()) {
    await expect(offers.nth(place)).toHaveAccessibleName(new RegExp(`^${names[lang]}\\s`));
    await expect(offers.nth(place)).toHaveValue(plan);
    const offer = main.locator('label').filter({ has: page.locator(`input[value="${plan}"]`) });
    await expect(offer.getByText(costs(plan), { exact: true })).toBeVisible();
  }
  // The page is not hydrated yet: choosing and buying start it.
  await page.locator('input[name="plan"][value="m3"]').check();
  await page.getByLabel(words.purchase.quantity).fill('2');
  await expect(main.getByText(costs('m3', 2), { exact: true })).toBeVisible();
  await page.getByRole('button', { name: words.purchase.buy, exact: true }).click();
  await expect(page).toHaveURL(/\/login\?from=/);
  await signIn(page, email);
  await expect(page).toHaveURL(path('/auth?plan=m3&quantity=2'));
  await expect(page.locator('input[name="plan"][value="m3"]')).toBeChecked();
  await expect(page.getByLabel(words.purchase.quantity)).toHaveValue('2');
  await expect(main.getByText(costs('m3', 2), { exact: true })).toBeVisible();
});

test('a visitor who navigates during sign-in or an order stays there and sees the result', async ({
  page,
  path,
  words,
  hydrated,
  newAccount,
  signIn,
}) => {
  const email = await newAccount();
  /** Presses, and leaves the page before the server responds. */
  const leavingMeanwhile = async (call: string, press: () => Promise<void>) => {
    let letGo = (): void => undefined;
    const elsewhere = new Promise<void>((resolve) => (letGo = resolve));
    await page.route(`**/api/${call}`, async (route) => {
      await elsewhere;
      await route.continue();
    });
    const requested = page.waitForRequest(`**/api/${call}`);
    await press();
    await requested;
    await page
      .getByRole('contentinfo')
      .locator(`a[href="${path('/about')}"]`)
      .click();
    await expect(page).toHaveURL(path('/about'));
    letGo();
  };
  await page.goto(path('/login'));
  await hydrated(page);
  await leavingMeanwhile('user_auth/login', () => signIn(page, email));
  await expect(page.getByText(words.messages.signed_in, { exact: true })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: words.frame.sign_in })).toBeHidden();
  await expect(page).toHaveURL(path('/about'));

  await page.goto(path('/auth?plan=m1&quantity=1'));
  await hydrated(page);
  const buy = page.getByRole('button', { name: words.purchase.buy, exact: true });
  await leavingMeanwhile('order/create', () => buy.click());
  await expect(page.getByText(words.frame.ordered)).toBeVisible();
  await expect(page).toHaveURL(path('/about'));
});

type TestArgs = Parameters<Parameters<typeof test>[2]>[0];

/**
 * A new user buys one code for a month and pays on the sandbox provider's page; returns the user and the
 * order's number.
 */
async function buyOne({
  page,
  context,
  path,
  words,
  axe,
  hydrated,
  newAccount,
  withSession,
}: TestArgs): Promise<{ email: string; number: string }> {
  const { orders } = words;
  const email = await newAccount();
  await withSession(context, email);
  await page.goto(path('/auth?plan=m1&quantity=1'));
  await hydrated(page);
  await page.getByRole('button', { name: words.purchase.buy, exact: true }).click();

  // The order, and the sandbox provider's payment page.
  await expect(page.getByRole('heading', { name: orders.payment.heading })).toBeVisible();
  await page.getByRole('radio', { name: orders.payment.sandbox }).check();
  await axe(page);
  await page.getByRole('button', { name: filled(orders.payment.pay, { amount: '' }).trim() }).click();
  await page.waitForURL('**/dev/pay/**');
  await page.locator('button[value="pay"]').click();
  await expect(page.getByText(orders.detail.paid_licence)).toBeVisible();
  const number = ORDER_NO.exec(await page.getByRole('main').innerText())?.[0] ?? '';
  expect(page.url()).toContain(number);
  await axe(page);
  return { email, number };
}

/** Opens a code's page, which explains its status and the next step by the API's values. */
async function explained(page: Page, open: () => Promise<void>, state: string): Promise<void> {
  const answered = page.waitForResponse('**/api/auth_code/detail?*');
  await open();
  const { data } = (await (await answered).json()) as {
    data: { state: string; explain: { text: string; next: { text: string } } };
  };
  expect(data.state).toBe(state);
  for (const text of [data.explain.text, data.explain.next.text]) {
    expect(text).not.toBe('');
    await expect(page.getByRole('main').getByText(text, { exact: true })).toBeVisible();
  }
}

/** Opens a buyer's codes and binds one to a server; stays on its page. Returns the code. */
async function bindIt({ page, path, words, axe }: TestArgs): Promise<string> {
  const { licences } = words;
  // Its code, hidden until the user reveals it.
  await page.goto(path('/user?panel=my-codes'));
  const table = page.getByRole('table', { name: licences.table });
  await expect(table.getByText(/^YDAC-••••-/)).toBeVisible();
  const state = (name: string) => table.getByRole('cell', { name, exact: true });
  await expect(state(licences.standings.unused)).toBeVisible();
  await table.getByRole('button', { name: new RegExp(filled(licences.show, { tail: '\\w{4}' })) }).click();
  const shown = table.getByText(/^YDAC(-\w{4}){8}$/);
  await expect(shown).toBeVisible();
  const code = await shown.innerText();
  await axe(page);

  await table
    .getByRole('button', { name: new RegExp(filled(licences.bind.label, { tail: '\\w{4}' })) })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(licences.bind.server_name).fill('e2e-1');
  await dialog.getByLabel(licences.bind.fingerprint, { exact: true }).fill('not a fingerprint');
  await dialog.getByRole('button', { name: licences.bind.submit, exact: true }).click();
  await expect(dialog.getByText(words.validation.fingerprint_invalid)).toBeVisible();
  await axe(page);
  await dialog.getByLabel(licences.bind.fingerprint, { exact: true }).fill(randomBytes(32).toString('hex'));
  await dialog.getByRole('button', { name: licences.bind.submit, exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(table.getByText('e2e-1')).toBeVisible();
  await expect(state(licences.standings.active)).toBeVisible();

  // Its own page: the reason of its status, and the other actions.
  const details = table.getByRole('link', {
    name: new RegExp(filled(licences.details_label, { tail: '\\w{4}' })),
  });
  await explained(page, () => details.click(), 'active');
  await expect(page.getByRole('heading', { name: licences.detail.facts })).toBeVisible();
  const events = page.getByRole('list', { name: licences.detail.events });
  await expect(events.getByText(filled(licences.events.bound, { server: 'e2e-1' }))).toBeVisible();
  return code;
}

test('[R2.16e] [R3.10] [R6.04] a code is bought and refunded through customer service', async ({
  page,
  context,
  path,
  lang,
  words,
  axe,
  hydrated,
  newAccount,
  withSession,
  request,
}) => {
  const { orders } = words;
  const dialog = page.getByRole('dialog');
  const { email, number } = await buyOne({
    page,
    context,
    path,
    words,
    axe,
    hydrated,
    newAccount,
    withSession,
  } as TestArgs);
  const bought = await (
    await Member.signedIn(request, email)
  ).get<{ amount: number; currency: string; created_at: string }>(`/order/detail?order_no=${number}`);
  const description = await page.getByRole('heading', { level: 1 }).innerText();
  await page.goto(path('/user?panel=order-info'));
  const list = page.getByRole('table', { name: orders.table });
  const row = list.getByRole('row').filter({ has: page.getByRole('link', { name: number, exact: true }) });
  const [product = '', plan = ''] = description.split(' · ');
  await expect(
    row.getByRole('cell').filter({ hasText: product }).getByText(plan, { exact: true }),
  ).toBeVisible();
  for (const text of [formatMoney(bought.amount, bought.currency, lang), momentOf(bought.created_at, lang)]) {
    await expect(row.getByRole('cell').getByText(text, { exact: true })).toBeVisible();
  }
  // Customer service handles the refund: the order shows the request and its status.
  await expect(list.getByRole('link', { name: filled(orders.invoice_view_label, { number }) })).toBeVisible();
  await list.getByRole('button', { name: filled(orders.refund_label, { number }) }).click();
  await expect(dialog.getByText(orders.refunds.text_codes)).toBeVisible();
  await dialog.getByLabel(orders.refunds.reason).fill('No longer needed');
  await dialog.getByRole('button', { name: orders.refunds.submit, exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(list.getByText(orders.statuses.refund_requested)).toBeVisible();
  await list.getByRole('link', { name: number, exact: true }).click();
  await expect(page.getByText(orders.refunds.open)).toBeVisible();
  await expect(page.getByText('No longer needed')).toBeVisible();
  await axe(page);

  // An operator decides, and the visitor sees the decision.
  const operator = await Member.signedIn(request, account('operator'));
  await operator.post('/admin_order/refund_decide', {
    order_no: number,
    approve: true,
    note: 'Back on your card',
  });
  await page.reload();
  await expect(page.getByText(orders.refunds.approved)).toBeVisible();
  await expect(page.getByText(orders.refunds.open)).toBeHidden();
  await expect(page.getByText('Back on your card')).toBeVisible();
  await expect(page.getByText(orders.detail.licence_refunded)).toBeVisible();
  const licence = page.getByRole('region', { name: orders.detail.licences }).getByRole('link');
  await explained(page, () => licence.click(), 'revoked');
  await expect(page.getByText(words.licences.states.revoked, { exact: true })).toBeVisible();
  await page.goto(path('/user?panel=order-info'));
  await expect(list.getByText(orders.statuses.refunded)).toBeVisible();
});

test('[R6.04] a rejected refund shows its reason and the code stays valid', async ({
  page,
  context,
  path,
  words,
  request,
  newAccount,
  withSession,
}) => {
  const { orders, licences } = words;
  const email = await newAccount();
  const member = await Member.signedIn(request, email);
  const { orderNo } = await member.buy();
  await member.post('/order/refund_request', { order_no: orderNo, reason: 'No longer needed' });
  const operator = await Member.signedIn(request, account('operator'));
  await operator.post('/admin_order/refund_decide', {
    order_no: orderNo,
    approve: false,
    note: 'It has been used',
  });
  await withSession(context, email);
  await page.goto(path(`/user?panel=order-info&order=${orderNo}`));
  await expect(page.getByText(orders.refunds.refused)).toBeVisible();
  await expect(page.getByText('It has been used')).toBeVisible();
  await expect(page.getByText(orders.detail.licence_refunded)).toBeHidden();
  const licence = page.getByRole('region', { name: orders.detail.licences }).getByRole('link');
  await explained(page, () => licence.click(), 'unused');
  await expect(page.getByText(licences.standings.unused, { exact: true })).toBeVisible();
  await page.goto(path('/user?panel=order-info'));
  const list = page.getByRole('table', { name: orders.table });
  await expect(list.getByText(orders.statuses.paid, { exact: true })).toBeVisible();
});

test('[R2.16f] [R2.16g] [R2.16j] a code is shown, bound to a server, and has a history', async ({
  page,
  context,
  path,
  words,
  axe,
  request,
  hydrated,
  newAccount,
  withSession,
}) => {
  const args = { page, context, path, words, axe, hydrated, newAccount, withSession } as TestArgs;
  const { email } = await buyOne(args);
  const code = await bindIt(args);
  await axe(page);
  // A code is for one server (R3.12): neither the page nor the API binds a second one.
  const bind = new RegExp(filled(words.licences.bind.label, { tail: '\\w{4}' }));
  await expect(page.getByRole('button', { name: bind })).toHaveCount(0);
  const member = await Member.signedIn(request, email);
  const fingerprint = randomBytes(32).toString('hex');
  const second = { code, server_name: 'e2e-2', fingerprint };
  expect(await member.refusal('/auth_code/bind', second)).toBe('LICENCE_BOUND');
});

test('[R2.16i] [R2.16h] [R8.09f] a code’s remark is edited with a message, and its server unbound', async ({
  page,
  context,
  path,
  words,
  axe,
  hydrated,
  newAccount,
  withSession,
}) => {
  const { licences } = words;
  const args = { page, context, path, words, axe, hydrated, newAccount, withSession } as TestArgs;
  await buyOne(args);
  await bindIt(args);
  const dialog = page.getByRole('dialog');
  const events = page.getByRole('list', { name: licences.detail.events });
  const action = (label: string) =>
    page.getByRole('button', { name: new RegExp(filled(label, { tail: '\\w{4}' })) });
  await action(licences.edit.label).click();
  await dialog.getByLabel(licences.remark).fill('e2e remark');
  await dialog.getByRole('button', { name: licences.edit.submit, exact: true }).click();
  await expect(page.getByText(words.messages.edited)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(events.getByText(filled(licences.events.remark, { remark: 'e2e remark' }))).toBeVisible();

  await action(licences.unbind.label).click();
  const left = filled(licences.unbind.left_other, { count: 3, limit: 3, days: 365 });
  await expect(dialog.getByText(left)).toBeVisible();
  await dialog.getByRole('button', { name: licences.unbind.submit, exact: true }).click();
  await expect(dialog.getByText(words.validation.unbind_reason_required)).toBeVisible();
  await dialog.getByLabel(licences.unbind.reason).fill('moved');
  await dialog.getByRole('button', { name: licences.unbind.submit, exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(events.getByText(filled(licences.events.unbound_reason, { reason: 'moved' }))).toBeVisible();
  await expect(page.getByText(licences.not_bound, { exact: true })).toBeVisible();
  await axe(page);
});

// Playwright disables the back-forward cache, and Chromium's headless shell has none.
for (const [page, ignoreDefaultArgs] of [
  ['as the browser kept it', ['--disable-back-forward-cache']],
  ['read anew', []],
] as const) {
  test(`after Back from the payment page the order is paid on its page, ${page}`, async ({
    playwright,
    launchOptions,
    baseURL,
    viewport,
    clientAddress,
    request,
    path,
    words,
    newAccount,
    withSession,
  }) => {
    const { orders } = words;
    const email = await newAccount();
    const orderNo = await (await Member.signedIn(request, email)).order();
    const browser = await playwright.chromium.launch({
      ...launchOptions,
      ignoreDefaultArgs: [...ignoreDefaultArgs],
    });
    const context = await browser.newContext({
      baseURL,
      viewport,
      extraHTTPHeaders: { 'x-forwarded-for': clientAddress },
    });
    await withSession(context, email);
    const tab = await context.newPage();
    const orderPage = path(`/user?panel=order-info&order=${orderNo}`);
    const pay = tab.getByRole('button', { name: filled(orders.payment.pay, { amount: '' }).trim() });
    const goToPay = async () => {
      await pay.click();
      await tab.waitForURL('**/dev/pay/**');
    };
    const decide = (outcome: 'fail' | 'pay') => tab.locator(`button[value="${outcome}"]`).click();
    const back = async () => {
      await tab.goBack({ waitUntil: 'commit' });
      await expect(tab).toHaveURL(orderPage);
    };

    await tab.goto(orderPage);
    await tab.getByRole('radio', { name: orders.payment.sandbox }).check();
    await goToPay();
    await back();

    await tab.getByRole('radio', { name: orders.payment.sandbox }).check();
    await goToPay();
    await decide('fail');
    await expect(tab.getByText(orders.payment.failed)).toBeVisible();
    await goToPay();
    await decide('pay');
    await expect(tab.getByText(orders.detail.paid_licence)).toBeVisible();
    // Back from the finished payment: the order's earlier page offers no second payment.
    await tab.goBack({ waitUntil: 'commit' });
    await tab.waitForURL('**/dev/pay/**');
    await back();
    await expect(tab.getByText(orders.detail.paid_licence)).toBeVisible();
    await expect(pay).toBeHidden();
    await browser.close();
  });
}

test('[R3.10] a bank transfer shows the account, the reference and the deadline; the order can be cancelled', async ({
  page,
  context,
  path,
  words,
  axe,
  hydrated,
  newAccount,
  withSession,
}) => {
  const { orders } = words;
  await withSession(context, await newAccount());
  await page.goto(path('/auth?plan=m12&quantity=3'));
  await hydrated(page);
  await page.getByRole('button', { name: words.purchase.buy, exact: true }).click();
  await page.getByRole('radio', { name: orders.payment.bank_transfer }).check();
  await page.getByRole('button', { name: orders.payment.choose_transfer }).click();
  await expect(page.getByRole('heading', { name: orders.payment.transfer_heading })).toBeVisible();
  await expect(page.getByText(orders.payment.confirmed_by)).toBeVisible();
  for (const what of [orders.payment.account_number, orders.payment.reference, orders.payment.amount]) {
    await expect(
      page.getByRole('button', { name: filled(orders.payment.copy, { what }), exact: true }),
    ).toBeVisible();
  }
  await axe(page);
  await page.getByRole('button', { name: orders.cancel.button, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: orders.cancel.button, exact: true }).click();
  await expect(page.getByText(orders.detail.cancelled_user)).toBeVisible();
});

test('[R3.10] a bank transfer confirmed by an operator marks the order as paid', async ({
  page,
  context,
  path,
  words,
  request,
  newAccount,
  withSession,
}) => {
  const { orders } = words;
  const email = await newAccount();
  const member = await Member.signedIn(request, email);
  const number = await member.order();
  await withSession(context, email);
  await page.goto(path(`/user?panel=order-info&order=${number}`));
  await page.getByRole('radio', { name: orders.payment.bank_transfer }).check();
  await page.getByRole('button', { name: orders.payment.choose_transfer }).click();
  await expect(page.getByRole('heading', { name: orders.payment.transfer_heading })).toBeVisible();
  const { amount } = await member.get<{ amount: number }>(`/order/detail?order_no=${number}`);
  const operator = await Member.signedIn(request, account('operator'));
  await operator.post('/admin_order/confirm_transfer', { order_no: number, amount, reference: number });
  await page.getByRole('button', { name: orders.payment.refresh, exact: true }).click();
  await expect(page.getByText(orders.detail.paid_licence)).toBeVisible();
  await expect(page.getByRole('heading', { name: orders.payment.transfer_heading })).toBeHidden();
  await page.goto(path('/user?panel=order-info'));
  const list = page.getByRole('table', { name: orders.table });
  await expect(list.getByText(orders.statuses.paid, { exact: true })).toBeVisible();
});

test('[R3.11] orders are filtered by app type and time; a receipt opens in its own tab', async ({
  page,
  context,
  path,
  words,
  axe,
  withSession,
}) => {
  const { orders } = words;
  await withSession(context, 'user@yunduo.test');
  await page.goto(path('/user?panel=order-info'));
  const table = page.getByRole('table', { name: orders.table });
  await expect(table).toBeVisible();
  const { app_type: appType, range, app_types: types, ranges } = orders.filter;
  await expect(page.getByLabel(appType).getByRole('option')).toHaveText([
    types.all,
    types.licence,
    types.private_deploy,
  ]);
  await expect(page.getByLabel(range).getByRole('option')).toHaveText([
    ranges.all,
    ranges.week,
    ranges.m3,
    ranges.year,
    ranges.over_year,
  ]);
  // As many as the seeds have for each period.
  for (const [time, count] of [
    ['week', 4],
    ['m3', 8],
    ['year', 11],
    ['over_year', 1],
    ['all', 12],
  ] as const) {
    await page.getByLabel(range).selectOption(ranges[time]);
    await expect(table.getByRole('row')).toHaveCount(count + 1);
  }
  await page.getByLabel(appType).selectOption(types.licence);
  await expect(table.getByRole('row')).toHaveCount(12);
  await page.getByLabel(appType).selectOption('private_deploy');
  await expect(page).toHaveURL(/app_type=private_deploy/);
  await expect(table.getByRole('row')).toHaveCount(2);
  await table
    .getByRole('link', { name: new RegExp(filled(orders.invoice_view_label, { number: '.+' })) })
    .click();
  const opened = context.waitForEvent('page');
  await page
    .getByRole('region', { name: orders.invoice.heading })
    .getByRole('button', { name: orders.receipt_view, exact: true })
    .click();
  await expect((await opened).getByText('91310115MA1H000000')).toBeVisible();
  await page.goBack();
  await page.getByLabel(range).selectOption('week');
  await expect(page.getByRole('heading', { name: orders.empty.filtered })).toBeVisible();
  await axe(page);
  await page.getByRole('link', { name: orders.empty.clear }).click();
  await expect(table).toBeVisible();
  await page.getByLabel(range).selectOption('over_year');
  await expect(table.getByRole('row')).toHaveCount(2);
  await page.goBack();
  await expect(table.getByText(orders.statuses.refunded)).toBeVisible();
});

test('a printed order has the transfer details and none of the site’s frame', async ({
  page,
  context,
  path,
  words,
  request,
  newAccount,
  withSession,
}) => {
  const { payment, detail, cancel } = words.orders;
  const email = await newAccount();
  const order = await (await Member.signedIn(request, email)).order();
  await withSession(context, email);
  await page.goto(path(`/user?panel=order-info&order=${order}`));
  await page.getByRole('radio', { name: payment.bank_transfer }).check();
  await page.getByRole('button', { name: payment.choose_transfer }).click();
  const account = page.getByRole('heading', { name: payment.transfer_heading });
  await expect(account).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible();
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await ground();
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'dark'));
  await expect.poll(ground).not.toBe(light);
  await page.emulateMedia({ media: 'print' });
  // The ink of the dark theme is near white.
  expect(await ground()).toBe(light);
  await expect(account).toBeVisible();
  await expect(page.getByRole('heading', { name: detail.facts })).toBeVisible();
  for (const role of ['banner', 'contentinfo', 'complementary'] as const) {
    await expect(page.getByRole(role)).toHaveCount(0);
  }
  await expect(page.getByRole('button', { name: cancel.button })).toHaveCount(0);
});

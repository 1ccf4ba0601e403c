import { formatMoney, localePath } from '@yunduo/i18n';
import { account, expect, filled } from './fixtures.ts';
import { as, inEveryLight, picture, test } from './people.ts';

test('an operator’s day: takes and answers feedback, confirms a transfer, records an invoice, decides a refund, reads it in the audit log, publishes a banner, invites a person', async ({
  page,
  path,
  lang,
  words,
  context,
  request,
  newAccount,
  captchaTicket,
  withSession,
  mails,
  silence,
  axe,
}) => {
  // A sum different from the order's.
  silence.allow(/status of 400/);
  const { desk, deskFeedback, deskOrders, deskAudit, deskPeople, deskContent, deskReleases, frame } =
    words.console;
  // A customer sends feedback and buys, as their pages do.
  const email = await newAccount();
  const customer = await as(request, email);
  const title = `The client stops ${email.slice(4, 12)}`;
  const { no } = await customer.post<{ no: string }>('/feedback/submit', {
    type: 'defect',
    title,
    description: 'It stops after the update, and the log stays empty.',
    captcha_ticket: await captchaTicket('feedback'),
  });
  const { order_no: order } = await customer.post<{ order_no: string }>('/order/create', {
    plan: 'm1',
    quantity: 1,
  });
  const { transfer } = await customer.post<{ transfer: { amount: number; currency: string } }>('/order/pay', {
    order_no: order,
    provider: 'bank_transfer',
  });

  // The desk starts with pending work.
  await withSession(context, account('operator'));
  await page.goto(path('/developer-center/applications'));
  await page.getByRole('link', { name: frame.desk }).click();
  await expect(page.getByRole('heading', { level: 1, name: desk.room.today })).toBeVisible();
  await page.getByRole('link', { name: desk.today.feedback }).click();

  // Feedback, answered in the language of its author.
  await page.getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.getByRole('button', { name: deskFeedback.assign.take, exact: true }).click();
  await expect(page.getByRole('button', { name: deskFeedback.assign.release })).toBeVisible();
  const reply = page.getByRole('textbox', { name: deskFeedback.answer.text, exact: true });
  await page.getByLabel(deskFeedback.answer.canned).selectOption('fixed');
  await expect(reply).toHaveValue(/^This is fixed in the latest version/);
  // A started answer survives a reload.
  await page.reload();
  await expect(reply).toHaveValue(/^This is fixed in the latest version/);
  await axe(page);
  await page.getByRole('button', { name: deskFeedback.answer.send }).click();
  await expect(page.getByText(deskFeedback.states.answered)).toBeVisible();
  await expect(reply).toHaveValue('');
  await expect.poll(async () => (await mails(email)).some(({ text }) => text.includes(no))).toBe(true);

  // A bank transfer from the statement: first with a wrong sum, which is not booked.
  const rooms = page.getByRole('navigation', { name: desk.rooms });
  await rooms.getByRole('link', { name: desk.room.orders }).click();
  await page.getByRole('searchbox', { name: deskOrders.search }).fill(email);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: order }).click();
  await page.getByRole('button', { name: deskOrders.transfer.action }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(formatMoney(transfer.amount, transfer.currency, lang));
  await dialog.getByLabel(deskOrders.transfer.amount).fill('1.00');
  await dialog.getByLabel(deskOrders.transfer.reference).fill(`BANK-${order}`);
  await dialog.getByRole('button', { name: deskOrders.transfer.submit }).click();
  await expect(dialog.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
  await dialog.getByLabel(deskOrders.transfer.amount).fill((transfer.amount / 100).toFixed(2));
  await axe(page);
  await dialog.getByRole('button', { name: deskOrders.transfer.submit }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(deskOrders.statuses.paid, { exact: true }).first()).toBeVisible();

  // The invoice that the customer requested, recorded by keyboard under the number of the tax platform.
  await customer.post('/order/invoice_request', { order_no: order, kind: 'personal', title: 'Lin Yan' });
  await page.reload();
  await page.getByRole('button', { name: deskOrders.issued.action }).press('Enter');
  await dialog.getByLabel(deskOrders.issued.number).fill(`2026${Date.now()}`.padEnd(20, '0'));
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(deskOrders.invoice.states.issued, { exact: true })).toBeVisible();

  // The customer requests a refund; the operator decides with all data in view.
  await customer.post('/order/refund_request', { order_no: order, reason: 'Bought the wrong plan' });
  await page.reload();
  await expect(page.getByText('Bought the wrong plan')).toBeVisible();
  await inEveryLight(page, axe);
  await page.getByRole('button', { name: deskOrders.refund.approve }).click();
  await dialog.getByRole('button', { name: deskOrders.approve.submit }).click();
  await expect(page.getByText(deskOrders.statuses.refunded, { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: deskOrders.refund.approve })).toHaveCount(0);

  // The audit log has all of it, under the operator's name.
  await rooms.getByRole('link', { name: desk.room.audit }).click();
  await page.getByLabel(deskAudit.column.target, { exact: true }).fill(`order:${order}`);
  await page.keyboard.press('Enter');
  const log = page.getByRole('table', { name: desk.room.audit });
  const entries = log.getByRole('row').filter({ hasText: `order:${order}` });
  for (const action of ['order.refund', 'order.issue_invoice', 'order.confirm_transfer'])
    await expect(entries.filter({ has: page.getByText(action, { exact: true }) })).toHaveCount(1);
  // The list no longer shows other orders.
  await expect(log.getByText(account('operator'))).toHaveCount(3);
  await axe(page);

  // The customer's account: found, viewed, and signed out.
  await rooms.getByRole('link', { name: desk.room.people }).click();
  await page.getByRole('searchbox', { name: deskPeople.search }).fill(email);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: email }).click();
  await expect(page.getByRole('heading', { level: 1, name: email })).toBeVisible();
  await axe(page);
  await page.getByRole('button', { name: deskPeople.end_all }).click();
  await expect(dialog).toContainText(filled(deskPeople.end_every, { email }));
  await dialog.getByRole('button', { name: deskPeople.end, exact: true }).click();
  await expect(page.getByText(deskPeople.no_sessions)).toBeVisible();

  // A banner with a picture, on the site in both languages within seconds, and offline again for the other tests.
  await page.goto(path('/developer-center/desk/content?id=new&place=banner'));
  const banner = { zh: `横幅 ${order}`, en: `Banner ${order}` };
  for (const locale of ['zh', 'en'] as const)
    await page
      .getByLabel(filled(deskContent.in[locale], { field: deskContent.article.title }), { exact: true })
      .fill(banner[locale]);
  await page
    .locator('input[type=file]:not([hidden])')
    .setInputFiles({ name: 'banner.png', mimeType: 'image/png', buffer: picture(1200, 400) });
  await expect(page.locator('form img')).toBeVisible();
  await page.getByRole('button', { name: deskContent.article.publish, exact: true }).click();
  await expect(page).toHaveURL(/content\?id=\d+$/);
  const home = async (locale: 'zh' | 'en') => (await request.get(localePath(locale, '/'))).text();
  for (const locale of ['zh', 'en'] as const)
    await expect.poll(() => home(locale), { timeout: 5000 }).toContain(`alt="${banner[locale]}"`);
  await page.getByRole('button', { name: deskContent.article.archive, exact: true }).click();
  await dialog.getByRole('button', { name: deskContent.article.archive_confirm, exact: true }).click();
  await expect.poll(() => home(lang), { timeout: 5000 }).not.toContain(banner[lang]);

  // A visitor asked for an invitation, and gets a code by mail.
  const visitor = `visitor-${Date.now()}@example.com`;
  await request.post('/api/invite/request', {
    data: {
      email: visitor,
      purpose: 'Servers of a school',
      locale: lang,
      captcha_ticket: await captchaTicket('invite'),
    },
  });
  await rooms.getByRole('link', { name: desk.room.releases }).click();
  await page.getByRole('link', { name: deskReleases.kind.requests }).click();
  await page
    .getByRole('button', { name: filled(deskReleases.requests.invite_label, { email: visitor }) })
    .click();
  await dialog.getByRole('button', { name: deskReleases.requests.invite_submit, exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(async () => (await mails(visitor)).map(({ text }) => text).join()).toMatch(/YDIN-/);
});

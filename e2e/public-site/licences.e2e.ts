import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, filled, test } from './fixtures.ts';
import { Member } from './members.ts';

const VERIFY = join(import.meta.dirname, '../../tools/licence/verify.ts');
const CLIENT = join(import.meta.dirname, '../../tools/licence/client.ts');
/** A label with any last four characters of a code. */
const ofSome = (label: string): RegExp => new RegExp(filled(label, { tail: '\\w{4}' }));

test('a transferred code belongs to the member who accepts it', async ({
  page,
  context,
  browser,
  baseURL,
  request,
  path,
  words,
  newAccount,
  withSession,
  mails,
  silence,
  axe,
}) => {
  // The browser's message for every rejected call.
  silence.allow(/status of 404 .*auth_code\/detail/);
  const { licences: t } = words;
  const [giver, taker] = [await newAccount(), await newAccount()];
  const { licence } = await (await Member.signedIn(request, giver)).buy();

  await withSession(context, giver);
  await page.goto(path(`/user?panel=my-codes&code=${licence.id}`));
  await page.getByRole('button', { name: ofSome(t.transfer.label) }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t.transfer.email).fill(taker);
  const before = (await mails(taker)).length;
  await axe(page);
  await dialog.getByRole('button', { name: t.transfer.submit, exact: true }).click();
  await expect(dialog).toBeHidden();
  const events = page.getByRole('list', { name: t.detail.events });
  await expect(events.getByText(filled(t.events.transfer_offered, { to: taker }))).toBeVisible();
  await expect.poll(async () => (await mails(taker)).length).toBe(before + 1);

  // The other user, in their own browser.
  const theirs = await browser.newContext({ baseURL });
  await withSession(theirs, taker);
  const their = await theirs.newPage();
  await their.goto(path('/user?panel=my-codes'));
  await expect(their.getByRole('heading', { name: t.incoming.heading })).toBeVisible();
  await axe(their);
  await their.getByRole('button', { name: ofSome(t.incoming.accept_label) }).click();
  const table = their.getByRole('table', { name: t.table });
  await table.getByRole('button', { name: ofSome(t.show) }).click();
  const code = table.getByText(/^YDAC(-\w{4}){8}$/);
  await expect(code).toBeVisible();
  // The code known to the previous owner is no longer valid.
  await expect(code).not.toHaveText(licence.code);
  await theirs.close();

  await page.reload();
  await expect(page.getByText(t.detail.missing_text)).toBeVisible();
});

test('a declined transfer leaves the code with its owner', async ({
  page,
  context,
  request,
  path,
  words,
  newAccount,
  withSession,
}) => {
  const { licences: t } = words;
  const [giver, taker] = [await newAccount(), await newAccount()];
  const member = await Member.signedIn(request, giver);
  const { licence } = await member.buy();
  await member.post('/auth_code/transfer', { id: licence.id, to_email: taker });
  await withSession(context, taker);
  await page.goto(path('/user?panel=my-codes'));
  await page.getByRole('button', { name: ofSome(t.incoming.decline_label) }).click();
  const dialog = page.getByRole('dialog', { name: t.incoming.decline_title });
  await dialog.getByRole('button', { name: t.incoming.decline, exact: true }).click();
  await expect(page.getByRole('heading', { name: t.incoming.heading })).toBeHidden();
  await expect(page.getByRole('heading', { name: t.empty.title })).toBeVisible();
  const { list } = await member.get<{ list: { code: string }[] }>('/auth_code/my');
  expect(list.map(({ code }) => code)).toEqual([licence.code]);
});

test('a running code is renewed; order, payment and history show the new term', async ({
  page,
  context,
  request,
  path,
  words,
  newAccount,
  withSession,
  axe,
}) => {
  const { licences: t, orders } = words;
  const email = await newAccount();
  const member = await Member.signedIn(request, email);
  const { licence } = await member.buy();
  await member.bind(licence, 'e2e-1');
  await withSession(context, email);
  await page.goto(path(`/user?panel=my-codes&code=${licence.id}`));
  await page.getByRole('button', { name: ofSome(t.renew.label) }).click();
  const dialog = page.getByRole('dialog', { name: t.renew.title });
  await dialog.getByRole('radio', { name: new RegExp(`^${t.plans.m3}`) }).check();
  await axe(page);
  await dialog.getByRole('button', { name: t.renew.submit, exact: true }).click();
  await page.getByRole('radio', { name: orders.payment.sandbox }).check();
  await page.getByRole('button', { name: filled(orders.payment.pay, { amount: '' }).trim() }).click();
  await page.waitForURL('**/dev/pay/**');
  await page.locator('button[value="pay"]').click();
  await expect(page.getByText(orders.detail.paid_renewal)).toBeVisible();

  await page.goto(path(`/user?panel=my-codes&code=${licence.id}`));
  const events = page.getByRole('list', { name: t.detail.events });
  await expect(events.getByText(filled(t.events.renewed, { plan: t.plans.m3 }))).toBeVisible();
  const { terms } = await member.get<{ terms: { plan: string }[] }>(`/auth_code/detail?id=${licence.id}`);
  expect(terms.map(({ plan }) => plan).toSorted()).toEqual(['m1', 'm3']);
});

/** The licences page, with the dialog for licence files open. */
async function openOffline(page: Page, path: (to: string) => string, t: { offline: string }): Promise<void> {
  await page.goto(path('/user?panel=my-codes'));
  await page.getByRole('button', { name: t.offline, exact: true }).click();
}

test('an offline request file becomes a licence file that the public key verifies', async ({
  page,
  context,
  request,
  path,
  words,
  newAccount,
  withSession,
  silence,
  axe,
}, testInfo) => {
  silence.allow(/status of 400/);
  const { licences: t } = words;
  const email = await newAccount();
  const member = await Member.signedIn(request, email);
  const { licence } = await member.buy();
  const fingerprint = randomBytes(32).toString('hex');
  const requested = {
    format: 'yunduo-licence-request',
    version: 1,
    code: licence.code,
    server_name: 'vault-1',
    fingerprint,
    created_at: '2026-11-21T08:00:00Z',
  };
  await withSession(context, email);
  await openOffline(page, path, t);
  const dialog = page.getByRole('dialog');
  const file = (content: object) => ({
    name: 'request.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(content)),
  });
  await dialog
    .getByLabel(t.offline_form.file)
    .setInputFiles(file({ ...requested, format: 'something else' }));
  await dialog.getByRole('button', { name: t.offline_form.submit, exact: true }).click();
  await expect(dialog.getByText(words.errors.OFFLINE_REQUEST_INVALID)).toBeVisible();
  await axe(page);

  await dialog.getByLabel(t.offline_form.file).setInputFiles(file(requested));
  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: t.offline_form.submit, exact: true }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toBe(`yunduo-licence-${licence.code_tail}.json`);
  const saved = testInfo.outputPath('licence.json');
  await download.saveAs(saved);
  await expect(dialog.getByText(t.offline_form.done_title)).toBeVisible();
  await axe(page);

  // Actions of a customer who trusts only the key.
  const { keys } = await member.get<{ keys: { public_key: string }[] }>('/auth_code/plans');
  const judge = (server: string) =>
    spawnSync(
      process.execPath,
      [
        VERIFY,
        ...keys.flatMap(({ public_key }) => ['--key', public_key]),
        ...['--fingerprint', server],
        saved,
      ],
      { encoding: 'utf8' },
    );
  expect(judge(fingerprint)).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^valid: plan m1, server vault-1, until 20/),
  });
  expect(judge(randomBytes(32).toString('hex')).status).toBe(1);
});

test('an offline server’s receipt unbinds its code, once', async ({
  page,
  context,
  request,
  path,
  words,
  newAccount,
  withSession,
  silence,
  axe,
}, testInfo) => {
  silence.allow(/status of 400/);
  const { licences: t } = words;
  const email = await newAccount();
  const member = await Member.signedIn(request, email);
  const { licence } = await member.buy();
  const state = ['--state', testInfo.outputPath('client.json')];
  /** Actions of the client on the server. */
  const client = (...args: string[]) => spawnSync(process.execPath, [CLIENT, ...args], { encoding: 'utf8' });
  const asking = ['request', ...state, '--code', licence.code, '--server-name', 'vault-1'];
  const requested = client(...asking, '--fingerprint', randomBytes(32).toString('hex'));
  const { file } = await member.post<{ file: string }>('/auth_code/offline_request', {
    request: requested.stdout,
  });
  const saved = testInfo.outputPath('licence.json');
  writeFileSync(saved, file);

  await withSession(context, email);
  await page.goto(path(`/user?panel=my-codes&code=${licence.id}`));
  await expect(page.getByRole('heading', { name: t.files.heading })).toBeVisible();
  await page.getByRole('button', { name: ofSome(t.unbind.label) }).click();
  const dialog = page.getByRole('dialog', { name: t.unbind.title });
  await dialog.getByLabel(t.unbind.reason).fill('e2e');
  const unbind = dialog.getByRole('button', { name: t.unbind.submit, exact: true });
  await dialog.getByLabel(t.receipt.paste).fill('{}');
  await unbind.click();
  await expect(dialog.getByText(words.errors.RECEIPT_INVALID)).toBeVisible();
  await axe(page);

  const receipt = client('deactivate', ...state, saved).stdout;
  await dialog.getByLabel(t.receipt.file).setInputFiles({
    name: 'receipt.json',
    mimeType: 'application/json',
    buffer: Buffer.from(receipt),
  });
  await expect(dialog.getByLabel(t.receipt.paste)).toHaveValue(receipt.trimEnd() + '\n');
  await unbind.click();
  await expect(dialog).toBeHidden();
  const events = page.getByRole('list', { name: t.detail.events });
  await expect(events.getByText(filled(t.events.offline_deactivated, { server: 'vault-1' }))).toBeVisible();
  await expect(page.getByText(t.files.deactivated, { exact: true })).toBeVisible();
  await axe(page);

  // The client has no key any more: it no longer uses the file, and its earlier request gets no other.
  const { keys } = await member.get<{ keys: { public_key: string }[] }>('/auth_code/plans');
  const given = keys.flatMap(({ public_key }) => ['--key', public_key]);
  const judged = spawnSync(process.execPath, [VERIFY, ...given, ...state, saved], { encoding: 'utf8' });
  expect(judged.stdout).toMatch(/^invalid: deactivated: /);
  expect(await member.refusal('/auth_code/offline_request', { request: requested.stdout })).toBe(
    'OFFLINE_KEY_ENDED',
  );
});

test('a company requests an invoice; the receipt shows its name and tax number', async ({
  page,
  context,
  request,
  path,
  words,
  newAccount,
  withSession,
  axe,
}) => {
  const { invoice: t, ...orders } = words.orders;
  const email = await newAccount();
  const { orderNo } = await (await Member.signedIn(request, email)).buy();
  await withSession(context, email);
  await page.goto(path(`/user?panel=order-info&order=${orderNo}`));
  await page.getByRole('button', { name: t.request, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: t.title });
  await dialog.getByRole('radio', { name: t.kinds.company, exact: true }).check();
  await dialog.getByLabel(t.name, { exact: true }).fill('上海舵手科技有限公司');
  await dialog.getByLabel(t.tax_no, { exact: true }).fill('123');
  await dialog.getByRole('button', { name: t.save, exact: true }).click();
  await expect(dialog.getByText(words.validation.tax_number_invalid)).toBeVisible();
  await axe(page);
  await dialog.getByLabel(t.tax_no, { exact: true }).fill('91310115MA1H00000X');
  await dialog.getByRole('button', { name: t.save, exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('91310115MA1H00000X')).toBeVisible();
  await expect(page.getByRole('button', { name: t.change, exact: true })).toBeVisible();

  const opened = context.waitForEvent('page');
  await page.getByRole('button', { name: orders.receipt_view, exact: true }).click();
  const invoice = await opened;
  await expect(invoice.getByText('上海舵手科技有限公司')).toBeVisible();
  await expect(invoice.getByText('91310115MA1H00000X')).toBeVisible();
});

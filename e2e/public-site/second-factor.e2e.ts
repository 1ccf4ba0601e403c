import { createHmac } from 'node:crypto';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { proof as proofEn } from '@yunduo/i18n/en/proof';
import { proof as proofZh } from '@yunduo/i18n/zh/proof';
import { FACTOR, TOTP } from '@yunduo/validation';
import { expect, requestsOf, test } from './fixtures.ts';
import { Member } from './members.ts';

const PROOF = { zh: proofZh, en: proofEn };
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** An independent RFC 6238 implementation, so that the product is not compared with its own library. */
function totp(secret: string, step: number): string {
  const bits = [...secret].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', key).update(counter).digest();
  const code = (hash.readUInt32BE((hash.at(-1) ?? 0) & 0xf) & 0x7f_ff_ff_ff) % 10 ** TOTP.digits;
  return String(code).padStart(TOTP.digits, '0');
}

/** The time step by the services' clock, which other tests move. */
async function stepNow(request: APIRequestContext): Promise<number> {
  const { now } = (await (await request.get('/dev/clock')).json()) as { now: string };
  return Math.floor(Date.parse(now) / 1000 / TOTP.period);
}

/** Presses Tab until the focus is there, as a keyboard user does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

/**
 * A signed-in account with an authenticator app, set up through the API; the code of the returned step is
 * used up.
 */
async function withFactor(request: APIRequestContext, email: string) {
  const member = await Member.signedIn(request, email);
  const { secret } = await member.post<{ secret: string }>('/user_factor/totp_begin', {});
  const step = await stepNow(request);
  const code = totp(secret, step);
  const answer = await member.post<{ recovery_codes: string[] }>('/user_factor/totp_confirm', { code });
  return { secret, step, codes: answer.recovery_codes };
}

/** The code after the used one: it is already accepted before its time. */
const codeAfter = async (request: APIRequestContext, secret: string, used: number): Promise<string> =>
  totp(secret, Math.max(used + 1, await stepNow(request)));

// The browser's own message about a response that asks for the second step, or rejects a code.
const ASKED = /status of 400 .*\/(login|second_step|totp_confirm|recovery_codes)\)$/;

test('a second factor is set up by keyboard and its code signs in', async ({
  page,
  path,
  words,
  context,
  request,
  newAccount,
  withSession,
  signIn,
  axe,
  silence,
}) => {
  test.slow();
  silence.allow(ASKED);
  const { secondFactor: t, account } = words;
  const email = await newAccount();
  await withSession(context, email);
  const requests = requestsOf(page);
  const ofFactor = () => requests.filter((one) => /second-(factor|step)/.test(one.url()));
  await page.goto(path('/user?panel=account-info'));
  const way = page.getByRole('definition').getByRole('link', { name: account.account.two_step_manage_label });
  await expect(way).toBeVisible();
  expect(ofFactor()).toEqual([]);
  await tabTo(page, way);
  await page.keyboard.press('Enter');

  const start = page.getByRole('button', { name: t.set_up });
  await expect(start).toBeVisible();
  await tabTo(page, start);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: t.setup.heading })).toBeFocused();
  await expect(page.getByRole('img', { name: t.setup.picture })).toBeVisible();
  await axe(page);
  const secret = ((await page.locator('main code').textContent()) ?? '').replaceAll(' ', '');
  const field = page.getByLabel(t.setup.code, { exact: true });
  await tabTo(page, field);
  await page.keyboard.type(totp(secret, (await stepNow(request)) + 40));
  await page.keyboard.press('Enter');
  await expect(page.getByText(words.validation.factor_code_wrong)).toBeVisible();
  await expect(field).toBeFocused();
  const used = await stepNow(request);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(totp(secret, used));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: t.saved.heading })).toBeFocused();
  await expect(page.locator('main ol code')).toHaveCount(FACTOR.recoveryCodes);
  await axe(page);
  await tabTo(page, page.getByRole('button', { name: t.saved.done }));
  await page.keyboard.press('Enter');
  await expect(page.getByText(t.on, { exact: true })).toBeFocused();
  await axe(page);

  await page.getByRole('button', { name: account.sign_out, exact: true }).click();
  await expect(page).toHaveURL(path('/'));
  await page.goto(path('/login'));
  const before = ofFactor().length;
  await signIn(page, email);
  await expect(page.getByLabel(t.step.code, { exact: true })).toBeFocused();
  expect(ofFactor().length).toBeGreaterThan(before);
  await axe(page);
  await page.keyboard.type(await codeAfter(request, secret, used));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(path('/user'));
  await expect(page.getByText(email)).toBeVisible();
});

test('a recovery code signs in once', async ({
  page,
  path,
  words,
  request,
  newAccount,
  signIn,
  axe,
  mails,
  silence,
}) => {
  test.slow();
  silence.allow(ASKED);
  const { secondFactor: t, account } = words;
  const email = await newAccount();
  const { codes } = await withFactor(request, email);
  const withRecovery = async () => {
    await page.goto(path('/login'));
    await signIn(page, email);
    await page.getByRole('button', { name: t.step.use_recovery }).click();
    await expect(page.getByLabel(t.step.recovery, { exact: true })).toBeFocused();
  };
  const signOut = async () => {
    await page.getByRole('button', { name: account.sign_out, exact: true }).click();
    await expect(page).toHaveURL(path('/'));
  };
  await withRecovery();
  await axe(page);
  await page.keyboard.type((codes[0] ?? '').toLowerCase());
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(path('/user'));
  const reported = async () =>
    (await mails(email)).filter(({ text }) => /恢复码|recovery code was used/i.test(text));
  await expect.poll(async () => (await reported()).length).toBeGreaterThan(0);
  await signOut();

  await withRecovery();
  await page.keyboard.type(codes[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(page.getByText(words.validation.recovery_code_wrong)).toBeVisible();
  await axe(page);
  await page.getByLabel(t.step.recovery, { exact: true }).fill(codes[1] ?? '');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(path('/user'));
});

test('a fresh proof requires an app or recovery code; once turned off, the password suffices', async ({
  page,
  path,
  lang,
  words,
  request,
  newAccount,
  signIn,
  axe,
  silence,
}) => {
  silence.allow(ASKED);
  const { secondFactor: t } = words;
  const proof = PROOF[lang];
  const email = await newAccount();
  const { secret, step, codes } = await withFactor(request, email);
  await page.goto(path('/login'));
  await signIn(page, email);
  await expect(page.getByLabel(t.step.code, { exact: true })).toBeFocused();
  await page.keyboard.type(await codeAfter(request, secret, step));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(path('/user'));
  await page.goto(path('/user?panel=two-step'));
  // The server's response for an older sign-in.
  const rejection = { code: 'PROOF_REQUIRED', msg: '', data: { proof: ['totp', 'recovery'] } };
  await page.route(
    '**/api/user_factor/recovery_codes',
    (route) => route.fulfill({ status: 400, json: rejection }),
    {
      times: 1,
    },
  );
  await page.getByRole('button', { name: t.renew, exact: true }).click();
  await page
    .getByRole('dialog', { name: t.confirm_renew.heading })
    .getByRole('button', { name: t.confirm_renew.action })
    .click();
  const dialog = page.getByRole('dialog', { name: proof.title });
  await expect(dialog.getByLabel(proof.totp)).toBeFocused();
  await axe(page);
  await dialog.getByRole('button', { name: proof.use_recovery }).click();
  await expect(dialog.getByLabel(proof.recovery)).toBeFocused();
  await page.keyboard.type(codes[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: t.saved.heading })).toBeVisible();
  await expect(page.locator('main ol code')).toHaveCount(FACTOR.recoveryCodes);
  expect(await page.locator('main ol code').allTextContents()).not.toContain(codes[1]);

  await page.getByRole('button', { name: t.saved.done }).click();
  await page.getByRole('button', { name: t.turn_off, exact: true }).click();
  const question = page.getByRole('dialog', { name: t.confirm_off.heading });
  await axe(page);
  await question.getByRole('button', { name: t.confirm_off.action }).click();
  await expect(page.getByText(t.off, { exact: true })).toBeFocused();
  await page.getByRole('button', { name: words.account.sign_out, exact: true }).click();
  await expect(page).toHaveURL(path('/'));
  await page.goto(path('/login'));
  await signIn(page, email);
  await expect(page).toHaveURL(path('/user'));
});

import type { CDPSession, Locator, Page } from '@playwright/test';
import { expect, filled, test } from './fixtures.ts';

// The browser's own message about a response that asks for the second step.
const ASKED = /status of 400 .*\/login\)$/;

/** A virtual authenticator that asks for a fingerprint and gets it. */
async function withAuthenticator(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}

/** Presses Tab until the focus is there, as a keyboard user does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

/** WebAuthn does not support IP addresses: the site is opened by its name. */
const byName = (baseURL: string | undefined, path: string): string =>
  `${(baseURL ?? '').replace('127.0.0.1', 'localhost')}${path}`;

test('a passkey is added, renamed, used and removed by keyboard', async ({
  page,
  path,
  words,
  baseURL,
  newAccount,
  signIn,
  axe,
  mails,
  silence,
}) => {
  test.slow();
  silence.allow(ASKED);
  const { secondFactor: t, account } = words;
  const at = (to: string) => byName(baseURL, path(to));
  const email = await newAccount();
  const { cdp, authenticatorId } = await withAuthenticator(page);
  const enter = async () => {
    await page.goto(at('/login'));
    await signIn(page, email);
  };
  const signOut = async () => {
    await page.getByRole('button', { name: account.sign_out, exact: true }).click();
    await expect(page).toHaveURL(at('/'));
  };

  await enter();
  await expect(page).toHaveURL(at('/user'));
  await page.goto(at('/user?panel=two-step'));
  const add = page.getByRole('button', { name: t.passkeys.add });
  await expect(add).toBeVisible();
  await expect(page.getByText(t.passkeys.empty)).toBeVisible();
  await axe(page);
  await tabTo(page, add);
  await page.keyboard.press('Enter');
  const naming = page.getByRole('dialog', { name: t.passkeys.new.heading });
  await expect(naming).toBeVisible();
  await axe(page);
  await naming.getByLabel(t.passkeys.label).fill('Work laptop');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: t.saved.heading })).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: t.saved.done }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: t.passkeys.list })).toContainText('Work laptop');
  await expect(page.getByText(t.on, { exact: true })).toBeFocused();
  await axe(page);
  const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId });
  expect(credentials.map(({ rpId }) => rpId)).toEqual(['localhost']);
  await expect
    .poll(async () => (await mails(email)).some(({ text }) => text.includes('Work laptop')))
    .toBe(true);

  await signOut();
  await enter();
  const use = page.getByRole('button', { name: t.step.passkey, exact: true });
  await expect(use).toBeFocused();
  await axe(page);
  // A dismissed prompt is not an error; the next press signs in.
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await page.keyboard.press('Enter');
  await expect(page.getByText(t.step.passkey_cancelled)).toBeVisible();
  await axe(page);
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  await tabTo(page, use);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(at('/user'));

  await page.goto(at('/user?panel=two-step'));
  await page.getByRole('button', { name: filled(t.passkeys.rename_of, { label: 'Work laptop' }) }).click();
  await page.getByRole('textbox', { name: t.passkeys.label }).fill('Home laptop');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: filled(t.passkeys.remove_of, { label: 'Home laptop' }) }).click();
  await expect(page.getByText(t.passkeys.confirm_remove.last)).toBeVisible();
  await axe(page);
  await page.getByRole('button', { name: t.passkeys.confirm_remove.action }).click();
  await expect(page.getByText(t.passkeys.empty)).toBeVisible();
  await signOut();
  await enter();
  await expect(page).toHaveURL(at('/user'));
});

test('on an IP address passkeys are shown as unavailable', async ({
  page,
  path,
  words,
  context,
  newAccount,
  withSession,
}) => {
  await withSession(context, await newAccount());
  await page.goto(path('/user?panel=two-step'));
  await expect(page.getByText(words.secondFactor.passkeys.no_address)).toBeVisible();
  await expect(page.getByRole('button', { name: words.secondFactor.passkeys.add })).toHaveCount(0);
});

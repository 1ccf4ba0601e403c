import type { APIRequestContext } from '@playwright/test';
import { languageHeader, type Locale } from '@yunduo/i18n';
import { expect, filled, test } from './fixtures.ts';

interface Codes {
  device_code: string;
  user_code: string;
  verification_uri_complete: string;
}
/** The client on the other screen: it uses the public document and has no password. */
const client = (request: APIRequestContext, locale: Locale) => {
  const headers = { lang: languageHeader(locale) };
  const post = async <T>(url: string, data: object) =>
    (await (await request.post(`/api/user_device/${url}`, { data, headers })).json()) as {
      code: string;
      data: T;
    };
  return {
    begin: async (device_name: string) =>
      (await post<Codes>('begin', { device_name, system: 'Windows 11' })).data,
    poll: (device_code: string) => post<{ token: string }>('token', { device_code }),
  };
};

test('a device signs in by its code and is listed and signed out; a denied one is not', async ({
  page,
  path,
  words,
  request,
  newAccount,
  signIn,
  axe,
  lang,
}) => {
  test.slow();
  const { device: t, account } = words;
  const desktop = client(request, lang);
  const email = await newAccount();
  const codes = await desktop.begin('Workshop laptop');

  // The device's link, opened by a visitor who is not signed in here.
  const { pathname, search } = new URL(codes.verification_uri_complete);
  expect(pathname).toBe(path('/device'));
  await page.goto(pathname + search);
  await expect(page.getByRole('heading', { level: 1, name: t.title })).toBeVisible();
  await axe(page);
  await page.getByRole('button', { name: t.sign_in.go }).click();
  await expect(page).toHaveURL(/\/login\?from=/);
  await signIn(page, email);
  await expect(page).toHaveURL(new RegExp(`${path('/device')}\\?code=`));
  const field = page.getByRole('textbox', { name: t.enter.code });
  await expect(field).toHaveValue(codes.user_code);
  await axe(page);
  await field.press('Enter');

  const question = page.getByRole('heading', { level: 1, name: t.ask.heading });
  await expect(question).toBeFocused();
  await expect(page.getByRole('definition').filter({ hasText: 'Workshop laptop' })).toBeVisible();
  await axe(page);
  await page.getByRole('button', { name: t.ask.allow, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: t.allowed.heading })).toBeFocused();
  await axe(page);

  const { code, data } = await desktop.poll(codes.device_code);
  expect(code).toBe('OK');
  const headers = { authorization: `Bearer ${data.token}` };
  const who = async () => (await request.get('/api/user_info/index', { headers })).status();
  expect(await who()).toBe(200);
  expect((await desktop.poll(codes.device_code)).code).toBe('DEVICE_EXPIRED');

  await page.getByRole('link', { name: t.allowed.sessions }).click();
  const name = 'Workshop laptop, Windows 11';
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toBeVisible();
  await row.getByRole('button', { name: filled(account.account.revoke_label, { device: name }) }).click();
  await expect(row).toHaveCount(0);
  expect(await who()).toBe(401);

  // Another code, typed by hand and denied.
  const unknown = await desktop.begin('Somebody’s laptop');
  await page.goto(path('/device'));
  await field.fill(unknown.user_code.toLowerCase().replace('-', ''));
  await page.getByRole('button', { name: t.enter.submit }).click();
  await page.getByRole('button', { name: t.ask.deny, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: t.denied.heading })).toBeFocused();
  expect((await desktop.poll(unknown.device_code)).code).toBe('DEVICE_DENIED');
});

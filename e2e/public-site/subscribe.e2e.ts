import { expect, filled, newAddress, test } from './fixtures.ts';

/** The target of an email's button, on the site under test. */
function landing(text: string): string {
  const address = /https?:\/\/\S+\/subscribe\?\S+/.exec(text)?.[0];
  if (!address) throw new Error(`no link in the mail: ${text}`);
  const { pathname, search } = new URL(address);
  return pathname + search;
}

test('[R1.15] [R5.07] [R8.09j] an address subscribes after slider and confirmation mail, unsubscribes and resubscribes', async ({
  page,
  path,
  words,
  hydrated,
  solveSlider,
  mails,
  axe,
}) => {
  const { newsletter: t, home } = words;
  const address = newAddress();
  const text = async (nth: number): Promise<string> => {
    await expect.poll(async () => (await mails(address)).length, { timeout: 30_000 }).toBe(nth);
    return (await mails(address))[0]?.text ?? '';
  };
  await page.goto(path('/#email'));
  await hydrated(page);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/subscribe/create')) sent.push(request.url());
  });
  await page.getByLabel(home.email.label, { exact: true }).fill(address);
  await page.getByRole('button', { name: home.email.submit, exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(sent).toEqual([]);
  await solveSlider(page);
  await expect(page.getByText(filled(home.email.sent, { email: address }))).toBeVisible();
  await axe(page);

  await page.goto(landing(await text(1)));
  await hydrated(page);
  await axe(page);
  // Opening the link does not subscribe: the only email is still the confirmation request.
  expect(await mails(address)).toHaveLength(1);
  await page.getByRole('button', { name: t.confirm.submit, exact: true }).click();
  await expect(page.getByRole('heading', { name: words.messages.subscribed, exact: true })).toBeVisible();
  await axe(page);

  await page.goto(landing(await text(2)));
  await page.getByRole('button', { name: t.unsubscribe.submit, exact: true }).click();
  await expect(page.getByText(t.unsubscribe.done_heading, { exact: true })).toBeVisible();
  await axe(page);
  await page.getByRole('button', { name: t.unsubscribe.undo, exact: true }).click();
  await expect(page.getByText(t.unsubscribe.undone_heading, { exact: true })).toBeVisible();
});

test('[R5.07] the server rejects a subscription without the slider', async ({ request }) => {
  const data = { email: newAddress(), captcha_ticket: 'none', locale: 'en' };
  const answer = await request.post('/api/subscribe/create', { data });
  expect(answer.status()).toBe(400);
  expect(((await answer.json()) as { code: string }).code).toBe('CAPTCHA_TICKET_INVALID');
});

test('an expired or incomplete link shows a message and a way on', async ({
  page,
  path,
  words,
  silence,
  axe,
}) => {
  // The browser's message for every rejected call.
  silence.allow(/status of 400 .*subscribe\/confirm/);
  const { newsletter: t } = words;
  await page.goto(path('/subscribe?do=confirm&token=none'));
  await page.getByRole('button', { name: t.confirm.submit, exact: true }).click();
  await expect(
    page.getByRole('alert').filter({ hasText: words.errors.SUBSCRIBE_LINK_INVALID }),
  ).toBeVisible();
  await axe(page);
  await page.goto(path('/subscribe?do=unsubscribe'));
  await page.getByRole('button', { name: t.unsubscribe.submit, exact: true }).click();
  await expect(page.getByText(t.no_token)).toBeVisible();
});

test('a mail’s link works with an expired session', async ({
  page,
  path,
  words,
  context,
  hydrated,
  silence,
}) => {
  silence.allow(/status of 400 .*subscribe\/confirm/);
  const { newsletter: t } = words;
  await context.addInitScript(() => localStorage.setItem('token', 'yd_dead'));
  await page.goto(path('/subscribe?do=confirm&token=none'));
  await hydrated(page);
  await page.getByRole('button', { name: t.confirm.submit, exact: true }).click();
  await expect(
    page.getByRole('alert').filter({ hasText: words.errors.SUBSCRIBE_LINK_INVALID }),
  ).toBeVisible();
  await expect(page).toHaveURL(path('/subscribe?do=confirm&token=none'));
});

test('[R2.01f] the download band links to the download', async ({ page, path, words }) => {
  await page.goto(path('/'));
  await page.locator('#download').getByRole('link', { name: words.home.download.get }).click();
  await expect(page).toHaveURL(path('/client-download'));
});

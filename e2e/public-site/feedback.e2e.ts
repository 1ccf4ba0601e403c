import type { Page } from '@playwright/test';
import { fileURLToPath } from 'node:url';
import { account, expect, filled, test } from './fixtures.ts';

/** A real video of a few 16 × 16 frames: a file with only a video's header is rejected. */
const MP4 = Buffer.from(
  [
    'AAAAGGZ0eXBpc29tAAACAGlzb21tcDQxAAADS21vb3YAAABsbXZoZAAAAADnJ5B05yeQdAAA4QAAAC0AAAEAAAEAAAAAAAAAAAAA',
    'AAABAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAIAAAJMdHJhawAA',
    'AFx0a2hkAAAAA+cnkHTnJ5B0AAAAAQAAAAAAAC0AAAAAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAA',
    'AAAAQAAAAAAQAAAAEAAAAAAB6G1kaWEAAAAgbWRoZAAAAADnJ5B05yeQdAAA4QAAAC0AFccAAAAAADdoZGxyAAAAAG1obHJ2aWRl',
    'AAAAAAAAAAAAAAAATWVkaWFidW5ueVZpZGVvSGFuZGxlcgAAAAGJbWluZgAAABR2bWhkAAAAAQAAAAAAAAAAAAAAJGRpbmYAAAAc',
    'ZHJlZgAAAAAAAAABAAAADHVybCAAAAABAAABSXN0YmwAAAChc3RzZAAAAAAAAAABAAAAkXZwMDkAAAAAAAAAAQAAAAAAAAAAAAAA',
    'AAAAAAAAEAAQAEgAAABIAAAAAAAAAAESTWVkaWFidW5ueSB2MS42MS4wAAAAAAAAAAAAAAAAAAAY//8AAAAUdnBjQwEAAAAACoMB',
    'AQEAAAAAABNjb2xybmNseAABAA0AAYAAAAAUYnRydAAAAAAAAAdAAAAkQAAAADBzdHRzAAAAAAAAAAQAAAABAAAIxgAAAAMAAAkA',
    'AAAAAQAACToAAAABAAAAAAAAABxzdHNjAAAAAAAAAAEAAAABAAAABgAAAAEAAAAsc3RzegAAAAAAAAAAAAAABgAAAEEAAAAbAAAA',
    'GwAAACQAAAAtAAAAIAAAABRzdGNvAAAAAAAAAAEAAANrAAAAFHN0c3MAAAAAAAAAAQAAAAEAAACLdWR0YQAAAINtZXRhAAAAAAAA',
    'ACFoZGxyAAAAAAAAAABtZGlyYXBwbAAAAAAAAAAAAAAAAFZpbHN0AAAAJKljbXQAAAAcZGF0YQAAAAEAAAAAbWFkZSBhdCBob21l',
    'AAAAKql4eXoAAAAiZGF0YQAAAAEAAAAAKzMxLjIzMDQrMTIxLjQ3MzcvAAAA8G1kYXSCSYNCUADwAPYGOCQcGDoAACBAACKb//9L',
    'G5tun6yBC0qDkwGRO3QFPcvLEk4bMYrNZ8VtqD///n0f////89oAAIYAQJKcKEggAANwAAAqf//4AH///Ff///GsAIYAQJKcKEmA',
    'AANwAAAqf//24H//+dH//+MAAIYAQJLwoSGAAAxwAAACMydMebFqPv7dW83///3g3////8SQAIYAQJLwkR4AAAxwAAACXZ1Ivpk/',
    'vm63dqS1K8g2ArioaM////8Li////97AAIYAQJKcJEbAAANwAAAxPDgO////1XH///0v///+6wAA',
  ].join(''),
  'base64',
);

const picture = (page: Page): Promise<Buffer> =>
  page.screenshot({ clip: { x: 0, y: 0, width: 160, height: 100 } });

test('[R2.10] [R3.13] [R5.07] feedback with a picture and a video is sent after the slider and listed', async ({
  page,
  path,
  words,
  context,
  hydrated,
  newAccount,
  withSession,
  solveSlider,
  axe,
}) => {
  const { feedback: t } = words;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await withSession(context, await newAccount());
  await page.goto(path('/feedback'));
  await hydrated(page);
  await axe(page);

  await expect(page.getByRole('radio')).toHaveCount(4);
  for (const type of Object.values(t.types))
    await expect(page.getByRole('radio', { name: type, exact: true })).toBeVisible();
  await page.getByRole('radio', { name: t.types.defect, exact: true }).check();
  await page.getByLabel(t.subject, { exact: true }).fill('The cursor jumps');
  await page.getByLabel(t.text, { exact: true }).fill('Open a large file.\nSave it.');
  await page.locator('#feedback-files').setInputFiles([
    { name: 'before.png', mimeType: 'image/png', buffer: await picture(page) },
    { name: 'jump.mp4', mimeType: 'video/mp4', buffer: MP4 },
  ]);
  const files = page.getByRole('list', { name: t.files });
  await expect(files.getByRole('img', { name: 'before.png' })).toBeVisible();
  await expect(files.getByRole('progressbar')).toHaveCount(0);
  // Visible on a picture of any colour: it has its own background.
  const remove = files.getByRole('button').first();
  const ground = await remove.evaluate((button) => getComputedStyle(button).backgroundColor);
  expect(ground).toMatch(/^rgb\(/);
  const contact = page.getByLabel(t.contact, { exact: true });
  const { none, qq, phone, wechat } = t.contact_kinds;
  await expect(contact.getByRole('option')).toHaveText([none, qq, phone, wechat]);
  await contact.selectOption('qq');
  await page.getByLabel(t.contact_values.qq, { exact: true }).fill('284719365');
  await axe(page);

  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/feedback/submit')) sent.push(request.url());
  });
  await page.getByRole('button', { name: t.submit, exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(sent).toEqual([]);
  await solveSlider(page);
  await expect(page.getByRole('heading', { name: t.sent.heading })).toBeFocused();
  const no = /FB\d{8}-[0-9A-Z]{5}/.exec(await page.getByRole('main').innerText())?.[0] ?? '';
  expect(no).not.toBe('');
  await axe(page);

  await page.getByRole('link', { name: t.sent.see }).click();
  await expect(page).toHaveURL(path(`/feedback?no=${no}`));
  await expect(page.getByRole('heading', { name: 'The cursor jumps' })).toBeVisible();
  const ticket = page.getByRole('article');
  await expect(ticket.getByText(t.types.defect, { exact: true })).toBeVisible();
  await expect(ticket.getByText('Open a large file.\nSave it.', { exact: true })).toHaveCSS(
    'white-space-collapse',
    'preserve-breaks',
  );
  await expect(ticket.getByText('284719365', { exact: true })).toBeVisible();
  await ticket.getByRole('button', { name: t.sent.copy }).click();
  await expect(page.getByText(words.messages.copied).first()).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(no);
  const attached = page.getByRole('list', { name: t.ticket.attachments });
  const shown = attached.locator('img');
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(attached.locator('video')).toBeVisible();
  await axe(page);

  await page.getByRole('main').getByRole('link', { name: t.mine, exact: true }).click();
  const list = page.getByRole('list', { name: t.list.caption });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(list.getByText(t.states.open)).toBeVisible();
  await axe(page);

  // A sent ticket is not offered for sending again.
  await page.getByRole('main').getByRole('link', { name: t.write, exact: true }).click();
  await expect(page.getByLabel(t.subject, { exact: true })).toHaveValue('');
});

test('[R5.07] the server rejects feedback without the slider', async ({
  page,
  path,
  context,
  request,
  newAccount,
  withSession,
}) => {
  await withSession(context, await newAccount());
  await page.goto(path('/feedback'));
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const data = { type: 'other', title: 'No slider', description: 'None', captcha_ticket: 'none' };
  const answer = await request.post('/api/feedback/submit', {
    data,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status()).toBe(400);
  expect(((await answer.json()) as { code: string }).code).toBe('CAPTCHA_TICKET_INVALID');
});

test('[R6.03] feedback without a session shows a notice; sign-in and a reload keep the input', async ({
  page,
  path,
  words,
  hydrated,
  signIn,
  axe,
}) => {
  const { feedback: t } = words;
  await page.goto(path('/feedback'));
  await hydrated(page);
  const title = page.getByLabel(t.subject, { exact: true });
  await title.fill('Group the overview');
  await page.getByLabel(t.text, { exact: true }).fill('By machine room.');
  await page.getByRole('radio', { name: t.types.suggestion, exact: true }).check();
  const submit = page.getByRole('button', { name: t.submit, exact: true });
  await submit.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(words.messages.not_signed_in, { exact: true })).toBeVisible();
  await axe(page);
  await dialog.getByRole('button', { name: words.shell.cancel, exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await submit.click();
  await dialog.getByRole('button', { name: t.sign_in.go, exact: true }).click();
  await expect(page).toHaveURL(/\/login\?from=/);
  await signIn(page, account('user'));
  await expect(page).toHaveURL(path('/feedback'));
  await expect(page.getByText(t.restored.text)).toBeVisible();
  await expect(title).toHaveValue('Group the overview');
  await page.reload();
  await expect(title).toHaveValue('Group the overview');
  await expect(page.getByLabel(t.text, { exact: true })).toHaveValue('By machine room.');
  await expect(page.getByRole('radio', { name: t.types.suggestion, exact: true })).toBeChecked();
});

test('[R5.06] files other than pictures and videos are rejected, by name and by content', async ({
  page,
  path,
  words,
  context,
  hydrated,
  newAccount,
  withSession,
  silence,
}) => {
  // The browser's message for every rejected call.
  silence.allow(/status of 400 .*feedback\/upload/);
  const { feedback: t } = words;
  await withSession(context, await newAccount());
  await page.goto(path('/feedback'));
  await hydrated(page);
  const files = page.getByRole('list', { name: t.files });
  await page.locator('#feedback-files').setInputFiles([
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') },
    { name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') },
  ]);
  await expect(files.getByText(t.file.wrong_type)).toBeVisible();
  await expect(files.getByText(words.errors.MEDIA_TYPE)).toBeVisible();
  await page.getByRole('button', { name: filled(t.file.remove, { name: 'notes.txt' }) }).click();
  await expect(files.getByText('notes.txt')).toHaveCount(0);
  await page.getByLabel(t.subject, { exact: true }).fill('舵'.repeat(65));
  await page.getByRole('button', { name: t.submit, exact: true }).click();
  await expect(page.getByText(words.validation.feedback_title_length)).toBeVisible();
});

test('feedback whose response is lost is sent again and arrives once', async ({
  page,
  path,
  words,
  context,
  hydrated,
  newAccount,
  withSession,
  solveSlider,
  silence,
}) => {
  silence.allow(/Failed to load resource/);
  const { feedback: t } = words;
  await withSession(context, await newAccount());
  await page.goto(path('/feedback'));
  await hydrated(page);
  await page.getByRole('radio', { name: t.types.defect, exact: true }).check();
  await page.getByLabel(t.subject, { exact: true }).fill('The cursor jumps');
  await page.getByLabel(t.text, { exact: true }).fill('Save a large file.');
  await page
    .locator('#feedback-files')
    .setInputFiles([{ name: 'before.png', mimeType: 'image/png', buffer: await picture(page) }]);
  await expect(
    page.getByRole('list', { name: t.files }).getByRole('img', { name: 'before.png' }),
  ).toBeVisible();
  await page.route(
    '**/api/feedback/submit',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  const submit = page.getByRole('button', { name: t.submit, exact: true });
  await submit.click();
  await solveSlider(page);
  await expect(page.getByText(words.messages.server_busy)).toBeVisible();
  await submit.click();
  await solveSlider(page);
  await expect(page.getByRole('heading', { name: t.sent.heading })).toBeFocused();
  await page.goto(path('/feedback?view=mine'));
  await expect(page.getByRole('list', { name: t.list.caption }).getByRole('listitem')).toHaveCount(1);
});

test('a file dropped before the scripts run is taken, and does not replace the page', async ({
  page,
  path,
  words,
  context,
}) => {
  await page.goto(path('/feedback'));
  const tile = page.locator('label', { has: page.locator('#feedback-files') });
  await tile.scrollIntoViewIfNeeded();
  const box = (await tile.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const devtools = await context.newCDPSession(page);
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const data = { items: [], files: [fileURLToPath(import.meta.url)], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', { type, ...point, data });
  // The form has taken it: attachments need a session.
  await expect(page.getByRole('dialog')).toContainText(words.messages.not_signed_in);
  expect(new URL(page.url()).pathname).toBe(path('/feedback'));
});

test('an upload shows its progress and can be cancelled', async ({
  page,
  path,
  words,
  context,
  hydrated,
  newAccount,
  withSession,
}) => {
  const { feedback: t } = words;
  await withSession(context, await newAccount());
  await page.route('**/api/feedback/upload', () => undefined);
  await page.goto(path('/feedback'));
  await hydrated(page);
  await page
    .locator('#feedback-files')
    .setInputFiles({ name: 'long.mp4', mimeType: 'video/mp4', buffer: MP4 });
  await expect(
    page.getByRole('progressbar', { name: filled(t.file.uploading, { name: 'long.mp4' }) }),
  ).toBeVisible();
  await page.getByRole('button', { name: filled(t.file.cancel, { name: 'long.mp4' }) }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'long.mp4' })).toHaveCount(0);
  await expect(page.getByText(filled(t.file.removed, { name: 'long.mp4' }))).toBeAttached();
});

test('a member sees their tickets with the answers', async ({ page, path, words, context, withSession }) => {
  const { feedback: t } = words;
  await withSession(context, account('user'));
  await page.goto(path('/feedback?view=mine'));
  const list = page.getByRole('list', { name: t.list.caption });
  const row = list.getByRole('listitem').filter({ hasText: '8M2RD' });
  await expect(row.getByText(t.states.answered)).toBeVisible();
  await row.getByRole('link').click();
  await expect(page.getByText('谢谢建议。', { exact: false })).toBeVisible();
  await expect(page.getByRole('heading', { name: t.ticket.answers })).toBeVisible();
});

test('tickets disappear when another tab signs out', async ({
  page,
  path,
  words,
  context,
  hydrated,
  withSession,
}) => {
  const { feedback: t } = words;
  await withSession(context, account('user'));
  const mine = path('/feedback?view=mine');
  await page.goto(mine);
  await expect(page.getByRole('list', { name: t.list.caption })).toBeVisible();
  const other = await context.newPage();
  await other.goto(path('/user'));
  await hydrated(other);
  await other.getByRole('button', { name: words.account.sign_out, exact: true }).click();
  await expect(page).toHaveURL(path(`/login?from=${encodeURIComponent(mine)}`));
  await expect(page.getByText('8M2RD')).toHaveCount(0);
});

test('the link in an answer’s mail asks to sign in and returns', async ({
  page,
  path,
  words,
  signIn,
  newAccount,
  silence,
}) => {
  // The browser's message for every rejected call.
  silence.allow(/status of 404 .*feedback\/detail/);
  const email = await newAccount();
  await page.goto(path('/feedback?no=FB20260101-00000'));
  await expect(page).toHaveURL(/\/login\?from=/);
  await signIn(page, email);
  await expect(page).toHaveURL(path('/feedback?no=FB20260101-00000'));
  // It belongs to no user here.
  await expect(page.getByText(words.feedback.missing.title)).toBeVisible();
});

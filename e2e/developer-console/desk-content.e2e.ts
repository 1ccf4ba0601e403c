import { localePath } from '@yunduo/i18n';
import { MINUTE } from '@yunduo/validation';
import { account, expect, filled } from './fixtures.ts';
import { inEveryLight, picture, tabThrough, test } from './people.ts';

test('an operator gives a partner a logo and a link, looks at the page before visitors do, publishes it, and sees it on the site in both languages', async ({
  page,
  path,
  words,
  context,
  request,
  withSession,
  axe,
}) => {
  const { deskContent: t, desk } = words.console;
  await withSession(context, account('operator'));
  const name = `Harbour ${Date.now().toString(36)}`;
  const titles = { zh: `${name} 港湾`, en: name };
  const pageOf = async (lang: 'zh' | 'en') => (await request.get(localePath(lang, '/'))).text();

  await page.goto(path('/developer-center/desk/content?place=partners'));
  await expect(page.getByRole('heading', { level: 1, name: desk.room.content })).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await inEveryLight(page, axe);
  await page.getByRole('link', { name: t.articles.create }).click();
  await expect(page).toHaveURL(/id=new&place=partners/);
  const field = (label: string, lang: 'zh' | 'en') =>
    page.getByLabel(filled(t.in[lang], { field: label }), { exact: true });
  // A missing value is reported at its field, and no input is lost.
  await field(t.article.title, 'en').fill(titles.en);
  await page.getByRole('button', { name: t.article.save }).click();
  await expect(field(t.article.title, 'zh')).toBeFocused();
  await field(t.article.title, 'zh').fill(titles.zh);
  await page
    .locator('input[type=file]:not([hidden])')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture(640, 160) });
  await expect(page.locator('form img')).toBeVisible();
  await page.getByLabel(t.article.link, { exact: true }).fill('https://harbour.example/');
  await field(t.article.link_text, 'zh').fill('港湾官网');
  await field(t.article.link_text, 'en').fill('Harbour');
  await inEveryLight(page, axe);

  await page.getByRole('button', { name: t.article.preview, exact: true }).click();
  for (const lang of ['zh', 'en'] as const) {
    const link = page.getByRole('link', { name: t.article[`preview_${lang}`] });
    const answer = await request.get((await link.getAttribute('href')) ?? '');
    expect([answer.status(), answer.headers()['cache-control'], answer.headers()['x-robots-tag']]).toEqual([
      200,
      'no-store',
      'noindex',
    ]);
    expect(await answer.text()).toContain(`alt="${titles[lang]}"`);
    expect(await pageOf(lang)).not.toContain(titles[lang]);
  }
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: t.article.preview_zh }).click();
  const preview = await opened;
  await expect(preview.getByRole('img', { name: titles.zh })).toBeVisible();
  await axe(preview);
  await preview.close();

  await page.getByRole('button', { name: t.article.publish, exact: true }).click();
  await expect(page.getByText(t.article.published)).toBeVisible();
  for (const lang of ['zh', 'en'] as const) {
    await expect.poll(() => pageOf(lang), { timeout: 5000 }).toContain(`alt="${titles[lang]}"`);
    await page.goto(localePath(lang, '/'));
    const logo = page.getByRole('img', { name: titles[lang] });
    await logo.scrollIntoViewIfNeeded();
    await expect(logo).toBeVisible();
    expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640);
    await expect(page.getByRole('link', { name: titles[lang] })).toHaveAttribute(
      'href',
      'https://harbour.example/',
    );
  }

  // Unpublished again, because other tests visit this page.
  await page.goto(path('/developer-center/desk/content?place=partners'));
  await page
    .getByRole('link', {
      name: filled(t.articles.edit_label, { title: path('/') === '/' ? titles.zh : titles.en }),
    })
    .click();
  await page.getByRole('button', { name: t.article.history }).click();
  const history = page.getByRole('dialog', { name: t.article.history });
  await expect(history.getByRole('listitem')).toHaveCount(1);
  await axe(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: t.article.archive, exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t.article.archive_confirm, exact: true })
    .click();
  await expect(page.getByText(t.status.archived, { exact: true })).toBeVisible();
  await expect.poll(() => pageOf('en'), { timeout: 5000 }).not.toContain(titles.en);
});

test('the focused control of a form is never behind the actions that stay in view', async ({
  page,
  path,
  context,
  withSession,
}) => {
  await withSession(context, account('operator'));
  await page.setViewportSize({ width: 1024, height: 480 });
  for (const query of ['place=partners&id=new', 'kind=activities&id=new']) {
    await page.goto(path(`/developer-center/desk/content?${query}`));
    await expect(page.locator('form textarea').first()).toBeVisible();
    const { stops, behind } = await tabThrough(page);
    expect(stops.length).toBeGreaterThan(15);
    expect(behind).toEqual([]);
  }
});

test('an operator makes invitation codes and disables one; the other tabs are whole', async ({
  page,
  path,
  words,
  context,
  withSession,
  axe,
}) => {
  const { deskReleases: t, deskContent } = words.console;
  await withSession(context, account('operator'));
  await page.goto(path('/developer-center/desk/releases'));
  await page.getByRole('button', { name: t.invitations.create }).click();
  const dialog = page.getByRole('dialog', { name: t.create.title });
  await dialog.getByLabel(t.create.count).fill('3');
  await dialog.getByLabel(t.create.note).fill('E2E');
  await axe(page);
  await dialog.getByRole('button', { name: t.create.submit, exact: true }).click();
  const codes = page.getByRole('group', { name: t.made.codes });
  await expect(codes).toHaveText(/^(YDIN(-[0-9A-Z]{4}){4}\s*){3}$/);
  await inEveryLight(page, axe);
  await page.getByRole('button', { name: t.made.done }).click();
  await expect(codes).toBeHidden();
  await page.getByRole('button', { name: t.invitations.revoke, exact: false }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: t.invitations.revoke_confirm }).click();
  await expect(page.getByText(t.invitations.revoked_toast)).toBeVisible();

  for (const address of [
    'releases?kind=requests',
    'releases?kind=releases',
    'releases?kind=releases&id=new',
  ]) {
    await page.goto(path(`/developer-center/desk/${address}`));
    await expect(page.getByRole('link', { name: t.kind.releases, exact: true })).toBeVisible();
    await axe(page);
  }
  for (const kind of ['activities', 'protocols'] as const) {
    for (const more of ['', '&id=new']) {
      await page.goto(path(`/developer-center/desk/content?kind=${kind}${more}`));
      await expect(page.getByRole('link', { name: deskContent.kind[kind], exact: true })).toBeVisible();
      await axe(page);
    }
  }
});

test('an operator schedules a partner, who is on the site from the first time to the second', async ({
  page,
  path,
  words,
  context,
  request,
  withSession,
  axe,
}) => {
  // Every job is due after the clock moves.
  test.slow();
  const { deskContent: t } = words.console;
  await withSession(context, account('operator'));
  const name = `Pier ${Date.now().toString(36)}`;
  const isShown = async () => (await (await request.get(localePath('en', '/'))).text()).includes(name);
  const { now } = (await (await request.get('/dev/clock')).json()) as { now: string };
  const start = (Math.floor(Date.parse(now) / MINUTE) + 3) * MINUTE;

  await page.goto(path('/developer-center/desk/content?id=new&place=partners'));
  for (const lang of ['zh', 'en'] as const)
    await page.getByLabel(filled(t.in[lang], { field: t.article.title }), { exact: true }).fill(name);
  await page
    .locator('input[type=file]:not([hidden])')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture(640, 160) });
  await expect(page.locator('form img')).toBeVisible();
  await page.getByRole('button', { name: t.article.save, exact: true }).click();
  await expect(page).toHaveURL(/id=\d+/);
  await page.getByRole('button', { name: t.schedule.action, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: t.schedule.title });
  await expect(dialog).toBeVisible();
  await axe(page);
  // The fields are in the zone of the browser.
  for (const [index, at] of [start, start + MINUTE].entries()) {
    const local = await page.evaluate((moment) => {
      const offset = new Date(moment).getTimezoneOffset() * 60_000;
      return new Date(moment - offset).toISOString().slice(0, 16);
    }, at);
    await dialog.locator('input').nth(index).fill(local);
  }
  await dialog.getByRole('button', { name: t.schedule.submit, exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: t.schedule.cancel })).toBeVisible();
  await axe(page);
  expect(await isShown()).toBe(false);

  const advance = (ms: number) => request.post('/dev/clock', { data: { advance: ms } });
  await advance(start - Date.parse(now) + 1000);
  await expect.poll(isShown, { timeout: 45_000 }).toBe(true);
  await advance(MINUTE);
  await expect.poll(isShown, { timeout: 45_000 }).toBe(false);
});

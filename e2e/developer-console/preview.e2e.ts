import type { Page } from '@playwright/test';
import { localePath } from '@yunduo/i18n';
import { account, expect, filled } from './fixtures.ts';
import { appOf, as, inEveryLight, sayWhoPublishes, submittedApp, test } from './people.ts';

/** The store's content of an app, without the actions of its readers. */
async function saidBy(page: Pick<Page, 'locator'>): Promise<Record<string, string | null>> {
  const text = async (selector: string) => (await page.locator(selector).first().innerText()).trim();
  return {
    name: await text('h1'),
    intro: await text('h1 + p'),
    key: await text('code'),
    description: await text('#description-h + div .body'),
    log: await text('#log ol'),
    shots: String(await page.locator('ul:has(> li > a > img) > li').count()),
  };
}

test('[R2.20] the preview shows the saved draft as the store would, at phone and desktop width', async ({
  page,
  path,
  words,
  context,
  request,
  withSession,
  axe,
}) => {
  const { preview, appPages } = words.console;
  await withSession(context, account('developer'));
  const id = await appOf(request, 'port-patrol');
  await page.goto(path(`/developer-center/app-versions?id=${id}`));
  await page.getByRole('link', { name: appPages.preview, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`app-preview\\?id=${id}`));

  const shown = page.frameLocator('iframe');
  await expect(shown.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(shown.locator('#description-h + div .body')).not.toHaveText('');
  const window = page.locator('iframe');
  await page.getByRole('button', { name: preview.width.phone }).click();
  await expect(window).toHaveCSS('width', '390px');
  await expect
    .poll(() => window.evaluate((frame: HTMLIFrameElement) => frame.contentWindow?.innerWidth))
    .toBe(390);
  await inEveryLight(page, axe);
  await page.getByRole('button', { name: preview.width.desktop }).click();
  await expect(window).toHaveCSS('width', '1280px');
  await expect(page).toHaveURL(/width=desktop/);
  await inEveryLight(page, axe);

  const previewed = await saidBy(shown);
  await page.goto(path(`/store/${id}`));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(previewed).toEqual(await saidBy(page));
});

test('[R2.20] the preview follows unsaved input of another window', async ({
  page,
  path,
  words,
  context,
  newAccount,
  withSession,
  silence,
  axe,
}) => {
  test.slow();
  const { listing, preview, apps } = words.console;
  const { field } = words.developerTerms;
  await withSession(context, await newAccount());
  await page.goto(path('/developer-center/applications'));
  await sayWhoPublishes(page, words.console.publisher, `Studio ${Date.now().toString(36)}`);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: apps.not_developer.join }).click();
  // Without a version, the steps to the first submission are shown.
  await expect(page.getByRole('progressbar')).toBeVisible();
  await inEveryLight(page, axe);
  const name = `Preview ${Date.now().toString(36)}`;
  await page.getByRole('button', { name: apps.create.open }).click();
  await page.getByLabel(apps.create.zh).fill(`预览${Date.now().toString(36)}`);
  await page.getByLabel(apps.create.en).fill(name);
  await page.getByRole('button', { name: apps.create.submit, exact: true }).click();
  await expect(page).toHaveURL(/app-edit\?id=\d+$/);

  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: listing.preview }).click();
  const tab = await opened;
  const shown = tab.frameLocator('iframe');
  await expect(shown.getByRole('heading', { level: 1 })).toBeVisible();

  // The server is down: input exists only in this browser.
  silence.allow(/ERR_FAILED/);
  await context.route('**/api/dev_app/save', (route) => route.abort());
  const intro = (lang: 'zh' | 'en') => page.getByLabel(filled(listing.in[lang], { field: field.intro }));
  await intro('en').fill('Typed a moment ago');
  await tab.getByRole('button', { name: preview.language.en, exact: true }).click();
  await expect(shown.getByText('Typed a moment ago')).toBeVisible();
  await expect(shown.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(tab.getByRole('status').filter({ hasText: '1' })).toBeVisible();

  // Not translated into Chinese: the text of the other language is shown, and the preview says where.
  await tab.getByRole('button', { name: preview.language.zh, exact: true }).click();
  await expect(shown.getByText('Typed a moment ago')).toHaveAttribute('lang', 'en');
  await expect(tab.getByRole('link', { name: field.intro })).toBeVisible();

  // The network is back: the draft is saved, and nothing on the screen changes.
  await context.unroute('**/api/dev_app/save');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(tab.getByText(preview.state.saved)).toBeVisible();
  await tab.reload();
  await tab.getByRole('button', { name: preview.language.en, exact: true }).click();
  await expect(shown.getByText('Typed a moment ago')).toBeVisible();

  // A dependency in the store is shown by its name.
  const box = page.getByRole('combobox', { name: words.console.needs.add_dependency });
  await box.fill('nginx');
  await expect(page.getByRole('option').filter({ hasText: 'nginx' }).first()).toBeVisible();
  await inEveryLight(page, axe);
  await box.press('Enter');
  await expect(shown.getByRole('link', { name: 'Nginx', exact: true })).toBeVisible();

  // The checklist shows what the server still requires.
  await page.goto(path('/developer-center/applications'));
  await page.getByRole('link', { name: field.licence }).click();
  await expect(page).toHaveURL(/app-edit\?id=\d+&at=licence/);
  await expect(page.getByLabel(field.licence)).toBeFocused();
});

test('[R2.20] a share link shows the draft without an account, in both languages', async ({
  page,
  path,
  lang,
  words,
  context,
  request,
  browser,
  baseURL,
  withSession,
  silence,
  axe,
}) => {
  const { preview } = words.console;
  await withSession(context, account('developer'));
  const id = await appOf(request, 'port-patrol');
  await page.goto(path(`/developer-center/app-preview?id=${id}`));
  const own = page.frameLocator('iframe');
  await expect(own.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(own.locator('#description-h + div .body')).not.toHaveText('');
  const mine = await saidBy(own);
  await page.getByRole('button', { name: preview.share.make }).click();
  const link = await page.getByLabel(preview.share.label).inputValue();
  await expect(page.getByRole('button', { name: preview.share.copy })).toBeVisible();

  const stranger = await browser.newContext({ baseURL });
  const guest = await stranger.newPage();
  silence.listen(guest);
  const { pathname, search } = new URL(link);
  await guest.goto(pathname + search);
  const shown = guest.frameLocator('iframe');
  await expect(shown.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(shown.locator('#description-h + div .body')).not.toHaveText('');
  expect(await saidBy(shown)).toEqual(mine);
  await inEveryLight(guest, axe);
  await guest
    .getByRole('button', { name: preview.language[lang === 'zh' ? 'en' : 'zh'], exact: true })
    .click();
  await expect(guest).toHaveURL(
    new RegExp(`^[^?]*${localePath(lang === 'zh' ? 'en' : 'zh', '/developer-center/app-preview')}\\?token=`),
  );
  await expect(shown.getByRole('heading', { level: 1 })).not.toHaveText(mine['name'] ?? '');

  // With one wrong letter the page does not exist.
  silence.allow(/status of 404/);
  await guest.goto(`${path('/developer-center/app-preview')}?token=ydp_${'a'.repeat(50)}`);
  await expect(guest.getByRole('heading', { name: preview.dead.heading })).toBeVisible();
  await inEveryLight(guest, axe);
  await stranger.close();
});

test('[R2.20] a share link to a version shows the submitted listing, not later edits', async ({
  page,
  path,
  words,
  context,
  request,
  newAccount,
  withSession,
  someoneElse,
  axe,
}) => {
  const { share } = words.console.preview;
  const email = await newAccount();
  const { appId } = await submittedApp(request, email);
  const developer = await as(request, email);
  const answer = await request.get('/api/dev_app/detail', {
    params: { id: appId },
    headers: { authorization: `Bearer ${developer.token}` },
  });
  const { revision } = ((await answer.json()) as { data: { revision: number } }).data;
  const since = { zh: '提交以后才写的', en: 'Written after it was handed in' };
  await developer.post('/dev_app/save', { id: appId, revision, intro: since });

  await withSession(context, email);
  await page.goto(path(`/developer-center/app-preview?id=${appId}`));
  const guest = await someoneElse(await newAccount());
  const shown = guest.frameLocator('iframe');
  const openLink = async (): Promise<void> => {
    await page.getByRole('button', { name: share.make }).click();
    const { pathname, search } = new URL(await page.getByLabel(share.label).inputValue());
    await guest.goto(pathname + search);
    await expect(shown.getByRole('heading', { level: 1 })).toBeVisible();
  };
  const output = shown.getByText(since.zh).or(shown.getByText(since.en));

  await openLink();
  await expect(output).toBeVisible();
  await page.getByLabel(share.what).selectOption({ index: 1 });
  await expect(page.getByLabel(share.label)).toHaveCount(0);
  await inEveryLight(page, axe);
  await openLink();
  await expect(output).toHaveCount(0);
});

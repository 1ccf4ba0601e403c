import type { Page } from '@playwright/test';
import { expect, filled } from './fixtures.ts';
import { readyApp, submittedApp, test, endSession } from './people.ts';

interface SaveWords {
  saved: string;
}
const isSaved = (page: Page, { saved }: SaveWords) =>
  expect(
    page.locator('[data-save-state]').filter({ hasText: new RegExp(`^\\s*${saved.split('{{')[0]}`) }),
  ).toBeVisible();

test('a field edited in two tabs shows both texts; choosing one keeps all other changes', async ({
  page,
  path,
  words,
  context,
  request,
  newAccount,
  withSession,
  silence,
  axe,
}) => {
  silence.allow(/status of 400/);
  const { listing, appPages } = words.console;
  const { field } = words.developerTerms;
  const email = await newAccount();
  const { appId } = await readyApp(request, email);
  await withSession(context, email);
  const intro = (tab: Page) => tab.getByLabel(filled(listing.in.en, { field: field.intro }));
  const address = path(`/developer-center/app-edit?id=${appId}`);
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(address);
    await expect(intro(tab)).toHaveValue('Backs up what you cannot lose');
  }

  const stored = page.waitForResponse('**/api/dev_app/save');
  await intro(page).fill('Written in the first tab');
  expect((await stored).status()).toBe(200);
  await other.bringToFront();
  await other.getByLabel(field.licence).fill('Apache-2.0');
  await intro(other).fill('Written in the second tab');

  const clash = other.getByRole('alert').filter({ hasText: appPages.clash.heading });
  await expect(clash).toContainText('Written in the first tab');
  await expect(clash).toContainText('Written in the second tab');
  await axe(other);
  await clash.getByRole('button', { name: appPages.clash.keep }).click();
  await expect(clash).toHaveCount(0);
  await isSaved(other, appPages.save);

  await page.bringToFront();
  await page.reload();
  await expect(intro(page)).toHaveValue('Written in the second tab');
  await expect(page.getByLabel(field.licence)).toHaveValue('Apache-2.0');
  await expect(page.getByLabel(filled(listing.in.zh, { field: field.intro }))).toHaveValue(
    'Backs up what you cannot lose（中）',
  );
});

test('a link is inserted by Enter or by its button and saved; active tools are visible in both themes', async ({
  page,
  path,
  words,
  context,
  request,
  newAccount,
  withSession,
  axe,
}) => {
  const { in: inLanguage } = words.console.listing;
  const { save } = words.console.appPages;
  const { editor } = words.console;
  const email = await newAccount();
  const { appId } = await readyApp(request, email);
  await withSession(context, email);
  const address = path(`/developer-center/app-edit?id=${appId}`);
  await page.goto(address);
  const name = filled(inLanguage.en, { field: words.developerTerms.field.details });
  const text = page.getByRole('textbox', { name });
  const tools = page.getByRole('toolbar', { name });
  const link = page.getByRole('group', { name: editor.link });
  const input = link.getByLabel(editor.address);

  await text.click();
  await page.keyboard.press('ControlOrMeta+End');
  await tools.getByRole('button', { name: editor.link }).click();
  await expect(input).toBeFocused();
  await input.fill('nowhere');
  await input.press('Enter');
  await expect(input).toHaveAccessibleDescription(editor.address_refused);
  await axe(page);
  await input.press('Escape');
  await expect(link).toHaveCount(0);
  await expect(text).toBeFocused();

  await page.keyboard.type(' ');
  await tools.getByRole('button', { name: editor.link }).click();
  await input.fill('https://example.com/enter');
  await input.press('Enter');
  await expect(text).toBeFocused();
  await page.keyboard.type(' ');
  await tools.getByRole('button', { name: editor.link }).click();
  await input.fill('https://example.com/press');
  await link.getByRole('button', { name: editor.insert }).click();
  await expect(page).toHaveURL(address);
  await isSaved(page, save);
  await page.reload();
  for (const href of ['https://example.com/enter', 'https://example.com/press'])
    await expect(text.getByText(href)).toHaveAttribute('href', href);

  await page.emulateMedia({ forcedColors: 'active' });
  const bold = tools.getByRole('button', { name: editor.bold });
  await bold.click();
  await expect(bold).toHaveAttribute('aria-pressed', 'true');
  await expect(bold).toHaveCSS('text-decoration-line', 'underline');
  await expect(tools.getByRole('button', { name: editor.italic })).toHaveCSS('text-decoration-line', 'none');
});

test('[R8.03] an expired session asks to sign in and restores the text being typed', async ({
  page,
  path,
  words,
  context,
  request,
  newAccount,
  withSession,
  signIn,
  silence,
}) => {
  silence.allow(/status of 401/);
  const { appPages, listing } = words.console;
  const email = await newAccount();
  const { appId } = await readyApp(request, email);
  await withSession(context, email);
  const address = path(`/developer-center/app-edit?id=${appId}`);
  await page.goto(address);
  const intro = page.getByLabel(filled(listing.in.en, { field: words.developerTerms.field.intro }));
  await expect(intro).toHaveValue('Backs up what you cannot lose');
  await endSession(request, page);

  await intro.fill('Typed after the session had ended');
  await expect(page).toHaveURL(/\/login\?.*from=/);
  // Shown on the other app's page: a message of this one would disappear with its page.
  await expect(page.getByRole('alert').getByText(words.messages.login_first)).toBeVisible();
  await signIn(page, email);
  await expect(page).toHaveURL(address);
  await expect(intro).toHaveValue('Typed after the session had ended');
  await expect(page.getByText(appPages.save.restored)).toBeVisible();
  await isSaved(page, appPages.save);
  await page.reload();
  await expect(intro).toHaveValue('Typed after the session had ended');
});

test('text typed before the session ended is not shown to another user who then signs in there', async ({
  page,
  path,
  words,
  context,
  request,
  newAccount,
  withSession,
  signIn,
  silence,
}) => {
  silence.allow(/status of 401/);
  const { apps, publisher } = words.console;
  await withSession(context, await newAccount());
  const address = path('/developer-center/applications');
  await page.goto(address);
  const name = page.getByLabel(publisher.name_in.en);
  await name.fill('Somebody else’s studio');
  await endSession(request, page);
  await page.getByLabel(publisher.name_in.zh).fill('别人的工作室');
  await page.getByLabel(publisher.email).fill('help@example.com');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: apps.not_developer.join }).click();
  await expect(page).toHaveURL(/\/login\?.*from=/);
  await signIn(page, await newAccount());
  await expect(page).toHaveURL(address);
  await expect(name).toHaveValue('');
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('studio');
});

test('unsaved text of a crashed tab is restored and saved by the next tab', async ({
  page,
  path,
  words,
  context,
  request,
  newAccount,
  withSession,
  silence,
}) => {
  silence.allow(/net::ERR_FAILED/);
  const { appPages, listing } = words.console;
  const email = await newAccount();
  const { appId } = await readyApp(request, email);
  await withSession(context, email);
  const address = path(`/developer-center/app-edit?id=${appId}`);
  const intro = (tab: Page) =>
    tab.getByLabel(filled(listing.in.zh, { field: words.developerTerms.field.intro }));
  // This tab cannot reach the server any more.
  await page.route('**/api/dev_app/save', (route) => route.abort());
  await page.goto(address);
  await intro(page).fill('断网时写下的一句');
  await expect(page.getByText(appPages.save.failed)).toBeVisible();
  // Killed, not closed: a closing tab still has time to save.
  const crash = page.waitForEvent('crash');
  const devTools = await context.newCDPSession(page);
  void devTools.send('Page.crash').catch(() => undefined);
  await crash;

  const next = await context.newPage();
  const stored = next.waitForResponse('**/api/dev_app/save');
  await next.goto(address);
  await expect(intro(next)).toHaveValue('断网时写下的一句');
  await expect(next.getByText(appPages.save.restored)).toBeVisible();
  expect((await stored).status()).toBe(200);
  // The server has the draft: nothing in this browser is needed.
  await next.evaluate((id) => localStorage.removeItem(`typed:draft:${id}`), appId);
  await next.reload();
  await expect(intro(next)).toHaveValue('断网时写下的一句');
});

test('unsaved version input survives a crash', async ({
  page,
  path,
  words,
  context,
  request,
  newAccount,
  withSession,
  silence,
}) => {
  silence.allow(/ERR_FAILED/);
  const { save } = words.console.appPages;
  const email = await newAccount();
  const { appId } = await readyApp(request, email);
  await withSession(context, email);
  const address = path(`/developer-center/app-versions?id=${appId}`);
  const git = (tab: Page) => tab.getByLabel(words.developerTerms.field.git_version);
  await context.route('**/api/dev_app/version_save', (route) => route.abort());
  await page.goto(address);
  await git(page).fill('release-7');
  await expect(page.getByText(save.failed)).toBeVisible();
  await page.close();
  await context.unroute('**/api/dev_app/version_save');
  const next = await context.newPage();
  await next.goto(address);
  await expect(git(next)).toHaveValue('release-7');
  await expect(next.getByText(save.stored)).toBeVisible();
  await next.reload();
  await expect(git(next)).toHaveValue('release-7');
});

test('an app in review can be edited; the reviewer sees the submitted text', async ({
  page,
  path,
  words,
  context,
  request,
  newAccount,
  withSession,
  someoneElse,
}) => {
  const { listing } = words.console;
  const email = await newAccount();
  const { appId, versionId } = await submittedApp(request, email);
  await withSession(context, email);
  await page.goto(path(`/developer-center/app-edit?id=${appId}`));
  const stored = page.waitForResponse('**/api/dev_app/save');
  await page
    .getByLabel(filled(listing.in.en, { field: words.developerTerms.field.intro }))
    .fill('For the version after this one');
  expect((await stored).status()).toBe(200);
  const reviewer = await someoneElse('reviewer@yunduo.test');
  await reviewer.goto(path(`/developer-center/review?id=${versionId}`));
  await expect(reviewer.getByText('Backs up what you cannot lose', { exact: true })).toBeVisible();
  await expect(reviewer.getByText('For the version after this one')).toHaveCount(0);
});

test('[R2.19] a developer opens their app in the editor, in both languages', async ({
  page,
  path,
  words,
  context,
  withSession,
  axe,
}) => {
  const { apps, listing } = words.console;
  await withSession(context, 'developer@yunduo.test');
  await page.goto(path('/developer-center/applications'));
  await page
    .getByRole('table', { name: apps.heading })
    .getByRole('rowheader')
    .filter({ hasText: 'backup-check' })
    .getByRole('link')
    .click();
  await expect(page).toHaveURL(/app-edit\?id=\d+$/);
  const { intro } = words.developerTerms.field;
  await expect(page.getByLabel(filled(listing.in.zh, { field: intro }))).not.toHaveValue('');
  await expect(page.getByLabel(filled(listing.in.en, { field: intro }))).toBeVisible();
  await axe(page);
});

test('[R8.07] a version whose validation rules fail to load reports it on save, keeps the input and retries', async ({
  page,
  path,
  words,
  context,
  request,
  newAccount,
  withSession,
  silence,
}) => {
  silence.allow(/Failed to load resource|Failed to fetch dynamically imported/);
  const { versions, appPages } = words.console;
  const email = await newAccount();
  const { appId } = await readyApp(request, email);
  await withSession(context, email);
  await context.route('**/assets/rules-*', (route) => route.abort());
  await page.goto(path(`/developer-center/app-versions?id=${appId}`));
  const save = page.getByRole('button', { name: versions.save, exact: true });
  await expect(save).toBeVisible();
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  const git = page.getByLabel(words.developerTerms.field.git_version);
  await git.fill('v1.0.0-rc1');
  await save.click();
  await expect(page.getByText(appPages.save.failed)).toBeVisible();
  await context.unroute('**/assets/rules-*');
  await save.click();
  await expect(page.getByText(words.messages.edited)).toBeVisible();
  await expect(git).toHaveValue('v1.0.0-rc1');
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true);
});

test('[R8.07] a dialog whose chunk fails to load reports it and keeps the page and its input', async ({
  page,
  path,
  words,
  context,
  request,
  newAccount,
  withSession,
  silence,
}) => {
  silence.allow(/Failed to load resource|Failed to fetch dynamically imported/);
  const { versions } = words.console;
  const email = await newAccount();
  const { appId } = await readyApp(request, email);
  await withSession(context, email);
  await page.goto(path(`/developer-center/app-versions?id=${appId}`));
  const git = page.getByLabel(words.developerTerms.field.git_version);
  await git.fill('v1.0.0-rc1');
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  await context.route('**/assets/delete-dialog-*', (route) => route.abort());
  const remove = page.getByRole('button', { name: versions.delete.version.name });
  await remove.click();
  await expect(page.getByText(words.messages.server_busy)).toBeVisible();
  await expect(git).toHaveValue('v1.0.0-rc1');
  await context.unroute('**/assets/delete-dialog-*');
  await remove.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true);
});

test('the editor accepts text after a last table, rejects pasted pictures with a message, and keeps pasted formatting and Markdown without policy violations', async ({
  page,
  path,
  words,
  context,
  request,
  newAccount,
  withSession,
}) => {
  const { listing } = words.console;
  const email = await newAccount();
  const { appId } = await readyApp(request, email);
  await withSession(context, email);
  await page.goto(path(`/developer-center/app-edit?id=${appId}`));
  const details = page.getByRole('textbox', {
    name: filled(listing.in.en, { field: words.developerTerms.field.details }),
  });
  await details.click();
  const paste = (html: string, type = 'text/html') =>
    details.evaluate(
      (field, [markup = '', kind = '']) => {
        const data = new DataTransfer();
        if (markup) data.setData(kind, markup);
        else data.items.add(new File(['x'], 'shot.png', { type: 'image/png' }));
        field.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
        );
      },
      [html, type],
    );
  // The CSP forbids inline styles and handlers; the console would report a parser that meets one.
  await page.keyboard.press('ControlOrMeta+A');
  await paste(
    `<b style="font-weight:normal" id="docs-internal-guid-1"><p style="color:red" onclick="go()"><span style='font-weight:700'>Fat</span> and <span style="font-style:italic">slanted</span><img src="https://elsewhere.example/a.gif" width="1" height="1"></p></b><style>p{color:red}</style>`,
  );
  await expect(details.locator('strong')).toHaveText('Fat');
  await expect(details.locator('em')).toHaveText('slanted');
  await page.keyboard.press('ControlOrMeta+A');
  await paste('# Setup\n\n- one\n- two', 'text/plain');
  await page.getByRole('button', { name: words.console.editor.markdown.convert }).click();
  await expect(details.getByRole('listitem')).toHaveText(['one', 'two']);
  await details.click();
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(details.getByText('- two')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+A');
  await paste('<table><tr><th>Port</th><td>443</td></tr></table>');
  await expect(details.getByRole('cell')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('ArrowDown');
  await expect(details.locator('.ProseMirror-gapcursor')).toBeVisible();
  await page.keyboard.type('Below');
  await expect(details.locator('table + p')).toHaveText('Below');
  await paste('');
  await expect(page.getByText(words.console.editor.no_pictures)).toBeVisible();
});

test('a session ended in another tab redirects an app page to sign-in and back', async ({
  page,
  path,
  context,
  request,
  newAccount,
  withSession,
  signIn,
  words,
}) => {
  const email = await newAccount();
  const { appId } = await readyApp(request, email);
  await withSession(context, email);
  const address = path(`/developer-center/app-versions?id=${appId}`);
  await page.goto(address);
  const submit = page.getByRole('button', { name: words.console.versions.submit });
  await expect(submit).toBeVisible();
  const other = await context.newPage();
  // A page of the same origin, without an application that loads the user at that moment.
  await other.goto('/developer-center/config.json');
  await other.evaluate(() => localStorage.removeItem('token'));
  await expect(page).toHaveURL((url) => url.searchParams.get('from') === address);
  await expect(page).toHaveURL(/\/login\?/);
  await signIn(page, email);
  await expect(page).toHaveURL(address);
  await expect(submit).toBeVisible();
});

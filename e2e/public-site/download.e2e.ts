import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, filled, newAddress, test } from './fixtures.ts';

/** Seeded outside production; the second has no uses left. */
const INVITATION = 'YDIN-TRYY-D0FR-EETE-STF2';
const USED_UP = 'YDIN-SPEN-TTES-T000-01MZ';

test('[R2.08] [R5.11] the client is downloaded with an invitation and matches its checksum', async ({
  page,
  path,
  words,
  hydrated,
  axe,
}) => {
  const { download: t } = words;
  await page.goto(path('/client-download'));
  await expect(page.getByText(t.linux_coming)).toBeVisible();
  await hydrated(page);
  await axe(page);
  await expect(page.getByRole('link', { name: t.claim.agreement })).toHaveAttribute(
    'href',
    path('/protocol/client-download'),
  );
  const claims: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/client_download/claim')) claims.push(request.url());
  });
  const code = page.getByLabel(t.claim.code, { exact: true });
  const agreement = page.getByRole('checkbox');
  const submit = page.getByRole('button', { name: t.claim.submit });
  const noCode = page.getByText(words.validation.invitation_code_required);
  const notAgreed = page.getByText(words.validation.protocol_agree_required);
  await submit.click();
  await expect(noCode).toBeVisible();
  await expect(notAgreed).toBeVisible();
  // Either of the two alone is not enough.
  await page.getByRole('radio', { name: t.platforms['mac-arm64'] }).check();
  await code.fill(INVITATION.toLowerCase().replaceAll('-', ' '));
  await expect(noCode).toBeHidden();
  await submit.click();
  await expect(agreement).toBeFocused();
  await expect(notAgreed).toBeVisible();
  await code.fill('');
  await agreement.check();
  await expect(notAgreed).toBeHidden();
  await submit.click();
  await expect(code).toBeFocused();
  await expect(noCode).toBeVisible();
  expect(claims).toEqual([]);

  await code.fill(INVITATION.toLowerCase().replaceAll('-', ' '));
  const started = page.waitForEvent('download');
  await submit.click();
  const download = await started;
  const bytes = await readFile(await download.path());
  const sum = createHash('sha256').update(bytes).digest('hex');
  // Once in the claim's response, once in everyone's list.
  await expect(page.getByText(sum, { exact: true })).toHaveCount(2);
  await axe(page);
});

test('a visitor requests an invitation with the slider and gets a mail in their language', async ({
  page,
  path,
  words,
  hydrated,
  solveSlider,
  mails,
  axe,
}) => {
  const { invite: t, claim } = words.download;
  const address = newAddress();
  await page.goto(path('/client-download'));
  await page.getByRole('link', { name: claim.ask }).click();
  await expect(page.getByRole('heading', { name: t.heading })).toBeInViewport();
  await hydrated(page);
  await page.getByRole('button', { name: t.submit }).click();
  await expect(page.getByText(words.validation.invite_purpose_required)).toBeVisible();
  await page.getByLabel(t.email, { exact: true }).fill(address);
  await page.getByLabel(t.purpose, { exact: true }).fill('40');
  await page.getByRole('button', { name: t.submit }).click();
  await solveSlider(page);
  await expect(page.getByText(t.sent, { exact: true })).toBeVisible();
  await expect(page.getByText(filled(t.sent_text, { email: address }))).toBeVisible();
  await axe(page);
  await expect.poll(async () => (await mails(address)).length, { timeout: 30_000 }).toBe(1);
});

test('[R1.03] [R1.04] every system is offered or announced; folders to avoid are named', async ({
  page,
  path,
  words,
}) => {
  const { download: t } = words;
  await page.goto(path('/client-download'));
  const systems = page.getByRole('radiogroup', { name: t.claim.platform });
  await expect(systems.getByText(/Windows 10\/11/)).toBeVisible();
  await expect(systems.getByText(t.platforms['mac-x64'], { exact: true })).toBeVisible();
  await expect(systems.getByText(t.platforms['mac-arm64'], { exact: true })).toBeVisible();
  const linux = systems.locator('[data-system=linux]');
  await expect(linux.getByText(t.linux, { exact: true })).toBeVisible();
  await expect(linux.getByText(t.linux_coming, { exact: true })).toBeVisible();
  // These browsers run on Linux, and only that platform is marked as the visitor's.
  await expect(systems.getByText(t.yours).filter({ visible: true })).toHaveCount(1);
  await expect(linux.getByText(t.yours)).toBeVisible();
  await expect(page.getByText(t.install.program_files)).toBeVisible();
  await expect(page.getByText(t.install.chinese_path)).toBeVisible();
});

for (const [visitor, agent, own, chosen] of [
  ['a Mac', 'Macintosh; Intel Mac OS X 10_15_7', ['mac-arm64', 'mac-x64'], null],
  ['Windows', 'Windows NT 10.0; Win64; x64', ['windows-x64'], 'windows-x64'],
] as const) {
  test.describe(`who comes from ${visitor}`, () => {
    test.use({ userAgent: `Mozilla/5.0 (${agent}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0` });

    test('[R1.03] sees their system marked, both Mac chips alike', async ({
      page,
      path,
      words,
      hydrated,
    }) => {
      const { download: t } = words;
      await page.goto(path('/client-download'));
      const marked = page
        .getByRole('radiogroup', { name: t.claim.platform })
        .locator('[data-system]')
        .filter({ has: page.getByText(t.yours).filter({ visible: true }) });
      await expect(marked.locator('b')).toHaveText(own.map((platform) => t.platforms[platform]));
      const looks = await marked.evaluateAll((items) =>
        items.map((item) => {
          const { width, height } = item.getBoundingClientRect();
          return [width, height, getComputedStyle(item).boxShadow, getComputedStyle(item).color].join();
        }),
      );
      expect(new Set(looks).size).toBe(1);
      await hydrated(page);
      // Browsers do not reveal a Mac's chip: nothing is preselected, and a press tells.
      await page.getByRole('button', { name: t.claim.submit }).click();
      await expect(page.getByText(words.validation.invitation_code_required)).toBeVisible();
      await expect(page.locator('#claim-platform-error')).toHaveCount(chosen ? 0 : 1);
      await expect(page.getByRole('radio', { checked: true })).toHaveCount(chosen ? 1 : 0);
      await expect(page.getByRole('radio', { name: t.platforms[own[0]] })).toBeChecked({
        checked: chosen === own[0],
      });
    });
  });
}

test('[R8.09i] an unknown or used-up invitation shows its error message', async ({
  page,
  path,
  words,
  hydrated,
  silence,
}) => {
  // The browser's message for every rejected call.
  silence.allow(/status of 400 .*client_download\/claim/);
  const { download: t } = words;
  await page.goto(path('/client-download'));
  await hydrated(page);
  await page.getByRole('radio', { name: t.platforms['windows-x64'] }).check();
  await page.getByRole('checkbox').check();
  const code = page.getByLabel(t.claim.code, { exact: true });
  // Shown at the field and announced: the field has the focus and the message describes it.
  for (const [rejected, reason] of [
    ['YDIN-0000-0000-0000-0001', words.validation.invitation_code_unknown],
    [USED_UP, words.errors.INVITATION_USED_UP],
  ] as const) {
    await code.fill(rejected);
    await page.getByRole('button', { name: t.claim.submit }).click();
    await expect(page.getByText(reason, { exact: true })).toBeVisible();
    await expect(code).toBeFocused();
    await expect(code).toHaveAccessibleDescription(`${reason} ${t.claim.code_hint}`);
    await expect(code).toHaveAttribute('aria-invalid', 'true');
  }
});

test('[R8.09h] an invalid download link leads to the download page with a message', async ({
  page,
  lang,
  words,
}) => {
  await page.goto(`/api/client_download/file?link=made-up&lang=${lang}`);
  await expect(page).toHaveURL(/\/client-download\?link=gone$/);
  await expect(page.getByText(words.download.gone.title)).toBeVisible();
  await expect(page.getByLabel(words.download.claim.code, { exact: true })).toBeVisible();
});

test('[R8.09h] the link of a withdrawn package leads to the package list with a message', async ({
  page,
  path,
  lang,
  words,
}) => {
  await page.goto(`/api/private_deploy/file?version=99.0.0&arch=x86_64&lang=${lang}`);
  await expect(page).toHaveURL(`${path('/private')}?link=gone`);
  await expect(page.getByText(words.privateDeployment.gone.title)).toBeVisible();
  await expect(page.getByRole('table', { name: words.privateDeployment.items.heading })).toBeVisible();
});

test('[R2.12a] [R2.12b] [R2.12c] the server is installed by Bash or Docker, with commands to copy', async ({
  page,
  context,
  request,
  path,
  lang,
  words,
  hydrated,
  axe,
}) => {
  const { privateDeployment: t } = words;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(path('/private'));
  await hydrated(page);
  await axe(page);
  // The page may show and copy one wrong value: the API provides the expected one.
  const answer = await request.get('/api/private_deploy/detail', {
    headers: { lang: lang === 'zh' ? 'zh-cn' : 'us' },
  });
  const { data } = (await answer.json()) as { data: Record<string, string> };
  const { image = '', digest = '', bash_command = '', docker_command = '' } = data;
  expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(bash_command).toMatch(/^curl .*install\.sh.* && bash \S+install\.sh$/);
  expect(docker_command).toMatch(/^docker run /);
  expect(docker_command).toContain(`${image}@${digest}`);
  await expect(page.getByRole('group', { name: t.bash.label })).toHaveText(bash_command);
  await expect(page.getByRole('group', { name: t.docker.label })).toHaveText(docker_command);
  await expect(page.getByRole('main').getByText(image, { exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByText(digest, { exact: true })).toBeVisible();
  for (const [button, text] of [
    [t.bash.copy, bash_command],
    [t.docker.copy, docker_command],
    [t.docker.copy_image, image],
    [t.docker.copy_digest, digest],
  ] as const) {
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text);
  }
  await expect(page.getByText(words.messages.copied).first()).toBeVisible();
});

test('[R2.12d] [R2.12e] [R2.12f] versions, packages with checksums and the estimate are listed without scripts', async ({
  browser,
  path,
  words,
  baseURL,
}) => {
  const { privateDeployment: t } = words;
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(new URL(path('/private'), baseURL).href);
  await expect(page.getByText(t.minutes.replace('{{from}}', '3').replace('{{to}}', '5'))).toBeVisible();
  const versions = page.getByRole('navigation', { name: t.versions });
  await expect(versions.getByRole('link').first()).toBeVisible();
  const table = page.getByRole('table', { name: t.items.heading });
  await expect(table.getByText(/^[0-9a-f]{64}$/).first()).toBeVisible();
  const file = await context.request.get(
    new URL((await table.getByRole('link').first().getAttribute('href')) ?? '', baseURL).href,
  );
  const sum = createHash('sha256')
    .update(await file.body())
    .digest('hex');
  await expect(table.getByText(sum)).toBeVisible();
  await versions.getByRole('link').last().click();
  await expect(page).toHaveURL(/version=/);
  const version = new URL(page.url()).searchParams.get('version') ?? '';
  await expect(versions.getByRole('link', { name: version })).toHaveAttribute('aria-current', 'page');
  await expect(table).toContainText(version);
  await context.close();
});

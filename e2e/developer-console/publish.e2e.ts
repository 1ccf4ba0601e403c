import type { Page } from '@playwright/test';
import { account, expect, filled } from './fixtures.ts';
import { as, decide, endSession, readyApp, submittedApp, test } from './people.ts';

test('[R4.05] a submission is withdrawn after confirmation and resubmitted', async ({
  page,
  path,
  words,
  context,
  request,
  newAccount,
  withSession,
  axe,
}) => {
  const { versions } = words.console;
  const { revoke } = versions.step;
  const email = await newAccount();
  const app = await submittedApp(request, email);
  await withSession(context, email);
  await page.goto(path(`/developer-center/app-versions?id=${app.appId}`));
  await page.getByRole('button', { name: revoke.name }).click();
  const dialog = page.getByRole('dialog', { name: filled(revoke.question, { version: '1.0.0' }) });
  // Loads in its own chunk: it must be present before deciding.
  await expect(dialog).toBeVisible();
  await axe(page);
  await dialog.getByRole('button', { name: versions.step.cancel }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(words.storeTerms.review.in_review).first()).toBeVisible();

  await page.getByRole('button', { name: revoke.name }).click();
  const done = expect(page.getByText(revoke.done, { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: revoke.name }).click();
  await done;
  // A submitted version can be changed, not deleted.
  await expect(page.getByLabel(words.developerTerms.field.git_version)).toBeEditable();
  await expect(page.getByRole('button', { name: versions.delete.version.name })).toHaveCount(0);
  await page.getByRole('button', { name: versions.submit }).click();
  await expect(page.getByRole('button', { name: revoke.name })).toBeVisible();
});

/** Decides the version that is open at the desk: every item passes. */
async function judge(page: Page, review: { decision: { yes: string } }, outcome: string): Promise<void> {
  for (const item of await page.getByRole('radio', { name: review.decision.yes, exact: true }).all())
    await item.check();
  await page.getByRole('radio', { name: outcome }).check();
}

// The API field that marks the reader's own rejections was added together with this test.
const readerIsKnown = { type: 'needs', description: 'GET /api/admin_review/detail rejected_by_reader' };

test(
  'a rejection shows its reason and can be appealed once, to another reviewer',
  { annotation: readerIsKnown },
  async ({ page, path, words, context, request, newAccount, withSession, someoneElse, axe }) => {
    test.slow();
    const { versions, review } = words.console;
    const terms = words.developerTerms;
    const email = await newAccount();
    const app = await submittedApp(request, email);
    const file = path(`/developer-center/review?id=${app.versionId}`);

    const first = await someoneElse(account('reviewer'));
    await first.goto(file);
    await expect(first.getByRole('button', { name: review.decision.submit })).toBeVisible();
    await judge(first, review, review.decision.reject);
    await first.getByRole('button', { name: review.decision.submit }).click();
    // A reason is required.
    await expect(first.getByLabel(review.decision.reason)).toBeFocused();
    await first.getByLabel(review.decision.reason).selectOption('broken');
    await first.getByLabel(review.decision.text).fill('It does not start on Debian 12.');
    await axe(first);
    await first.getByRole('button', { name: review.decision.submit }).click();
    await first.getByRole('dialog').getByRole('button', { name: review.decision.reject }).click();
    await expect(first).toHaveURL(path('/developer-center/review'));

    await withSession(context, email);
    await page.goto(path(`/developer-center/app-versions?id=${app.appId}`));
    await expect(page.getByText(terms.reject_reason.broken)).toBeVisible();
    await expect(page.getByText('It does not start on Debian 12.').first()).toBeVisible();
    await axe(page);
    await page.getByRole('button', { name: versions.step.appeal.name }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: versions.step.appeal.name }).click();
    await expect(dialog.getByLabel(versions.step.appeal.reason)).toBeFocused();
    await axe(page);
    await dialog.getByLabel(versions.step.appeal.reason).fill('It starts: the service needs a second.');
    await dialog.getByRole('button', { name: versions.step.appeal.name }).click();
    await expect(page.getByRole('button', { name: versions.step.revoke.name })).toBeVisible();

    // The reviewer who rejected it can read it, and nothing else.
    await first.goto(file);
    await expect(first.getByText(review.file.rejected_by_reader)).toBeVisible();
    await expect(first.getByRole('button', { name: review.claim.take, exact: true })).toHaveCount(0);
    await expect(first.getByRole('button', { name: review.decision.submit })).toHaveCount(0);
    await axe(first);
    const second = await someoneElse('reviewer2@yunduo.test');
    await second.goto(file);
    await expect(second.getByText(review.file.appeal)).toBeVisible();
    await expect(second.getByText('It starts: the service needs a second.')).toBeVisible();
    await judge(second, review, review.decision.approve);
    await second.getByRole('button', { name: review.decision.submit }).click();
    await second.getByRole('dialog').getByRole('button', { name: review.decision.approve }).click();
    await expect(second).toHaveURL(path('/developer-center/review'));

    await page.reload();
    await expect(page.getByRole('button', { name: versions.step.release.name })).toBeVisible();
  },
);

test('an appeal’s text survives an expired session', async ({
  page,
  path,
  words,
  context,
  request,
  newAccount,
  withSession,
  signIn,
  silence,
  axe,
}) => {
  silence.allow(/status of 401/);
  const { appeal, revoke } = words.console.versions.step;
  const email = await newAccount();
  const app = await submittedApp(request, email);
  await decide(request, app.versionId, 'reject');
  await withSession(context, email);
  const address = path(`/developer-center/app-versions?id=${app.appId}`);
  await page.goto(address);
  await page.getByRole('button', { name: appeal.name }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(appeal.reason).fill('It starts: the service needs a second.');
  await endSession(request, page);
  await dialog.getByRole('button', { name: appeal.name }).click();
  await expect(page).toHaveURL(/\/login\?.*from=/);

  await signIn(page, email);
  await expect(page).toHaveURL(address);
  await expect(page.getByText(words.console.versions.step.begun)).toBeVisible();
  await page.getByRole('button', { name: appeal.name }).click();
  await expect(dialog.getByLabel(appeal.reason)).toHaveValue('It starts: the service needs a second.');
  await axe(page);
  await dialog.getByRole('button', { name: appeal.name }).click();
  await expect(page.getByRole('button', { name: revoke.name })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: revoke.name })).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

test('an approved version can be released while the next is in preparation', async ({
  page,
  path,
  words,
  context,
  request,
  newAccount,
  withSession,
  axe,
}) => {
  const { versions } = words.console;
  const email = await newAccount();
  const app = await submittedApp(request, email);
  await decide(request, app.versionId, 'approve');
  await withSession(context, email);
  await page.goto(path(`/developer-center/app-versions?id=${app.appId}`));
  await page.getByLabel(words.developerTerms.field.version, { exact: true }).fill('1.1.0');
  await page.getByRole('button', { name: versions.new.submit }).click();
  await expect(page.getByRole('button', { name: versions.submit })).toBeVisible();
  const record = page
    .getByRole('table', { name: versions.records.heading })
    .getByRole('row')
    .filter({ hasText: '1.0.0' });
  await axe(page);
  await record.getByRole('button', { name: versions.step.release.name }).click();
  await page.getByRole('dialog').getByRole('button', { name: versions.step.release.name }).click();
  await expect(record).toContainText(versions.records.current);
});

interface StepWords {
  name: string;
  done: string;
}

/** An action on a version, with its confirmation and its reason where one is required. */
async function takeStep(
  page: Page,
  { name, done }: StepWords,
  probe: (page: Page) => Promise<void>,
  ...fields: readonly [label: string, text: string][]
): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name, exact: true }).click();
  await expect(dialog).toBeVisible();
  await probe(page);
  for (const [label, text] of fields) await dialog.getByLabel(label, { exact: true }).fill(text);
  // In the live region: the page may show the same word as a status.
  const output = expect(page.locator('[aria-live="polite"]').getByText(done, { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name, exact: true }).click();
  await output;
  await expect(dialog).toHaveCount(0);
}

test('[R3.08] an approved version is released later, unpublished in favour of another app, relisted and yanked', async ({
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
  test.slow();
  silence.allow(/status of 404/);
  const { apps, versions } = words.console;
  const { step } = versions;
  const email = await newAccount();
  const app = await submittedApp(request, email);
  await decide(request, app.versionId, 'approve');
  // The store's pages are cached, and follow within seconds.
  const storeSays = (status: number) =>
    expect.poll(async () => (await request.get(path(`/store/${app.appId}`))).status()).toBe(status);
  await withSession(context, email);

  // It waits for its developer without a limit: the list shows whose turn it is.
  await page.goto(path('/developer-center/applications'));
  const row = page.getByRole('row').filter({ hasText: app.name });
  await expect(row).toContainText(words.developerTerms.turn.developer);
  await storeSays(404);
  await row.getByRole('link', { name: filled(apps.versions_of, { name: app.name }) }).click();

  const dialog = page.getByRole('dialog');
  const take = (words: StepWords, ...fields: [string, string][]) => takeStep(page, words, axe, ...fields);
  const records = page.getByRole('table', { name: versions.records.heading });
  await take(step.release);
  await expect(records.getByText(versions.records.current)).toBeVisible();
  await storeSays(200);
  await take(step.unpublish, [step.unpublish.reason, 'A pause'], [versions.replacement.optional, 'nginx']);
  await expect(page.getByText(words.storeTerms.status.unpublished).first()).toBeVisible();
  await expect(
    page.getByText(filled(versions.replacement.named, { app: 'Nginx' }), { exact: true }),
  ).toBeVisible();
  await axe(page);
  await storeSays(404);
  // The store's page names the app and leads to its replacement.
  const site = await context.newPage();
  await site.goto(path(`/store/${app.appId}`));
  await expect(site.locator('main').getByRole('alert')).toContainText(app.name);
  await axe(site);
  await site.locator('main').getByRole('link', { name: 'Nginx' }).click();
  await expect(site.getByRole('heading', { level: 1, name: 'Nginx' })).toBeVisible();
  await site.close();
  await take(step.relist);
  await storeSays(200);

  // Yanking requires a reason, in one language at least.
  const [inChinese, inEnglish] = (['zh', 'en'] as const).map((locale) =>
    filled(versions.in[locale], { field: step.yank.reason }),
  ) as [string, string];
  await page.getByRole('button', { name: step.yank.name, exact: true }).click();
  await dialog.getByRole('button', { name: step.yank.name, exact: true }).click();
  await expect(dialog.getByLabel(inChinese)).toBeFocused();
  await dialog.getByRole('button', { name: step.cancel }).click();
  await take(step.yank, [inEnglish, 'It loses data']);
  await expect(records).toContainText('It loses data');
  await expect(records).toContainText(words.storeTerms.review.yanked);
  await storeSays(404);
  const history = page.getByRole('region', { name: versions.timeline.heading });
  for (const action of ['approve', 'release', 'unpublish', 'relist', 'yank'] as const)
    await expect(history.getByText(words.developerTerms.action[action]).first()).toBeVisible();
  await axe(page);
});

const deletion = ['POST /api/dev_app/version_delete', 'POST /api/dev_app/delete'].map((description) => ({
  type: 'needs',
  description,
}));

test(
  '[R8.09f] a version and then its app are deleted, each after confirmation',
  { annotation: deletion },
  async ({ page, path, words, context, request, newAccount, withSession, axe }) => {
    const { apps, versions } = words.console;
    const email = await newAccount();
    const app = await readyApp(request, email);
    await withSession(context, email);
    await page.goto(path(`/developer-center/app-versions?id=${app.appId}`));
    const remove = async (name: string, question: string) => {
      await page.getByRole('button', { name, exact: true }).click();
      const dialog = page.getByRole('dialog', { name: question });
      await expect(dialog).toBeVisible();
      await axe(page);
      const output = expect(page.getByText(words.messages.deleted)).toBeVisible();
      await dialog.getByRole('button', { name: versions.delete.confirm }).click();
      await output;
      await expect(dialog).toHaveCount(0);
    };
    await remove(
      versions.delete.version.name,
      filled(versions.delete.version.question, { version: '1.0.0' }),
    );
    await expect(page.getByRole('button', { name: versions.new.submit })).toBeVisible();
    await remove(versions.delete.app.name, versions.delete.app.question);
    await expect(page).toHaveURL(path('/developer-center/applications'));
    await expect(page.getByRole('heading', { name: apps.empty.heading })).toBeVisible();
  },
);

test('mails about success can be muted; mails that require action are still sent', async ({
  request,
  newAccount,
  mails,
}) => {
  const email = await newAccount();
  const developer = await as(request, email);
  await developer.post('/user_info/mail_preferences', { muted: ['review_success'] });

  const good = await submittedApp(request, email);
  await decide(request, good.versionId, 'approve');
  const bad = await submittedApp(request, email);
  await decide(request, bad.versionId, 'reject');
  const about = async (name: string) =>
    (await mails(email)).filter(({ subject }) => subject.includes(name)).length;
  // The last response has arrived, and with it every earlier one.
  await expect.poll(() => about(bad.name)).toBe(1);
  expect(await about(good.name)).toBe(0);

  // Enabled again, it works as before.
  await developer.post('/user_info/mail_preferences', { muted: [] });
  const { versionId } = await readyApp(request, email);
  const before = (await mails(email)).length;
  await developer.post('/dev_app/submit', { version_id: versionId });
  await expect.poll(async () => (await mails(email)).length).toBeGreaterThan(before);
});

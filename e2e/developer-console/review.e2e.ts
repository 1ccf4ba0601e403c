import { PAGE_SIZE } from '@yunduo/validation';
import { account, expect, filled } from './fixtures.ts';
import { as, decide, endSession, openDecision, submittedApp, tabThrough, test } from './people.ts';

test(
  'the review queue is ordered by deadline and marks overdue versions',
  { tag: '@everywhere' },
  async ({ page, path, words, context, withSession, axe }) => {
    const { review } = words.console;
    await withSession(context, 'reviewer@yunduo.test');
    await page.goto(path('/developer-center/applications'));
    await page.getByRole('link', { name: words.console.frame.review }).click();
    await expect(page.getByRole('heading', { level: 1, name: review.heading })).toBeVisible();
    // The rail counts what waits.
    await expect(page.getByRole('link', { name: words.console.frame.review })).toHaveText(/\d$/);
    // Seeded as overdue and not used by any other test.
    await expect(page.getByRole('row').filter({ hasText: 'cron-keeper' })).toContainText(review.queue.late);
    await axe(page);
    await page
      .getByRole('navigation', { name: review.queue.filters })
      .getByText(review.queue.overdue)
      .click();
    await expect(page).toHaveURL(/filter=overdue/);
    await expect(page.getByRole('row').filter({ hasText: 'cron-keeper' })).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: 'shell-notebook' })).toHaveCount(0);
  },
);

test('a name of twenty wide letters without a space stays within a screen of 320 px', async ({
  page,
  path,
  words,
  context,
  withSession,
}) => {
  const { review } = words.console;
  const name = 'W'.repeat(20);
  await page.setViewportSize({ width: 320, height: 640 });
  await withSession(context, account('reviewer'));
  // Of the app in the queue; of its developer on its page.
  await page.route(/\/api\/admin_review\/(queue|detail)/, async (route) => {
    const answer = await route.fetch();
    const text = await answer.text();
    await route.fulfill({
      response: answer,
      body: text.replaceAll(/"(name|nickname)":"[^"]*"/g, `"$1":"${name}"`),
    });
  });
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  await page.goto(path('/developer-center/review'));
  await expect(page.getByRole('link', { name }).first()).toBeVisible();
  expect(await width()).toBe(320);
  await page.getByRole('link', { name }).first().click();
  await expect(page.getByRole('heading', { name: review.content.heading })).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: name }).first()).toBeVisible();
  expect(await width()).toBe(320);
});

test('a version claimed by a colleague is read-only', async ({ page, path, words, context, withSession }) => {
  const { review } = words.console;
  await withSession(context, 'reviewer@yunduo.test');
  await page.goto(path('/developer-center/review'));
  await page.getByRole('row').filter({ hasText: 'shell-notebook' }).getByRole('link').click();
  await expect(page.getByRole('heading', { name: review.content.heading })).toBeVisible();
  await expect(page.getByText('沈越').first()).toBeVisible();
  await expect(page.getByRole('button', { name: review.decision.submit })).toHaveCount(0);
});

test('a reviewer’s day: claims a version, asks for a change at its field, approves the next round beside the last one, answers an appeal', async ({
  page,
  path,
  words,
  context,
  withSession,
  newAccount,
  request,
  axe,
  mails,
}) => {
  const { review } = words.console;
  const developer = await newAccount();
  const app = await submittedApp(request, developer);
  const before = (await mails(developer)).length;
  await withSession(context, 'reviewer@yunduo.test');
  await page.goto(path(`/developer-center/review?id=${app.versionId}`));
  await expect(page.getByRole('heading', { level: 1 })).toContainText(app.name);
  await page.getByRole('button', { name: review.claim.take, exact: true }).click();
  await expect(page.getByRole('button', { name: review.claim.release, exact: true })).toBeVisible();

  const field = words.developerTerms.field.licence;
  await page.getByRole('button', { name: filled(review.suggestion.add_label, { field }) }).click();
  await page.getByLabel(review.suggestion.text, { exact: true }).fill('Name the licence file');
  const suggested = page.waitForResponse('**/api/admin_review/suggest');
  await page.getByRole('button', { name: review.suggestion.save, exact: true }).click();
  const { data: suggestions } = (await (await suggested).json()) as { data: { list: { id: number }[] } };
  // A textarea's value counts as text of the page: the suggestion is saved once the field is gone.
  await expect(page.getByLabel(review.suggestion.text, { exact: true })).toHaveCount(0);
  await expect(page.locator('#field-licence')).toContainText('Name the licence file');
  // The store's page is visible without leaving the review.
  await page.getByText(review.file.preview).click();
  await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toContainText(app.name);
  await openDecision(page);
  await axe(page);

  await page.getByRole('button', { name: review.decision.all_passed }).click();
  await page.getByRole('radio', { name: review.decision.request_changes }).check();
  // A reload keeps every tick.
  await page.reload();
  await openDecision(page);
  await expect(page.getByRole('radio', { name: review.decision.request_changes })).toBeChecked();
  await page.getByRole('button', { name: review.decision.submit }).click();
  await page.getByRole('dialog').getByRole('button', { name: review.decision.request_changes }).click();
  await expect(page).toHaveURL(path('/developer-center/review'));
  await expect(page.getByRole('row').filter({ hasText: 'cron-keeper' })).toBeVisible();
  await expect(page.getByText(app.name)).toHaveCount(0);
  // The developer receives it.
  await expect.poll(async () => (await mails(developer)).length).toBeGreaterThan(before);

  const approve = async () => {
    await openDecision(page);
    await page.getByRole('radio', { name: review.decision.approve }).check();
    await page.getByLabel(review.decision.text).fill('Thank you');
    await page.getByRole('button', { name: review.decision.submit }).click();
    await page.getByRole('dialog').getByRole('button', { name: review.decision.approve }).click();
    await expect(page).toHaveURL(path('/developer-center/review'));
  };
  // The next round is compared with the one that was decided, and its checklist starts from it.
  const submitter = await as(request, developer);
  for (const { id } of suggestions.list)
    await submitter.post('/dev_app/suggestion_answer', { id, answer: 'It is LICENCE', resolved: true });
  await submitter.post('/dev_app/submit', { version_id: app.versionId });
  await page.goto(path(`/developer-center/review?id=${app.versionId}`));
  const [compared = ''] = filled(review.difference.submission, { round: '1', date: '\n' }).split('\n');
  await expect(page.getByText(compared)).toBeVisible();
  await approve();

  // A colleague's rejection is appealed.
  const other = await newAccount();
  const rejected = await submittedApp(request, other);
  await decide(request, rejected.versionId, 'reject', 'reviewer2@yunduo.test');
  const text = 'It starts on Debian 12';
  await (await as(request, other)).post('/dev_app/appeal', { version_id: rejected.versionId, text });
  await page.goto(path('/developer-center/review?filter=appeals'));
  await page.getByRole('row').filter({ hasText: rejected.name }).getByRole('link').click();
  await expect(page.getByText(review.file.appeal, { exact: true }).first()).toBeVisible();
  await expect(page.getByText(text).first()).toBeVisible();
  await approve();
});

test('a suggestion’s text survives an expired session', async ({
  page,
  path,
  words,
  context,
  withSession,
  newAccount,
  request,
  signIn,
  silence,
}) => {
  silence.allow(/status of 401/);
  const { review } = words.console;
  const reviewer = account('reviewer');
  const app = await submittedApp(request, await newAccount());
  await withSession(context, reviewer);
  const address = path(`/developer-center/review?id=${app.versionId}`);
  await page.goto(address);
  const field = words.developerTerms.field.licence;
  await page.getByRole('button', { name: filled(review.suggestion.add_label, { field }) }).click();
  const text = page.getByLabel(review.suggestion.text, { exact: true });
  await text.fill('Name the licence file, and where it stands');
  await endSession(request, page);
  await page.getByRole('button', { name: review.suggestion.save, exact: true }).click();
  await expect(page).toHaveURL(/\/login\?.*from=/);

  await signIn(page, reviewer);
  await expect(page).toHaveURL(address);
  await expect(text).toHaveValue('Name the licence file, and where it stands');
  await page.getByRole('button', { name: review.suggestion.save, exact: true }).click();
  await expect(text).toHaveCount(0);
  await page.reload();
  await expect(page.locator('#field-licence')).toContainText('Name the licence file, and where it stands');
  await expect(text).toHaveCount(0);
});

test('a reviewer sees a message if a colleague decided first', async ({
  page,
  path,
  words,
  context,
  withSession,
  newAccount,
  request,
  silence,
}) => {
  silence.allow(/status of 400/);
  const { review } = words.console;
  const app = await submittedApp(request, await newAccount());
  await withSession(context, 'reviewer@yunduo.test');
  await page.goto(path(`/developer-center/review?id=${app.versionId}`));
  await openDecision(page);
  await expect(page.getByRole('button', { name: review.decision.submit })).toBeVisible();
  for (const item of await page.getByRole('radio', { name: review.decision.yes, exact: true }).all())
    await item.check();
  await page.getByRole('radio', { name: review.decision.approve }).check();
  await page.getByRole('button', { name: review.decision.submit }).click();
  await decide(request, app.versionId, 'reject', 'reviewer2@yunduo.test');
  await page.getByRole('dialog').getByRole('button', { name: review.decision.approve }).click();
  await expect(page.getByRole('alert').getByText(review.file.changed_heading)).toBeVisible();
  await expect(page.getByRole('button', { name: review.decision.submit })).toHaveCount(0);
});

test('a reviewer can read but not decide their own app', async ({
  page,
  path,
  words,
  context,
  withSession,
  request,
  axe,
}) => {
  const { review } = words.console;
  // Registration makes a reviewer also a developer. Only an admin appoints reviewers, and the seeded world
  // has no admin.
  const app = await submittedApp(request, 'reviewer2@yunduo.test');
  await withSession(context, 'reviewer2@yunduo.test');
  // Submissions of other tests come before it and may fill a page.
  const { token } = await as(request, account('reviewer'));
  const queue = await request.get('/api/admin_review/queue', {
    params: { page_size: PAGE_SIZE.max },
    headers: { authorization: `Bearer ${token}` },
  });
  const { data } = (await queue.json()) as { data: { list: { version_id: number }[] } };
  const place = data.list.findIndex(({ version_id: id }) => id === app.versionId);
  await page.goto(path(`/developer-center/review?page=${Math.floor(place / PAGE_SIZE.default) + 1}`));
  const row = page.getByRole('row').filter({ hasText: app.name });
  await expect(row).toContainText(review.queue.own);
  await row.getByRole('link').click();
  await expect(page.getByText(review.file.own)).toBeVisible();
  await expect(page.getByRole('heading', { name: review.content.heading })).toBeVisible();
  await expect(page.getByRole('button', { name: review.claim.take, exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: review.suggestion.add })).toHaveCount(0);
  await expect(page.getByRole('button', { name: review.decision.submit })).toHaveCount(0);
  await axe(page);
});

test('the second of two reviewers sees who claimed the version', async ({
  page,
  path,
  words,
  context,
  withSession,
  newAccount,
  request,
  someoneElse,
  silence,
}) => {
  silence.allow(/status of 400/);
  const { review } = words.console;
  const app = await submittedApp(request, await newAccount());
  const address = path(`/developer-center/review?id=${app.versionId}`);
  await withSession(context, account('reviewer'));
  await page.goto(address);
  const second = await someoneElse('reviewer2@yunduo.test');
  await second.goto(address);
  await expect(second.getByRole('button', { name: review.claim.take, exact: true })).toBeVisible();
  await page.getByRole('button', { name: review.claim.take, exact: true }).click();
  await expect(page.getByRole('button', { name: review.claim.release, exact: true })).toBeVisible();
  const reported = expect(second.getByRole('alert').getByText(/周正/)).toBeVisible();
  await second.getByRole('button', { name: review.claim.take, exact: true }).click();
  await reported;
  await expect(second.getByRole('button', { name: review.decision.submit })).toHaveCount(0);
});

test('the focused control of a version is never behind the decision, on a narrow and on a wide screen', async ({
  page,
  path,
  words,
  context,
  withSession,
  newAccount,
  request,
}) => {
  const app = await submittedApp(request, await newAccount());
  await withSession(context, account('reviewer'));
  await page.goto(path(`/developer-center/review?id=${app.versionId}`));
  await expect(page.getByRole('heading', { name: words.console.review.content.heading })).toBeVisible();
  // The answers come with the checklist.
  await expect(page.getByRole('radio')).not.toHaveCount(0);
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1440, height: 700 },
  ]) {
    await page.setViewportSize(viewport);
    const { stops, behind } = await tabThrough(page);
    expect(stops.length).toBeGreaterThan(20);
    expect(behind).toEqual([]);
  }
});

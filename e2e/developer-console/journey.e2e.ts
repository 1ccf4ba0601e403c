import type { Page } from '@playwright/test';
import { deadlineOf } from '@yunduo/i18n';
import { mail as enMail } from '@yunduo/i18n/en/mail';
import { mail as zhMail } from '@yunduo/i18n/zh/mail';
import { REVIEW_WORKING_DAYS } from '@yunduo/validation';
import { account, expect, filled, newAddress, PASSWORD } from './fixtures.ts';
import {
  GIT_COMMIT,
  openDecision,
  PACKAGE_SHA256,
  picture,
  randomHan,
  sayWhoPublishes,
  test,
} from './people.ts';

const MAIL = { zh: zhMail, en: enMail };

/** Passes every item of the checklist and decides, confirming the question in between. */
async function decide(
  page: Page,
  review: { decision: { all_passed: string; submit: string } },
  outcome: string,
): Promise<void> {
  await openDecision(page);
  const others = page.getByRole('button', { name: review.decision.all_passed });
  // A later round starts with the previous round's checklist.
  if (await others.isEnabled()) await others.click();
  await page.getByRole('radio', { name: outcome }).check();
  await page.getByRole('button', { name: review.decision.submit }).click();
  await page.getByRole('dialog').getByRole('button', { name: outcome }).click();
}

/** Registration starts a session: its response filled the field. */
const registeringSignsIn = { type: 'needs', description: 'POST /api/user_auth/register r_url' };
const commitIsAsked = { type: 'needs', description: 'POST /api/dev_app/version_save git_commit' };

test(
  '[R3.07] [R4.04] [R8.09f] a developer publishes an app from the landing page to the store, with one round of requested changes',
  { annotation: [registeringSignsIn, commitIsAsked] },
  async ({ page, path, words, lang, mails, readCode, solveSlider, someoneElse, axe }) => {
    test.setTimeout(240_000);
    const { landing, apps, listing, appPages, versions, review, panel } = words.console;
    const terms = words.developerTerms;
    const { field } = terms;
    const email = newAddress();
    const zhName = `应用${randomHan(6)}`;
    const enName = `App ${Date.now().toString(36)}`;
    const name = { zh: zhName, en: enName };
    const intro = {
      zh: '夜里备份，早上看结果。',
      en: 'Backs up at night and reports in the morning.',
    };
    const better = {
      zh: '夜里备份数据库，早上看结果。',
      en: 'Backs up databases at night and reports in the morning.',
    };
    const newest = {
      zh: '夜里备份数据库和文件，早上看结果。',
      en: 'Backs up databases and files at night and reports in the morning.',
    };
    const reviewer = await someoneElse(account('reviewer'));

    await test.step('reads the landing page and starts', async () => {
      await page.goto(path('/developer-center'));
      await page.getByRole('main').getByRole('link', { name: landing.hero.publish }).first().click();
      await expect(page).toHaveURL(/\/login\?.*from=/);
    });

    await test.step('registers with the slider and the mailed code and returns', async () => {
      // By field names: another team owns the words of that page.
      await page.locator('a[href*="section=register"]').first().click();
      const form = page.locator('form:has([name=password_confirm])');
      await form.locator('[name=email]').fill(email);
      await form.locator('[name=code] ~ button').click();
      await solveSlider(page);
      await form.locator('[name=code]').fill(await readCode(email));
      await form.locator('[name=password]').fill(PASSWORD);
      await form.locator('[name=password_confirm]').fill(PASSWORD);
      await form.getByRole('checkbox').check();
      await form.locator('[type=submit]').click();
      await expect(page).toHaveURL(path('/developer-center/applications'));
    });

    await test.step('joins and names a first app', async () => {
      await sayWhoPublishes(page, words.console.publisher, `Studio ${enName}`);
      await page.getByRole('checkbox').check();
      await axe(page);
      await page.getByRole('button', { name: apps.not_developer.join }).click();
      await page.getByRole('button', { name: apps.create.open }).click();
      await page.getByLabel(apps.create.zh).fill(zhName);
      await page.getByLabel(apps.create.en).fill(enName);
      await expect(page.getByText(terms.name_state.free)).toHaveCount(2);
      await axe(page);
      const created = expect(page.getByText(words.messages.created)).toBeVisible();
      await page.getByRole('button', { name: apps.create.submit, exact: true }).click();
      await created;
      await expect(page).toHaveURL(/app-edit\?id=\d+$/);
    });

    const id = Number(new URL(page.url()).searchParams.get('id'));
    const both = async (label: string, text: { zh: string; en: string }, pattern = listing.in) => {
      await page.getByRole('textbox', { name: filled(pattern.zh, { field: label }) }).fill(text.zh);
      await page.getByRole('textbox', { name: filled(pattern.en, { field: label }) }).fill(text.en);
    };
    const isSaved = () =>
      expect(
        page.locator('[data-save-state]').filter({ hasText: appPages.save.saved.split('{{')[0] ?? '' }),
      ).toBeVisible();

    await test.step('fills every field in both languages, with logo and screenshots', async () => {
      await both(field.intro, intro);
      const optional = { zh: '可选的一段话。', en: 'A paragraph that may be left out.' };
      await both(field.description, optional, listing.in_optional);
      await page.getByLabel(field.category).selectOption('practical');
      await page.getByRole('checkbox', { name: 'Debian' }).check();
      await page.getByRole('checkbox', { name: 'x86_64' }).check();
      await page
        .locator('[id="edit-logo"]')
        .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture(512, 512) });
      await expect(page.getByRole('img', { name: field.logo })).toBeVisible();
      await page.locator('[id="edit-screenshots"]').setInputFiles([
        { name: 'list.png', mimeType: 'image/png', buffer: picture(1280, 800) },
        { name: 'plan.png', mimeType: 'image/png', buffer: picture(800, 500) },
      ]);
      // The smaller picture may finish first: the first number stays its own until the other has arrived.
      await expect(page.getByLabel(filled(listing.shots.alt_zh, { number: 2 }))).toBeVisible();
      for (const number of [1, 2]) {
        await page.getByLabel(filled(listing.shots.alt_zh, { number })).fill(`画面 ${number}`);
        await page.getByLabel(filled(listing.shots.alt_en, { number })).fill(`Screen ${number}`);
      }
      await both(field.details, { zh: '每晚三点备份。', en: 'It backs up at three every night.' });
      await page.getByLabel(field.licence).fill('MIT');
      await page
        .getByLabel(filled(listing.optional, { field: field.homepage }))
        .fill('https://backup.example/');
      await page
        .getByLabel(filled(listing.optional, { field: field.keywords }))
        .fill(`backup, ${randomHan(2)}`);
      // Collapsed until it is opened.
      await page.getByText(words.console.needs.requirements_open).click();
      await both(words.console.needs.requirement.mem, { zh: '1 GB 以上', en: '1 GB or more' });
      await isSaved();
      await axe(page);
      // Stored on the server, not only displayed.
      await page.reload();
      await expect(page.getByLabel(filled(listing.in[lang], { field: field.intro }))).toHaveValue(
        intro[lang],
      );
      await expect(page.getByLabel(field.category)).toHaveValue('practical');
      for (const box of ['Debian', 'x86_64'])
        await expect(page.getByRole('checkbox', { name: box })).toBeChecked();
      await expect(page.getByRole('checkbox', { name: 'Ubuntu' })).not.toBeChecked();
      await expect(page.getByLabel(filled(listing.shots.alt_en, { number: 2 }))).toHaveValue('Screen 2');
      await expect(
        page.getByRole('textbox', { name: filled(listing.in.en, { field: field.details }) }),
      ).toContainText('three every night');
    });

    await test.step('prepares and submits the first version', async () => {
      await page.getByRole('link', { name: appPages.versions, exact: true }).click();
      await page.getByLabel(field.version, { exact: true }).fill('1.0.0');
      const created = expect(page.getByText(words.messages.created)).toBeVisible();
      await page.getByRole('button', { name: versions.new.submit }).click();
      await created;
      await page.getByLabel(field.git_version).fill('v1.0.0');
      await page.getByLabel(field.git_commit).fill(GIT_COMMIT.toUpperCase());
      await page.getByLabel(field.package_sha256).fill(`${PACKAGE_SHA256}  app.tar.gz`);
      await page.getByLabel(field.repo_url).fill('https://git.example/app');
      await page.getByLabel(filled(versions.size, { field: field.size })).fill('12.5');
      const description = (locale: 'zh' | 'en') =>
        page.getByLabel(filled(versions.in[locale], { field: field.version_description }));
      const edited = expect(page.getByText(words.messages.edited)).toBeVisible();
      await page.getByRole('button', { name: versions.save, exact: true }).click();
      await edited;
      await page.getByRole('button', { name: versions.submit }).click();
      // The missing field gets the focus.
      await expect(description('zh')).toBeFocused();
      await description('zh').fill('第一个版本。');
      await description('en').fill('The first version.');
      await axe(page);
      const answered = page.waitForResponse('**/api/dev_app/submit');
      await page.getByRole('button', { name: versions.submit }).click();
      const { data } = (await (await answered).json()) as { data: { version: { due_at: string } } };
      for (const promise of [
        filled(versions.in_review, { days: REVIEW_WORKING_DAYS }),
        filled(versions.due, { at: deadlineOf(data.version.due_at, lang) }),
      ])
        await expect(page.getByText(promise, { exact: true })).toBeVisible();
      await axe(page);
    });

    await test.step('a reviewer adds two suggestions, removes one and requests changes', async () => {
      await reviewer.goto(path('/developer-center/review'));
      await reviewer.getByRole('link', { name: name[lang] }).click();
      await reviewer.getByRole('button', { name: review.claim.take, exact: true }).click();
      await expect(reviewer.getByRole('button', { name: review.claim.release, exact: true })).toBeVisible();
      const note = async (label: string, text: string) => {
        await reviewer
          .getByRole('button', { name: filled(review.suggestion.add_label, { field: label }) })
          .click();
        await reviewer.getByLabel(review.suggestion.text, { exact: true }).fill(text);
        await reviewer.getByRole('button', { name: review.suggestion.save, exact: true }).click();
        await expect(reviewer.getByRole('listitem').filter({ hasText: text })).toBeVisible();
      };
      await note(field.intro, 'Say what it backs up.');
      await note(field.licence, 'A mistake of mine.');
      const mistake = reviewer.getByRole('listitem').filter({ hasText: 'A mistake of mine.' });
      const deleted = expect(reviewer.getByText(words.messages.deleted)).toBeVisible();
      await mistake.getByRole('button', { name: review.suggestion.remove, exact: true }).click();
      await deleted;
      await expect(mistake).toHaveCount(0);
      await axe(reviewer);
      await decide(reviewer, review, review.decision.request_changes);
      await expect(reviewer).toHaveURL(path('/developer-center/review'));
      await expect(reviewer.getByText(name[lang])).toHaveCount(0);
    });

    await test.step('the developer is notified in their language and follows the link', async () => {
      await expect
        .poll(async () => (await mails(email)).map(({ subject }) => subject))
        .toContain(
          filled(MAIL[lang].version_changes_requested.subject, { app: name[lang], version: '1.0.0' }),
        );
      await page.goto(path('/developer-center/control-panel'));
      await page
        .getByRole('region', { name: panel.waits.heading })
        .getByRole('link', { name: `${panel.waits.open_app} ${name[lang]}` })
        .click();
      await expect(page).toHaveURL(new RegExp(`app-edit\\?id=${id}$`));
    });

    await test.step('edits the field, answers, sees the difference and resubmits', async () => {
      const card = page.getByRole('article').filter({ hasText: 'Say what it backs up.' });
      await expect(card).toBeVisible();
      await both(field.intro, better);
      await card.getByRole('button', { name: appPages.suggestion.answer }).click();
      await card.getByLabel(appPages.suggestion.answer).fill('It does now.');
      const edited = expect(page.getByText(words.messages.edited)).toBeVisible();
      await card.getByRole('button', { name: appPages.suggestion.send }).click();
      await edited;
      await card.getByRole('button', { name: appPages.suggestion.resolve }).click();
      await expect(card.getByRole('button', { name: appPages.suggestion.reopen })).toBeVisible();
      await isSaved();
      await axe(page);
      await page.getByRole('link', { name: appPages.versions, exact: true }).click();
      await page.getByText(versions.difference.heading).click();
      await expect(page.getByRole('insertion').filter({ hasText: 'databases' })).toBeVisible();
      await axe(page);
      await page.getByRole('button', { name: versions.submit }).click();
      await expect(page.getByRole('button', { name: versions.step.revoke.name })).toBeVisible();
    });

    await test.step('the reviewer sees the difference and the answer and approves', async () => {
      await reviewer.reload();
      await reviewer.getByRole('link', { name: name[lang] }).click();
      await expect(reviewer.getByRole('insertion').filter({ hasText: 'databases' })).toBeVisible();
      const requested = reviewer.getByRole('listitem').filter({ hasText: 'Say what it backs up.' });
      await expect(requested).toContainText('It does now.');
      await requested.getByRole('button', { name: review.suggestion.resolve }).click();
      await expect(requested).toContainText(review.suggestion.resolved);
      await axe(reviewer);
      await decide(reviewer, review, review.decision.approve);
      await expect(reviewer).toHaveURL(path('/developer-center/review'));
    });

    await test.step('releases the version; the record shows version and commit', async () => {
      await page.reload();
      await expect(page.getByText(versions.approved)).toBeVisible();
      await page.getByRole('button', { name: versions.step.release.name }).click();
      await page.getByRole('dialog').getByRole('button', { name: versions.step.release.name }).click();
      const records = page.getByRole('table', { name: versions.records.heading });
      await expect(records.getByRole('rowheader')).toContainText('1.0.0');
      await expect(records.getByText(versions.records.current)).toBeVisible();
      await expect(records).toContainText('v1.0.0');
      await expect(records).toContainText(words.storeTerms.review.released);
      await axe(page);
    });

    await test.step('submits a listing-only change, which a reviewer approves and the store shows', async () => {
      const { appStatus } = words.console;
      const strip = page.getByRole('region', { name: appStatus.label });
      await expect(strip).toContainText(appStatus.draft_same);
      await page.getByRole('link', { name: appPages.edit, exact: true }).click();
      await both(field.intro, newest);
      await isSaved();
      await expect(strip).toContainText(field.intro);
      await axe(page);
      await page.getByRole('link', { name: appPages.versions, exact: true }).click();
      const submit = page.getByRole('button', { name: versions.listing.submit });
      await expect(submit).toBeVisible();
      await axe(page);
      await submit.click();
      await expect(strip).toContainText(terms.listing);
      await expect(page.getByRole('button', { name: versions.step.revoke.name })).toBeVisible();
      await reviewer.goto(path('/developer-center/review'));
      await reviewer.getByRole('link', { name: name[lang] }).click();
      await decide(reviewer, review, review.decision.approve);
      await expect(reviewer).toHaveURL(path('/developer-center/review'));
      await page.reload();
      await page.getByRole('button', { name: versions.step.release.name }).click();
      await page.getByRole('dialog').getByRole('button', { name: versions.step.release.name }).click();
      await expect(strip).toContainText(appStatus.draft_same);
      await expect(
        page.getByRole('table', { name: versions.records.heading }).getByRole('rowheader'),
      ).toHaveCount(1);
    });

    await test.step('sees the app in the statistics of the control panel', async () => {
      await page.goto(path('/developer-center/control-panel'));
      const statistics = page.getByRole('region', { name: panel.stats.heading });
      await expect(statistics.getByRole('status').filter({ hasText: panel.stats.downloads })).toHaveCount(1);
      await axe(page);
    });

    await test.step('visitors find it in the store, in both languages', async () => {
      for (const [store, locale] of [
        ['/store', 'zh'],
        ['/en/store', 'en'],
      ] as const) {
        await page.goto(store);
        await page.getByRole('searchbox').fill(name[locale]);
        await page.getByRole('searchbox').press('Enter');
        await page.getByRole('main').getByRole('link', { name: name[locale], exact: true }).click();
        await expect(page.getByRole('heading', { level: 1 })).toContainText(name[locale]);
        await expect(page.getByText(newest[locale]).first()).toBeVisible();
      }
    });
  },
);

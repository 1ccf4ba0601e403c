import { PASSWORD, expect, filled, newAddress, test } from './fixtures.ts';

/** Registration starts a session: its response filled the field. */
const registeringSignsIn = { type: 'needs', description: 'POST /api/user_auth/register r_url' };

test(
  '[R4.08] [R4.01] [R8.09c] a visitor searches, registers, is signed in in every tab, changes the nickname and signs out',
  { tag: '@everywhere', annotation: registeringSignsIn },
  async ({ page, path, words, context, axe, readCode, solveSlider }) => {
    test.slow();
    const email = newAddress();

    await test.step('reads the home page and goes to the store', async () => {
      await page.goto(path('/'));
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.getByRole('main').getByRole('link', { name: words.home.hero.browse }).click();
      await expect(page).toHaveURL(path('/store'));
    });

    await test.step('filters by category, searches in Chinese and in English', async () => {
      await page
        .getByRole('navigation', { name: words.store.categories.label })
        .getByRole('link', { name: words.storeTerms.category.runtime })
        .click();
      await expect(page).toHaveURL(/cate=runtime/);
      await page.goto(path('/store'));
      for (const word of ['数据库', 'database']) {
        await page.getByRole('searchbox', { name: words.store.search.label }).fill(word);
        await page.getByRole('button', { name: words.store.search.submit, exact: true }).click();
        await expect(page.getByRole('main').getByRole('link', { name: 'MySQL', exact: true })).toBeVisible();
      }
    });

    await test.step('opens an app', async () => {
      await page.getByRole('main').getByRole('link', { name: 'MySQL', exact: true }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'MySQL' })).toBeVisible();
      await axe(page);
    });

    const otherTab = await context.newPage();
    await otherTab.goto(path('/store'));
    await expect(
      otherTab.getByRole('banner').getByRole('link', { name: words.frame.sign_in, exact: true }),
    ).toBeVisible();
    // The other application.
    const consoleTab = await context.newPage();
    await consoleTab.goto(path('/developer-center'));
    const consoleSignIn = consoleTab.getByRole('banner').locator('a[href*="/login"]');
    const consoleAccount = consoleTab.getByRole('banner').locator(`a[href="${path('/user')}"]`);
    await expect(consoleSignIn).toBeVisible();
    await expect(consoleAccount).toBeHidden();

    await test.step('registers with the slider and the code from the mail, and is signed in in every tab', async () => {
      await page.bringToFront();
      await page.getByRole('banner').getByRole('link', { name: words.frame.sign_in, exact: true }).click();
      await page.getByRole('link', { name: words.login.title.register, exact: true }).first().click();
      // Sign-in has a field of the same name, which is present until the other page is rendered.
      await expect(page.getByRole('heading', { name: words.login.register.heading })).toBeVisible();
      await page.getByLabel(words.forms.email, { exact: true }).fill(email);
      await page.getByRole('button', { name: words.forms.send_code }).click();
      await solveSlider(page);
      await expect(page.getByText(words.messages.code_sent)).toBeVisible();
      await page.getByLabel(words.forms.code, { exact: true }).fill(await readCode(email));
      await page.getByLabel(words.login.set_password, { exact: true }).fill(PASSWORD);
      await page.getByLabel(words.forms.password_confirm, { exact: true }).fill(PASSWORD);
      await page.getByRole('checkbox').check();
      await page.getByRole('button', { name: words.login.register.submit, exact: true }).click();
      await expect(page.getByText(words.messages.registered)).toBeVisible();
      // A new account is named by its address, or by the chosen nickname.
      const account = new RegExp(`^${filled(words.frame.account_of, { name: '\\S' })}`);
      await expect(page.getByRole('banner').getByRole('link', { name: account })).toBeVisible();
      await otherTab.bringToFront();
      await expect(otherTab.getByRole('banner').getByRole('link', { name: account })).toBeVisible();
      await consoleTab.bringToFront();
      await expect(consoleAccount).toBeVisible();
      await expect(consoleSignIn).toBeHidden();
    });

    await test.step('changes the nickname', async () => {
      await page.bringToFront();
      await page.goto(path('/user'));
      await page.getByLabel(words.account.person.nickname, { exact: true }).fill('掌舵人');
      await page.getByLabel(words.account.person.birthday, { exact: true }).fill('1988-08-08');
      await page.getByRole('radio', { name: words.account.person.genders.secret, exact: true }).check();
      await page.getByRole('button', { name: words.account.person.save, exact: true }).click();
      await expect(page.getByText(words.messages.information_updated)).toBeVisible();
      const account = filled(words.frame.account_of, { name: '掌舵人' });
      await expect(page.getByRole('banner').getByRole('link', { name: account })).toBeVisible();
      await axe(page);
    });

    await test.step('signs out, in the other tabs too', async () => {
      await page.getByRole('button', { name: words.account.sign_out }).click();
      await expect(page.getByText(words.messages.signed_out)).toBeVisible();
      for (const tab of [page, otherTab]) {
        await expect(
          tab.getByRole('banner').getByRole('link', { name: words.frame.sign_in, exact: true }),
        ).toBeVisible();
      }
      await expect(consoleSignIn).toBeVisible();
    });
  },
);

test('[R8.09d] signing in shows a message', { tag: '@everywhere' }, async ({ page, words, signIn, path }) => {
  await signIn(page, 'user@yunduo.test');
  await expect(page.getByText(words.messages.signed_in, { exact: true })).toBeVisible();
  await expect(page).toHaveURL(path('/user'));
});

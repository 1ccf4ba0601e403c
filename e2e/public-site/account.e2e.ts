import { readFileSync } from 'node:fs';
import type { BrowserContext } from '@playwright/test';
import { EMAIL_CODE, GENDERS, SIGN_IN } from '@yunduo/validation';
import { PASSWORD, expect, filled, newAddress, test } from './fixtures.ts';
import { Member } from './members.ts';

test(
  '[R2.11] /login has sections to sign in, register and reset the password',
  { tag: '@everywhere' },
  async ({ page, path, words }) => {
    for (const [section, heading] of [
      ['', words.login.sign_in.heading],
      ['?section=register', words.login.register.heading],
      ['?section=reset', words.login.reset.heading],
    ] as const) {
      await page.goto(path(`/login${section}`));
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    }
  },
);

test('[R5.10] signing in needs agreement to both protocols', async ({ page, path, words, hydrated }) => {
  const tries: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/user_auth/login')) tries.push(request.url());
  });
  await page.goto(path('/login'));
  await hydrated(page);
  await page.getByLabel(words.forms.email, { exact: true }).fill('user@yunduo.test');
  await page.getByLabel(words.login.password, { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: words.login.sign_in.submit, exact: true }).click();
  await expect(page.getByText(words.validation.agree_required)).toBeVisible();
  await expect(page.getByRole('checkbox')).toBeFocused();
  for (const [name, protocol] of [
    [words.login.agreement, '/protocol/user-agreement'],
    [words.login.privacy, '/protocol/privacy-policy'],
  ] as const) {
    const link = page.getByRole('main').getByRole('link', { name, exact: true });
    await expect(link).toHaveAttribute('href', path(protocol));
    await expect(link).toHaveAttribute('target', '_blank');
  }
  expect(tries).toEqual([]);
});

test('[R8.09a] requesting a code without an address shows an error at the field', async ({
  page,
  path,
  words,
  hydrated,
}) => {
  await page.goto(path('/login?section=register'));
  await hydrated(page);
  await page.getByRole('button', { name: words.forms.send_code }).click();
  // The field below shows the same message.
  await expect(page.getByRole('alert').getByText(words.messages.email_needed)).toBeVisible();
});

test('[R8.09a] [R4.09] solving the slider sends a code, confirms it and counts down to the next', async ({
  page,
  path,
  words,
  hydrated,
  solveSlider,
  readCode,
}) => {
  const email = newAddress();
  await page.goto(path('/login?section=register'));
  await hydrated(page);
  await page.getByLabel(words.forms.email, { exact: true }).fill(email);
  await page.getByRole('button', { name: words.forms.send_code }).click();
  await expect(page.getByText(words.captcha.prompt)).toBeVisible();
  await solveSlider(page);
  await expect(page.getByText(words.messages.code_sent)).toBeVisible();
  const countdown = page.getByRole('button', {
    name: new RegExp(`^${filled(words.forms.resend_in, { seconds: '\\d+' })}$`),
  });
  const left = async () => Number(/\d+/.exec(await countdown.innerText())?.[0]);
  const first = await left();
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThanOrEqual(EMAIL_CODE.resendAfter / 1000);
  await expect.poll(left).toBeLessThan(first);
  expect(await readCode(email)).toMatch(/^\d{6}$/);
  // It appears automatically, without input or a reload.
  await page.clock.install();
  await page.reload();
  await expect(countdown).toBeVisible();
  await expect(page.getByLabel(words.forms.email, { exact: true })).toHaveValue(email);
  await page.clock.fastForward(EMAIL_CODE.resendAfter);
  await expect(page.getByRole('button', { name: words.forms.send_code, exact: true })).toBeVisible();
});

test('[R4.10] after five failures sign-in requires the slider, which confirms completion', async ({
  page,
  path,
  words,
  hydrated,
  newAccount,
  signIn,
  silence,
  solveSlider,
}) => {
  silence.allow(/status of 400/);
  const email = await newAccount();
  await page.goto(path('/login'));
  await hydrated(page);
  const refusals = page.getByText(words.errors.CREDENTIALS_INVALID);
  for (let failure = 0; failure < SIGN_IN.failuresForCaptcha; failure += 1) {
    const answered = page.waitForResponse('**/api/user_auth/login');
    await signIn(page, email, `Wrong20${failure}`);
    await answered;
  }
  await expect(refusals.or(page.getByText(words.errors.CAPTCHA_REQUIRED)).first()).toBeVisible();
  await solveSlider(page);
  await expect(page.getByText(words.captcha.success)).toBeVisible();
  await signIn(page, email);
  await expect(page).toHaveURL(path('/user'));
});

test(
  '[R4.10] [R8.09k] a wrong slider position shows an error and a new picture',
  { tag: '@everywhere' },
  async ({ page, path, words, hydrated, silence }) => {
    silence.allow(/status of 400/);
    await page.goto(path('/login?section=register'));
    await hydrated(page);
    await page.getByLabel(words.forms.email, { exact: true }).fill(newAddress());
    await page.getByRole('button', { name: words.forms.send_code }).click();
    const slider = page.getByRole('slider');
    await expect(slider).not.toHaveAttribute('aria-disabled');
    await slider.focus();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/captcha/verify', async (route) => {
      await held;
      await route.continue();
    });
    // The gap is never this far to the left.
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(page.getByText(words.captcha.verifying)).toBeVisible();
    release();
    await expect(page.getByText(words.captcha.failed)).toBeVisible();
  },
);

test('[R4.10] [R8.09k] a failed slider request shows an error and can be retried', async ({
  page,
  path,
  words,
  hydrated,
  silence,
}) => {
  silence.allow(/Failed to load resource/);
  await page.route('**/api/captcha/challenge', (route) => route.abort());
  await page.goto(path('/login?section=register'));
  await hydrated(page);
  await page.getByLabel(words.forms.email, { exact: true }).fill(newAddress());
  await page.getByRole('button', { name: words.forms.send_code }).click();
  await expect(page.getByText(words.captcha.request_failed)).toBeVisible();
  await page.unroute('**/api/captcha/challenge');
  const again = page.getByRole('button', { name: words.captcha.try_again });
  await again.click();
  await expect(page.getByText(words.captcha.prompt)).toBeVisible();

  // The slider's answer gets no response either.
  await page.route('**/api/captcha/verify', (route) => route.abort(), { times: 1 });
  await page.getByRole('slider').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByText(words.captcha.request_failed)).toBeVisible();
  await again.click();
  await expect(page.getByText(words.captcha.prompt)).toBeVisible();
});

test('[R4.08] [R8.09b] a forgotten password is reset with a code; the slider is solved by keyboard', async ({
  page,
  path,
  words,
  hydrated,
  newAccount,
  mails,
  readCode,
  signIn,
  solveSlider,
}) => {
  const email = await newAccount();
  const password = 'Hafen2027';
  await page.goto(path('/login?section=reset'));
  await hydrated(page);
  await page.getByLabel(words.forms.email, { exact: true }).fill(email);
  const before = (await mails(email)).length;
  await page.getByRole('button', { name: words.forms.send_code }).click();
  await solveSlider(page, 'keyboard');
  await page.getByLabel(words.forms.code, { exact: true }).fill(await readCode(email, before));
  await page.getByLabel(words.login.new_password, { exact: true }).fill(password);
  await page.getByLabel(words.forms.password_confirm, { exact: true }).fill(password);
  await page.getByRole('button', { name: words.login.reset.submit, exact: true }).click();
  await expect(page.getByText(words.messages.password_changed)).toBeVisible();
  await signIn(page, email, password);
  await expect(page).toHaveURL(path('/user'));
});

test('the form rejects two different passwords', async ({ page, path, words, hydrated }) => {
  await page.goto(path('/login?section=register'));
  await hydrated(page);
  await page.getByLabel(words.login.set_password, { exact: true }).fill('Harbour-light7');
  await page.getByLabel(words.forms.password_confirm, { exact: true }).fill('Harbour-light8');
  await page.getByRole('button', { name: words.login.register.submit, exact: true }).click();
  await expect(page.getByText(words.validation.password_mismatch)).toBeVisible();
});

test('[R2.26] [R2.16a] /user without a session redirects to sign-in and back', async ({
  page,
  path,
  words,
  signIn,
}) => {
  await page.goto(path('/user?panel=account-info'));
  await expect(page).toHaveURL(/\/login\?.*from=/);
  await signIn(page, 'user@yunduo.test');
  await expect(page).toHaveURL(/\/user\?panel=account/);
  await page.getByRole('link', { name: words.account.panel.person_info }).click();
  await expect(page.getByLabel(words.account.person.nickname, { exact: true })).toBeVisible();
});

test('[R2.27] /login with a session redirects to /user', async ({ page, path, context, withSession }) => {
  await withSession(context, 'user@yunduo.test');
  await page.goto(path('/login'));
  await expect(page).toHaveURL(path('/user'));
});

test('[R2.27] only a listed r_url receives the visitor’s data', async ({
  page,
  path,
  context,
  withSession,
  silence,
}) => {
  silence.allow(/400/);
  await withSession(context, 'user@yunduo.test');
  const welcome = await context.newPage();
  await welcome.route('https://partner.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>partner</title>' }),
  );
  await welcome.goto(path('/about'));
  await welcome.goto(path(`/login?r_url=${encodeURIComponent('https://partner.example/welcome')}`));
  await expect(welcome).toHaveURL(/^https:\/\/partner\.example\/welcome\?data=[^&]{16,}/);
  await welcome.goBack();
  await expect(welcome).toHaveURL(path('/about'));
  await page.goto(path(`/login?r_url=${encodeURIComponent('https://evil.example/')}`));
  await expect(page).toHaveURL(path('/user'));
});

for (const [target, lands] of [
  ['https://partner.example/welcome', /^https:\/\/partner\.example\/welcome\?data=[^&]{16,}$/],
  ['https://evil.example/', null],
] as const) {
  test(`[R2.27] signing in with r_url ${new URL(target).host} leads ${lands ? 'there with data' : 'to /user'}`, async ({
    page,
    path,
    newAccount,
    signIn,
  }) => {
    const email = await newAccount();
    const requests: string[] = [];
    await page.route(/^https:\/\/\w+\.example\//, (route) => {
      requests.push(route.request().url());
      return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>outside</title>' });
    });
    await page.goto(path(`/login?r_url=${encodeURIComponent(target)}`));
    await signIn(page, email);
    await expect(page).toHaveURL(lands ?? path('/user'));
    expect(requests).toEqual(lands ? [page.url()] : []);
  });
}

test(
  '[R3.09] [R8.09e] nickname, each gender and birthday are saved and shown',
  { tag: '@everywhere' },
  async ({ page, path, words, context, request, newAccount, withSession, axe }) => {
    const address = await newAccount();
    const member = await Member.signedIn(request, address);
    await withSession(context, address);
    await page.goto(path('/user'));
    const { person } = words.account;
    await expect(page.getByRole('textbox', { name: person.account })).toHaveValue(address);
    await page.getByLabel(person.nickname, { exact: true }).fill('掌舵人Lin7');
    await page.getByLabel(person.birthday, { exact: true }).fill('1990-02-28');
    const choice = page.getByRole('radiogroup', { name: person.gender }).getByRole('radio');
    await expect(choice).toHaveCount(GENDERS.length);
    const updated = page.getByText(words.messages.information_updated);
    for (const gender of GENDERS) {
      await page.getByRole('radio', { name: person.genders[gender], exact: true }).check();
      const saved = page.waitForResponse('**/api/user_info/save_user');
      await page.getByRole('button', { name: person.save, exact: true }).click();
      expect((await saved).status()).toBe(200);
      await expect(updated).toBeVisible();
      expect(await member.get('/user_info/index')).toMatchObject({ gender });
    }
    await axe(page);
    await page.reload();
    await expect(page.getByLabel(person.nickname, { exact: true })).toHaveValue('掌舵人Lin7');
    const last = GENDERS.at(-1) ?? 'secret';
    await expect(page.getByRole('radio', { name: person.genders[last], exact: true })).toBeChecked();
    await expect(page.getByLabel(person.birthday, { exact: true })).toHaveValue('1990-02-28');
  },
);

test('[R2.16b] account info shows the e-mail, links to change it and the password, and lists the sessions', async ({
  page,
  path,
  words,
  context,
  newAccount,
  withSession,
}) => {
  const email = await newAccount();
  await withSession(context, email);
  await page.goto(path('/user?panel=account-info'));
  const facts = page.getByRole('definition');
  await expect(facts.filter({ hasText: email })).toBeVisible();
  for (const [name, panel] of [
    [words.account.panel.change_email, 'change-email'],
    [words.account.panel.change_password, 'change-password'],
  ] as const) {
    await expect(facts.getByRole('link', { name, exact: true })).toHaveAttribute(
      'href',
      path(`/user?panel=${panel}`),
    );
  }
  await expect(page.getByRole('heading', { name: words.account.account.sessions })).toBeVisible();
  await expect(page.getByText(words.account.account.current, { exact: true })).toBeVisible();
});

test('other devices are signed out, one and then all', async ({
  page,
  path,
  words,
  context,
  request,
  newAccount,
  withSession,
  axe,
}) => {
  const { account: t } = words.account;
  const email = await newAccount();
  const others: Member[] = [];
  for (const device of ['one', 'Firefox/140.0', 'three'])
    others.push(await Member.signedIn(request, email, device));
  const alive = async () => {
    const answers = others.map(({ token }) =>
      request.get('/api/user_info/index', { headers: { authorization: `Bearer ${token}` } }),
    );
    return (await Promise.all(answers)).filter((answer) => answer.ok()).length;
  };
  await withSession(context, email);
  await page.goto(path('/user?panel=account-info'));
  const rows = page.getByRole('table', { name: t.sessions }).getByRole('row');
  // The header, these three, this device and the one that registered.
  await expect(rows).toHaveCount(6);
  expect(await alive()).toBe(3);
  await rows.filter({ hasText: 'Firefox' }).getByRole('button').click();
  await expect(rows).toHaveCount(5);
  expect(await alive()).toBe(2);

  await page.getByRole('button', { name: t.revoke_others, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: t.confirm_heading });
  await axe(page);
  await dialog.getByRole('button', { name: t.revoke_others, exact: true }).click();
  await expect(page.getByText(t.only_this)).toBeVisible();
  await expect(rows).toHaveCount(2);
  expect(await alive()).toBe(0);
  // The current session continues.
  await page.reload();
  await expect(page.getByText(t.current, { exact: true })).toBeVisible();
});

test('[R2.16d] [R8.09b] the password is changed with the old one', async ({
  page,
  path,
  words,
  context,
  newAccount,
  withSession,
  axe,
}) => {
  await withSession(context, await newAccount());
  await page.goto(path('/user?panel=change-password'));
  const { password } = words.account;
  await page.getByLabel(password.old, { exact: true }).fill(PASSWORD);
  await page.getByLabel(password.new, { exact: true }).fill('Steuer2027');
  await page.getByLabel(words.forms.password_confirm, { exact: true }).fill('Steuer2027');
  await axe(page);
  await page.getByRole('button', { name: password.save, exact: true }).click();
  await expect(page.getByText(words.messages.password_changed)).toBeVisible();
});

const passwordChangesOnce = {
  type: 'needs',
  description: 'POST /api/user_info/change_password Idempotency-Key',
};

test(
  'a password change whose response is lost reports success when repeated',
  { annotation: passwordChangesOnce },
  async ({ page, path, words, context, newAccount, withSession, silence }) => {
    silence.allow(/ERR_FAILED/);
    await withSession(context, await newAccount());
    await page.goto(path('/user?panel=change-password'));
    const { password } = words.account;
    await page.getByLabel(password.old, { exact: true }).fill(PASSWORD);
    await page.getByLabel(password.new, { exact: true }).fill('Steuer2027');
    await page.getByLabel(words.forms.password_confirm, { exact: true }).fill('Steuer2027');
    await page.route(
      '**/api/user_info/change_password',
      async (route) => {
        expect((await route.fetch()).status()).toBe(200);
        await route.abort();
      },
      { times: 1 },
    );
    const save = page.getByRole('button', { name: password.save, exact: true });
    await save.click();
    await expect(page.getByText(words.messages.server_busy).first()).toBeVisible();
    await save.click();
    await expect(page.getByText(words.messages.password_changed)).toBeVisible();
  },
);

test('[R2.16c] [R4.07] [R8.09e] the e-mail is changed in three steps; the new one signs in', async ({
  page,
  path,
  words,
  context,
  request,
  newAccount,
  withSession,
  mails,
  readCode,
  solveSlider,
  axe,
}) => {
  const old = await newAccount();
  const fresh = newAddress();
  await withSession(context, old);
  await page.goto(path('/user?panel=change-email'));
  const { email } = words.account;
  const step = page.getByRole('list', { name: email.steps }).locator('[aria-current="step"]');
  await expect(step).toHaveText(email.step_identity);
  const before = (await mails(old)).length;
  await page.getByRole('button', { name: words.forms.send_code }).click();
  await solveSlider(page);
  await page.getByLabel(words.forms.code, { exact: false }).fill(await readCode(old, before));
  await page.getByRole('button', { name: email.next, exact: true }).click();
  await expect(step).toHaveText(email.step_new);
  await page.getByLabel(email.new_email, { exact: true }).fill(fresh);
  await page.getByRole('button', { name: words.forms.send_code }).click();
  await solveSlider(page);
  await page.getByLabel(words.forms.code, { exact: false }).fill(await readCode(fresh));
  await axe(page);
  await page.getByRole('button', { name: email.next, exact: true }).click();
  await expect(step).toHaveText(email.step_done);
  await page.getByRole('button', { name: email.commit, exact: true }).click();
  await expect(page.getByText(words.messages.information_updated)).toBeVisible();
  await expect(page.getByText(email.done_heading, { exact: true })).toBeVisible();
  await expect(page.getByText(fresh).first()).toBeVisible();
  await expect(step).toHaveCount(0);
  const signingIn = async (address: string) => {
    const answer = await request.post('/api/user_auth/login', {
      data: { email: address, password: PASSWORD, agree: true },
    });
    return ((await answer.json()) as { code: string }).code;
  };
  expect(await signingIn(fresh)).toBe('OK');
  expect(await signingIn(old)).toBe('CREDENTIALS_INVALID');
});

// Both came with the same API version: this field, and running a repeated change only once.
const signedOutIsTold = { type: 'needs', description: 'POST /api/user_auth/email_change_undo signed_out' };

test(
  'after a takeover both mails lead to a new password, also in a signed-in browser',
  { annotation: signedOutIsTold },
  async ({
    page,
    path,
    words,
    context,
    request,
    newAccount,
    withSession,
    hydrated,
    mails,
    readCode,
    solveSlider,
    silence,
  }) => {
    silence.allow(/Failed to load resource/);
    const { login } = words;
    const old = await newAccount();
    const fresh = newAddress();
    const reset = page.getByRole('heading', { level: 1, name: login.reset.heading });
    const linkOf = async (address: string, section: string): Promise<string> => {
      const link = new RegExp(`https?:\\S+section=${section}\\S*`);
      const found = async () => (await mails(address)).map(({ text }) => link.exec(text)?.[0]).find(Boolean);
      await expect.poll(found, { timeout: 30_000 }).toBeDefined();
      const { search } = new URL((await found()) ?? '');
      return path('/login') + search;
    };

    // Another browser changes the password: this one does not know yet that its session has ended.
    await withSession(context, old);
    await page.goto(path('/user?panel=account-info'));
    await expect(page.getByText(words.account.account.current, { exact: true })).toBeVisible();
    const stranger = await Member.signedIn(request, old);
    await stranger.post('/user_info/change_password', {
      old_password: PASSWORD,
      password: 'Steuer2027',
      password_confirm: 'Steuer2027',
    });
    await page.goto(await linkOf(old, 'reset'));
    await hydrated(page);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    await expect(reset).toBeVisible();
    await expect(page).toHaveURL(path('/login?section=reset'));

    // Or the email address, from this very session.
    const { email } = words.account;
    await page.goto(path(`/login?from=${encodeURIComponent(path('/user?panel=change-email'))}`));
    await page.getByLabel(words.forms.email, { exact: true }).fill(old);
    await page.getByLabel(login.password, { exact: true }).fill('Steuer2027');
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: login.sign_in.submit, exact: true }).click();
    await expect(page).toHaveURL(/panel=change-email/);
    const before = (await mails(old)).length;
    await page.getByRole('button', { name: words.forms.send_code }).click();
    await solveSlider(page);
    await page.getByLabel(words.forms.code, { exact: false }).fill(await readCode(old, before));
    await page.getByRole('button', { name: email.next, exact: true }).click();
    await page.getByLabel(email.new_email, { exact: true }).fill(fresh);
    await page.getByRole('button', { name: words.forms.send_code }).click();
    await solveSlider(page);
    await page.getByLabel(words.forms.code, { exact: false }).fill(await readCode(fresh));
    await page.getByRole('button', { name: email.next, exact: true }).click();
    // The response is lost in transit: the change is done, and the page says so.
    await page.route(
      '**/api/user_info/change_email_commit',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await page.getByRole('button', { name: email.commit, exact: true }).click();
    await expect(page.getByText(email.done_heading, { exact: true })).toBeVisible();
    await page.goto(await linkOf(old, 'undo-email'));
    await page.getByRole('button', { name: words.mailLinks.undo.submit, exact: true }).click();
    const goReset = page.getByRole('link', { name: words.mailLinks.undo.go_password, exact: true });
    // The sections above have the same name.
    await goReset.and(page.locator('[data-kind=primary]')).click();
    await expect(reset).toBeVisible();
    await expect(page.getByLabel(words.forms.email, { exact: true })).toHaveValue(old);
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  },
);

test('the next user of a tab finds no input of the previous one', async ({
  page,
  path,
  words,
  context,
  newAccount,
  withSession,
  signIn,
  hydrated,
}) => {
  const { licences: t, feedback } = words;
  const [first, second] = [await newAccount(), await newAccount()];
  await withSession(context, first);
  await page.goto(path('/feedback'));
  await hydrated(page);
  const title = page.getByLabel(feedback.subject, { exact: true });
  await title.fill('YD-SECRET-TITLE');
  await page.goto(path('/user?panel=my-codes'));
  const offline = page.getByRole('button', { name: t.offline, exact: true });
  await offline.click();
  const request = page.getByRole('dialog').getByLabel(t.offline_form.request);
  await request.fill('YD-SECRET-CODE');

  const other = await context.newPage();
  await other.goto(path('/user'));
  await other.getByRole('button', { name: words.account.sign_out, exact: true }).click();
  await expect(other).toHaveURL(path('/'));
  await expect(page).toHaveURL(/\/login\?from=/);
  await signIn(page, second);
  await expect(page).toHaveURL(path('/user?panel=my-codes'));
  await offline.click();
  await expect(request).toHaveValue('');
  await page.goto(path('/feedback'));
  await hydrated(page);
  await expect(title).toHaveValue('');
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('SECRET');
});

test('[R3.03] signing in stores token, second token and device version; the version is sent', async ({
  page,
  path,
  context,
  signIn,
}) => {
  await context.addInitScript(() => localStorage.setItem('device_version', '3.2.1'));
  await page.goto(path('/login'));
  const answered = page.waitForResponse('**/api/user_auth/login');
  await signIn(page, 'user@yunduo.test');
  const answer = await answered;
  expect(answer.request().headers()['device-version']).toBe('3.2.1');
  const { data } = (await answer.json()) as { data: { token: string; user: { yt_token: string } } };
  expect(data.user.yt_token).toMatch(/\S{16,}/);
  await expect(page).toHaveURL(path('/user'));
  expect(await page.evaluate(() => ({ ...localStorage }))).toMatchObject({
    token: data.token,
    yt_token: data.user.yt_token,
    device_version: '3.2.1',
  });
});

test('[R7.12] the user is requested on the first navigation only with a login indicator', async ({
  page,
  path,
  words,
  context,
  withSession,
  hydrated,
}) => {
  const requests: string[] = [];
  context.on('request', (request) => {
    if (request.url().includes('/api/user_info/index')) requests.push(request.url());
  });
  /** The page hydrates and shows the user, and the visitor continues in it. */
  const visit = async (whoIsThere: RegExp | string) => {
    await page.goto(path('/store'));
    await hydrated(page);
    await expect(page.getByRole('banner').getByRole('link', { name: whoIsThere })).toBeVisible();
    const first = requests.length;
    for (const next of ['/about', '/application']) {
      await page
        .getByRole('contentinfo')
        .locator(`a[href="${path(next)}"]`)
        .click();
      await expect(page).toHaveURL(path(next));
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
    return [first, requests.length];
  };
  expect(await visit(words.frame.sign_in)).toEqual([0, 0]);
  await withSession(context, 'user@yunduo.test');
  const named = new RegExp(`^${filled(words.frame.account_of, { name: '\\S' })}`);
  expect(await visit(named)).toEqual([1, 1]);
});

/** This browser's session has ended on the server before a page is opened: its token is invalid. */
const endSessionOnServer = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    if (sessionStorage.getItem('stale')) return;
    sessionStorage.setItem('stale', '1');
    localStorage.setItem('token', `${localStorage.getItem('token') ?? ''}x`);
  });

test('[R4.02] [R8.03] a 401 clears token and user, shows a message and redirects to sign-in', async ({
  page,
  path,
  words,
  context,
  newAccount,
  withSession,
  hydrated,
  silence,
}) => {
  silence.allow(/status of 401/);
  await withSession(context, await newAccount());
  await page.goto(path('/store'));
  await hydrated(page);
  const banner = page.getByRole('banner');
  // Any nickname of the account.
  const named = new RegExp(`^${filled(words.frame.account_of, { name: '\\S' })}`);
  const account = banner.getByRole('link', { name: named });
  const signIn = banner.getByRole('link', { name: words.frame.sign_in, exact: true });
  await expect(account).toBeVisible();
  await expect(signIn).toBeHidden();
  const stored = async () => ({
    ...(await page.evaluate(() => ({
      token: localStorage.getItem('token') !== null,
      yt_token: localStorage.getItem('yt_token') !== null,
    }))),
    cookie: (await context.cookies()).some(({ name }) => name === 'signed_in'),
  });
  expect(await stored()).toEqual({ token: true, yt_token: true, cookie: true });

  // The session ends on the server; the next call that needs it gets a 401.
  await page.evaluate(() => localStorage.setItem('token', `${localStorage.getItem('token') ?? ''}x`));
  await page
    .getByRole('navigation', { name: words.store.categories.label })
    .getByRole('link', { name: words.storeTerms.category.my })
    .click();
  await expect(page.getByRole('alert').getByText(words.messages.login_first)).toBeVisible();
  const from = encodeURIComponent(path('/store?cate=my'));
  await expect(page).toHaveURL(`${path('/login')}?from=${from}`);
  // The sign-in page has no button that leads to itself.
  await expect(signIn).toBeHidden();
  await expect(banner.getByRole('link', { name: words.frame.account })).toBeHidden();
  expect(await stored()).toEqual({ token: false, yt_token: false, cookie: false });
});

test('[R2.30] an expired session on /user shows a message and redirects to sign-in and back', async ({
  page,
  path,
  words,
  context,
  newAccount,
  withSession,
  signIn,
  silence,
}) => {
  silence.allow(/status of 401/);
  const email = await newAccount();
  await withSession(context, email);
  await endSessionOnServer(context);
  // The message disappears after three seconds, so the test watches from the first byte on.
  await page.goto(path('/user?panel=change-password'), { waitUntil: 'commit' });
  await expect(page.getByText(words.messages.login_expired)).toBeVisible();
  await expect(page).toHaveURL(/\/login\?.*from=/);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await signIn(page, email);
  await expect(page).toHaveURL(/\/user\?panel=change/);
});

test('a cropped picture becomes the avatar in the header of every open tab', async ({
  page,
  path,
  words,
  context,
  newAccount,
  withSession,
}) => {
  await context.addInitScript(() => {
    const { toBlob } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.toBlob = function (...args) {
      document.documentElement.dataset.cut = `${this.width} ${this.height}`;
      toBlob.apply(this, args);
    };
  });
  await withSession(context, await newAccount());
  await page.goto(path('/user'));
  const other = await context.newPage();
  await other.goto(path('/store'));
  await page.bringToFront();
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 64, height: 64 } });
  // As large as a phone photo: only the cropped square is sent.
  const photo = Buffer.concat([picture, Buffer.alloc(8 * 1024 ** 2)]);
  await page
    .getByRole('group', { name: words.account.person.avatar })
    .locator('input[type=file]')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: photo });
  // The crop is chosen with the keyboard alone.
  const zoom = page.getByRole('slider', { name: words.account.person.avatar_zoom });
  await zoom.focus();
  for (let press = 0; press < 50; press += 1) await page.keyboard.press('ArrowRight');
  await page.getByRole('slider', { name: words.account.person.avatar_x }).press('Home');
  await expect(page.getByRole('slider', { name: words.account.person.avatar_x })).toHaveValue('0');
  await page.getByRole('button', { name: words.account.person.avatar_save, exact: true }).click();
  // A square of two thirds of the 64 pixels is cropped.
  await expect(page.locator('html')).toHaveAttribute('data-cut', '43 43');
  await expect(page.getByText(words.messages.information_updated)).toBeVisible();
  for (const tab of [page, other])
    await expect(tab.getByRole('banner').locator('img[src*="/uploads/"]')).toBeVisible();
});

test('[R2.16k] the account center has mail preferences and a data export', async ({
  page,
  path,
  words,
  context,
  newAccount,
  withSession,
  axe,
}) => {
  const t = words.accountSettings;
  const email = await newAccount();
  await withSession(context, email);
  await page.goto(path('/user?panel=account-center'));
  await expect(page.getByRole('heading', { level: 1, name: t.title })).toBeVisible();
  const reminder = page.getByRole('checkbox', { name: t.mails.kinds.licence_reminder });
  await reminder.uncheck();
  await expect(page.getByText(words.messages.information_updated)).toBeVisible();
  await axe(page);
  await page.reload();
  await expect(reminder).not.toBeChecked();

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: t.export.take }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toMatch(/\.json$/);
  const stored = readFileSync(await download.path(), 'utf8');
  expect(JSON.parse(stored)).toMatchObject({ format: 1, sections: expect.any(Object) });
  expect(stored).toContain(email);
  expect(stored).not.toMatch(/\$argon2|password_hash/);
});

test('an account is deleted with password and mailed code and cannot sign in again', async ({
  page,
  path,
  words,
  context,
  newAccount,
  withSession,
  readCode,
  mails,
  signIn,
  axe,
  silence,
}) => {
  const t = words.accountSettings.delete;
  const email = await newAccount();
  await withSession(context, email);
  const before = (await mails(email)).length;
  await page.goto(path('/user?panel=account-center'));
  await page.getByRole('button', { name: t.begin }).click();
  await page.getByLabel(t.password, { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: t.next }).click();
  await expect(page.getByText(t.removes.profile)).toBeVisible();
  await axe(page);
  await page.getByLabel(t.code).fill(await readCode(email, before));
  await page.getByRole('button', { name: t.confirm }).click();
  await expect(page.getByText(t.done)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${path('/')}$`));

  silence.allow(/400/);
  await page.goto(path('/login'));
  await signIn(page, email);
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
});

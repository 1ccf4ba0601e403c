import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { account, expect, filled, newAddress, PASSWORD } from '@yunduo/e2e/fixtures';
import { picture } from '@yunduo/developer-console-e2e/people';
import { test } from './engines.ts';

/** Seeded outside production. */
const INVITATION = 'YDIN-TRYY-D0FR-EETE-STF2';
const DIALOG = 'dialog[open],[role=dialog]';

test('@smoke a member signs in', async ({ visitor, words, signInAs }) => {
  await signInAs(account('user'));
  await visitor.find({ role: 'button', name: words.account.sign_out });
});

test('a visitor registers with the slider and the code from the mail', async ({
  visitor,
  words,
  path,
  readCode,
}) => {
  const email = newAddress();
  await visitor.openAwake(path('/login?section=register'));
  await visitor.fill(words.forms.email, email);
  await visitor.rememberChallenges();
  await visitor.press({ role: 'button', name: words.forms.send_code });
  await visitor.solveSlider();
  await visitor.fill(words.forms.code, await readCode(email));
  await visitor.fill(words.login.set_password, PASSWORD);
  await visitor.fill(words.forms.password_confirm, PASSWORD);
  await visitor.press({ role: 'checkbox', name: /./, within: 'main' });
  await visitor.press({ role: 'button', name: words.login.register.submit });
  // It leads to sign-in or to the account.
  await visitor.isAt(/^(?!.*section=register)/);
});

test('a visitor searches the store and opens an app and its screenshots', async ({
  visitor,
  words,
  path,
}) => {
  await visitor.open(path('/store'));
  await visitor.fill(words.store.search.label, 'database');
  await visitor.press({ role: 'button', name: words.store.search.submit });
  await visitor.press({ role: 'link', name: 'MySQL', within: 'main' });
  await visitor.find({ role: 'heading', name: 'MySQL' });
});

test('a member orders a code, pays it and binds it to a server', async ({
  visitor,
  words,
  path,
  signInAs,
  newAccount,
}) => {
  const { orders, licences } = words;
  await signInAs(await newAccount());
  await visitor.openAwake(path('/auth?plan=m1&quantity=1'));
  await visitor.press({ role: 'button', name: words.purchase.buy });
  await visitor.find({ role: 'heading', name: orders.payment.heading });
  await visitor.press({ role: 'radio', name: new RegExp(orders.payment.sandbox) });
  await visitor.press({
    role: 'button',
    name: new RegExp(filled(orders.payment.pay, { amount: '' }).trim()),
  });
  await visitor.press({ role: 'css', name: 'button[value="pay"]' });
  await visitor.sees(orders.detail.paid_licence);

  await visitor.openAwake(path('/user?panel=my-codes'));
  await visitor.press({
    role: 'button',
    name: new RegExp(filled(licences.bind.label, { tail: '\\w{4}' })),
    within: 'main table',
  });
  await visitor.fill(licences.bind.server_name, 'e2e-1', DIALOG);
  await visitor.fill(licences.bind.fingerprint, randomBytes(32).toString('hex'), DIALOG);
  await visitor.press({ role: 'button', name: licences.bind.submit, within: DIALOG });
  await visitor.sees('e2e-1');
  await visitor.sees(licences.states.active);
});

test('a member sends feedback with a picture', async ({ visitor, words, path, signInAs, newAccount }) => {
  const { feedback: t } = words;
  await signInAs(await newAccount());
  await visitor.openAwake(path('/feedback'));
  await visitor.press({ role: 'radio', name: t.types.defect });
  await visitor.fill(t.subject, 'The cursor jumps');
  await visitor.fill(t.text, 'Open a large file.');
  const file = test.info().outputPath('before.png');
  writeFileSync(file, picture(160, 100));
  await visitor.choose('#feedback-files', file);
  await visitor.find({ role: 'css', name: 'img[alt="before.png"]' });
  await visitor.rememberChallenges();
  await visitor.press({ role: 'button', name: t.submit });
  await visitor.solveSlider();
  await visitor.find({ role: 'heading', name: t.sent.heading });
  await visitor.sees(/FB\d{8}-[0-9A-Z]{5}/);
});

test('a visitor downloads the client for an invitation', async ({ visitor, words, path }) => {
  const { download: t } = words;
  await visitor.openAwake(path('/client-download'));
  await visitor.press({
    role: 'radio',
    name: new RegExp(`^${t.platforms['mac-arm64'].replaceAll(/[()]/g, '\\$&')}`),
  });
  await visitor.fill(t.claim.code, INVITATION);
  await visitor.press({ role: 'checkbox', name: /./, within: 'main form' });
  await visitor.press({ role: 'button', name: t.claim.submit });
  // Once in the claim's response, once in everyone's list.
  await expect.poll(async () => (await visitor.text()).match(/\b[0-9a-f]{64}\b/g)?.length).toBeGreaterThan(1);
});

test('a developer writes a draft, and it is there after a reload', async ({
  visitor,
  words,
  lang,
  path,
  signInAs,
  newApp,
}) => {
  const { appPages, listing } = words.console;
  const { field } = words.developerTerms;
  const { email, appId } = await newApp();
  await signInAs(email);
  await visitor.open(path(`/developer-center/app-edit?id=${appId}`));
  const intro = filled(listing.in[lang], { field: field.intro });
  const details = filled(listing.in[lang], { field: field.details });
  await visitor.fill(intro, 'Restores what was lost');
  await (await visitor.find({ role: 'field', name: details })).click();
  await (await visitor.find({ role: 'field', name: details })).type('Tested in three engines. ');
  await visitor.sees(appPages.save.saved.split('{{')[0]?.trim() ?? '');
  await visitor.open(path(`/developer-center/app-edit?id=${appId}`));
  await visitor.find({ role: 'field', name: intro });
  const value = (label: string): Promise<string> =>
    visitor.run((name) => {
      const labelled = [...document.querySelectorAll('label')].find((one) => one.textContent?.includes(name));
      return (labelled?.control as HTMLInputElement | null)?.value ?? '';
    }, label);
  expect(await value(intro)).toBe('Restores what was lost');
  await visitor.sees('Tested in three engines.');
});

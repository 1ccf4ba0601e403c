import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { expect, filled, test } from './fixtures.ts';

test(
  '[R2.21] the control panel shows pending work, statistics as chart and table, reviews and the account',
  { tag: '@everywhere' },
  async ({ page, path, words, context, withSession, axe }) => {
    const { panel } = words.console;
    await withSession(context, 'developer@yunduo.test');
    await page.goto(path('/developer-center/control-panel'));
    await expect(page.getByRole('heading', { level: 1, name: panel.heading })).toBeVisible();
    const waits = page.getByRole('region', { name: panel.waits.heading });
    await expect(waits.getByRole('listitem').first()).toBeVisible();
    await expect(page.getByRole('figure', { name: panel.stats.chart_downloads })).toBeVisible();
    await expect(page.getByRole('region', { name: panel.account.heading })).toContainText(
      'developer@yunduo.test',
    );
    await page.getByText(panel.stats.table).click();
    const rows = page.getByRole('region', { name: panel.stats.by_day }).getByRole('row');
    await expect(rows).toHaveCount(31);
    await axe(page);
    await page.getByRole('link', { name: panel.stats.days_7 }).click();
    await expect(page).toHaveURL(/days=7/);
    // The address holds the selection.
    await page.reload();
    await page.getByText(panel.stats.table).click();
    await expect(rows).toHaveCount(8);
  },
);

test('chart and legend keep their colours in forced-colours mode', async ({
  page,
  path,
  words,
  context,
  withSession,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await withSession(context, 'developer@yunduo.test');
  await page.goto(path('/developer-center/control-panel'));
  const chart = page.getByRole('figure', { name: words.console.panel.stats.chart_downloads });
  const coloursOf = (of: string, property: 'fill' | 'backgroundColor') =>
    chart
      .locator(of)
      .evaluateAll(
        (all, name) => [...new Set(all.map((one) => getComputedStyle(one)[name as 'fill']))].toSorted(),
        property,
      );
  await expect(chart).toBeVisible();
  const legend = await coloursOf('li [data-band]', 'backgroundColor');
  expect(legend.length).toBeGreaterThan(1);
  expect(await coloursOf('svg [data-band]', 'fill')).toEqual(legend);
});

test('[R2.21] a token is shown once, works as in the example, and is rejected after revocation', async ({
  page,
  path,
  words,
  context,
  withSession,
  request,
  axe,
}) => {
  const { create, made, tokens } = words.console.panel;
  const name = `e2e ${randomBytes(4).toString('hex')}`;
  await withSession(context, 'developer@yunduo.test');
  await page.goto(path('/developer-center/control-panel'));
  // The layout is final once the chart is drawn.
  await expect(page.getByRole('figure')).toBeVisible();
  await page.getByRole('button', { name: tokens.create }).click();
  const dialog = page.getByRole('dialog', { name: create.title });
  await dialog.getByRole('button', { name: create.submit }).click();
  await expect(dialog.getByLabel(create.name, { exact: true })).toBeFocused();
  await axe(page);
  await dialog.getByLabel(create.name, { exact: true }).fill(name);
  await dialog.getByLabel(create.expires).selectOption('30');
  await dialog.getByRole('button', { name: create.submit }).click();

  const shown = page.getByRole('region', { name: filled(made.heading, { name }) });
  await expect(shown).toBeVisible();
  const token = (await shown.getByRole('group', { name: made.token }).textContent()) ?? '';
  const command = (await shown.getByRole('group', { name: made.example }).textContent()) ?? '';
  expect(command).toContain(token);
  await axe(page);
  // The example unchanged, as a build server would run it.
  expect(JSON.parse(execFileSync('sh', ['-c', command], { encoding: 'utf8', stdio: 'pipe' }))).toMatchObject({
    code: 'OK',
  });
  const url = /https?:\/\/\S+$/.exec(command)?.[0] ?? '';
  const headers = { authorization: `Bearer ${token}` };
  await shown.getByRole('button', { name: made.done }).click();
  await expect(page.getByText(token)).toHaveCount(0);

  await page.getByRole('button', { name: filled(tokens.revoke_label, { name }) }).click();
  await page.getByRole('dialog').getByRole('button', { name: tokens.revoke_confirm }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText(tokens.revoked);
  expect((await request.get(url, { headers })).status()).toBe(401);
});

test('[R2.21] a developer without an app sees how to create one', async ({
  page,
  path,
  words,
  context,
  withSession,
  axe,
}) => {
  await withSession(context, 'newcomer@yunduo.test');
  await page.goto(path('/developer-center/control-panel'));
  await expect(page.getByRole('heading', { name: words.console.panel.none.heading })).toBeVisible();
  await axe(page);
  await page.getByRole('main').getByRole('link', { name: words.console.panel.none.action }).click();
  await expect(page).toHaveURL(path('/developer-center/applications'));
});

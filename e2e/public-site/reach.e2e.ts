import type { Page } from '@playwright/test';
import { cut, letters } from '@yunduo/e2e/cut';
import { LICENCE_REMARK_MAX, SERVER_NAME_MAX } from '@yunduo/validation';
import { account, expect, filled, newAddress, test } from './fixtures.ts';
import { Member } from './members.ts';

// What axe does not see (WCAG 2.2: 1.4.4, 1.4.10, 1.4.12, 2.4.7, 2.4.11): a small window, large letters, more space
// between letters, and colours that the system chooses.

/** Where the focused element is in the window, and whether its focus shows. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const { top, bottom, left, right } = element.getBoundingClientRect();
    return {
      inDialog: element.closest('[role=dialog]') !== null,
      inSight: top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth,
      shown: element.matches(':focus-visible') && getComputedStyle(element).outlineStyle !== 'none',
    };
  });

test('at 320 × 256 the slider keeps its focus in view at each step', async ({
  page,
  path,
  words,
  hydrated,
}) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto(path('/login?section=register'));
  await hydrated(page);
  await page.getByLabel(words.forms.email, { exact: true }).fill(newAddress());
  await page.getByRole('button', { name: words.forms.send_code }).press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('slider')).not.toHaveAttribute('aria-disabled');
  await expect.poll(() => focused(page)).toMatchObject({ inDialog: true, inSight: true });
  // Slider, four steps, Verify, another picture, the automatic way, close: round and back to where it began.
  const controls = await dialog.locator('button, input').count();
  expect(controls).toBeGreaterThan(7);
  for (let step = 0; step < controls; step += 1) {
    await page.keyboard.press('Tab');
    await expect.poll(() => focused(page)).toEqual({ inDialog: true, inSight: true, shown: true });
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test('a screenshot that is opened by a key shows its focus from the start', async ({ page, path, words }) => {
  await page.goto(path('/store/1'));
  await page
    .getByRole('list', { name: words.appPage.shots.heading })
    .getByRole('link')
    .first()
    .press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect.poll(() => focused(page)).toEqual({ inDialog: true, inSight: true, shown: true });
});

/** SC 1.4.12. As a sheet of the document: the policy refuses a style element. */
const spaced = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
       p { margin-bottom: 2em !important }`,
    );
    document.adoptedStyleSheets = [sheet];
  });

// In English, whose words are the longer ones.
test.describe('on a phone', () => {
  test.use({ lang: 'en' });

  test('no page is wider than the window and no text is cut, with letters of 32 px and with more space between them', async ({
    page,
    path,
    context,
    withSession,
    silence,
  }) => {
    silence.allow(/status of 404/);
    await withSession(context, account('user'));
    const browser = await context.newCDPSession(page);
    for (const address of [
      '/',
      '/store',
      '/store/1',
      '/auth',
      '/client-download',
      '/private',
      '/protocol/user-agreement',
      '/nowhere-with-a-long-name',
      '/user?panel=my-codes',
      '/user?panel=order-info',
    ]) {
      await test.step(address, async () => {
        await page.goto(path(address));
        await expect(page.locator('[aria-busy=true], [data-shape]')).toHaveCount(0);
        for (const width of [320, 390]) {
          await letters(page, browser, { width, size: 32 });
          expect.soft(await cut(page), `${address}, letters of 32 px at ${width} px`).toEqual([]);
        }
        await letters(page, browser, { width: 390, size: 16 });
        await spaced(page);
        expect.soft(await cut(page), `${address}, more space`).toEqual([]);
      });
    }
  });
});

test('a word without spaces, of a note, a server or a change, is no wider than its place', async ({
  page,
  path,
  words,
  context,
  request,
  newAccount,
  withSession,
}) => {
  const word = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamter'.repeat(2);
  const email = await newAccount();
  const member = await Member.signedIn(request, email);
  const { licence } = await member.buy();
  await member.bind(licence, word.slice(0, SERVER_NAME_MAX));
  await member.post('/auth_code/edit', { id: licence.id, remark: word.slice(0, LICENCE_REMARK_MAX) });
  await withSession(context, email);
  await page.goto(path('/user?panel=my-codes'));
  const unbind = page.getByRole('button', {
    name: filled(words.licences.unbind.label, { tail: licence.code_tail }),
  });
  for (const width of [320, 768, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(unbind).toBeVisible();
    expect.soft(await cut(page), `codes at ${width} px`).toEqual([]);
  }
  // At 400 % zoom.
  await page.setViewportSize({ width: 320, height: 256 });
  await unbind.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('heading').evaluate((title, long) => (title.textContent = long), word);
  const box = await dialog.boundingBox();
  const close = await dialog.getByRole('button').first().boundingBox();
  expect(box?.width).toBeLessThanOrEqual(320);
  expect((close?.x ?? 320) + (close?.width ?? 0)).toBeLessThanOrEqual(320);

  await page.goto(path('/store/1'));
  await page
    .getByRole('listitem')
    .filter({ hasText: words.storeTerms.change.feature })
    .first()
    .locator('span')
    .last()
    .evaluate((change, long) => (change.textContent = long), word);
  expect(await cut(page)).toEqual([]);
});

test('the strip above a page fits the narrowest phone with letters of 32 px', async ({
  page,
  path,
  words,
  context,
}) => {
  const browser = await context.newCDPSession(page);
  await page.goto(path('/about'));
  await expect(page.getByRole('complementary', { name: words.frame.ad.label })).toBeVisible();
  await letters(page, browser, { width: 320, size: 32 });
  expect(await cut(page)).toEqual([]);
});

test('where the system chooses the colours, states keep their marks and choices their radio buttons', async ({
  page,
  path,
  context,
  withSession,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await withSession(context, account('user'));
  await page.goto(path('/user?panel=my-codes'));
  const marks = page.getByRole('main').locator('i[data-tone]');
  await expect(marks.first()).toBeVisible();
  const drawn = await marks.evaluateAll((all) => {
    const ground = getComputedStyle(document.body).backgroundColor;
    return all.map((mark) => {
      const { backgroundColor, borderTopWidth, borderTopColor } = getComputedStyle(mark);
      const filled = backgroundColor !== ground && backgroundColor !== 'rgba(0, 0, 0, 0)';
      return filled || (borderTopWidth !== '0px' && borderTopColor !== ground);
    });
  });
  expect(drawn.length).toBeGreaterThan(5);
  expect(drawn).not.toContain(false);
  await page.goto(path('/auth'));
  for (const radio of await page.getByRole('radio').all())
    await expect(radio).toHaveCSS('appearance', 'auto');
});

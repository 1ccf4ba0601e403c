import type { Locator } from '@playwright/test';
import { expect, filled } from './fixtures.ts';
import { appointAdmin, as, inEveryLight, test } from './people.ts';

/** Presses a control with the keyboard. */
const press = async (control: Locator): Promise<void> => {
  await control.focus();
  await control.press('Enter');
};

test(
  'an administrator finds a person, gives a role, sees it in the list and takes it back, by keyboard',
  { tag: '@everywhere' },
  async ({ page, path, words, context, request, newAccount, withSession, axe }) => {
    const { desk, deskPeople: t } = words.console;
    const [admin, person] = [await newAccount(), await newAccount()];
    await appointAdmin(admin);
    await withSession(context, admin);
    const { token } = await as(request, person);
    const queue = async () =>
      (
        await request.get('/api/admin_review/queue', { headers: { authorization: `Bearer ${token}` } })
      ).status();
    expect(await queue()).toBe(403);

    await page.goto(path('/developer-center/desk'));
    await expect(page.getByRole('heading', { level: 1, name: desk.room.today })).toBeVisible();
    await press(
      page.getByRole('navigation', { name: desk.rooms }).getByRole('link', { name: desk.room.people }),
    );
    const search = page.getByRole('searchbox', { name: t.search });
    const rows = page.getByRole('table', { name: desk.room.people }).getByRole('row');
    const row = rows.filter({ hasText: person });
    const find = async () => {
      await search.focus();
      await page.keyboard.type(person);
      await page.keyboard.press('Enter');
      // The heading and the person: the list of all has the person, too, and is about to be replaced.
      await expect(rows).toHaveCount(2);
    };
    await find();
    await expect(row).toContainText(t.roles.user);
    await press(row.getByRole('link', { name: person }));
    await expect(page.getByRole('heading', { level: 1, name: person })).toBeVisible();

    const dialog = page.getByRole('dialog');
    const reviewer = (label: string) => filled(label, { role: t.roles.reviewer });
    const grant = page.getByRole('button', { name: reviewer(t.grant_label) });
    // Closed by Escape, the dialog changes nothing, and the focus is back where it was.
    await press(grant);
    await expect(dialog).toContainText(filled(t.grant_text, { email: person, role: t.roles.reviewer }));
    await axe(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(grant).toBeFocused();
    await page.keyboard.press('Enter');
    await press(dialog.getByRole('button', { name: t.grant, exact: true }));
    await expect(dialog).toHaveCount(0);
    const revoke = page.getByRole('button', { name: reviewer(t.revoke_label) });
    await expect(revoke).toBeFocused();
    await inEveryLight(page, axe);
    expect(await queue()).toBe(200);

    // The list of reviewers has the person.
    const listed = `${path('/developer-center/desk/people')}?q=${encodeURIComponent(person)}&role=reviewer`;
    await page.goto(listed);
    await expect(row).toContainText(t.roles.reviewer);
    await inEveryLight(page, axe);
    await press(row.getByRole('link', { name: person }));
    await press(revoke);
    await press(dialog.getByRole('button', { name: t.revoke, exact: true }));
    await expect(dialog).toHaveCount(0);
    await expect(grant).toBeFocused();
    expect(await queue()).toBe(403);
    await page.goto(listed);
    await expect(page.getByRole('heading', { name: desk.list.none })).toBeVisible();
    await axe(page);

    // Both steps are in the audit log of the account.
    await press(page.getByRole('link', { name: desk.list.clear }));
    await expect(search).toHaveValue('');
    await find();
    await press(row.getByRole('link', { name: person }));
    await press(page.getByRole('link', { name: t.audit }));
    const log = page.getByRole('table', { name: desk.room.audit });
    for (const action of ['role.grant', 'role.revoke'])
      await expect(log.getByText(action, { exact: true })).toHaveCount(1);
  },
);

import { account, expect } from './fixtures.ts';
import { test } from './people.ts';

test('[R2.34] [R8.07] an unhandled error or rejection shows the error page, which clears in place', async ({
  page,
  path,
  words,
  context,
  withSession,
  silence,
}) => {
  silence.allow(/broken on purpose/);
  await withSession(context, account('developer'));
  await page.goto(path('/developer-center/applications'));
  const failed = page.getByRole('heading', { name: 'Internal Server Error' });
  const apps = page.getByRole('heading', { level: 1, name: words.console.apps.heading, exact: true });
  for (const fault of [
    () =>
      void setTimeout(() => {
        throw new Error('broken on purpose');
      }),
    () => void Promise.reject(new Error('broken on purpose')),
  ]) {
    await expect(apps).toBeVisible();
    await page.evaluate(fault);
    await expect(failed).toBeVisible();
    await expect(page.getByText(words.console.frame.failed_text)).toBeVisible();
    await page.getByRole('link', { name: words.shell.error_again, exact: true }).click();
    await expect(apps).toBeVisible();
    await expect(failed).toHaveCount(0);
    await expect(page).toHaveURL(path('/developer-center/applications'));
  }
});

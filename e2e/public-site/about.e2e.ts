import { expect, test } from './fixtures.ts';
import { articles } from './articles.ts';

test('[R2.03] the about page shows the company and its contacts', async ({
  page,
  path,
  words,
  request,
  lang,
}) => {
  const { head, items } = await articles(request, lang, 'about');
  await page.goto(path('/about'));
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(head.title);
  await expect(main.getByText(head.intro, { exact: true })).toBeVisible();
  const written = [head, ...items].flatMap(({ html }) =>
    [...html.matchAll(/<(?:p|h2|li)>([^<]+)/g)].map(([, text = '']) => text),
  );
  expect(written.length).toBeGreaterThan(4);
  for (const text of written) await expect(main.getByText(text, { exact: true })).toBeVisible();

  const answer = await request.get('/api/site/info');
  const { data } = (await answer.json()) as { data: { support_email: string } };
  const reach = page.getByRole('complementary', { name: words.about.reach });
  await expect(reach.getByRole('link', { name: data.support_email, exact: true })).toHaveAttribute(
    'href',
    `mailto:${data.support_email}`,
  );
  await expect(reach.getByRole('link', { name: words.about.feedback, exact: true })).toHaveAttribute(
    'href',
    path('/feedback'),
  );
});

import type { Locator } from '@playwright/test';
import { expect, filled } from './fixtures.ts';
import { as, picture, readyApp, test } from './people.ts';

/** A file as the browser delivers it: dropped on an element, or pasted into it. */
const hand = (target: Locator, how: 'drop' | 'paste', name: string): Promise<void> =>
  target.evaluate(
    (element, { bytes, kind, fileName }) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(bytes)], fileName, { type: 'image/png' }));
      const event =
        kind === 'drop'
          ? new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer })
          : new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: transfer });
      element.dispatchEvent(event);
    },
    { bytes: [...picture(640, 400)], kind: how, fileName: name },
  );

test('[R3.07] screenshots are dropped, pasted, retried, reordered by mouse and keyboard, and removed', async ({
  page,
  path,
  words,
  context,
  request,
  newAccount,
  withSession,
  silence,
  axe,
}) => {
  const { listing } = words.console;
  const email = await newAccount();
  const { appId } = await readyApp(request, email);
  await withSession(context, email);
  await page.goto(path(`/developer-center/app-edit?id=${appId}`));
  const list = page.getByRole('list', { name: words.developerTerms.field.screenshots });
  const shot = (number: number): Locator =>
    list.getByRole('img', { name: filled(listing.shots.name, { number }) });
  await expect(shot(1)).toBeVisible();

  await hand(list, 'drop', 'dropped.png');
  await expect(shot(2)).toBeVisible();
  await hand(list, 'paste', 'pasted.png');
  await expect(shot(3)).toBeVisible();

  // A failed upload stays with its error, and a retry succeeds.
  silence.allow(/Failed to load resource: net::ERR_FAILED/);
  await page.route('**/api/dev_app/upload_screenshot', (route) => route.abort(), { times: 1 });
  await hand(list, 'drop', 'late.png');
  await expect(list.getByRole('alert')).toContainText(listing.upload.failed);
  await axe(page);
  await list.getByRole('button', { name: filled(listing.upload.retry, { name: 'late.png' }) }).click();
  await expect(shot(4)).toBeVisible();
  await expect(list.getByRole('alert')).toHaveCount(0);

  const order = (): Promise<(string | null)[]> =>
    list.getByRole('img').evaluateAll((images) => images.map((image) => image.getAttribute('src')));
  const before = await order();
  expect(new Set(before).size).toBe(4);

  // By mouse the first moves to the third position, by keyboard the last moves one forward. Both must be in
  // the window: a page that scrolls under a pressed button starts no drag.
  await shot(3).scrollIntoViewIfNeeded();
  await shot(1).dragTo(shot(3));
  await expect.poll(order).toEqual([before[1], before[2], before[0], before[3]]);
  await page.getByRole('button', { name: filled(listing.shots.earlier, { number: 4 }) }).press('Enter');
  const sorted = [before[1], before[2], before[3], before[0]];
  await expect.poll(order).toEqual(sorted);
  await list
    .getByRole('button', {
      name: filled(listing.upload.remove, { name: filled(listing.shots.name, { number: 1 }) }),
    })
    .click();
  await expect.poll(order).toEqual(sorted.slice(1));

  // The server stores this order.
  const { token } = await as(request, email);
  const stored = async (): Promise<string[]> => {
    const answer = await request.get('/api/dev_app/detail', {
      params: { id: appId },
      headers: { authorization: `Bearer ${token}` },
    });
    const { data } = (await answer.json()) as { data: { draft: { screenshots: { src: string }[] } } };
    return data.draft.screenshots.map(({ src }) => src);
  };
  await expect.poll(stored).toEqual(sorted.slice(1));
});

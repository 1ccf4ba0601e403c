import { beforeEach, expect, jest, test } from '@jest/globals';
import { appStore, devApp, userInfo, type InputOf } from '@yunduo/api-contract';
import { clearMessages, inShell } from '@yunduo/app-shell/testing';
import { fakeClient, rejection, silence, type FakeClient } from '@yunduo/data-access/testing';
import { developerTerms } from '@yunduo/i18n/en/developer-terms';
import { en } from '@yunduo/i18n-developer-console/en';
import { sessionRestored, tokenStorage } from '@yunduo/session';
import { userFixture } from '@yunduo/session/testing';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ListingPage } from './features/listing/listing-page.tsx';
import { VersionsPage } from './features/versions/versions-page.tsx';
import { listingKey } from './app-pages/listing-values.ts';
import { contentFixture, detailFixture, versionFixture } from './app-pages/detail.fixture.ts';

// From the listing to its versions: the interaction of two features.

jest.setTimeout(60_000);

beforeEach(() => {
  localStorage.clear();
  clearMessages();
});

/** The editor of an app's listing, and the link to its versions. */
function openListing() {
  const detail = detailFixture({ open_version_id: 11, versions: [versionFixture()] });
  const client = fakeClient(
    [userInfo.index, userFixture({ roles: ['user', 'developer'] })],
    [devApp.detail, detail],
    [devApp.timeline, { list: [], total: 0, page: 1, page_size: 20 }],
    [
      appStore.catalog,
      { schema_version: 1, updated_at: detail.updated_at, as_of: detail.updated_at, removed: [], list: [] },
    ],
  );
  tokenStorage.saveToken('yd_token');
  const { element, router, store } = inShell(<ListingPage />, {
    locale: 'en',
    words: { ...en, developerTerms },
    client,
    path: '/en/developer-center/app-edit?id=7',
    routes: [{ path: '/en/developer-center/app-versions', element: <VersionsPage /> }],
  });
  store.dispatch(sessionRestored({ token: 'yd_token', ytToken: '' }));
  render(element);
  return { detail, client, router, hand: userEvent.setup() };
}

const submitted = (client: FakeClient) =>
  client.calls.filter(({ endpoint }) => endpoint === devApp.submit).map(({ input }) => input);

test.each([
  ['once', 1],
  ['always', Infinity],
])('a listing saved on leaving can be submitted when its refetch fails %s', async (_, failures) => {
  const { detail, client, router, hand } = openListing();
  let answer = () => {};
  const saved = {
    ...detail,
    revision: 6,
    draft: contentFixture({ intro: { zh: '简介', en: 'Last words' } }),
  };
  client.answer(devApp.save, async () => {
    await new Promise<void>((resolve) => (answer = resolve));
    let left = failures;
    client.answer(devApp.detail, () => {
      left -= 1;
      if (left >= 0) throw silence();
      return saved;
    });
    return saved;
  });
  await hand.type(await screen.findByRole('textbox', { name: 'One-line intro (English)' }), ' more');
  await act(() => router.navigate('/en/developer-center/app-versions?id=7'));
  const submit = await screen.findByRole<HTMLButtonElement>('button', { name: 'Submit for review' });
  expect(submit.getAttribute('aria-busy')).toBe('true');
  const held: boolean[] = [];
  const watching = new MutationObserver(() => held.push(submit.disabled));
  watching.observe(submit, { attributes: true });
  answer();
  await waitFor(() => expect(submit.getAttribute('aria-busy')).toBeNull());
  watching.disconnect();
  // In one step, without a moment of being disabled before it.
  expect(new Set(held)).toEqual(new Set([false]));
  expect(screen.queryByRole('link', { name: 'Edit listing' })).toBeNull();
  client.answer(devApp.submit, saved);
  await hand.click(submit);
  await waitFor(() => expect(submitted(client)).toEqual([expect.objectContaining({ revision: 6 })]));
});

test('a listing that was saved while its page was open is submitted as saved, before it is refetched', async () => {
  const { detail, client, router, hand } = openListing();
  client.answer(devApp.save, ({ intro }: InputOf<typeof devApp.save>) => ({
    ...detail,
    revision: 6,
    draft: contentFixture({ ...(intro && { intro }) }),
  }));
  await hand.type(await screen.findByRole('textbox', { name: 'One-line intro (English)' }), ' more');
  // Saves at once, where typing saves after a pause.
  dispatchEvent(new Event('online'));
  await waitFor(() => expect(client.count(devApp.save)).toBe(1));
  await waitFor(() => expect(localStorage.getItem(listingKey(7))).toBeNull());
  client.answer(devApp.detail, () => new Promise(() => undefined));
  await act(() => router.navigate('/en/developer-center/app-versions?id=7'));
  client.answer(devApp.submit, detail);
  await hand.click(await screen.findByRole('button', { name: 'Submit for review', busy: false }));
  await waitFor(() => expect(submitted(client)).toEqual([expect.objectContaining({ revision: 6 })]));
});

test('returning during the last save continues without a conflict', async () => {
  const { detail, client, router, hand } = openListing();
  // Like the server: a save over an unseen revision is refused.
  let stored = detail;
  const sent: unknown[] = [];
  const answers: (() => void)[] = [];
  client.answer(devApp.detail, () => stored);
  client.answer(devApp.save, async ({ revision, intro }: InputOf<typeof devApp.save>) => {
    sent.push([revision, intro?.en]);
    await new Promise<void>((resolve) => answers.push(resolve));
    if (revision !== stored.revision) throw rejection('EDIT_CONFLICT', { revision: stored.revision });
    stored = {
      ...stored,
      revision: stored.revision + 1,
      draft: { ...stored.draft, intro: { ...stored.draft.intro, ...intro } },
    };
    return stored;
  });
  const field = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'One-line intro (English)' });
  const before = (await field()).value;
  const first = detail.revision;
  for (const [index, word] of [' one', ' two', ' three'].entries()) {
    await hand.type(await field(), word);
    await act(() => router.navigate('/en/developer-center/app-versions?id=7'));
    await screen.findByRole('button', { name: 'Submit for review' });
    await act(() => router.navigate('/en/developer-center/app-edit?id=7'));
    // The previous save has settled; this one is pending.
    if (index > 0) await act(async () => answers[index - 1]?.());
    await waitFor(() => expect(answers).toHaveLength(index + 1));
  }
  await act(async () => answers[2]?.());
  await waitFor(() => expect(stored.revision).toBe(first + 3));
  expect(sent).toEqual([
    [first, `${before} one`],
    [first + 1, `${before} one two`],
    [first + 2, `${before} one two three`],
  ]);
  expect((await field()).value).toBe(`${before} one two three`);
});

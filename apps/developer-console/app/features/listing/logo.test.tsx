import { beforeEach, expect, test } from '@jest/globals';
import { devApp, userInfo } from '@yunduo/api-contract';
import { Toasts } from '@yunduo/app-shell';
import { clearMessages, inShell } from '@yunduo/app-shell/testing';
import { fakeClient, rejection, silence } from '@yunduo/data-access/testing';
import { developerTerms } from '@yunduo/i18n/en/developer-terms';
import { en } from '@yunduo/i18n-developer-console/en';
import { sessionRestored, tokenStorage } from '@yunduo/session';
import { userFixture } from '@yunduo/session/testing';
import { LOGO_BYTES_MAX } from '@yunduo/validation';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { detailFixture } from '../../app-pages/detail.fixture.ts';
import { ListingPage } from './listing-page.tsx';

const { logo: words, upload } = en.listing;

function open() {
  const detail = detailFixture();
  const client = fakeClient(
    [userInfo.index, userFixture({ roles: ['user', 'developer'] })],
    [devApp.detail, detail],
    [devApp.save, detail],
  );
  tokenStorage.saveToken('yd_token');
  const view = inShell(<ListingPage />, {
    locale: 'en',
    words: { ...en, developerTerms },
    client,
    path: '/en/developer-center/app-edit?id=7',
    frame: <Toasts />,
    routes: [{ path: '/elsewhere', element: null }],
  });
  view.store.dispatch(sessionRestored({ token: 'yd_token', ytToken: '' }));
  render(view.element);
  const saved = () =>
    client.calls
      .filter(({ endpoint }) => endpoint.url === devApp.save.url)
      .map(({ input }) => (input as { logo?: number | null }).logo);
  return { client, saved, router: view.router };
}
const file = (size = 1, name = 'logo.png') =>
  Object.defineProperty(new File(['x'], name, { type: 'image/png' }), 'size', { value: size });
const list = () => within(screen.getByRole('list', { name: developerTerms.field.logo }));
const drop = (...files: File[]) =>
  fireEvent.drop(screen.getByRole('list', { name: developerTerms.field.logo }), {
    dataTransfer: { types: ['Files'], files },
  });
const choose = async (...files: File[]) =>
  fireEvent.change(await screen.findByLabelText(words.add), { target: { files } });

beforeEach(() => {
  localStorage.clear();
  clearMessages();
});

test('a page left during an upload says that it was cancelled', async () => {
  const { client, router } = open();
  client.answer(devApp.uploadLogo, () => new Promise<never>(() => undefined));
  await choose(file());
  await waitFor(() => expect(client.count(devApp.uploadLogo)).toBe(1));
  await act(() => router.navigate('/elsewhere'));
  expect(await screen.findByText(/^You left the page, so 1 upload was cancelled\./)).toBeTruthy();
});

test('a logo of exactly 2 MB is uploaded and saved, replaced by a dropped one, and removed', async () => {
  const { client, saved } = open();
  let id = 5;
  client.answer(devApp.uploadLogo, () => ({ id, src: `/uploads/${id}.png` }));
  // Of several files the first is taken.
  await choose(file(LOGO_BYTES_MAX), file(1, 'second.png'));
  const picture = await list().findByRole('img');
  expect(picture.getAttribute('src')).toBe('/uploads/5.png');
  expect(client.count(devApp.uploadLogo)).toBe(1);
  expect(list().getAllByRole('listitem')).toHaveLength(1);
  expect(screen.queryByLabelText(words.add)).toBeNull();
  await waitFor(() => expect(saved().at(-1)).toBe(5));
  id = 6;
  drop(file());
  await waitFor(() => expect(list().getByRole('img').getAttribute('src')).toBe('/uploads/6.png'));
  await waitFor(() => expect(saved().at(-1)).toBe(6));
  fireEvent.click(list().getByRole('button'));
  expect(await screen.findByLabelText(words.add)).toBeTruthy();
  expect(list().queryByRole('img')).toBeNull();
});

test('a file that is too large, in HEIC or refused by the server stays with its reason until it is removed', async () => {
  const { client } = open();
  let error = rejection('PICTURE_UNREADABLE', {}, 'Not a picture');
  client.answer(devApp.uploadLogo, () => {
    throw error;
  });
  const cases: [File, string, number][] = [
    [file(LOGO_BYTES_MAX + 1), words.too_large, 0],
    [new File(['x'], 'IMG_1.heic'), upload.heic, 0],
    [file(), 'Not a picture', 1],
    [file(), upload.failed, 2],
  ];
  for (const [wrong, text, sent] of cases) {
    if (text === upload.failed) error = silence();
    await choose(wrong);
    expect(await list().findByText(text, { exact: false })).toBeTruthy();
    // A second file is not added beside it.
    drop(file());
    expect(client.count(devApp.uploadLogo)).toBe(sent);
    fireEvent.click(list().getAllByRole('button').at(-1) as HTMLElement);
    await screen.findByLabelText(words.add);
  }
});

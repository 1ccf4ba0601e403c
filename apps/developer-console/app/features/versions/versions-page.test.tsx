import { beforeEach, expect, test } from '@jest/globals';
import { devApp, userInfo, type DevAppDetail } from '@yunduo/api-contract';
import { Toasts } from '@yunduo/app-shell';
import { clearMessages, inShell } from '@yunduo/app-shell/testing';
import { fakeClient } from '@yunduo/data-access/testing';
import { developerTerms } from '@yunduo/i18n/en/developer-terms';
import { en } from '@yunduo/i18n-developer-console/en';
import { sessionRestored, tokenStorage } from '@yunduo/session';
import { userFixture } from '@yunduo/session/testing';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { detailFixture, versionFixture } from '../../own-app/detail.fixture.ts';
import { bytesOf } from './size-field.tsx';
import { VersionsPage } from './versions-page.tsx';

function open(detail: DevAppDetail) {
  const client = fakeClient(
    [userInfo.index, userFixture({ roles: ['user', 'developer'] })],
    [devApp.detail, detail],
    [devApp.timeline, { list: [], total: 0, page: 1, page_size: 20 }],
  );
  tokenStorage.saveToken('yd_token');
  const view = inShell(<VersionsPage />, {
    locale: 'en',
    words: { ...en, developerTerms },
    client,
    path: '/en/developer-center/app-versions?id=7',
    frame: <Toasts />,
  });
  view.store.dispatch(sessionRestored({ token: 'yd_token', ytToken: '' }));
  render(view.element);
  const inputOf = (url: string) => client.calls.filter(({ endpoint }) => endpoint.url === url).at(-1)?.input;
  return { client, hand: userEvent.setup(), inputOf, router: view.router };
}

beforeEach(() => {
  localStorage.clear();
  clearMessages();
});

test('[R5.09] a version number is x.x.x; another one is refused at its field', async () => {
  const { hand, client, inputOf } = open(detailFixture());
  const number = await screen.findByRole('textbox', { name: 'Version number' });
  await hand.type(number, '1.4');
  await hand.click(screen.getByRole('button', { name: 'Begin' }));
  await waitFor(() => expect(number.getAttribute('aria-invalid')).toBe('true'));
  expect(document.activeElement).toBe(number);
  client.answer(devApp.versionSave, versionFixture());
  await hand.type(number, '.0');
  await hand.click(screen.getByRole('button', { name: 'Begin' }));
  await waitFor(() => expect(inputOf(devApp.versionSave.url)).toEqual({ app_id: 7, version: '1.4.0' }));
});

test('[R4.04] submitting saves what was typed first, and hands in exactly what is on the screen', async () => {
  const version = versionFixture();
  const { hand, client, inputOf } = open(detailFixture({ open_version_id: 11, versions: [version] }));
  client.answer(devApp.versionSave, { ...version, git_version: 'v1.0.1', revision: 4 });
  client.answer(devApp.submit, { id: 7, status: 'pending_release', version });
  const git = await screen.findByRole('textbox', { name: 'Git version' });
  await hand.clear(git);
  await hand.type(git, 'v1.0.1');
  await hand.click(screen.getByRole('button', { name: 'Submit for review' }));
  await waitFor(() =>
    expect(inputOf(devApp.submit.url)).toEqual({ version_id: 11, revision: 5, version_revision: 4 }),
  );
  expect(inputOf(devApp.versionSave.url)).toMatchObject({ id: 11, revision: 3, git_version: 'v1.0.1' });
});

test('[R4.04] [R4.05] in review it shows the date of the answer; it is withdrawn after a question', async () => {
  const version = versionFixture({
    review_status: 'in_review',
    due_at: '2026-11-25T02:24:00.000Z',
    editable: false,
    round: 1,
    actions: ['revoke'],
  });
  const { hand, client, inputOf } = open(detailFixture({ open_version_id: 11, versions: [version] }));
  expect(await screen.findByText('Answer by 25 Nov 2026, 10:24')).toBeTruthy();
  expect(screen.getByText(/within 3 working days/)).toBeTruthy();
  await hand.click(screen.getByRole('button', { name: 'Withdraw from review' }));
  const dialog = await screen.findByRole('dialog', { name: 'Withdraw 1.0.0 from review?' });
  expect(client.count(devApp.revoke)).toBe(0);
  client.answer(devApp.revoke, { id: 7, status: 'pending_release', version });
  await hand.click(within(dialog).getByRole('button', { name: 'Withdraw from review' }));
  await waitFor(() => expect(inputOf(devApp.revoke.url)).toEqual({ version_id: 11 }));
});

test('[R4.03] only what the server allows is offered; yanking asks for a reason', async () => {
  const live = versionFixture({
    review_status: 'released',
    released_at: '2026-11-01T02:00:00.000Z',
    editable: false,
    actions: ['yank', 'unpublish'],
  });
  const { hand, client, inputOf } = open(
    detailFixture({ status: 'published', current_version_id: 11, versions: [live] }),
  );
  const table = await screen.findByRole('table', { name: 'Release records' });
  expect(within(table).queryByRole('button', { name: 'List again' })).toBeNull();
  expect(within(table).getByRole('button', { name: 'Unpublish the app' })).toBeTruthy();
  await hand.click(within(table).getByRole('button', { name: 'Yank' }));
  const dialog = await screen.findByRole('dialog');
  await hand.click(within(dialog).getByRole('button', { name: 'Yank' }));
  const reason = within(dialog).getByRole('textbox', { name: 'Reason' });
  await waitFor(() => expect(document.activeElement).toBe(reason));
  client.answer(devApp.yank, { id: 7, status: 'published', version: live });
  await hand.type(reason, 'Loses data');
  await hand.click(within(dialog).getByRole('button', { name: 'Yank' }));
  await waitFor(() => expect(inputOf(devApp.yank.url)).toEqual({ version_id: 11, reason: 'Loses data' }));
});

test('[R3.08] the release records name version, git version and status', async () => {
  const old = versionFixture({
    id: 10,
    version: '0.9.0',
    git_version: 'v0.9.0',
    review_status: 'superseded',
  });
  const live = versionFixture({ review_status: 'released', editable: false, actions: [] });
  open(
    detailFixture({
      status: 'published',
      current_version_id: 11,
      versions: [live, { ...old, editable: false, actions: [] }],
    }),
  );
  const rows = within(await screen.findByRole('table', { name: 'Release records' })).getAllByRole('row');
  expect(rows.slice(1).map((row) => row.textContent)).toEqual([
    expect.stringMatching(/1\.0\.0.*In the store.*v1\.0\.0.*Released/),
    expect.stringMatching(/0\.9\.0.*v0\.9\.0.*Superseded/i),
  ]);
});

test('[R3.07] a rejection says why and until when it can be appealed', async () => {
  const version = versionFixture({
    review_status: 'rejected',
    editable: false,
    reject_reason: 'broken',
    decision_text: 'It does not start.',
    appeal_until: '2026-11-27T02:00:00.000Z',
    actions: ['appeal'],
  });
  const { hand, client, inputOf } = open(detailFixture({ versions: [version] }));
  expect(await screen.findByText('It does not start.')).toBeTruthy();
  await hand.click(screen.getByRole('button', { name: 'Appeal' }));
  const dialog = await screen.findByRole('dialog');
  client.answer(devApp.appeal, { id: 7, status: 'pending_release', version });
  await hand.type(within(dialog).getByRole('textbox', { name: 'Why' }), 'It starts on Debian 12.');
  await hand.click(within(dialog).getByRole('button', { name: 'Appeal' }));
  await waitFor(() =>
    expect(inputOf(devApp.appeal.url)).toEqual({ version_id: 11, text: 'It starts on Debian 12.' }),
  );
});

test('what was typed about a version survives a crashed tab', async () => {
  const detail = detailFixture({ open_version_id: 11, versions: [versionFixture()] });
  const { hand } = open(detail);
  await hand.type(await screen.findByRole('textbox', { name: 'Git version' }), '-rc1');
  document.body.replaceChildren();
  open(detail);
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Git version' })).value).toBe(
    'v1.0.0-rc1',
  );
});

test.each([
  ['12.5', 13_107_200],
  ['0', 0],
  ['a lot', 0],
  ['-1', 0],
])('%s MB is %d bytes', (text, bytes) => {
  expect(bytesOf(text)).toBe(bytes);
});

test('a version that was never handed in is deleted after a question; one that was has no such button', async () => {
  const version = versionFixture({ review_status: 'draft', round: 0 });
  const { hand, client, inputOf } = open(detailFixture({ open_version_id: 11, versions: [version] }));
  client.answer(devApp.versionDelete, null);
  await hand.click(await screen.findByRole('button', { name: 'Delete this version' }));
  const dialog = await screen.findByRole('dialog', { name: `Delete ${version.version}?` });
  expect(inputOf(devApp.versionDelete.url)).toBeUndefined();
  client.answer(devApp.detail, detailFixture({ versions: [] }));
  await hand.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(inputOf(devApp.versionDelete.url)).toEqual({ version_id: 11 }));
  expect(await screen.findByText('Delete Success')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Begin' })).toBeTruthy();
});

test('what was handed in stays: neither the version nor the app can be deleted', async () => {
  const version = versionFixture({ review_status: 'changes_requested', round: 1 });
  open(detailFixture({ open_version_id: 11, versions: [version] }));
  await screen.findByRole('button', { name: 'Submit for review' });
  expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull();
});

test('an app of which nothing was handed in is deleted after a question, and the list is next', async () => {
  const { hand, client, inputOf, router } = open(detailFixture());
  client.answer(devApp.appDelete, null);
  await hand.click(await screen.findByRole('button', { name: 'Delete the app' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete the app?' });
  await hand.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(inputOf(devApp.appDelete.url)).toEqual({ id: 7 }));
  expect(await screen.findByText('Delete Success')).toBeTruthy();
  expect(router.state.location.pathname).toBe('/en/developer-center/applications');
});

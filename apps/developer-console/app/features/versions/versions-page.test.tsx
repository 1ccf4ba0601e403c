import { beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { devApp, userInfo, type DevAppDetail, type DevVersion } from '@yunduo/api-contract';
import { Toasts } from '@yunduo/app-shell';
import { clearMessages, inShell, markup, markupOf, messageOrToast } from '@yunduo/app-shell/testing';
import { publishingApi } from '@yunduo/data-access';
import { fakeClient, rejection, silence } from '@yunduo/data-access/testing';
import { developerTerms as enTerms } from '@yunduo/i18n/en/developer-terms';
import { developerTerms as zhTerms } from '@yunduo/i18n/zh/developer-terms';
import { en } from '@yunduo/i18n-developer-console/en';
import { zh } from '@yunduo/i18n-developer-console/zh';
import { sessionEnded, sessionRestored, tokenStorage } from '@yunduo/session';
import { userFixture } from '@yunduo/session/testing';
import { keepFocus } from '@yunduo/ui';
import { VERSION_CHANGES } from '@yunduo/validation';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { listingKey } from '../../app-pages/listing-values.ts';
import { detailFixture, versionFixture } from '../../app-pages/detail.fixture.ts';
import { leaveListing } from '../../app-pages/pending-listing.ts';
import { bytesOf } from './size-field.tsx';
import { VersionsPage } from './versions-page.tsx';

const WORDS = { zh: { ...zh, developerTerms: zhTerms }, en: { ...en, developerTerms: enTerms } };

function open(
  detail: DevAppDetail,
  hash = '',
  locale: keyof typeof WORDS = 'en',
  first: object | (() => unknown) = detail,
) {
  const client = fakeClient(
    [userInfo.index, userFixture({ roles: ['user', 'developer'] })],
    [devApp.detail, first],
    [devApp.list, { list: [], total: 0, page: 1, page_size: 100 }],
    [devApp.versionSave, detail.versions[0] ?? versionFixture()],
    [devApp.timeline, { list: [], total: 0, page: 1, page_size: 20 }],
  );
  tokenStorage.saveToken('yd_token');
  const view = inShell(<VersionsPage />, {
    locale,
    words: WORDS[locale],
    client,
    path: `${locale === 'en' ? '/en' : ''}/developer-center/app-versions?id=7${hash}`,
    frame: <Toasts />,
  });
  view.store.dispatch(sessionRestored({ token: 'yd_token', ytToken: '' }));
  const { unmount } = render(view.element);
  const inputOf = (url: string) => client.calls.filter(({ endpoint }) => endpoint.url === url).at(-1)?.input;
  return { client, hand: userEvent.setup(), inputOf, router: view.router, store: view.store, unmount };
}

// A separate chunk, which the first test would wait for.
beforeAll(() => import('./version-form.tsx'));
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  clearMessages();
});

test('redirects to sign-in with the current app when another tab signs out', async () => {
  const { store, router } = open(detailFixture({ open_version_id: 11, versions: [versionFixture()] }));
  await screen.findByRole('button', { name: 'Submit for review' });
  act(() => void store.dispatch(sessionEnded()));
  await waitFor(() => expect(router.state.location.pathname).toBe('/en/login'));
  const from = new URLSearchParams(router.state.location.search).get('from');
  expect(from).toBe('/en/developer-center/app-versions?id=7');
});

test('an app that did not load is asked for again, then shows its ID, its pages and why it was taken down', async () => {
  const none = detailFixture({ taken_down_reason: '侵权' });
  const detail = { ...none, draft: { ...none.draft, name: { zh: '', en: '' } } };
  const { client, hand } = open(detail, '，', 'en', () => {
    throw silence();
  });
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.queryByText('App not found')).toBeNull();
  client.answer(devApp.detail, detail);
  await hand.click(again);
  expect(await screen.findByRole('heading', { level: 1, name: 'No name yet' })).toBeTruthy();
  expect(screen.getByText(detail.app_key, { selector: '.num' })).toBeTruthy();
  // A screen reader changes its voice.
  expect((await screen.findByText('侵权')).lang).toBe('zh-CN');
  const pages = within(screen.getByRole('navigation', { name: 'Pages of the app' })).getAllByRole('link');
  expect(pages.map((link) => [link.getAttribute('href'), link.getAttribute('aria-current')])).toEqual([
    ['/en/developer-center/app-edit?id=7', null],
    ['/en/developer-center/app-versions?id=7', 'page'],
    ['/en/developer-center/app-preview?id=7', null],
  ]);
});

test('refetches when another account takes over the session', async () => {
  const { client, store } = open(detailFixture());
  await screen.findByRole('button', { name: 'Create version' });
  client.answer(devApp.detail, () => {
    throw rejection('APP_NOT_FOUND');
  });
  act(() => void store.dispatch(sessionRestored({ token: 'yd_other', ytToken: '' })));
  expect(await screen.findByRole('heading', { level: 1, name: 'App not found' })).toBeTruthy();
});

test('under the address of another app shows nothing of this one while that loads', async () => {
  const { client, router } = open(detailFixture());
  await screen.findByRole('button', { name: 'Create version' });
  client.answer(devApp.detail, () => new Promise<never>(() => undefined));
  await act(() => router.navigate('/en/developer-center/app-versions?id=8'));
  expect(screen.getByText(en.appPages.loading)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Create version' })).toBeNull();
});

test('shows once that the app was deleted in another tab', async () => {
  const { client, store } = open(detailFixture());
  await screen.findByRole('button', { name: 'Create version' });
  client.answer(devApp.detail, () => {
    throw rejection('APP_NOT_FOUND', {}, 'This app does not exist');
  });
  act(() => void store.dispatch(publishingApi.util.invalidateTags(['DevApp'])));
  expect(await screen.findByRole('heading', { level: 1, name: 'App not found' })).toBeTruthy();
  expect(screen.queryByText('This app does not exist')).toBeNull();
});

test('[R5.09] rejects a version number that is not x.x.x at its field', async () => {
  const { hand, client, inputOf } = open(detailFixture());
  const number = await screen.findByRole('textbox', { name: 'Version number' });
  expect(screen.getByRole('heading', { name: 'First version' })).toBeTruthy();
  await hand.type(number, '1.4');
  await hand.click(screen.getByRole('button', { name: 'Create version' }));
  await waitFor(() => expect(number.getAttribute('aria-invalid')).toBe('true'));
  expect(document.activeElement).toBe(number);
  client.answer(devApp.versionSave, versionFixture());
  await hand.type(number, '.0');
  await hand.click(screen.getByRole('button', { name: 'Create version' }));
  await waitFor(() => expect(inputOf(devApp.versionSave.url)).toEqual({ app_id: 7, version: '1.4.0' }));
});

test('focuses the next field after creating a version', async () => {
  const { hand, client } = open(detailFixture());
  client.answer(devApp.versionSave, () => {
    client.answer(devApp.detail, detailFixture({ open_version_id: 11, versions: [versionFixture()] }));
    return versionFixture();
  });
  await hand.type(await screen.findByRole('textbox', { name: 'Version number' }), '1.0.0{Enter}');
  const next = await screen.findByRole('textbox', { name: 'Git version' });
  await waitFor(() => expect(document.activeElement).toBe(next));
});

test('focuses the checklist if a submission lacks something elsewhere', async () => {
  const checks = [
    {
      field: 'screenshots' as const,
      ok: false,
      message: 'screenshots_required',
      faults: [{ path: 'screenshots', message: 'screenshots_required' }],
    },
  ];
  const { hand, client } = open(
    detailFixture({ open_version_id: 11, versions: [versionFixture()], checks, ready: false }),
  );
  client.answer(devApp.submit, () => {
    throw rejection(
      'SUBMIT_INCOMPLETE',
      { fields: { screenshots: 'screenshots_required' } },
      'Some are missing',
    );
  });
  await hand.click(await screen.findByRole('button', { name: 'Submit for review' }));
  await waitFor(() => expect(messageOrToast('alert')).toContain('Some are missing'));
  const missing = screen.getByRole('link', { name: 'Screenshots' });
  await waitFor(() => expect(document.activeElement?.contains(missing)).toBe(true));
  // The checklist is current again.
  expect(client.count(devApp.detail)).toBe(2);
  expect(document.activeElement).not.toBe(document.body);
});

test('focuses an added change, and another one after a removal', async () => {
  const { hand } = open(detailFixture({ open_version_id: 11, versions: [versionFixture({ changes: [] })] }));
  await hand.click(await screen.findByRole('button', { name: 'Add change' }));
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Type of change 1' }));
  await hand.click(screen.getByRole('button', { name: 'Add change' }));
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Type of change 2' }));
  const stop = keepFocus();
  await hand.click(screen.getByRole('button', { name: 'Remove change 2' }));
  const changes = screen.getByRole('group', { name: /^Changes/ });
  await waitFor(() => expect(document.activeElement).toBe(changes));
  stop();
});

test('saves the kind and the texts of a change, and leaves the others as they are', async () => {
  const line = (text: string) => ({ kind: 'fix' as const, text: { zh: `${text}中`, en: text } });
  const versions = [versionFixture({ changes: [line('One'), line('Two'), line('Three')] })];
  const { hand, inputOf } = open(detailFixture({ open_version_id: 11, versions }));
  await hand.selectOptions(await screen.findByRole('combobox', { name: 'Type of change 2' }), 'Security');
  for (const [language, lang] of [
    ['Chinese', 'zh-CN'],
    ['English', 'en'],
  ] as const) {
    const fields = screen.getAllByRole('textbox', { name: new RegExp(`\\(${language}\\)`) });
    expect(fields.map((field) => field.getAttribute('lang'))).toEqual(fields.map(() => lang));
    expect(fields.length).toBeGreaterThan(3);
  }
  await hand.type(screen.getByRole('textbox', { name: 'Change 2 (English)' }), '!');
  await hand.type(screen.getByRole('textbox', { name: 'Change 3 (Chinese)' }), '！');
  await hand.click(screen.getByRole('button', { name: 'Remove change 1' }));
  await hand.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(inputOf(devApp.versionSave.url)).toMatchObject({
      changes: [
        { kind: 'security', text: { zh: 'Two中', en: 'Two!' } },
        { kind: 'fix', text: { zh: 'Three中！', en: 'Three' } },
      ],
    }),
  );
});

test('allows at most 30 changes', async () => {
  const line = { kind: 'fix' as const, text: { zh: '修复', en: 'Mended' } };
  const changes = Array.from({ length: VERSION_CHANGES.count - 1 }, () => line);
  const { hand } = open(detailFixture({ open_version_id: 11, versions: [versionFixture({ changes })] }));
  await hand.click(await screen.findByRole('button', { name: 'Add change' }));
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Type of change 30' }));
  expect(screen.queryByRole('button', { name: 'Add change' })).toBeNull();
  await hand.click(screen.getByRole('button', { name: 'Remove change 30' }));
  expect(screen.getByRole('button', { name: 'Add change' })).toBeTruthy();
});

test('shows a live version only for a published app', async () => {
  const live = versionFixture({ review_status: 'released', editable: false });
  open(detailFixture({ status: 'published', current_version_id: 11, versions: [live] }));
  expect(await screen.findByText('Live in the store', { selector: 'td *' })).toBeTruthy();
  cleanup();
  open(detailFixture({ status: 'unpublished', current_version_id: 11, versions: [live] }));
  await screen.findByRole('heading', { name: 'Release records' });
  expect(screen.queryByText('Live in the store', { selector: 'td *' })).toBeNull();
});

describe('listing update', () => {
  const live = versionFixture({ id: 10, review_status: 'released', editable: false, actions: [] });
  const changed = detailFixture({
    status: 'published',
    state: 'changed',
    next_step: 'submit_listing',
    current_version_id: 10,
    draft_changes: ['intro', 'logo'],
    versions: [live],
  });
  const listing = versionFixture({ id: 12, version: '1.0.0', listing: true, round: 1 });

  test('is submitted without a version number and names its changes', async () => {
    const { hand, client, inputOf } = open(changed);
    client.answer(devApp.submit, { id: 7, status: 'published', version: listing });
    expect(await screen.findByText('Changes: One-line intro, Logo.')).toBeTruthy();
    expect(await screen.findByRole('textbox', { name: 'Version number' })).toBeTruthy();
    client.answer(devApp.submit, () => {
      throw rejection('TOO_MANY_REQUESTS', {}, 'Too many submissions');
    });
    await hand.click(screen.getByRole('button', { name: 'Submit listing' }));
    await waitFor(() => expect(messageOrToast('alert')).toContain('Too many submissions'));
    client.answer(devApp.submit, { id: 7, status: 'published', version: listing });
    await hand.click(await screen.findByRole('button', { name: 'Submit listing', busy: false }));
    await waitFor(() => expect(inputOf(devApp.submit.url)).toEqual({ listing_of: 7, revision: 5 }));
    expect(await screen.findByText('Listing submitted')).toBeTruthy();
  });

  test('waits for the listing that is being saved, then is sent once', async () => {
    let saved = () => {};
    void leaveListing(7, new Promise<void>((resolve) => (saved = resolve)));
    const { hand, client } = open(changed);
    let answer: (submitted: object) => void = () => undefined;
    client.answer(devApp.submit, () => new Promise<object>((resolve) => (answer = resolve)));
    const button = await screen.findByRole('button', { name: 'Submit listing', busy: true });
    await hand.click(button);
    expect(client.count(devApp.submit)).toBe(0);
    await act(async () => saved());
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
    await hand.click(button);
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'));
    await hand.click(button);
    expect(client.count(devApp.submit)).toBe(1);
    await act(async () => answer({ id: 7, status: 'published', version: listing }));
    expect(await screen.findByText('Listing submitted')).toBeTruthy();
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
  });

  test('is blocked by its own missing fields, not by those of a version', async () => {
    const lack = { ok: false, message: 'intro_required' };
    const checks = [
      { ...lack, field: 'intro' as const, faults: [{ path: 'intro.en', message: 'intro_required' }] },
      { ...lack, field: 'version' as const, faults: [] },
    ];
    open({ ...changed, draft_changes: ['logo'], checks });
    expect(await screen.findByText('Still missing: One-line intro.')).toBeTruthy();
    expect(screen.getByText('Changes: Logo.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Edit listing' }).getAttribute('href')).toBe(
      '/en/developer-center/app-edit?id=7&at=intro.en',
    );
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Submit listing' }).disabled).toBe(true);
    cleanup();
    open({ ...changed, checks: checks.slice(1) });
    const submit = await screen.findByRole<HTMLButtonElement>('button', { name: 'Submit listing' });
    expect(submit.disabled).toBe(false);
  });

  test('withdrawn can be resubmitted or replaced by a version', async () => {
    const withdrawn = { ...listing, review_status: 'withdrawn' as const };
    open({
      ...changed,
      state: 'withdrawn',
      next_step: 'submit',
      open_version_id: 12,
      coming_version_id: 12,
      versions: [live, withdrawn],
    });
    const coming = within(await screen.findByRole('region', { name: /^Update the listing/ }));
    expect(coming.getByRole('button', { name: 'Submit listing' })).toBeTruthy();
    expect(coming.queryByRole('textbox')).toBeNull();
    expect(await screen.findByRole('textbox', { name: 'Version number' })).toBeTruthy();
    const records = within(screen.getByRole('table', { name: 'Release records' }));
    expect(records.getAllByRole('rowheader')).toHaveLength(1);
  });

  test('withdrawn, of an app that is unpublished since, waits until that is published again', async () => {
    open({
      ...changed,
      status: 'unpublished',
      state: 'unpublished',
      next_step: 'relist',
      open_version_id: 12,
      coming_version_id: 12,
      versions: [live, { ...listing, review_status: 'withdrawn' as const }],
    });
    expect(await screen.findByText(/^The app is unpublished\./)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Submit listing' })).toBeNull();
  });

  test('approved is released by its name and says that the package stays', async () => {
    const approved = {
      ...listing,
      review_status: 'approved' as const,
      editable: false,
      actions: ['release' as const],
    };
    const { hand } = open({
      ...changed,
      state: 'approved',
      next_step: 'release',
      coming_version_id: 12,
      versions: [live, approved],
    });
    await hand.click(await screen.findByRole('button', { name: 'Release' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/Version number and package stay/)).toBeTruthy();
    expect(dialog.getByRole('heading').textContent).toContain('listing');
  });
});

test('keeps a typed version number after the session expired', async () => {
  const { hand, store, unmount } = open(detailFixture());
  await hand.type(await screen.findByRole('textbox', { name: 'Version number' }), '1.4.0');
  act(() => void store.dispatch(sessionEnded()));
  unmount();
  open(detailFixture());
  expect(await screen.findByDisplayValue('1.4.0')).toBeTruthy();
});

test('[R4.04] submit saves the input first and submits the saved revision', async () => {
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

test('asks for the commit again after the Git version has changed, and focuses it', async () => {
  const version = versionFixture();
  const { hand, client, inputOf } = open(detailFixture({ open_version_id: 11, versions: [version] }));
  client.answer(devApp.versionSave, { ...version, git_version: 'v1.0.1', git_commit: null, revision: 4 });
  client.answer(devApp.submit, () => {
    throw rejection(
      'SUBMIT_INCOMPLETE',
      { fields: { git_commit: 'git_commit_required' } },
      'Some are missing',
    );
  });
  const git = await screen.findByRole('textbox', { name: 'Git version' });
  await hand.clear(git);
  await hand.type(git, 'v1.0.1');
  await hand.click(screen.getByRole('button', { name: 'Submit for review' }));
  const commit = screen.getByRole('textbox', { name: 'Commit' });
  await waitFor(() => expect(document.activeElement).toBe(commit));
  expect([(commit as HTMLInputElement).value, commit.getAttribute('aria-invalid')]).toEqual(['', 'true']);
  expect(screen.getByText('Enter the full commit ID of this Git version')).toBeTruthy();
  expect(inputOf(devApp.versionSave.url)).not.toHaveProperty('git_commit');
});

test.each([
  ['a field', '#version-version_description.en', 'textbox', 'Version description (English)'],
  ['the list of changes', '#version-changes', 'button', 'Add change'],
])('a link from another page focuses %s', async (_, hash, role, name) => {
  open(detailFixture({ open_version_id: 11, versions: [versionFixture()] }), hash);
  const place = await screen.findByRole(role, { name });
  await waitFor(() => expect(document.activeElement).toBe(place));
});

test('links to a reviewer’s suggestion at a version field', async () => {
  const suggestions = [
    {
      id: 3,
      version_id: 11,
      round: 1,
      answered_at: null,
      field: 'version_description' as const,
      text: 'Say what it does',
      created_at: '2026-11-18T02:00:00.000Z',
      resolved: false,
      answer: null,
    },
  ];
  const path = 'version_description.suggestion.3';
  const version = versionFixture({ review_status: 'changes_requested', round: 1, suggestions });
  open(
    detailFixture({
      open_version_id: 11,
      versions: [version],
      checks: [
        {
          field: 'version_description',
          ok: false,
          message: 'suggestions_open',
          faults: [{ path, message: 'suggestions_open' }],
        },
      ],
    }),
    `#version-${path}`,
  );
  const link = await screen.findByRole('link', { name: 'Version description' });
  expect(link.getAttribute('href')).toBe('#version-suggestions');
  await waitFor(() => expect(document.activeElement?.id).toBe('version-suggestions'));
});

describe('reply to a suggestion', () => {
  const suggestion = {
    id: 3,
    version_id: 11,
    round: 1,
    answered_at: null,
    field: 'intro' as const,
    text: 'Shorter, please.',
    created_at: '2026-11-18T02:00:00.000Z',
    resolved: false,
    answer: null,
  };
  const requested = { review_status: 'changes_requested' as const, round: 1 };
  const detailOf = (version: DevVersion) => detailFixture({ open_version_id: 11, versions: [version] });

  test('counts the suggestion as no longer open, like resolving it', async () => {
    const answered = {
      ...suggestion,
      id: 4,
      answer: 'It is short.',
      answered_at: '2026-11-19T02:00:00.000Z',
    };
    const done = { ...suggestion, id: 5, resolved: true };
    open(detailOf(versionFixture({ ...requested, suggestions: [suggestion, answered, done] })));
    expect(await screen.findByRole('heading', { name: 'Suggestions, 1 open' })).toBeTruthy();
  });

  test('not yet saved blocks the submission and gets the focus', async () => {
    const done = { ...suggestion, resolved: true };
    const version = versionFixture({ ...requested, suggestions: [done] });
    const { hand, client } = open(detailOf(version));
    client.answer(devApp.suggestionAnswer, { ...done, answer: 'See its end.' });
    client.answer(devApp.submit, { id: 7, status: 'pending_release', version });
    await hand.click(await screen.findByRole('button', { name: 'Reply' }));
    const field = await screen.findByRole('textbox', { name: 'Reply' });
    expect(document.activeElement).toBe(field);
    await hand.keyboard('See its end.');
    await hand.click(screen.getByRole('button', { name: 'Submit for review' }));
    expect(await screen.findByText(en.versions.answer_begun)).toBeTruthy();
    expect(document.activeElement).toBe(field);
    expect(client.count(devApp.submit)).toBe(0);
    await hand.click(screen.getByRole('button', { name: 'Save reply' }));
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Reply' })).toBeNull());
    expect(await screen.findByText('Edit successful')).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: 'Submit for review' }));
    await waitFor(() => expect(client.count(devApp.submit)).toBe(1));
  });

  test('is kept when the version is submitted in another tab and restored after withdrawal', async () => {
    const version = versionFixture({ ...requested, suggestions: [suggestion] });
    const { hand, client, store } = open(detailOf(version));
    await hand.click(await screen.findByRole('button', { name: 'Reply' }));
    await hand.type(await screen.findByRole('textbox', { name: 'Reply' }), 'It is short.');
    const stands = (changes: Partial<DevVersion>) => {
      client.answer(devApp.detail, detailOf({ ...version, ...changes }));
      act(() => void store.dispatch(publishingApi.util.invalidateTags(['DevApp'])));
    };
    stands({ review_status: 'in_review', editable: false, actions: ['revoke'] });
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Reply' })).toBeNull());
    stands({ review_status: 'withdrawn' });
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Reply' });
    expect(field.value).toBe('It is short.');
  });
});

test('Enter in a field saves the version without submitting it', async () => {
  const version = versionFixture();
  const { hand, client } = open(detailFixture({ open_version_id: 11, versions: [version] }));
  client.answer(devApp.versionSave, { ...version, git_version: 'v1.0.0-rc1', revision: 4 });
  await hand.type(await screen.findByRole('textbox', { name: 'Git version' }), '-rc1{Enter}');
  expect(await screen.findByText('Edit successful')).toBeTruthy();
  expect(client.count(devApp.versionSave)).toBe(1);
  expect(client.count(devApp.submit)).toBe(0);
});

test('[R4.04] [R4.05] shows the reply date during review; withdraws after confirmation', async () => {
  const version = versionFixture({
    review_status: 'in_review',
    due_at: '2026-11-25T02:24:00.000Z',
    editable: false,
    round: 1,
    actions: ['revoke'],
  });
  const { hand, client, inputOf } = open(detailFixture({ open_version_id: 11, versions: [version] }));
  expect(await screen.findByText('Reply by 25 Nov 2026, 10:24 (Beijing time)')).toBeTruthy();
  expect(screen.getByText(/within 3 working days/)).toBeTruthy();
  await hand.click(screen.getByRole('button', { name: 'Withdraw from review' }));
  const dialog = await screen.findByRole('dialog', { name: 'Withdraw 1.0.0 from review?' });
  expect(client.count(devApp.revoke)).toBe(0);
  client.answer(devApp.revoke, { id: 7, status: 'pending_release', version });
  await hand.click(within(dialog).getByRole('button', { name: 'Withdraw from review' }));
  await waitFor(() => expect(inputOf(devApp.revoke.url)).toEqual({ version_id: 11 }));
});

test('[R4.03] offers only the allowed actions; yanking requires a reason', async () => {
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
  expect(within(table).queryByRole('button', { name: 'Publish again' })).toBeNull();
  expect(within(table).getByRole('button', { name: 'Unpublish app' })).toBeTruthy();
  await hand.click(within(table).getByRole('button', { name: 'Yank version' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain(
    'This cannot be undone. The app has no other version, so it is unpublished.',
  );
  await hand.click(within(dialog).getByRole('button', { name: 'Yank version' }));
  const [chinese, english] = within(dialog).getAllByRole('textbox', { name: /^Reason/ }) as HTMLElement[];
  await waitFor(() => expect(document.activeElement).toBe(chinese));
  expect([chinese, english].map((field) => field?.getAttribute('aria-invalid'))).toEqual(['true', 'true']);
  client.answer(devApp.yank, { id: 7, status: 'published', version: live });
  await hand.type(english as HTMLElement, 'Loses data');
  expect(chinese?.getAttribute('aria-required')).toBeNull();
  await hand.click(within(dialog).getByRole('button', { name: 'Yank version' }));
  await waitFor(() =>
    expect(inputOf(devApp.yank.url)).toEqual({ version_id: 11, reasons: { zh: '', en: 'Loses data' } }),
  );
});

test.each([
  ['published', '2.0.0', ' The store shows 1.1.0 again.'],
  // The store shows none of them.
  ['unpublished', '2.0.0', ''],
] as const)(
  'of a %s app the confirmation of a yank says what the store shows next',
  async (status, version, next) => {
    const live = versionFixture({ version, review_status: 'released', editable: false, actions: ['yank'] });
    const earlier = (id: number, number: string) =>
      versionFixture({ id, version: number, review_status: 'superseded', editable: false, actions: [] });
    const listing = { ...earlier(12, version), listing: true };
    const { hand } = open(
      detailFixture({
        status,
        current_version_id: 11,
        versions: [live, earlier(10, '1.1.0'), earlier(9, '1.0.0'), listing],
      }),
    );
    await hand.click(await screen.findByRole('button', { name: 'Yank version' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(/This cannot be undone\./).textContent).toMatch(
      new RegExp(`This cannot be undone\\.${next}$`),
    );
  },
);

describe('replacement of an unpublished app', () => {
  const live = versionFixture({
    review_status: 'released',
    released_at: '2026-11-01T02:00:00.000Z',
    editable: false,
    actions: ['yank', 'unpublish'],
  });
  const published = detailFixture({ status: 'published', current_version_id: 11, versions: [live] });
  const replaced_by = { id: 9, app_key: 'keel-two', name: 'Keel 2', published: true };
  const own = {
    list: [
      { id: 9, app_key: 'keel-two', name: 'Keel 2' },
      { id: 7, app_key: 'keel-dns', name: 'Keel' },
    ],
  };

  test('is suggested by what is typed, if there are more apps than the first page shows', async () => {
    const { hand, client, inputOf } = open(published);
    client.answer(devApp.list, ({ q }: { q?: string }) => ({
      list: q ? [{ id: 300, app_key: 'keel-zero', name: 'Keel Zero' }] : own.list,
      total: q ? 1 : 101,
      page: 1,
      page_size: 100,
    }));
    await hand.click(await screen.findByRole('button', { name: 'Unpublish app' }));
    const dialog = within(await screen.findByRole('dialog'));
    const field = dialog.getByLabelText<HTMLInputElement>('Replacement app (optional)');
    await hand.type(field, 'zero');
    await waitFor(() =>
      expect([...(field.list?.options ?? [])].map(({ value }) => value)).toEqual(['keel-zero']),
    );
    expect(inputOf(devApp.list.url)).toEqual({ status: 'published', page_size: 100, q: 'zero' });
    expect(client.count(devApp.list)).toBe(2);
  });

  test('is named with the unpublication, with the developer’s other published apps as suggestions', async () => {
    const { hand, client, inputOf } = open(published);
    client.answer(devApp.list, { ...own, total: 2, page: 1, page_size: 100 } as never);
    client.answer(devApp.unpublish, { id: 7, status: 'unpublished', version: live });
    await hand.click(await screen.findByRole('button', { name: 'Unpublish app' }));
    const dialog = within(await screen.findByRole('dialog'));
    const field = dialog.getByLabelText<HTMLInputElement>('Replacement app (optional)');
    await waitFor(() =>
      expect([...(field.list?.options ?? [])].map(({ value, label }) => [value, label])).toEqual([
        ['keel-two', 'Keel 2'],
      ]),
    );
    expect(inputOf(devApp.list.url)).toEqual({ status: 'published', page_size: 100 });
    await hand.type(field, 'Keel Two');
    await hand.click(dialog.getByRole('button', { name: 'Unpublish app' }));
    expect(await dialog.findByText('Enter an app ID or the address of its store page')).toBeTruthy();
    expect(client.count(devApp.unpublish)).toBe(0);
    await hand.clear(field);
    await hand.type(field, 'keel-two');
    await hand.click(dialog.getByRole('button', { name: 'Unpublish app' }));
    await waitFor(() =>
      expect(inputOf(devApp.unpublish.url)).toEqual({ id: 7, reason: '', replacement: 'keel-two' }),
    );
  });

  test('is changed later; the server’s refusal is shown at the field, each change in the timeline', async () => {
    const { hand, client, inputOf } = open({ ...published, status: 'unpublished', replaced_by });
    const renamed = (id: number, text: string) => ({
      ...{ id, at: '2026-11-20T02:00:00.000Z', action: 'replace', role: 'developer', actor: 'Developer' },
      ...{ version_id: null, version: null, listing: false, text },
    });
    const history = (...list: object[]) => ({ list, total: list.length, page: 1, page_size: 20 }) as never;
    client.answer(devApp.timeline, history(renamed(1, 'Keel 2')));
    expect(
      await screen.findByText(
        'The store page says that the app is no longer published and links to “Keel 2”.',
      ),
    ).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: 'Change replacement' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Replacement app' }));
    const field = dialog.getByLabelText<HTMLInputElement>('Replacement app');
    expect(field.value).toBe('keel-two');
    client.answer(devApp.replace, () => {
      throw rejection('VALIDATION_FAILED', { fields: { replacement: 'relation_unknown' } });
    });
    await hand.clear(field);
    await hand.type(field, 'no-such-app');
    await hand.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('This app is not in the app store')).toBeTruthy();
    client.answer(devApp.replace, { replaced_by: null });
    client.answer(devApp.timeline, history(renamed(2, ''), renamed(1, 'Keel 2')));
    // “Cancel” discards the text, Escape keeps it.
    const reopened = async (close: () => Promise<void>) => {
      await close();
      await hand.click(await screen.findByRole('button', { name: 'Change replacement' }));
      return within(await screen.findByRole('dialog')).getByLabelText<HTMLInputElement>('Replacement app');
    };
    expect((await reopened(() => hand.keyboard('{Escape}'))).value).toBe('no-such-app');
    const cancel = () => hand.click(screen.getByRole('button', { name: 'Cancel' }));
    expect((await reopened(cancel)).value).toBe('keel-two');
    const last = within(screen.getByRole('dialog'));
    await hand.clear(last.getByLabelText('Replacement app'));
    await hand.click(last.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(inputOf(devApp.replace.url)).toEqual({ id: 7, replacement: '' }));
    expect(await screen.findByText('Replacement saved')).toBeTruthy();
    expect(sessionStorage).toHaveLength(0);
    const events = within(await screen.findByRole('region', { name: 'History' }));
    await events.findByText('Replacement removed');
    expect(events.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Replacement removed .*Developer$/),
      expect.stringMatching(/^Replacement set .*DeveloperKeel 2$/),
    ]);
  });

  test.each([
    ['a published app', { status: 'published', replaced_by }],
    ['an app taken down by an operator', { status: 'unpublished', taken_down_reason: 'Infringes' }],
  ] as const)('is not offered for %s', async (_what, changes) => {
    open({ ...published, ...changes });
    await screen.findByRole('table', { name: 'Release records' });
    expect(screen.queryByRole('heading', { name: 'Replacement app' })).toBeNull();
  });

  test.each([
    [null, 'None. The store page only says that the app is no longer published.'],
    [
      { ...replaced_by, published: false },
      '“Keel 2” is not published, so the store page does not link to it.',
    ],
  ])('says what the store page shows: %j', async (named, text) => {
    open({ ...published, status: 'unpublished', replaced_by: named });
    expect(await screen.findByText(text)).toBeTruthy();
  });
});

describe('change in another tab shows a toast although the form unmounts', () => {
  const drafted = detailFixture({ open_version_id: 11, versions: [versionFixture()] });
  const waiting = detailFixture({
    open_version_id: 11,
    versions: [
      versionFixture({ review_status: 'in_review', editable: false, round: 1, actions: ['revoke'] }),
    ],
  });
  const reject =
    (
      client: ReturnType<typeof open>['client'],
      code: 'VERSION_FIXED' | 'VERSION_OPEN' | 'STATE_CHANGED',
      fresh: DevAppDetail,
    ) =>
    () => {
      client.answer(devApp.detail, fresh);
      throw rejection(code, {}, 'It moved on');
    };

  test('a submitted version keeps the input for after its withdrawal', async () => {
    const { hand, client, unmount } = open(drafted);
    client.answer(devApp.versionSave, reject(client, 'VERSION_FIXED', waiting));
    await hand.type(await screen.findByRole('textbox', { name: 'Git version' }), '-rc1');
    await hand.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('button', { name: 'Withdraw from review' })).toBeTruthy();
    expect(screen.getByText('It moved on')).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'Git version' })).toBeNull();
    // The history has the submission.
    await waitFor(() => expect(client.count(devApp.timeline)).toBe(2));
    unmount();
    open(drafted);
    expect(await screen.findByDisplayValue('v1.0.0-rc1')).toBeTruthy();
  });

  test('a step already taken', async () => {
    const { hand, client } = open(waiting);
    client.answer(devApp.revoke, reject(client, 'STATE_CHANGED', drafted));
    await hand.click(await screen.findByRole('button', { name: 'Withdraw from review' }));
    const dialog = await screen.findByRole('dialog');
    await hand.click(within(dialog).getByRole('button', { name: 'Withdraw from review' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('It moved on')).toBeTruthy();
  });

  test('a step removed by a decision, whose dialog does not reopen', async () => {
    const { hand, client, store } = open(waiting);
    const approved = versionFixture({ review_status: 'approved', editable: false, actions: ['release'] });
    client.answer(
      devApp.revoke,
      reject(client, 'STATE_CHANGED', detailFixture({ open_version_id: 11, versions: [approved] })),
    );
    await hand.click(await screen.findByRole('button', { name: 'Withdraw from review' }));
    const dialog = await screen.findByRole('dialog');
    await hand.click(within(dialog).getByRole('button', { name: 'Withdraw from review' }));
    expect(await screen.findByRole('button', { name: 'Release' })).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    client.answer(devApp.detail, waiting);
    act(() => void store.dispatch(publishingApi.util.invalidateTags(['DevApp'])));
    expect(await screen.findByRole('button', { name: 'Withdraw from review' })).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('a version already created', async () => {
    const { hand, client } = open(detailFixture());
    client.answer(devApp.versionSave, reject(client, 'VERSION_OPEN', drafted));
    await hand.type(await screen.findByRole('textbox', { name: 'Version number' }), '2.0.0');
    await hand.click(screen.getByRole('button', { name: 'Create version' }));
    expect(await screen.findByRole('button', { name: 'Submit for review' })).toBeTruthy();
    expect(screen.getByText('It moved on')).toBeTruthy();
  });
});

test('[R3.07] [R3.08] release records show name, version, Git version, status and release day', async () => {
  const old = versionFixture({
    id: 10,
    version: '0.9.0',
    git_version: 'v0.9.0',
    review_status: 'superseded',
  });
  // In Shanghai it is already the next day.
  const released_at = '2026-11-20T17:00:00.000Z';
  const live = versionFixture({ review_status: 'released', editable: false, actions: [], released_at });
  open(
    detailFixture({
      status: 'published',
      current_version_id: 11,
      versions: [live, { ...old, editable: false, actions: [] }],
    }),
  );
  const rows = within(await screen.findByRole('table', { name: 'Release records' })).getAllByRole('row');
  expect(rows.slice(1).map((row) => row.textContent)).toEqual([
    expect.stringMatching(/1\.0\.0.*Live in the store.*v1\.0\.0.*Released.*21\u00a0Nov\u00a02026/),
    expect.stringMatching(/0\.9\.0.*v0\.9\.0.*Superseded/i),
  ]);
});

test('[R3.07] a rejection shows its reason and the appeal deadline', async () => {
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
  await hand.type(
    within(dialog).getByRole('textbox', { name: 'Reason for appeal' }),
    'It starts on Debian 12.',
  );
  await hand.click(within(dialog).getByRole('button', { name: 'Appeal' }));
  await waitFor(() =>
    expect(inputOf(devApp.appeal.url)).toEqual({ version_id: 11, text: 'It starts on Debian 12.' }),
  );
});

test('a pending confirmation dialog cannot be cancelled and shows the error', async () => {
  const approved = versionFixture({ review_status: 'approved', editable: false, actions: ['release'] });
  const { hand, client } = open(detailFixture({ versions: [approved] }));
  await hand.click(await screen.findByRole('button', { name: 'Release' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Release 1.0.0 now?' }));
  const answer = Promise.withResolvers<unknown>();
  client.answer(devApp.release, () => answer.promise);
  await hand.click(dialog.getByRole('button', { name: 'Release' }));
  await waitFor(() => expect(client.count(devApp.release)).toBe(1));
  await hand.keyboard('{Escape}');
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(true);
  answer.reject(rejection('APP_NAME_TAKEN', {}, 'The name was taken meanwhile'));
  expect(await dialog.findByText('The name was taken meanwhile')).toBeTruthy();
  await hand.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('an approved version can be released from its record while the next is prepared', async () => {
  const next = versionFixture({ id: 12, version: '1.1.0' });
  const approved = versionFixture({ review_status: 'approved', editable: false, actions: ['release'] });
  const { hand, client, inputOf } = open(detailFixture({ open_version_id: 12, versions: [next, approved] }));
  const table = await screen.findByRole('table', { name: 'Release records' });
  await hand.click(within(table).getByRole('button', { name: 'Release' }));
  const dialog = await screen.findByRole('dialog', { name: 'Release 1.0.0 now?' });
  client.answer(devApp.release, { id: 7, status: 'published', version: approved });
  await hand.click(within(dialog).getByRole('button', { name: 'Release' }));
  await waitFor(() => expect(inputOf(devApp.release.url)).toEqual({ version_id: 11 }));
});

test('an unpublished app is published again after confirmation; a draft without a number says so', async () => {
  const live = versionFixture({
    ...{ id: 10, review_status: 'released', editable: false, actions: ['relist'] },
    released_at: '2026-11-20T02:00:00.000Z',
  });
  const { hand, client, inputOf } = open(
    detailFixture({
      ...{ status: 'unpublished', current_version_id: 10, open_version_id: 11 },
      versions: [versionFixture({ version: '' }), live],
    }),
  );
  expect(await screen.findByRole('heading', { name: new RegExp(en.versions.no_number) })).toBeTruthy();
  const { name } = en.versions.step.relist;
  await hand.click(screen.getByRole('button', { name }));
  client.answer(devApp.relist, { id: 7, status: 'published', version: live });
  expect(inputOf(devApp.relist.url)).toBeUndefined();
  await hand.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));
  await waitFor(() => expect(inputOf(devApp.relist.url)).toEqual({ id: 7 }));
});

test('the current version has its buttons in one place only', async () => {
  const approved = versionFixture({ review_status: 'approved', editable: false, actions: ['release'] });
  open(detailFixture({ versions: [approved] }));
  expect(await screen.findAllByRole('button', { name: 'Release' })).toHaveLength(1);
});

test.each([
  [
    'can be appealed from its record',
    { open_version_id: null },
    ['appeal'],
    'If you disagree, you can appeal until',
  ],
  ['says when it can be appealed', { open_version_id: 10 }, [], 'once no other version is in preparation'],
] as const)('an earlier rejection %s', async (_, { open_version_id }, actions, words) => {
  const rejected = versionFixture({
    version: '10.0.0',
    review_status: 'rejected',
    editable: false,
    appeal_until: '2026-11-27T02:00:00.000Z',
    actions: [...actions],
  });
  const other = versionFixture({
    id: 10,
    review_status: open_version_id ? 'in_review' : 'approved',
    editable: false,
    actions: [open_version_id ? 'revoke' : 'release'],
  });
  open(detailFixture({ open_version_id, versions: [rejected, other] }));
  const table = within(await screen.findByRole('table', { name: 'Release records' }));
  expect(table.getByText(new RegExp(words)).textContent).toContain(
    '27\u00a0Nov\u00a02026, 10:00 (Beijing time)',
  );
  expect(table.queryAllByRole('button', { name: 'Appeal' })).toHaveLength(actions.length);
});

describe('unsent text', () => {
  const again = (detail: DevAppDetail) => {
    cleanup();
    return open(detail);
  };
  const rejected = versionFixture({
    review_status: 'rejected',
    editable: false,
    appeal_until: '2026-11-27T02:00:00.000Z',
    actions: ['appeal'],
  });
  const live = versionFixture({ review_status: 'released', editable: false, actions: ['yank', 'unpublish'] });

  test.each([
    ['of an appeal', 'Appeal', 'Reason for appeal', detailFixture({ versions: [rejected] })],
    [
      'of a yank',
      'Yank version',
      'Reason (English)',
      detailFixture({ current_version_id: 11, versions: [live] }),
    ],
    [
      'of unpublishing an app',
      'Unpublish app',
      'Reason (optional)',
      detailFixture({ current_version_id: 11, versions: [live] }),
    ],
  ])('%s is restored until cancelled', async (_, step, label, detail) => {
    const first = open(detail);
    await first.hand.click(await screen.findByRole('button', { name: step }));
    await first.hand.type(await screen.findByRole('textbox', { name: label }), 'Every reason');
    // An accidental Escape discards nothing.
    await first.hand.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('Your draft was restored')).toBeTruthy();
    const second = again(detail);
    await screen.findByText('Your draft was restored');
    expect(screen.queryByRole('dialog')).toBeNull();
    await second.hand.click(screen.getByRole('button', { name: step }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByRole<HTMLTextAreaElement>('textbox', { name: label }).value).toBe('Every reason');
    await second.hand.click(dialog.getByRole('button', { name: 'Cancel' }));
    again(detail);
    await screen.findByRole('button', { name: step });
    expect(screen.queryByText('Your draft was restored')).toBeNull();
    expect(sessionStorage).toHaveLength(0);
  });

  test('of spaces only is no draft', async () => {
    const { hand } = open(detailFixture({ versions: [rejected] }));
    await hand.click(await screen.findByRole('button', { name: 'Appeal' }));
    await hand.type(await screen.findByRole('textbox', { name: 'Reason for appeal' }), '  ');
    await hand.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByText('Your draft was restored')).toBeNull();
  });

  test('of a reply is restored until sent', async () => {
    const suggestion = {
      id: 3,
      version_id: 11,
      round: 1,
      field: 'intro' as const,
      text: 'Shorter, please.',
      created_at: '2026-11-19T07:08:00.000Z',
      resolved: false,
      answer: null,
      answered_at: null,
    };
    const version = versionFixture({ review_status: 'changes_requested', suggestions: [suggestion] });
    const detail = detailFixture({ open_version_id: 11, versions: [version] });
    const first = open(detail);
    await first.hand.click(await screen.findByRole('button', { name: 'Reply' }));
    await first.hand.type(await screen.findByRole('textbox', { name: 'Reply' }), 'It is short.');
    const second = again(detail);
    expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Reply' })).value).toBe(
      'It is short.',
    );
    second.client.answer(devApp.suggestionAnswer, { ...suggestion, answer: 'It is short.' });
    await second.hand.click(screen.getByRole('button', { name: 'Save reply' }));
    await waitFor(() => expect(sessionStorage).toHaveLength(0));
  });
});

test('restores version input after a crash', async () => {
  const detail = detailFixture({ open_version_id: 11, versions: [versionFixture()] });
  const { client, hand } = open(detail);
  client.answer(devApp.versionSave, () => new Promise(() => undefined));
  await hand.type(await screen.findByRole('textbox', { name: 'Git version' }), '-rc1');
  document.body.replaceChildren();
  open(detail);
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Git version' })).value).toBe(
    'v1.0.0-rc1',
  );
});

describe('change from elsewhere', () => {
  const version = versionFixture();
  const at = (changes: Partial<DevVersion>) =>
    detailFixture({ open_version_id: 11, versions: [{ ...version, revision: 4, ...changes }] });
  const git = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Git version' });
  const save = () => screen.getByRole('button', { name: 'Save' });
  const notes = { zh: '别处写的', en: 'Written elsewhere' };
  const conflict = (client: ReturnType<typeof open>['client'], fresh: DevAppDetail) => {
    let first = true;
    client.answer(devApp.versionSave, (input: Partial<DevVersion>) => {
      if (!first) return { ...fresh.versions[0], ...input, revision: 5 };
      first = false;
      client.answer(devApp.detail, fresh);
      throw rejection('EDIT_CONFLICT', { revision: 4 });
    });
  };

  test('is kept, and only the earlier unsaved field is sent', async () => {
    const visit = open(at({ revision: 3 }));
    visit.client.answer(devApp.versionSave, () => {
      throw silence();
    });
    await visit.hand.type(await git(), '-rc1');
    visit.unmount();
    const { hand, client, inputOf } = open(at({ description: notes, size: 9_999_999 }));
    expect((await git()).value).toBe('v1.0.0-rc1');
    expect(screen.getByDisplayValue('Written elsewhere')).toBeTruthy();
    expect(screen.getByDisplayValue('10')).toBeTruthy();
    client.answer(devApp.versionSave, { ...version, revision: 5 });
    client.answer(devApp.submit, { id: 7, status: 'pending_release', version });
    await hand.click(screen.getByRole('button', { name: 'Submit for review' }));
    await waitFor(() => expect(inputOf(devApp.submit.url)).toMatchObject({ version_revision: 5 }));
    expect(inputOf(devApp.versionSave.url)).toEqual({
      app_id: 7,
      id: 11,
      revision: 4,
      git_version: 'v1.0.0-rc1',
    });
  });

  test('in another field is merged', async () => {
    const { hand, client, inputOf } = open(at({ revision: 3 }));
    conflict(client, at({ description: notes }));
    await hand.type(await git(), '-rc1');
    await hand.click(save());
    expect(await screen.findByText('Edit successful')).toBeTruthy();
    expect(inputOf(devApp.versionSave.url)).toEqual({
      app_id: 7,
      id: 11,
      revision: 4,
      git_version: 'v1.0.0-rc1',
    });
    expect(screen.getByDisplayValue('Written elsewhere')).toBeTruthy();
  });

  test('in the same field blocks save and submit until resolved', async () => {
    const { hand, client, inputOf } = open(at({ revision: 3 }));
    conflict(client, at({ git_version: 'v1.0.0-by-ci' }));
    await hand.type(await git(), '-rc1');
    await hand.click(save());
    const clash = await screen.findByRole('region', { name: 'Git version' });
    expect(clash.textContent).toMatch(/v1\.0\.0-rc1.*v1\.0\.0-by-ci/);
    await hand.click(screen.getByRole('button', { name: 'Submit for review' }));
    await waitFor(() => expect(document.activeElement).toBe(clash));
    (await git()).focus();
    await hand.click(save());
    await waitFor(() => expect(document.activeElement).toBe(clash));
    expect(client.count(devApp.versionSave)).toBe(1);
    await hand.click(within(clash).getByRole('button', { name: 'Keep mine' }));
    await hand.click(save());
    await waitFor(() =>
      expect(inputOf(devApp.versionSave.url)).toMatchObject({ revision: 4, git_version: 'v1.0.0-rc1' }),
    );
    expect(client.count(devApp.submit)).toBe(0);
  });

  test('conflicting with a cleared size shows “–”', async () => {
    const { hand, client } = open(at({ revision: 3 }));
    conflict(client, at({ size: 30_000_000 }));
    await hand.clear(await screen.findByRole('textbox', { name: /size/i }));
    await hand.click(save());
    const clash = await screen.findByRole('region', { name: /size/i });
    expect([...clash.querySelectorAll('dd')].map((one) => one.textContent)).toEqual(['–', '30 MB']);
  });

  test('of the list of changes shows both by kind and text, and the one of elsewhere can be taken', async () => {
    const line = { kind: 'fix' as const, text: { zh: '修复', en: 'Repairs' } };
    const { hand, client } = open(at({ revision: 3, changes: [line] }));
    conflict(client, at({ changes: [{ ...line, kind: 'security' }] }));
    const text = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Change 1 (English)' });
    await hand.type(text, ' more');
    await hand.click(save());
    const clash = await screen.findByRole('region', { name: 'Changes' });
    expect([...clash.querySelectorAll('dd')].map((one) => one.textContent)).toEqual([
      expect.stringMatching(/^Fix.*Repairs more/),
      expect.stringMatching(/^Security.*Repairs$/),
    ]);
    await hand.click(within(clash).getByRole('button', { name: /theirs|other/i }));
    expect(text.value).toBe('Repairs');
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Type of change 1' }).value).toBe(
      'security',
    );
  });

  test('is shown before the submission', async () => {
    const { hand, client } = open(at({ revision: 3 }));
    conflict(client, at({ description: notes }));
    await hand.type(await git(), '-rc1');
    await hand.click(screen.getByRole('button', { name: 'Submit for review' }));
    expect(await screen.findByDisplayValue('Written elsewhere')).toBeTruthy();
    expect((await git()).value).toBe('v1.0.0-rc1');
    expect(client.count(devApp.submit)).toBe(0);
  });
});

describe('version autosave', () => {
  const detail = () => detailFixture({ open_version_id: 11, versions: [versionFixture()] });
  const git = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Git version' });
  const leave = () => act(() => void document.dispatchEvent(new Event('visibilitychange')));
  const hide = () => {
    const hidden = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    leave();
    hidden.mockRestore();
  };

  test('saves after a pause and updates the checklist', async () => {
    const { hand, client, inputOf } = open(detail());
    const missing = {
      field: 'git_version' as const,
      ok: false,
      message: 'git_version_required',
      faults: [{ path: 'git_version', message: 'git_version_required' }],
    };
    client.answer(devApp.versionSave, () => {
      client.answer(devApp.detail, {
        ...detail(),
        checks: [missing],
        versions: [versionFixture({ git_version: '', revision: 4 })],
      });
      return versionFixture({ git_version: '', revision: 4 });
    });
    await hand.clear(await git());
    hide();
    expect(await screen.findByRole('link', { name: 'Git version' })).toBeTruthy();
    expect(inputOf(devApp.versionSave.url)).toEqual({ app_id: 7, id: 11, revision: 3, git_version: '' });
    expect(await screen.findByText('Draft saved')).toBeTruthy();
    expect(client.count(devApp.submit)).toBe(0);
  });

  test('saves every fact as it was typed; an emptied repository is none', async () => {
    const { client, inputOf } = open(detail());
    client.answer(devApp.versionSave, versionFixture({ revision: 4 }));
    await git();
    const type = (name: string, value: string) =>
      fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
    const { field } = enTerms;
    const facts = { git_commit: 'a'.repeat(40), package_sha256: 'b'.repeat(64) };
    for (const [name, value] of Object.entries(facts)) type(field[name as 'git_commit'], value);
    type(field.repo_url, ' ');
    type(en.versions.in.en.replace('{{field}}', field.version_description), 'Written again');
    hide();
    await waitFor(() =>
      expect(inputOf(devApp.versionSave.url)).toEqual({
        ...{ app_id: 7, id: 11, revision: 3, repo_url: null, ...facts },
        description: { zh: '第一版', en: 'Written again' },
      }),
    );
  });

  test('shows an invalid value at its field and saves the rest', async () => {
    const { hand, client, inputOf } = open(detail());
    client.answer(devApp.versionSave, versionFixture({ git_version: 'v1.0.0-rc1', revision: 4 }));
    const number = await screen.findByRole('textbox', { name: 'Version number' });
    await hand.clear(number);
    await hand.type(number, '1.0');
    await hand.type(await git(), '-rc1');
    hide();
    await waitFor(() => expect(number.getAttribute('aria-invalid')).toBe('true'));
    await waitFor(() => expect(messageOrToast('status')).toContain('1 field has an error'));
    expect(inputOf(devApp.versionSave.url)).not.toHaveProperty('version');
  });

  test('keeps unsaved input and offers a retry if the save fails', async () => {
    const { hand, client } = open(detail());
    client.answer(devApp.versionSave, () => {
      throw silence();
    });
    await hand.type(await git(), '-rc1');
    await hand.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/^Not saved. Your changes are kept/)).toBeTruthy();
    // The page says it: a toast would say it twice.
    expect(document.querySelector('[data-above-dialogs]')?.textContent).toBe('');
    expect(screen.queryByText('Edit successful')).toBeNull();
    await hand.click(screen.getByRole('button', { name: 'Submit for review' }));
    client.answer(devApp.versionSave, versionFixture({ git_version: 'v1.0.0-rc1', revision: 4 }));
    await hand.click(await screen.findByRole('button', { name: 'Save now' }));
    await waitFor(() => expect(screen.queryByText(/^Not saved/)).toBeNull());
    expect(client.count(devApp.submit)).toBe(0);
    expect((await git()).value).toBe('v1.0.0-rc1');
  });

  test('shows that a press on Submit has to wait while Save is running, and submits nothing', async () => {
    const { hand, client } = open(detail());
    let save = (): void => undefined;
    const saved = versionFixture({ git_version: 'v1.0.0-rc1', revision: 4 });
    client.answer(devApp.versionSave, () => new Promise((resolve) => (save = () => resolve(saved))));
    await hand.type(await git(), '-rc1');
    await hand.click(screen.getByRole('button', { name: 'Save' }));
    const submit = screen.getByRole('button', { name: 'Submit for review' });
    await waitFor(() => expect(client.count(devApp.versionSave)).toBe(1));
    expect(submit.getAttribute('aria-busy')).toBe('true');
    await hand.click(submit);
    await hand.type(await git(), '{Enter}');
    save();
    expect(await screen.findByText('Edit successful')).toBeTruthy();
    expect(submit.getAttribute('aria-busy')).toBeNull();
    expect([client.count(devApp.versionSave), client.count(devApp.submit)]).toEqual([1, 0]);
  });

  test('sends nothing after the version has been deleted and leaves no draft', async () => {
    const draft = versionFixture({ review_status: 'draft', round: 0 });
    const { hand, client } = open(detailFixture({ open_version_id: 11, versions: [draft] }));
    await hand.type(await git(), '-rc1');
    client.answer(devApp.versionDelete, () => {
      client.answer(devApp.detail, detailFixture());
      return null;
    });
    await hand.click(screen.getByRole('button', { name: 'Delete this version' }));
    const dialog = within(await screen.findByRole('dialog'));
    await hand.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByRole('button', { name: 'Create version' })).toBeTruthy();
    expect(client.count(devApp.versionSave)).toBe(0);
    expect(Object.keys(localStorage).filter((key) => key.includes('version'))).toEqual([]);
  });

  test('sends nothing more after the version has been deleted while a change was being saved', async () => {
    const draft = versionFixture({ review_status: 'draft', round: 0 });
    const { hand, client } = open(detailFixture({ open_version_id: 11, versions: [draft] }));
    await hand.type(await git(), '-rc1');
    let gone = (): void => undefined;
    client.answer(
      devApp.versionDelete,
      () =>
        new Promise<null>((resolve) => {
          gone = () => {
            client.answer(devApp.detail, detailFixture());
            resolve(null);
          };
        }),
    );
    await hand.click(screen.getByRole('button', { name: 'Delete this version' }));
    const dialog = within(await screen.findByRole('dialog'));
    await hand.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(client.count(devApp.versionDelete)).toBe(1));
    client.answer(devApp.versionSave, { ...draft, git_version: 'v1.0.0-rc1', revision: 4 });
    dispatchEvent(new Event('online'));
    expect(await screen.findByText('Draft saved')).toBeTruthy();
    expect(client.count(devApp.versionSave)).toBe(1);
    await act(async () => gone());
    expect(await screen.findByRole('button', { name: 'Create version' })).toBeTruthy();
    expect(client.count(devApp.versionSave)).toBe(1);
  });
});

describe('unsaved listing', () => {
  const ready = () => detailFixture({ open_version_id: 11, versions: [versionFixture()] });
  const submit = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Submit for review' });

  test('blocks the submission with a link to the editor', async () => {
    const stored = { revision: 5, base: {}, mine: { intro: { zh: '简介', en: 'Corrected' } } };
    localStorage.setItem(listingKey(7), JSON.stringify(stored));
    const { hand, client } = open(ready());
    expect((await submit()).disabled).toBe(true);
    const notice = screen.getByText('1 listing field is not saved').closest('[role=status]');
    const link = within(notice as HTMLElement).getByRole('link', { name: 'Edit listing' });
    expect(link.getAttribute('href')).toBe('/en/developer-center/app-edit?id=7');
    await hand.type(screen.getByRole('textbox', { name: 'Git version' }), '{Enter}');
    expect(client.count(devApp.submit)).toBe(0);
    // Another window saves it.
    localStorage.removeItem(listingKey(7));
    client.answer(devApp.detail, { ...ready(), revision: 6 });
    const oldValue = JSON.stringify(stored);
    dispatchEvent(new StorageEvent('storage', { key: listingKey(7), oldValue, newValue: null }));
    await waitFor(async () => expect((await submit()).disabled).toBe(false));
  });

  test('is awaited while it is being saved', async () => {
    let saved = () => {};
    void leaveListing(7, new Promise<void>((resolve) => (saved = resolve)));
    const { hand, client, inputOf } = open(ready());
    client.answer(devApp.submit, { id: 7, status: 'pending_release', version: versionFixture() });
    const button = await submit();
    expect(button.getAttribute('aria-busy')).toBe('true');
    await hand.click(button);
    expect(client.count(devApp.submit)).toBe(0);
    await act(async () => saved());
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
    await hand.click(button);
    await waitFor(() => expect(inputOf(devApp.submit.url)).toMatchObject({ revision: 5 }));
  });
});

describe('differences', () => {
  const base = { base_version: '1.0.0', base_round: 1, base_at: '2026-11-17T02:00:00.000Z' };
  const field = { locale: null, before: null, after: null, parts: [], added: [], removed: [], pictures: [] };
  const picture = { alt: 'Plan', from: null, to: null };
  const show = async (answer: object) => {
    const { hand, client } = open(
      detailFixture({ open_version_id: 11, versions: [versionFixture({ round: 1 })] }),
    );
    client.answer(devApp.difference, answer as () => unknown);
    await hand.click(await screen.findByText('View changes'));
    return { hand, client };
  };

  test('marks what was added and removed in lists, texts, values and pictures', async () => {
    await show({
      ...base,
      base: 'submission',
      fields: [
        { ...field, field: 'os', kind: 'list', added: ['Rocky Linux'], removed: ['AlmaLinux'] },
        {
          ...field,
          field: 'intro',
          locale: 'en',
          kind: 'text',
          parts: [
            { change: 'same', text: 'Backs up ' },
            { change: 'removed', text: 'anything' },
            { change: 'added', text: 'databases' },
          ],
        },
        { ...field, field: 'licence', kind: 'value', before: 'MIT', after: 'Apache-2.0' },
        {
          ...field,
          field: 'screenshots',
          kind: 'pictures',
          pictures: [
            { ...picture, id: 1, change: 'added', src: '/uploads/a.webp' },
            { ...picture, id: 2, change: 'same', src: '/uploads/b.webp' },
          ],
        },
      ],
    });
    expect(
      await screen.findByText('Compared with 1.0.0 as submitted 17 Nov 2026, 10:00 (Beijing time):'),
    ).toBeTruthy();
    const marked = (tag: string) => [...document.querySelectorAll(tag)].map((one) => one.textContent?.trim());
    expect(marked('ins')).toEqual(['Rocky Linux', 'databases', 'Apache-2.0']);
    expect(marked('del')).toEqual(['AlmaLinux', 'anything', 'MIT']);
    expect(screen.getByRole('heading', { name: 'One-line intro (English)' })).toBeTruthy();
    const [img, ...others] = screen.getAllByRole('img', { name: 'Plan' });
    expect([img?.getAttribute('src'), img?.closest('li')?.textContent, others.length]).toEqual([
      '/uploads/a.webp',
      'Added',
      0,
    ]);
  });

  test.each([
    ['nothing', 'First submission, nothing to compare with.'],
    ['release', 'Compared with the released 1.0.0:'],
  ])('without one names what was compared: %s', async (against, text) => {
    await show({ ...base, base: against, fields: [] });
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getByText('No changes.')).toBeTruthy();
  });

  test('are asked for again after a failed request', async () => {
    const { hand, client } = await show(() => {
      throw silence();
    });
    const part = (await screen.findByText('View changes')).closest('details') as HTMLElement;
    const again = await within(part).findByRole('button', { name: 'Try again' });
    const fields = [{ ...field, field: 'licence', kind: 'value', before: 'MIT', after: 'Apache-2.0' }];
    client.answer(devApp.difference, { ...base, base: 'release', fields } as never);
    await hand.click(again);
    expect(await screen.findByText('Apache-2.0')).toBeTruthy();
    expect(screen.queryByText('No changes.')).toBeNull();
  });
});

test.each([
  ['12.5', 12_500_000],
  ['0', 0],
  ['a lot', 0],
  ['-1', 0],
])('%s MB is %d bytes', (text, bytes) => {
  expect(bytesOf(text)).toBe(bytes);
});

describe('history', () => {
  const event = (id: number) => ({
    id,
    at: '2026-11-19T02:00:00.000Z',
    action: 'submit' as const,
    role: 'developer' as const,
    actor: 'Developer',
    version_id: 11,
    version: '1.0.0',
    text: '',
  });
  const page = (length: number, total: number) => ({
    list: Array.from({ length }, (_, id) => event(id)),
    total,
    page: 1,
    page_size: length,
  });

  test('can be retried if it did not load', async () => {
    const { client, hand } = open(detailFixture());
    client.answer(devApp.timeline, () => {
      throw silence();
    });
    const again = await screen.findByRole('button', { name: en.versions.timeline.retry });
    client.answer(devApp.timeline, page(1, 1));
    await hand.click(again);
    expect(await screen.findByText(/Submitted for review/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: en.versions.timeline.retry })).toBeNull();
    expect(screen.queryByText(en.versions.timeline.none)).toBeNull();
  });

  test('can be retried if loading all of it fails', async () => {
    const { client, hand } = open(detailFixture({ versions: [versionFixture()] }));
    client.answer(devApp.timeline, (({ page_size }: { page_size?: number }) => {
      if (page_size) throw silence();
      return page(20, 30);
    }) as (input: never) => unknown);
    const more = await screen.findByRole('button', { name: 'Show all 30' });
    await hand.click(more);
    await waitFor(() => expect(client.count(devApp.timeline)).toBe(2));
    client.answer(devApp.timeline, page(30, 30));
    await waitFor(() => expect(more.getAttribute('aria-busy')).not.toBe('true'));
    await hand.click(screen.getByRole('button', { name: 'Show all 30' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull());
    expect(screen.getAllByText(/Submitted for review/)).toHaveLength(30);
  });

  test('loads all pages', async () => {
    const { client, hand } = open(detailFixture({ versions: [versionFixture()] }));
    client.answer(devApp.timeline, (({
      page: at = 1,
      page_size = 20,
    }: {
      page?: number;
      page_size?: number;
    }) => ({
      // Newest first; an entry of the first page may have moved to the second meanwhile.
      list: Array.from({ length: 130 }, (_, index) => ({
        ...event(130 - index),
        text: index === 129 ? 'The first day' : '',
      })).slice(Math.max(0, (at - 1) * page_size - 1), at * page_size),
      total: 130,
      page: at,
      page_size,
    })) as (input: never) => unknown);
    await hand.click(await screen.findByRole('button', { name: 'Show all 130' }));
    expect(await screen.findByText('The first day')).toBeTruthy();
    expect(screen.getAllByText(/Submitted for review/)).toHaveLength(130);
    expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull();
  });
});

test.each([
  ['zh', '创建成功', '编辑成功', '删除成功'],
  ['en', 'Creation successful', 'Edit successful', 'Delete Success'],
] as const)(
  '[R8.09f] shows toasts for create, save and delete in %s',
  async (locale, created, edited, deleted) => {
    const { versions, developerTerms } = WORDS[locale];
    const { hand, client } = open(detailFixture(), '', locale);
    const version = versionFixture();
    client.answer(devApp.versionSave, () => {
      client.answer(devApp.detail, detailFixture({ open_version_id: 11, versions: [version] }));
      return version;
    });
    const { version: number, git_version } = developerTerms.field;
    await hand.type(await screen.findByRole('textbox', { name: number }), '1.0.0{Enter}');
    expect(await screen.findByText(created)).toBeTruthy();
    await hand.type(await screen.findByRole('textbox', { name: git_version }), '-rc1{Enter}');
    expect(await screen.findByText(edited)).toBeTruthy();
    client.answer(devApp.versionDelete, null);
    await hand.click(screen.getByRole('button', { name: versions.delete.version.name }));
    const dialog = within(await screen.findByRole('dialog'));
    await hand.click(dialog.getByRole('button', { name: versions.delete.confirm }));
    expect(await screen.findByText(deleted)).toBeTruthy();
  },
);

test('deletes a version after confirmation if it was never submitted', async () => {
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
  expect(await screen.findByRole('button', { name: 'Create version' })).toBeTruthy();
});

test('a submitted version or app cannot be deleted', async () => {
  const version = versionFixture({ review_status: 'changes_requested', round: 1 });
  open(detailFixture({ open_version_id: 11, versions: [version] }));
  await screen.findByRole('button', { name: 'Submit for review' });
  expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull();
});

test('deletes an app without submissions after confirmation and returns to the list', async () => {
  const { hand, client, inputOf, router } = open(detailFixture());
  client.answer(devApp.appDelete, null);
  await hand.click(await screen.findByRole('button', { name: 'Delete app' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete this app?' });
  await hand.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(inputOf(devApp.appDelete.url)).toEqual({ id: 7 }));
  expect(await screen.findByText('Delete Success')).toBeTruthy();
  expect(router.state.location.pathname).toBe('/en/developer-center/applications');
});

describe('delete after a change in another tab', () => {
  const deleteOf = async ({ hand }: ReturnType<typeof open>, name: string) => {
    await hand.click(await screen.findByRole('button', { name }));
    const dialog = within(await screen.findByRole('dialog'));
    await hand.click(dialog.getByRole('button', { name: 'Delete' }));
    return dialog;
  };

  test('an already deleted app shows a toast and returns to the list', async () => {
    const view = open(detailFixture());
    localStorage.setItem(listingKey(7), '{}');
    view.client.answer(devApp.appDelete, () => {
      throw rejection('APP_NOT_FOUND', {}, 'It does not exist');
    });
    await deleteOf(view, 'Delete app');
    expect(await screen.findByText('This app was already deleted.')).toBeTruthy();
    expect(view.router.state.location.pathname).toBe('/en/developer-center/applications');
    expect(screen.queryByText('It does not exist')).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(localStorage.getItem(listingKey(7))).toBeNull();
  });

  test('an already deleted version shows a toast and the create form', async () => {
    const view = open(detailFixture({ open_version_id: 11, versions: [versionFixture()] }));
    view.client.answer(devApp.versionDelete, () => {
      view.client.answer(devApp.detail, detailFixture());
      throw rejection('VERSION_NOT_FOUND', {}, 'Version not found');
    });
    await deleteOf(view, 'Delete this version');
    expect(await screen.findByText('This version was already deleted.')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Create version' })).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('a submitted app stays and shows its current state', async () => {
    const view = open(detailFixture());
    view.client.answer(devApp.appDelete, () => {
      const waiting = versionFixture({ review_status: 'in_review', editable: false, actions: ['revoke'] });
      view.client.answer(devApp.detail, detailFixture({ open_version_id: 11, versions: [waiting] }));
      throw rejection('APP_SUBMITTED', {}, 'It was handed in');
    });
    await deleteOf(view, 'Delete app');
    expect(await screen.findByText('It was handed in')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Withdraw from review' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Delete app' })).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('a temporary error is shown in the dialog', async () => {
    const view = open(detailFixture());
    view.client.answer(devApp.appDelete, () => {
      throw rejection('TOO_MANY_REQUESTS', {}, 'Wait a moment');
    });
    const dialog = await deleteOf(view, 'Delete app');
    expect(await dialog.findByText('Wait a moment')).toBeTruthy();
  });
});

test('a failed history adds no second message to a deleted app', async () => {
  const { client, store } = open(detailFixture());
  await screen.findByRole('button', { name: 'Create version' });
  const missing = () => {
    throw rejection('APP_NOT_FOUND', {}, 'This app does not exist');
  };
  client.answer(devApp.detail, missing);
  client.answer(devApp.timeline, missing);
  act(() => void store.dispatch(publishingApi.util.invalidateTags(['DevApp'])));
  expect(await screen.findByRole('heading', { level: 1, name: 'App not found' })).toBeTruthy();
  expect(client.count(devApp.timeline)).toBe(2);
  expect(screen.queryByText('This app does not exist')).toBeNull();
});

describe('recorded pages', () => {
  const suggestion = (id: number, changes: object = {}) => ({
    ...{ id, version_id: 11, round: 1, field: 'intro' as const, text: `Shorter ${id}`, resolved: false },
    ...{ created_at: '2026-11-18T02:00:00.000Z', answer: null, answered_at: null, ...changes },
  });
  const lack = (field: 'intro' | 'git_version' | 'screenshots', path: string) => ({
    ...{ field, ok: false, message: `${field}_required`, faults: [{ path, message: `${field}_required` }] },
  });
  const live = versionFixture({
    ...{ id: 10, version: '0.9.0', git_version: '', review_status: 'released', editable: false },
    ...{ released_at: '2026-11-20T17:00:00.000Z', actions: ['yank', 'unpublish'] },
  });
  const yanked = versionFixture({
    ...{
      id: 9,
      version: '0.8.0',
      review_status: 'yanked',
      editable: false,
      actions: [],
      yank_reason: '丢数据',
    },
  });
  const event = (id: number, action: string, changes: object = {}) => ({
    ...{ id, action, at: '2026-11-19T02:00:00.000Z', role: 'developer', actor: 'Developer' },
    ...{ version_id: 11, version: '1.0.0', listing: false, text: '', ...changes },
  });
  const history = {
    ...{ total: 9, page: 1, page_size: 20 },
    list: [
      event(8, 'approve', { text: '很好' }),
      event(7, 'request_changes', { text: 'Shorter' }),
      event(6, 'reject'),
      event(5, 'yank'),
      event(4, 'submit', { listing: true }),
      event(3, 'replace', { version: null, text: 'Keel 2' }),
      event(2, 'replace', { version: null }),
    ],
  };
  const opened = async (detail: DevAppDetail, events: object = history) => {
    let view!: ReturnType<typeof open>;
    const page = await markupOf(() => {
      view = open(detail);
      view.client.answer(devApp.timeline, events as never);
      return view;
    });
    return { ...view, page };
  };
  const dialog = async ({ hand }: ReturnType<typeof open>, button: string) => {
    await hand.click(screen.getAllByRole('button', { name: `versions.${button}` })[0] as HTMLElement);
    const asked = await screen.findByRole('dialog');
    await waitFor(() => expect(asked.querySelector('[aria-busy]')).toBeNull());
    const asks = markup(asked);
    await hand.click(screen.getByRole('button', { name: 'versions.step.cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    return asks;
  };

  test('an app before its first version, and the question before it is deleted', async () => {
    const view = await opened(detailFixture(), { ...history, total: 0, list: [] });
    expect(view.page).toMatchSnapshot();
    expect(await dialog(view, 'delete.app.name')).toMatchSnapshot();
  });

  test('a version with requested changes beside the one in the store, and their dialogs', async () => {
    const version = versionFixture({
      ...{ review_status: 'changes_requested', round: 1, decision_text: 'Two things', git_commit: null },
      changes: [{ kind: 'fix', text: { zh: '修复', en: 'Repairs' } }],
      suggestions: [
        suggestion(3),
        suggestion(4, { resolved: true, text: '短一点' }),
        suggestion(5, { answer: '好的', answered_at: '2026-11-19T02:00:00.000Z' }),
      ],
    });
    const view = await opened(
      detailFixture({
        ...{ status: 'published', current_version_id: 10, open_version_id: 11 },
        versions: [version, live, yanked],
        checks: [
          lack('git_version', 'git_version'),
          lack('intro', 'intro.en'),
          lack('screenshots', 'screenshots.suggestion.3'),
        ],
      }),
    );
    expect(view.page).toMatchSnapshot();
    expect(await dialog(view, 'step.yank.name')).toMatchSnapshot();
    expect(await dialog(view, 'step.unpublish.name')).toMatchSnapshot();
  });

  test('a version in review', async () => {
    const version = versionFixture({
      ...{ review_status: 'in_review', editable: false, round: 1, actions: ['revoke'] },
      ...{ due_at: '2026-11-25T02:24:00.000Z', suggestions: [suggestion(3)] },
    });
    const view = await opened(detailFixture({ open_version_id: 11, versions: [version] }));
    expect(view.page).toMatchSnapshot();
    expect(await dialog(view, 'step.revoke.name')).toMatchSnapshot();
  });

  test('a rejected version of an unpublished app with a replacement', async () => {
    const version = versionFixture({
      ...{
        review_status: 'rejected',
        editable: false,
        round: 1,
        actions: ['appeal'],
        reject_reason: 'broken',
      },
      ...{ decision_text: '不能启动', appeal_until: '2026-11-27T02:00:00.000Z' },
    });
    const view = await opened(
      detailFixture({
        ...{ status: 'unpublished', current_version_id: 10 },
        versions: [version, { ...live, actions: ['relist'] }],
        replaced_by: { id: 9, app_key: 'keel-two', name: 'Keel 2', published: true },
      }),
    );
    expect(view.page).toMatchSnapshot();
    expect(await dialog(view, 'step.appeal.name')).toMatchSnapshot();
    expect(await dialog(view, 'step.relist.name')).toMatchSnapshot();
    expect(await dialog(view, 'replacement.change')).toMatchSnapshot();
  });

  test('an approved version', async () => {
    const version = versionFixture({
      ...{
        review_status: 'approved',
        editable: false,
        round: 1,
        actions: ['release'],
        decision_text: 'Fine',
      },
    });
    const view = await opened(detailFixture({ versions: [version] }));
    expect(view.page).toMatchSnapshot();
    expect(await dialog(view, 'step.release.name')).toMatchSnapshot();
  });

  test('a listing that was changed, and one that lacks something', async () => {
    const changed = detailFixture({
      ...{ status: 'published', state: 'changed', next_step: 'submit_listing', current_version_id: 10 },
      ...{ draft_changes: ['intro', 'logo'], versions: [live] },
    });
    expect((await opened(changed)).page).toMatchSnapshot();
    cleanup();
    const checks = [lack('intro', 'intro.en'), lack('git_version', 'git_version')];
    expect((await opened({ ...changed, checks })).page).toMatchSnapshot();
  });
});

import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { appStore, devApp, userInfo, type DevAppDetail } from '@yunduo/api-contract';
import { clearMessages, inShell, markup, markupOf, messageOrToast } from '@yunduo/app-shell/testing';
import { fakeClient, rejection, silence } from '@yunduo/data-access/testing';
import { developerTerms } from '@yunduo/i18n/en/developer-terms';
import { validation } from '@yunduo/i18n/en/validation';
import { en } from '@yunduo/i18n-developer-console/en';
import { sessionRestored, tokenStorage } from '@yunduo/session';
import { userFixture } from '@yunduo/session/testing';
import { APP_INTRO_MAX, APP_RELATIONS } from '@yunduo/validation';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { Editor } from '@tiptap/core';
import userEvent from '@testing-library/user-event';
import { contentFixture, detailFixture, versionFixture } from '../../app-pages/detail.fixture.ts';
import { ListingPage } from './listing-page.tsx';

jest.setTimeout(60_000);

const screenshots = [1, 2].map((id) => ({
  id,
  src: `/uploads/${id}.png`,
  srcset: '',
  width: 1280,
  height: 800,
  alt: { zh: `图 ${id}`, en: `Picture ${id}` },
}));

const storeApp = (app_key: string, zh: string, en: string) => ({
  id: app_key.length,
  app_key,
  name: { zh, en },
  intro: { zh: '', en: '' },
  logo: null,
  cate: 'practical' as const,
  certified: true,
  source: 'official' as const,
  version: '1.0.0',
  size: 1,
  updated_at: '2026-11-01T00:00:00.000Z',
  os: [],
  arch: [],
  dependencies: [],
  conflicts: [],
  minimum: {},
});
const CATALOGUE = {
  schema_version: 1,
  updated_at: '2026-11-01T00:00:00.000Z',
  as_of: '2026-11-01T00:00:00.000Z',
  removed: [],
  list: [
    storeApp('keel-dns', '龙骨域名', 'Keel DNS'),
    storeApp('openresty', '开放网关', 'OpenResty'),
    storeApp('nginx', '恩金克斯', 'Nginx'),
    ...Array.from({ length: 9 }, (_, index) => storeApp(`web-${index}`, `网 ${index}`, `Web ${index}`)),
  ],
};

function open(detail: DevAppDetail = detailFixture(), at = '') {
  const client = fakeClient(
    [userInfo.index, userFixture({ roles: ['user', 'developer'] })],
    [devApp.detail, detail],
    [appStore.catalog, CATALOGUE],
    [
      devApp.save,
      (input: Partial<DevAppDetail['draft']>) => ({
        ...detail,
        revision: detail.revision + 1,
        draft: {
          ...detail.draft,
          ...input,
          screenshots: input.screenshots ? detail.draft.screenshots.toReversed() : detail.draft.screenshots,
        },
      }),
    ],
  );
  tokenStorage.saveToken('yd_token');
  const view = inShell(<ListingPage />, {
    locale: 'en',
    words: { ...en, developerTerms },
    client,
    path: `/en/developer-center/app-edit?id=7${at}`,
  });
  view.store.dispatch(sessionRestored({ token: 'yd_token', ytToken: '' }));
  render(view.element);
  const sent = () => client.calls.filter(({ endpoint }) => endpoint.url === devApp.save.url);
  return { client, hand: userEvent.setup(), sent, router: view.router, store: view.store };
}

beforeEach(() => {
  localStorage.clear();
  clearMessages();
});

test('[R2.19] [R3.07] saves input automatically and marks a missing language', async () => {
  const { hand, sent } = open(detailFixture({ draft: contentFixture({ intro: { zh: '简介', en: '' } }) }));
  const intro = await screen.findByRole('textbox', { name: 'One-line intro (English)' });
  expect(screen.getByText('No English: the app store shows the Chinese text')).toBeTruthy();
  await hand.type(intro, 'Backs up');
  expect(screen.queryByText('No English: the app store shows the Chinese text')).toBeNull();
  await waitFor(() => expect(sent().at(-1)?.input).toMatchObject({ id: 7, revision: 5 }));
  expect(sent().at(-1)?.input).toMatchObject({ intro: { zh: '简介', en: 'Backs up' } });
  expect(await screen.findByText(/^Draft saved /)).toBeTruthy();
});

test('[R5.09] rejects an intro of 101 characters at its field and saves one of 100', async () => {
  const { hand, sent } = open(detailFixture({ draft: contentFixture({ intro: { zh: '简介', en: '' } }) }));
  const intro = await screen.findByRole('textbox', { name: 'One-line intro (English)' });
  await hand.click(intro);
  await hand.paste('x'.repeat(APP_INTRO_MAX + 1));
  expect(await screen.findByText('Use up to 100 characters')).toBeTruthy();
  expect(intro.getAttribute('aria-invalid')).toBe('true');
  await hand.keyboard('{Backspace}');
  expect(await screen.findByText(/^Draft saved /)).toBeTruthy();
  expect(screen.queryByText('Use up to 100 characters')).toBeNull();
  expect(sent().map(({ input }) => input)).toEqual([
    { id: 7, revision: 5, intro: { zh: '简介', en: 'x'.repeat(100) } },
  ]);
});

test('the counter of a text counts what is stored: no invisible characters, letters with their accents', async () => {
  const { hand } = open(detailFixture({ draft: contentFixture({ intro: { zh: '简介', en: '' } }) }));
  await hand.click(await screen.findByRole('textbox', { name: 'One-line intro (English)' }));
  await hand.paste('\ufeffCafe\u0301 bar\u200b ');
  expect(screen.getByText(`8/${APP_INTRO_MAX}`)).toBeTruthy();
});

test('[R5.09] the checklist links to the incomplete field', async () => {
  const fault = { path: 'licence', message: 'app_licence_required' };
  const { hand } = open(
    detailFixture({
      draft: contentFixture({ licence: '' }),
      checks: [
        { field: 'licence', ok: false, message: 'app_licence_required', faults: [fault] },
        {
          ...{ field: 'changes', ok: false, message: 'field_invalid' },
          faults: [{ path: 'changes[1].text.en', message: 'field_invalid' }],
        },
      ],
    }),
  );
  const list = await screen.findByRole('list', { name: 'Missing content' });
  // Those of the version are on its page.
  expect(within(list).getByRole('link').getAttribute('href')).toBe(
    '/en/developer-center/app-versions?id=7#version-changes[1].text.en',
  );
  await hand.click(within(list).getByRole('button', { name: 'Licence' }));
  const licence = screen.getByRole('textbox', { name: 'Licence' });
  expect(document.activeElement).toBe(licence);
  expect(licence.getAttribute('aria-invalid')).toBe('true');
  // What the user enters is not called missing until it is saved.
  fireEvent.change(licence, { target: { value: 'MIT' } });
  expect(licence.getAttribute('aria-invalid')).toBeNull();
});

test('[R5.09] rejects a screenshot of 3 MB before the upload, not one a byte smaller', async () => {
  const { client } = open();
  const input = await screen.findByLabelText('Add a screenshot');
  const file = (bytes: number) => new File([new Uint8Array(bytes)], `${bytes}.png`, { type: 'image/png' });
  fireEvent.change(input, { target: { files: [file(3_145_728)] } });
  expect(await screen.findByText(/must be under 3 MB/, { selector: '[data-state] > p' })).toBeTruthy();
  expect(client.count(devApp.uploadScreenshot)).toBe(0);
  client.answer(devApp.uploadScreenshot, () => {
    throw silence();
  });
  fireEvent.change(input, { target: { files: [file(3_145_727)] } });
  await waitFor(() => expect(client.count(devApp.uploadScreenshot)).toBe(1));
  expect(await screen.findByRole('button', { name: 'Upload 3145727.png again' })).toBeTruthy();
});

test('[R3.07] reorders screenshots by keyboard', async () => {
  const { hand, sent } = open(detailFixture({ draft: contentFixture({ screenshots }) }));
  const later = await screen.findByRole('button', { name: 'Move screenshot 1 later' });
  later.focus();
  await hand.keyboard('{Enter}');
  const alts = screen.getAllByRole<HTMLInputElement>('textbox', {
    name: /Description of screenshot \d \(English\)/,
  });
  expect(alts.map(({ value }) => value)).toEqual(['Picture 2', 'Picture 1']);
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.input).toMatchObject({ screenshots: [{ id: 2 }, { id: 1 }] });
  // Each description belongs to its own picture.
  fireEvent.change(alts[1] as HTMLElement, { target: { value: 'Plan' } });
  expect(alts.map(({ value }) => value)).toEqual(['Picture 2', 'Plan']);
  // The first one cannot move further.
  await hand.click(screen.getByRole('button', { name: 'Move screenshot 1 earlier' }));
  await hand.click(screen.getByRole('button', { name: 'Move screenshot 2 earlier' }));
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
    'Screenshot 2 is now number 1',
  );
  await hand.click(screen.getByRole('button', { name: 'Remove Screenshot 2' }));
  await waitFor(() => expect(sent().at(-1)?.input).toMatchObject({ screenshots: [{ id: 1 }] }));
});

const suggestion = {
  id: 3,
  version_id: 11,
  round: 1,
  field: 'intro' as const,
  text: 'Say what it backs up.',
  created_at: '2026-11-19T07:08:00.000Z',
  resolved: false,
  answer: null,
  answered_at: null,
};

test('[R3.07] shows a reviewer’s suggestion at its field', async () => {
  const version = versionFixture({ review_status: 'changes_requested', suggestions: [suggestion] });
  const { client, hand } = open(detailFixture({ open_version_id: 11, versions: [version] }));
  const card = await screen.findByRole('article');
  expect(card.textContent).toContain('Say what it backs up.');
  client.answer(devApp.suggestionAnswer, { ...suggestion, resolved: true });
  await hand.click(within(card).getByRole('button', { name: 'Mark as done' }));
  await waitFor(() =>
    expect(client.calls.find(({ endpoint }) => endpoint.url === devApp.suggestionAnswer.url)?.input).toEqual({
      id: 3,
      resolved: true,
    }),
  );
});

test('keeps the focus on a suggestion after answering or cancelling', async () => {
  const version = versionFixture({ review_status: 'changes_requested', suggestions: [suggestion] });
  const { client, hand } = open(detailFixture({ open_version_id: 11, versions: [version] }));
  client.answer(devApp.suggestionAnswer, { ...suggestion, answer: 'It does' });
  const card = await screen.findByRole('article');
  for (const leave of ['Cancel', 'Save reply']) {
    await hand.click(within(card).getByRole('button', { name: 'Reply' }));
    await hand.type(await within(card).findByRole('textbox'), 'It does');
    await hand.click(within(card).getByRole('button', { name: leave }));
    await waitFor(() => expect(document.activeElement).toBe(card));
    expect(within(card).queryByRole('textbox')).toBeNull();
  }
});

test('[R3.07] the checklist follows suggestions settled on the page', async () => {
  const version = versionFixture({ review_status: 'changes_requested', suggestions: [suggestion] });
  const fault = { path: 'intro.suggestion.3', message: 'suggestions_open' };
  const check = { field: 'intro' as const, ok: false, message: fault.message, faults: [fault] };
  const detail = detailFixture({ open_version_id: 11, versions: [version], checks: [check] });
  const { client, hand } = open(detail);
  expect(await screen.findByRole('list', { name: 'Missing content' })).toBeTruthy();
  client.answer(devApp.suggestionAnswer, { ...suggestion, resolved: true });
  client.answer(devApp.detail, { ...detail, ready: true, checks: [{ ...check, ok: true, faults: [] }] });
  await hand.click(screen.getByRole('button', { name: 'Mark as done' }));
  expect(await screen.findByText('Complete. You can submit it for review.')).toBeTruthy();
});

test('shows the version in review and that it must be withdrawn before resubmitting', async () => {
  const version = versionFixture({
    version: '1.1.0',
    review_status: 'in_review',
    submitted_at: '2026-11-19T02:00:00.000Z',
    editable: false,
    suggestions: [suggestion],
  });
  open(
    detailFixture({
      state: 'in_review',
      next_step: 'wait',
      open_version_id: 11,
      coming_version_id: 11,
      versions: [version],
      ready: true,
    }),
  );
  const strip = await screen.findByRole('region', { name: 'App status' });
  expect(strip.textContent).toMatch(/Review1\.1\.0/);
  expect(
    screen.getByText(
      '1.1.0 is in review. To submit the current draft, withdraw that version on the versions page first.',
    ),
  ).toBeTruthy();
  expect(screen.queryByText('Complete. You can submit it for review.')).toBeNull();
  expect(screen.getByRole('link', { name: 'Go to versions' }).dataset['kind']).toBe('line');
  // It is the reviewer's turn.
  expect(within(await screen.findByRole('article')).queryByRole('button')).toBeNull();
});

test.each<[string, Partial<Parameters<typeof detailFixture>[0]>, boolean]>([
  ['with changes, of an app in the store', {}, true],
  ['without changes', { draft_changes: [] }, false],
  ['of an app that is not in the store', { status: 'unpublished' }, false],
  [
    'beside a version in preparation',
    { versions: [versionFixture()], open_version_id: 11, coming_version_id: 11 },
    false,
  ],
])('the checklist of a listing %s lacks a version only if it needs one', async (_what, changes, complete) => {
  const lack = { field: 'version' as const, ok: false, message: 'version_missing' };
  const checks = [{ ...lack, faults: [{ path: 'version', message: 'version_missing' }] }];
  open(detailFixture({ status: 'published', draft_changes: ['intro'], checks, ...changes }));
  const link = await screen.findByRole('link', { name: 'Go to versions' });
  expect(screen.queryByText('Complete. You can submit it for review.') !== null).toBe(complete);
  expect(screen.queryByText('Create a version first') === null).toBe(complete);
  expect(link.dataset['kind']).toBe(complete ? 'primary' : 'line');
});

test('a listing in review is named as such, not by the version that it belongs to', async () => {
  const version = versionFixture({
    version: '1.1.0',
    listing: true,
    review_status: 'in_review',
    editable: false,
  });
  open(detailFixture({ open_version_id: 11, coming_version_id: 11, versions: [version], ready: true }));
  expect(await screen.findByText(/^The listing is in review\./)).toBeTruthy();
  expect(screen.queryByText(/1\.1\.0 is in review/)).toBeNull();
});

test.each([
  ['NO_ANSWER', silence(), 'will be saved automatically'],
  ['FORBIDDEN', rejection('FORBIDDEN'), 'this account can no longer edit apps'],
  ['APP_NOT_FOUND', rejection('APP_NOT_FOUND'), 'this app no longer exists'],
])('on %s keeps the unsaved input and shows the reason', async (_, error, words) => {
  const { client, hand } = open();
  client.answer(devApp.save, () => {
    throw error;
  });
  await hand.type(await screen.findByRole('textbox', { name: 'One-line intro (English)' }), '!');
  expect(await screen.findByText(new RegExp(words))).toBeTruthy();
});

describe('[R3.07] relations', () => {
  const box = (name = 'Add a dependency') => screen.findByRole('combobox', { name });

  test('are searched in the store by keyboard and saved with constraint and note', async () => {
    const { hand, sent } = open();
    await hand.click(await box());
    // By key and by either name; never the app itself.
    await hand.type(await box(), 'n');
    await screen.findByRole('option', { name: 'Nginx nginx' });
    expect(
      within(screen.getByRole('listbox'))
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['Nginx nginx', 'OpenResty openresty', 'System package “n”']);
    await hand.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}');
    expect(within(screen.getByRole('listbox')).getByRole('option', { selected: true }).textContent).toBe(
      'System package “n”',
    );
    await hand.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    await hand.keyboard('{ArrowDown}{Enter}');
    await hand.clear(await box());
    await hand.type(await box(), '恩{Enter}');
    expect(await screen.findByText('Nginx', { selector: 'b' })).toBeTruthy();

    const [constraint] = screen.getAllByLabelText('Version requirement (optional)');
    await hand.type(constraint as HTMLElement, '1.20+');
    const [note] = screen.getAllByLabelText('Note (English)');
    await hand.type(note as HTMLElement, 'ARM');
    const notes = { zh: '', en: 'ARM' };
    await waitFor(() =>
      expect(sent().at(-1)?.input).toMatchObject({
        relations: [
          { kind: 'dependency', app_key: null, package: 'n', constraint: '1.20+', note: notes },
          { kind: 'dependency', app_key: 'nginx', package: null, constraint: '' },
        ],
      }),
    );
  });

  test('further typing starts again at the first result, and leaving closes the list', async () => {
    const { hand } = open();
    const selected = () => within(screen.getByRole('listbox')).getByRole('option', { selected: true });
    await hand.type(await box(), 'n');
    await screen.findByRole('option', { name: 'Nginx nginx' });
    await hand.keyboard('{ArrowDown}');
    expect(selected().textContent).toBe('OpenResty openresty');
    await hand.type(await box(), 'g');
    expect(selected().textContent).toBe('Nginx nginx');
    expect((await box()).getAttribute('aria-activedescendant')).toBe(selected().id);
    // Only the count of the letters at which typing paused.
    await waitFor(() => expect(messageOrToast('status')).toContain('2'));
    await hand.tab();
    expect(screen.queryByRole('listbox')).toBeNull();
    // Whatever its width, accents and case; the first eight, and the package.
    await hand.clear(await box());
    fireEvent.change(await box(), { target: { value: ' ＷÉＢ' } });
    const names = within(screen.getByRole('listbox'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
    expect(names).toEqual([
      ...Array.from({ length: 8 }, (_, index) => `Web ${index} web-${index}`),
      'System package “ＷÉＢ”',
    ]);
  });

  test.each([
    ['Chrome', { isComposing: true }],
    // It ends the composition before the key event.
    ['Safari', { keyCode: 229 }],
  ])('are not added by the Enter that confirms the input method’s words in %s', async (_, key) => {
    const { hand } = open();
    await hand.type(await box(), '恩');
    fireEvent.keyDown(await box(), { key: 'Enter', ...key });
    expect((await box()).getAttribute('aria-expanded')).toBe('true');
    expect((await screen.findByRole<HTMLInputElement>('combobox', { name: 'Add a dependency' })).value).toBe(
      '恩',
    );
    fireEvent.keyDown(await box(), { key: 'Enter' });
    expect((await screen.findByRole<HTMLInputElement>('combobox', { name: 'Add a dependency' })).value).toBe(
      '',
    );
  });

  test('can be a system package and can be removed', async () => {
    const { hand } = open();
    await hand.type(await box('Add a conflict'), 'apache2{Enter}');
    const conflicts = within(screen.getByRole('group', { name: 'Conflicts with' }));
    expect(conflicts.getByText('apache2', { selector: 'b' })).toBeTruthy();
    expect(conflicts.getByText('System package')).toBeTruthy();
    await waitFor(() => expect(messageOrToast('status')).toContain('apache2'));
    await hand.click(conflicts.getByRole('button', { name: 'Remove apache2' }));
    expect(conflicts.queryByText('apache2')).toBeNull();
    expect(document.activeElement).toBe(await box('Add a conflict'));
  });

  test('a package can be entered while the apps do not load, by pointer, and no more than allowed', async () => {
    const relations = Array.from({ length: APP_RELATIONS.count - 1 }, (_, index) => ({
      kind: 'dependency' as const,
      ...{ app_key: null, package: `lib${index}`, constraint: '', note: { zh: '', en: '' } },
    }));
    const { client, hand } = open(detailFixture({ draft: contentFixture({ relations }) }));
    client.answer(appStore.catalog, () => {
      throw silence();
    });
    const conflict = await box('Add a conflict');
    // The apps are asked for once they are needed.
    expect(client.count(appStore.catalog)).toBe(0);
    await hand.click(conflict);
    const part = within(screen.getByRole('group', { name: 'Conflicts with' }));
    expect(
      await part.findByText('The apps could not be loaded. You can still enter package names.'),
    ).toBeTruthy();
    // Asked for again when it is needed again.
    await hand.click(await box());
    await waitFor(() => expect(client.count(appStore.catalog)).toBe(2));
    await hand.type(conflict, 'apache2');
    // The list takes the first Escape, and what is around it the next.
    expect(fireEvent.keyDown(conflict, { key: 'Escape' })).toBe(false);
    expect(conflict.getAttribute('aria-expanded')).toBe('false');
    expect(fireEvent.keyDown(conflict, { key: 'Escape' })).toBe(true);
    expect(conflict.hasAttribute('aria-activedescendant')).toBe(false);
    // Enter opens the list first.
    await hand.keyboard('{Enter}');
    expect(conflict.getAttribute('aria-expanded')).toBe('true');
    await hand.click(part.getByRole('option', { name: 'System package “apache2”' }));
    expect(part.getByText('apache2', { selector: 'b' })).toBeTruthy();
    expect(document.activeElement).toBe(conflict);
    expect(conflict.hasAttribute('readonly')).toBe(true);
    expect(part.getByText(/^Add up to/)).toBeTruthy();
  });

  test('are shown by the name of their app', async () => {
    const relation = { kind: 'conflict' as const, app_key: 'nginx', package: null, constraint: '1.20+' };
    const relations = [{ ...relation, note: { zh: '', en: '' } }];
    const { client } = open(detailFixture({ draft: contentFixture({ relations }) }));
    expect(await screen.findByText('Nginx', { selector: 'b' })).toBeTruthy();
    expect(client.count(appStore.catalog)).toBe(1);
  });

  test('show an unknown app at their field', async () => {
    const { client, hand } = open();
    client.answer(devApp.save, () => {
      throw rejection('VALIDATION_FAILED', { fields: { 'relations[0].app_key': 'relation_unknown' } });
    });
    await hand.type(await box(), 'nginx');
    await hand.click(await screen.findByRole('option', { name: 'Nginx nginx' }));
    expect(await screen.findByText('This app is not in the app store')).toBeTruthy();
  });
});

describe('[R3.07] app ID', () => {
  test('is validated while typing and shows when it is taken', async () => {
    const { client, hand, sent } = open();
    const id = await screen.findByRole<HTMLInputElement>('textbox', { name: 'App ID' });
    expect(id.value).toBe('keel-dns');
    expect(screen.queryByText('It cannot be changed after the first submission.')).toBeNull();
    await hand.clear(id);
    await hand.type(id, 'Keel');
    expect(await screen.findByText(/^Use 3 to 40 lower-case letters/)).toBeTruthy();
    expect(sent()).toHaveLength(0);
    client.answer(devApp.save, () => {
      throw rejection('APP_KEY_TAKEN', { fields: { app_key: 'app_key_taken' } });
    });
    await hand.clear(id);
    await hand.type(id, 'nginx');
    expect(await screen.findByText('This app ID is taken')).toBeTruthy();
    expect(id.value).toBe('nginx');
  });

  test('is read-only after the first submission', async () => {
    open(detailFixture({ app_key_fixed: true }));
    const id = await screen.findByRole<HTMLInputElement>('textbox', { name: 'App ID' });
    expect(id.readOnly).toBe(true);
    expect(screen.getByText('It cannot be changed after the first submission.')).toBeTruthy();
  });
});

test('saves each field: systems and architectures in their own order, texts by part and language, keywords without blanks', async () => {
  const details = { zh: '<p>长</p>', en: '' };
  const { hand, sent } = open(
    detailFixture({ draft: contentFixture({ os: ['debian', 'alma'], arch: ['x86_64'], details }) }),
  );
  const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name });
  await hand.click(await box('Ubuntu'));
  await hand.click(await box('Debian'));
  await hand.click(await box('ARM64'));
  const memory = await screen.findByLabelText('Memory (English)');
  expect(memory.closest('details')?.open).toBe(false);
  await hand.selectOptions(screen.getByRole('combobox', { name: 'Category' }), '');
  fireEvent.change(screen.getByRole('textbox', { name: /Keywords/ }), { target: { value: '夜， 月、日,' } });
  const { editor } = screen.getByRole('textbox', { name: 'Details (English)' }) as HTMLElement & {
    editor: Editor;
  };
  act(() => void editor.commands.insertContent('More'));
  const homepage = screen.getByRole('textbox', { name: /Homepage/ });
  fireEvent.change(homepage, { target: { value: 'https://keel.example' } });
  await waitFor(() => expect(sent().at(-1)?.input).toHaveProperty('homepage', 'https://keel.example'));
  fireEvent.change(homepage, { target: { value: '' } });
  await hand.type(memory, '2');
  await waitFor(() => expect(sent().at(-1)?.input).toHaveProperty('requirements.mem.en', '2'));
  const saved = Object.assign({}, ...sent().map(({ input }) => input)) as DevAppDetail['draft'];
  expect([saved.category, saved.keywords, saved.details, saved.homepage]).toEqual([
    null,
    ['夜', '月', '日'],
    { zh: '<p>长</p>', en: '<p>More</p>' },
    null,
  ]);
  expect([saved.os, saved.arch, saved.requirements.mem.zh, saved.requirements.cpu]).toEqual([
    ['ubuntu', 'alma'],
    ['x86_64', 'arm64'],
    contentFixture().requirements.mem.zh,
    contentFixture().requirements.cpu,
  ]);
});

test.each([
  ['intro.en', 'One-line intro (English)'],
  ['intro.suggestion.3', 'One-line intro (Chinese)'],
  ['os', 'Debian'],
])('an address with at=%s leads to the field “%s”', async (at, name) => {
  open(detailFixture(), `&at=${at}`);
  const field = await screen.findByLabelText(name);
  await waitFor(() => expect(document.activeElement).toBe(field));
});

test('each field is described by the first error of its own path', async () => {
  const both = (path: string) => [`${path}.zh`, `${path}.en`];
  const relation = { kind: 'conflict' as const, app_key: null, package: 'dnsmasq', constraint: '' };
  const draft = contentFixture({ screenshots, relations: [{ ...relation, note: { zh: '', en: '' } }] });
  const controls = [
    ...['name', 'intro', 'description', 'details', 'screenshots[1].alt', 'relations[0].note'].flatMap(both),
    ...Object.keys(draft.requirements).flatMap((part) => both(`requirements.${part}`)),
    ...['app_key', 'category', 'os', 'arch', 'logo', 'screenshots', 'licence', 'homepage', 'keywords'],
    'relations[0].constraint',
  ];
  const texts = Object.entries(validation);
  const errors = [...controls, 'relations', 'relations[0]'].map((path, index) => {
    const [message = '', text = ''] = texts[index] ?? [];
    return { path, message, text };
  });
  const faults = errors.map(({ path, message }) => ({
    path: path === 'keywords' ? 'keywords[1]' : path,
    message,
  }));
  const check = { field: 'name' as const, ok: false, message: 'field_invalid' };
  const later = controls.map((path) => ({ path, message: 'field_invalid' }));
  open(
    detailFixture({
      draft: { ...draft, keywords: ['dns', 'x'] },
      checks: [{ ...check, faults: [...faults, ...later.filter(({ path }) => path !== 'keywords')] }],
    }),
    '&at=licence',
  );
  await screen.findByText('dnsmasq');
  await screen.findByRole('textbox', { name: 'Details (English)' });
  const textOf = (path: string) => {
    const field = document.getElementById(`edit-${path}`);
    const ids = (field?.getAttribute('aria-describedby') ?? '').split(' ');
    return ids.map((id) => document.getElementById(id)?.textContent).join(' ');
  };
  for (const { path, text } of errors.slice(0, controls.length))
    expect([path, textOf(path)]).toEqual([path, expect.stringContaining(text)]);
  const [whole, one] = errors.slice(controls.length);
  expect(screen.getByText(String(whole?.text))).toBeTruthy();
  expect(
    within(document.getElementById('edit-relations[0]') as HTMLElement).getByRole('alert').textContent,
  ).toBe(one?.text);
});

test.each<[string, Partial<DevAppDetail['draft']>, Partial<DevAppDetail['draft']>, string, string[]]>([
  ['Operating systems', { os: ['debian'] }, { os: ['alma'] }, 'Ubuntu', ['Debian, Ubuntu', 'AlmaLinux']],
  ['CPU architecture', { arch: [] }, { arch: ['x86_64'] }, 'ARM64', ['ARM64', 'x86_64']],
])(
  'a conflict in one field alone is shown by its labels: %s',
  async (name, before, theirs, press, values) => {
    const { client, hand } = open(detailFixture({ draft: contentFixture(before) }));
    client.answer(devApp.save, () => {
      client.answer(devApp.detail, detailFixture({ revision: 6, draft: contentFixture(theirs) }));
      throw rejection('EDIT_CONFLICT', { revision: 6 });
    });
    await hand.click(await screen.findByRole('checkbox', { name: press }));
    const clash = await screen.findByRole('region', { name });
    expect([...clash.querySelectorAll('dd')].map(({ textContent }) => textContent)).toEqual(values);
    expect(screen.getAllByRole('button', { name: 'Use theirs' })).toHaveLength(1);
  },
);

test('shows conflicts with labels and pictures and applies the choice to the fields', async () => {
  const logo = (id: number) => ({ id, src: `/uploads/logo-${id}.webp` });
  const relations = (name: string, kind: 'dependency' | 'conflict' = 'dependency') => [
    { kind, app_key: null, package: name, constraint: '', note: { zh: '', en: '' } },
  ];
  const at = (revision: number, changes: Partial<DevAppDetail['draft']>, app_key = 'keel-dns') =>
    detailFixture({ revision, app_key, draft: contentFixture(changes) });
  const mine = at(5, {
    category: 'practical',
    logo: logo(1),
    keywords: ['night'],
    relations: relations('a'),
  });
  const { client, hand } = open(mine);
  const edited = Promise.withResolvers<void>();
  let first = true;
  client.answer(devApp.save, async () => {
    if (!first) throw silence();
    first = false;
    // Whichever edit the autosave begins with, its conflict is answered after the last one.
    await edited.promise;
    const theirs = { category: 'runtime' as const, logo: logo(2), keywords: ['day', 'dusk'] };
    client.answer(devApp.detail, at(6, { ...theirs, relations: relations('b', 'conflict') }, 'keel-two'));
    throw rejection('EDIT_CONFLICT', { revision: 6 });
  });
  const keywords = await screen.findByRole<HTMLInputElement>('textbox', { name: /Keywords/ });
  expect(keywords.value).toBe('night');
  await hand.type(keywords, ', moon,');
  expect(keywords.value).toBe('night, moon,');
  await hand.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'System');
  await hand.click(screen.getByRole('button', { name: /remove.*logo/i }));
  await hand.type(screen.getByRole('textbox', { name: 'App ID' }), '-one');
  fireEvent.change(await screen.findByLabelText('Note (English)'), { target: { value: 'ARM' } });
  edited.resolve();

  const clash = async (name: string) => within(await screen.findByRole('region', { name }));
  const choices = await clash('Category');
  expect(choices.getByText('System')).toBeTruthy();
  expect(choices.getByText('Runtime')).toBeTruthy();
  const logos = await clash('Logo');
  expect(logos.getByText('–')).toBeTruthy();
  expect(logos.getByRole<HTMLImageElement>('img', { name: 'Logo' }).src).toMatch(/logo-2\.webp$/);
  const key = await clash('App ID');
  expect([key.getByText('keel-dns-one'), key.getByText('keel-two')]).toHaveLength(2);
  const [before, now] = (await clash('Dependencies and conflicts')).getAllByRole('definition');
  expect([before?.textContent, now?.textContent]).toEqual([
    'Requires / a / – / ARM',
    'Conflicts with / b / – / –',
  ]);
  const words = await clash('Keywords');
  await hand.click(words.getByRole('button', { name: 'Use theirs' }));
  expect(keywords.value).toBe('day, dusk');
});

describe('recorded pages', () => {
  const opened = async (detail: DevAppDetail, at = '') => {
    let view!: ReturnType<typeof open>;
    const page = await markupOf(() => (view = open(detail, at)));
    return { ...view, page };
  };
  const MESSAGES: Record<string, string> = { name: 'app_name_required', licence: 'app_licence_required' };
  const lackOf = (field: string): string => MESSAGES[field] ?? `${field}_required`;
  const fault = (path: string) => ({ path, message: lackOf(path.split('.')[0] ?? '') });

  test('an empty listing, and one whose missing fields are asked for', async () => {
    const none = { zh: '', en: '' };
    const draft = contentFixture({ name: none, intro: none, category: null, os: [], arch: [], licence: '' });
    const paths = ['name.zh', 'intro.zh', 'details.zh', 'category', 'os', 'arch', 'screenshots', 'licence'];
    const checks = (
      ['name', 'intro', 'details', 'category', 'os', 'arch', 'screenshots', 'licence'] as const
    ).map((field) => ({
      ...{ field, ok: false, message: lackOf(field) },
      faults: paths.filter((path) => path.startsWith(field)).map(fault),
    }));
    expect((await opened(detailFixture({ draft }))).page).toMatchSnapshot();
    cleanup();
    const { page } = await opened(detailFixture({ draft, checks }), '&at=intro.zh');
    expect(page).toMatchSnapshot();
  });

  test('a complete listing with a suggestion at each field, and the search for an app', async () => {
    const both = (text: string) => ({ zh: `${text}中`, en: text });
    const relation = { constraint: '>= 1.0', note: both('Note') };
    const draft = contentFixture({
      ...{ description: both('Short'), details: both('<p>Long</p>'), category: 'recommend', screenshots },
      ...{
        logo: { id: 3, src: '/uploads/3.png' },
        keywords: ['dns', 'domain'],
        homepage: 'https://keel.example',
      },
      requirements: { ...contentFixture().requirements, mem: both('2 GB') },
      relations: [
        { kind: 'dependency', app_key: 'openresty', package: null, ...relation },
        { kind: 'conflict', app_key: null, package: 'dnsmasq', ...relation },
      ],
    });
    const fields = [
      ...([
        'name',
        'intro',
        'description',
        'category',
        'os',
        'arch',
        'logo',
        'screenshots',
        'details',
      ] as const),
      ...(['licence', 'homepage', 'keywords', 'requirements', 'relations'] as const),
    ];
    const suggestions = fields.map((field, index) => ({
      ...{ id: index + 1, version_id: 11, round: 1, field, text: `About ${field}`, resolved: index === 1 },
      ...{ created_at: '2026-11-18T02:00:00.000Z', answer: null, answered_at: null },
    }));
    const version = versionFixture({ review_status: 'changes_requested', round: 1, suggestions });
    const detail = detailFixture({
      ...{
        draft,
        open_version_id: 11,
        coming_version_id: 11,
        versions: [version],
        app_key_fixed: true,
        ready: true,
      },
    });
    const { hand, page } = await opened(detail);
    expect(page).toMatchSnapshot();
    const search = screen.getByRole('combobox', { name: 'needs.add_conflict' });
    await hand.type(search, 'n');
    await hand.keyboard('{ArrowDown}');
    await waitFor(() => expect(messageOrToast('status')).toContain('needs.results'));
    expect(markup(search.closest('[role=group]') as Element)).toMatchSnapshot();
  });
});

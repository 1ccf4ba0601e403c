import { describe, expect, test } from '@jest/globals';
import { devApp, type DevAppDetail } from '@yunduo/api-contract';
import { inShell } from '@yunduo/app-shell/testing';
import { publishingApi } from '@yunduo/data-access';
import { fakeClient } from '@yunduo/data-access/testing';
import { developerTerms as enTerms } from '@yunduo/i18n/en/developer-terms';
import { developerTerms as zhTerms } from '@yunduo/i18n/zh/developer-terms';
import { en } from '@yunduo/i18n-developer-console/en';
import { zh } from '@yunduo/i18n-developer-console/zh';
import type { BadgeTone } from '@yunduo/ui';
import { APP_NEXT_STEPS } from '@yunduo/validation';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { IS_DUE, STATE_TONES, wayTo } from '../parts/app-state.ts';
import { REVIEW_TONES, STATUS_TONES } from '../parts/tones.ts';
import StatusStrip from './status-strip.tsx';
import { detailFixture, versionFixture } from './detail.fixture.ts';

const live = versionFixture({
  id: 10,
  version: '1.0.0',
  review_status: 'released',
  released_at: '2026-11-03T02:00:00.000Z',
});
const inReview = versionFixture({
  id: 11,
  version: '1.1.0',
  review_status: 'in_review',
  submitted_at: '2026-11-19T02:00:00.000Z',
  due_at: '2026-11-24T02:00:00.000Z',
});
const published = {
  status: 'published',
  state: 'published',
  next_step: 'new_version',
  current_version_id: 10,
  draft_changes: [],
  versions: [live],
} satisfies Partial<DevAppDetail>;

function show(
  changes: Partial<DevAppDetail>,
  here: 'edit' | 'versions' | 'preview' = 'versions',
  locale: 'zh' | 'en' = 'en',
) {
  const client = fakeClient();
  const view = inShell(<StatusStrip detail={detailFixture(changes)} here={here} />, {
    locale,
    words: locale === 'en' ? { ...en, developerTerms: enTerms } : { ...zh, developerTerms: zhTerms },
    client,
  });
  render(view.element);
  const strip = within(screen.getByRole('region'));
  const fact = (term: string) => strip.getByText(term).nextElementSibling?.textContent ?? '';
  return { ...view, client, strip, fact };
}

describe('app status', () => {
  test('shows the store version, the running review with its deadline and the draft’s changes', () => {
    const { strip, fact } = show({
      ...published,
      state: 'in_review',
      next_step: 'wait',
      versions: [inReview, live],
      open_version_id: 11,
      coming_version_id: 11,
      draft_changes: ['intro', 'screenshots'],
    });
    expect(fact('App store')).toMatch(/^1\.0\.0 since 3\u00a0Nov\u00a02026/);
    expect(strip.getByRole('link', { name: 'View store page' }).getAttribute('href')).toBe('/en/store/7');
    expect(fact('Review')).toMatch(
      /^1\.1\.0 In review.*Submitted 19\u00a0Nov\u00a02026, decision by 24\u00a0Nov\u00a02026, 10:00/,
    );
    expect(fact('Draft')).toBe('Differs from the store: One-line intro, Screenshots');
    expect(strip.getByRole('link', { name: 'View submission' }).getAttribute('href')).toBe('#coming');
  });

  test('shows a listing review in Chinese', () => {
    const { fact } = show(
      {
        ...published,
        state: 'in_review',
        next_step: 'wait',
        listing_since: '2026-11-10T02:00:00.000Z',
        versions: [live, { ...inReview, version: '1.0.0', listing: true }],
        coming_version_id: 11,
        draft_changes: ['logo'],
      },
      'versions',
      'zh',
    );
    expect(fact('应用商店')).toMatch(/^1\.0\.0，2026年11月3日上架资料更新于 2026年11月10日/);
    expect(fact('审核')).toMatch(/^应用资料 审核中2026年11月19日 提交，2026年11月24日 10:00 前给出结论/);
    expect(fact('草稿')).toBe('与商店不同：图标');
  });

  test.each<[string, Partial<DevAppDetail>, 'edit' | 'versions' | 'preview', string | null, string | null]>([
    ['a first draft, in its editor', {}, 'edit', null, null],
    ['a first draft, in its preview', {}, 'preview', 'Complete listing', '/app-edit?id=7'],
    [
      'a changed listing, in the editor',
      { ...published, state: 'changed', next_step: 'submit_listing', draft_changes: ['name'] },
      'edit',
      'Submit listing',
      '/app-versions?id=7#listing',
    ],
    [
      'suggestions, in the editor',
      { state: 'changes_requested', next_step: 'answer' },
      'edit',
      'View suggestions',
      '/app-versions?id=7#version-suggestions',
    ],
    ['an approval', { state: 'approved', next_step: 'release' }, 'versions', 'Release', '#coming'],
    [
      'an unpublished app',
      { ...published, status: 'unpublished', state: 'unpublished', next_step: 'relist' },
      'preview',
      'Publish again',
      '/app-versions?id=7#records',
    ],
  ])('shows the next step for %s', (_, changes, here, name, way) => {
    const { strip } = show(changes, here);
    const links = strip.queryAllByRole('link').filter(({ dataset }) => dataset['kind']);
    expect(links.map(({ textContent }) => textContent)).toEqual(name === null ? [] : [name]);
    if (way)
      expect(links[0]?.getAttribute('href')).toMatch(
        way.startsWith('#') ? way : new RegExp(`${way.replace('?', '\\?')}$`),
      );
  });

  test.each([
    [['release'], 'Approved, ready for you to release'],
    [[], 'Approved, can be released once the app is published again'],
  ] as const)('an approval says whether it can be released now (%j)', (actions, text) => {
    const approved = versionFixture({ id: 11, review_status: 'approved', actions: [...actions] });
    expect(show({ versions: [approved], coming_version_id: 11 }).fact('Review')).toMatch(
      new RegExp(`${text}$`),
    );
  });

  test('counts missing items, for a listing only those of the listing', () => {
    const lack = { ok: false, message: 'intro_required', faults: [] };
    const checks: DevAppDetail['checks'] = [
      { ...lack, field: 'intro' },
      { ...lack, field: 'version' },
    ];
    show({ state: 'draft', next_step: 'submit', checks });
    expect(screen.getByText('2 items missing')).toBeTruthy();
    cleanup();
    show({ ...published, state: 'changed', next_step: 'submit_listing', draft_changes: ['name'], checks });
    expect(screen.getByText('1 item missing')).toBeTruthy();
  });

  test('only beside the editor says that saved content is compared', () => {
    const changed = { ...published, draft_changes: ['name' as const] };
    expect(show(changed, 'edit').fact('Draft')).toContain('Saved content is compared');
    cleanup();
    expect(show(changed, 'preview').fact('Draft')).not.toContain('Saved content');
  });

  test('follows saves of the editor', async () => {
    const { store, client, fact, strip } = show(published, 'edit');
    expect(fact('Draft')).toBe('Same as in the store');
    expect(strip.getByRole('link', { name: 'New version' })).toBeTruthy();
    client.answer(devApp.save, { id: 7, revision: 6, draft_changes: ['licence'] });
    await act(async () => {
      await store.dispatch(
        publishingApi.endpoints.devAppSave.initiate({ id: 7, revision: 5, licence: 'MIT' }),
      );
    });
    await waitFor(() => expect(fact('Draft')).toMatch(/^Differs from the store: Licence/));
    expect(strip.getByText('New changes')).toBeTruthy();
    expect(strip.getByRole('link', { name: 'Submit listing' })).toBeTruthy();
  });

  test('the last of several saves counts, not that of another app nor one that the detail contains', async () => {
    const { store, client, fact } = show({ ...published, revision: 5 }, 'edit');
    const save = (id: number, revision: number, field: 'licence' | 'intro' | 'name') =>
      act(async () => {
        client.answer(devApp.save, { id, revision, draft_changes: [field] });
        await store.dispatch(
          publishingApi.endpoints.devAppSave.initiate({ id, revision: revision - 1, licence: 'MIT' }),
        );
      });
    await save(7, 6, 'licence');
    await save(7, 7, 'intro');
    await save(8, 8, 'name');
    await save(7, 5, 'name');
    // The store tells of several changes in one frame.
    await act(() => new Promise<void>((told) => requestAnimationFrame(() => told())));
    expect(fact('Draft')).toMatch(/^Differs from the store: One-line intro/);
  });
});

test('each next step has its place and its weight', () => {
  const edit = '/developer-center/app-edit?id=7';
  const versions = '/developer-center/app-versions?id=7';
  const places = APP_NEXT_STEPS.map((step) => [
    ...[step, IS_DUE.has(step), wayTo(step, 7), wayTo(step, 7, 'edit'), wayTo(step, 7, 'versions')],
  ]);
  expect(places).toEqual([
    ['complete', true, edit, null, edit],
    ['submit', true, `${versions}#coming`, `${versions}#coming`, '#coming'],
    ['wait', false, `${versions}#coming`, `${versions}#coming`, '#coming'],
    ['answer', true, edit, `${versions}#version-suggestions`, edit],
    ['appeal', false, `${versions}#coming`, `${versions}#coming`, '#coming'],
    ['release', true, `${versions}#coming`, `${versions}#coming`, '#coming'],
    ['submit_listing', true, `${versions}#listing`, `${versions}#listing`, '#listing'],
    ['new_version', false, `${versions}#new`, `${versions}#new`, '#new'],
    ['relist', false, `${versions}#records`, `${versions}#records`, '#records'],
    ['none', false, `${versions}#records`, `${versions}#records`, '#records'],
  ]);
});

test('states are coloured by what they mean for the developer', () => {
  const byTone = (tones: Readonly<Record<string, BadgeTone>>) =>
    Object.entries(Object.groupBy(Object.keys(tones), (name) => tones[name] ?? 'neutral')).sort();
  expect(byTone(STATE_TONES)).toEqual([
    ['bad', ['rejected', 'taken_down']],
    ['brand', ['in_review', 'changed']],
    ['good', ['approved', 'published']],
    ['neutral', ['draft', 'withdrawn', 'unpublished']],
    ['warn', ['changes_requested']],
  ]);
  expect(byTone(REVIEW_TONES)).toEqual([
    ['bad', ['rejected', 'yanked']],
    ['brand', ['in_review']],
    ['good', ['approved', 'released']],
    ['neutral', ['draft', 'withdrawn', 'superseded']],
    ['warn', ['changes_requested']],
  ]);
  expect(byTone(STATUS_TONES)).toEqual([
    ['good', ['published']],
    ['neutral', ['unpublished']],
    ['warn', ['pending_release']],
  ]);
});

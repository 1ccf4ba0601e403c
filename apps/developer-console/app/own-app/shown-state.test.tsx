import { describe, expect, test } from '@jest/globals';
import type { DevAppDetail } from '@yunduo/api-contract';
import { inShell } from '@yunduo/app-shell/testing';
import { fakeClient } from '@yunduo/data-access/testing';
import { en } from '@yunduo/i18n-developer-console/en';
import { zh } from '@yunduo/i18n-developer-console/zh';
import { render } from '@testing-library/react';
import { detailFixture, versionFixture } from './detail.fixture.ts';
import { ShownState } from './shown-state.tsx';

const live = versionFixture({ id: 10, version: '1.0.0', review_status: 'released' });
const inReview = versionFixture({
  id: 11,
  version: '1.1.0',
  review_status: 'in_review',
  submitted_at: '2026-11-19T02:00:00.000Z',
});
const published = { status: 'published', current_version_id: 10 } as const;

const said = (
  changes: Partial<DevAppDetail>,
  here: 'edit' | 'versions' | 'preview',
  locale: 'zh' | 'en' = 'en',
) =>
  render(
    inShell(<ShownState detail={detailFixture(changes)} here={here} />, {
      locale,
      words: locale === 'en' ? en : zh,
      client: fakeClient(),
    }).element,
  ).container.textContent;

describe('a page of an app says which of draft, submission and store is on it', () => {
  test.each<[string, Partial<DevAppDetail>, 'edit' | 'versions' | 'preview', string]>([
    [
      'the editor of an app that nobody has seen',
      {},
      'edit',
      'You are editing the draft. The store does not show the app yet.',
    ],
    [
      'the editor while a first version is under review',
      { versions: [inReview], open_version_id: 11 },
      'edit',
      'You are editing the draft. The store does not show the app yet. Under review is 1.1.0, as submitted 19 Nov 2026, 10:00 (Beijing time). What you saved later is not part of it.',
    ],
    [
      'the editor of a published app whose next version is under review',
      { ...published, versions: [inReview, live], open_version_id: 11 },
      'edit',
      'You are editing the draft. The store shows 1.0.0; saving the draft does not change it. Under review is 1.1.0, as submitted 19 Nov 2026, 10:00 (Beijing time). What you saved later is not part of it.',
    ],
    [
      'the preview of a draft that differs',
      { ...published, versions: [live] },
      'preview',
      'This shows the draft. The store shows 1.0.0; saving the draft does not change it. The draft differs from the store.',
    ],
    [
      'the versions where the draft says the same',
      { ...published, versions: [live], draft_differs: false },
      'versions',
      'These are the versions; what is submitted is the saved draft. The store shows 1.0.0; saving the draft does not change it. The draft says the same as the store.',
    ],
    [
      'the versions where one is approved and waits for its release',
      {
        ...published,
        versions: [{ ...inReview, review_status: 'approved' }, live],
      },
      'versions',
      'These are the versions; what is submitted is the saved draft. The store shows 1.0.0; saving the draft does not change it. The draft differs from the store. Approved but not released is 1.1.0, as submitted 19 Nov 2026, 10:00 (Beijing time).',
    ],
    [
      'the editor of an app that was taken out',
      { status: 'unpublished', current_version_id: 10, versions: [live] },
      'edit',
      'You are editing the draft. The app is unpublished: the store does not show it.',
    ],
  ])('%s', (_, changes, here, text) => {
    expect(said(changes, here)).toBe(text);
  });

  test('in Chinese', () => {
    expect(said({ ...published, versions: [inReview, live] }, 'edit', 'zh')).toBe(
      '你在编辑草稿。商店里是 1.0.0 版，保存草稿不会改变它。审核中的是 1.1.0 版，内容是 2026年11月19日 10:00 提交时的样子。之后保存的内容不在里面。',
    );
  });
});

import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import {
  adminReview,
  appStore,
  site,
  userInfo,
  type Endpoint,
  type ReviewChecklist,
  type ReviewClaim,
  type ReviewDetail,
  type ReviewItem,
} from '@yunduo/api-contract';
import { Toasts } from '@yunduo/app-shell';
import {
  clearMessages,
  copied,
  hideTab,
  inShell,
  message,
  messageOrToast,
  outline,
} from '@yunduo/app-shell/testing';
import { reviewApi } from '@yunduo/data-access';
import { fakeClient, rejection, silence } from '@yunduo/data-access/testing';
import { developerTerms as enTerms } from '@yunduo/i18n/en/developer-terms';
import { developerTerms as zhTerms } from '@yunduo/i18n/zh/developer-terms';
import { en } from '@yunduo/i18n-developer-console/en';
import { zh } from '@yunduo/i18n-developer-console/zh';
import { sessionEnded, sessionRestored, tokenStorage } from '@yunduo/session';
import { userFixture } from '@yunduo/session/testing';
import {
  MINUTE,
  REJECT_REASONS,
  REVIEW_CHECK_ITEMS,
  REVIEW_CHECK_NOTE_MAX,
  REVIEW_CLAIM_TTL,
  REVIEW_REASON_MAX,
  SUGGESTION_FIELDS,
} from '@yunduo/validation';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ReviewPage } from './review-page.tsx';

const both = (text: string) => ({ zh: `${text}（中）`, en: text });
const reviewer = userFixture({ email: 'reviewer@yunduo.test', roles: ['user', 'reviewer'] });
const claimOf = (mine: boolean): ReviewClaim => ({
  reviewer: { id: mine ? 7 : 8, nickname: mine ? 'Me' : 'Mei' },
  mine,
  claimed_at: '2026-11-20T02:00:00.000Z',
  expires_at: '2026-11-20T04:00:00.000Z',
});
const item = (id: number, changes: Partial<ReviewItem> = {}): ReviewItem => ({
  version_id: id,
  version: '1.0.0',
  listing: false,
  working_days_left: 2,
  round: 1,
  app: { id, app_key: `app-${id}`, name: `Keel ${id}`, logo: null, live: false },
  developer: { id: 3, nickname: 'Lin' },
  appeal: false,
  submitted_at: '2026-11-19T02:00:00.000Z',
  due_at: '2026-11-24T02:00:00.000Z',
  overdue: false,
  due_soon: false,
  claim: null,
  own: false,
  ...changes,
});
const queueOf = (list: ReviewItem[]) => ({
  list,
  total: list.length,
  page: 1,
  page_size: 20,
  counts: { all: 4, mine: 1, unclaimed: 2, overdue: 1, appeals: 1 },
  server_time: '2026-11-20T02:00:00.000Z',
});
const checklist: ReviewChecklist = {
  items: REVIEW_CHECK_ITEMS.map((name) => ({ item: name, title: both(`Item ${name}`), hint: both('Look') })),
  reasons: REJECT_REASONS.map((reason) => ({ reason, title: both(`Because ${reason}`) })),
  fields: SUGGESTION_FIELDS.map((field) => ({ field, title: both(field) })),
};
const suggestion = (changes: Partial<ReviewDetail['suggestions'][number]> = {}) => ({
  id: 40,
  round: 1,
  field: 'intro' as const,
  text: 'Say what it backs up',
  created_at: '2026-11-18T02:00:00.000Z',
  removable: false,
  answer: 'Done so',
  answered_at: '2026-11-19T02:00:00.000Z',
  resolved_at: null,
  resolved_by: null,
  ...changes,
});
const detail = (changes: Partial<ReviewDetail> = {}): ReviewDetail => ({
  version_id: 9,
  listing: false,
  working_days_left: 2,
  rounds: [],
  round: 2,
  review_status: 'in_review',
  appeal: false,
  submitted_at: '2026-11-19T02:00:00.000Z',
  due_at: '2026-11-24T02:00:00.000Z',
  overdue: false,
  due_soon: false,
  decided_at: null,
  app: {
    id: 1,
    app_key: 'keel',
    status: 'pending_release',
    certified: false,
    source: 'user',
    free: true,
    download_num: 0,
    downloads: both('0'),
    first_published_at: null,
    store_name: null,
    taken_down: false,
  },
  developer: { id: 3, nickname: 'Lin' },
  own: false,
  rejected_by_reader: false,
  claim: null,
  decidable: true,
  content: {
    name: both('Keel'),
    intro: both('Backs up'),
    description: both(''),
    details: { zh: '', en: '' },
    category: 'practical',
    os: ['debian'],
    arch: ['x86_64'],
    logo: null,
    screenshots: [],
    keywords: ['backup'],
    licence: 'MIT',
    homepage: null,
    requirements: {
      os: both(''),
      gpu: both(''),
      hard_disk: both(''),
      mem: both('1 GB'),
      cpu: both(''),
      network_card: both(''),
    },
    relations: [],
  },
  facts: {
    version: '1.0.0',
    git_version: 'v1.0.0',
    git_commit: '5d41402abc4b2a76b9719d911017c592ae2f5c1b',
    package_sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    repo_url: 'https://git.example.com/keel',
    size: 1000,
    human_size: '1 KB',
    description: both('First'),
    changes: [],
  },
  difference: {
    base: 'submission',
    base_version: '1.0.0',
    base_round: 1,
    base_at: '2026-11-17T02:00:00.000Z',
    fields: [
      {
        field: 'intro',
        locale: 'en',
        kind: 'text',
        before: null,
        after: null,
        parts: [
          { change: 'same', text: 'Backs up ' },
          { change: 'removed', text: 'anything' },
          { change: 'added', text: 'databases' },
        ],
        added: [],
        removed: [],
        pictures: [],
      },
      {
        field: 'screenshots',
        locale: null,
        kind: 'pictures',
        before: null,
        after: null,
        parts: [],
        added: [],
        removed: [],
        pictures: [
          { change: 'moved', id: 1, src: '/uploads/a.webp', alt: 'Plan', from: 2, to: 1 },
          { change: 'same', id: 2, src: '/uploads/b.webp', alt: 'List', from: 1, to: 2 },
        ],
      },
      {
        field: 'os',
        locale: null,
        kind: 'list',
        before: 'AlmaLinux',
        after: 'Rocky Linux',
        parts: [],
        added: ['Rocky Linux'],
        removed: ['AlmaLinux'],
        pictures: [],
      },
    ],
  },
  suggestions: [suggestion()],
  look_alikes: [{ app_id: 5, app_key: 'kee1', name: both('Kee1'), status: 'published' }],
  timeline: [],
  checklist: { decided_at: null, checks: [] },
  ...changes,
});
// A long page: elements are found by text, since queries by role traverse the whole page.
const PASSED = {
  decided_at: '2026-11-18T02:00:00.000Z',
  checks: REVIEW_CHECK_ITEMS.map((name) => ({ item: name, answer: 'yes' as const, note: '' })),
};

type Answer = [Endpoint, object | ((input: never) => unknown)];

function open(search: string, answers: Answer[] = [], { locale = 'en' as 'zh' | 'en' } = {}) {
  const client = fakeClient(
    [userInfo.index, reviewer],
    [adminReview.checklist, checklist],
    [adminReview.queue, queueOf([])],
  );
  for (const [endpoint, data] of answers) client.answer(endpoint, data);
  const view = inShell(<ReviewPage />, {
    locale,
    words: locale === 'zh' ? { ...zh, developerTerms: zhTerms } : { ...en, developerTerms: enTerms },
    client,
    path: `${locale === 'en' ? '/en' : ''}/developer-center/review${search}`,
    frame: <Toasts />,
  });
  tokenStorage.saveToken('yd_token');
  view.store.dispatch(sessionRestored({ token: 'yd_token', ytToken: '' }));
  render(view.element);
  const inputs = (endpoint: Endpoint) =>
    client.calls.filter((call) => call.endpoint.url === endpoint.url).map(({ input }) => input);
  return { ...view, client, inputs, hand: userEvent.setup() };
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  clearMessages();
});
const toast = () => document.querySelector('[data-above-dialogs]')?.textContent;
/** A form has this time to show its rejection; then a toast would repeat it. */
const whenFormsHaveShown = () => act(() => void jest.advanceTimersByTime(200));

test('redirects to sign-in with the current version when another tab signs out', async () => {
  const { store, router } = open('?id=9', [[adminReview.detail, detail()]]);
  await screen.findByText('Compared with submission 1 of 17 Nov 2026.');
  act(() => void store.dispatch(sessionEnded()));
  await waitFor(() => expect(router.state.location.pathname).toBe('/en/login'));
  const from = new URLSearchParams(router.state.location.search).get('from');
  expect(from).toBe('/en/developer-center/review?id=9');
});

describe('review queue', () => {
  test.each([
    ['zh', '已逾期', '即将到期', '待认领', '4 个版本待审核，最紧急的排在最前。'],
    ['en', 'Overdue', 'Due soon', 'Unclaimed', '4 versions are waiting for review, most urgent first.'],
  ] as const)('shows deadlines and claims in %s', async (locale, late, soon, free, lead) => {
    const list = [
      item(1, { overdue: true }),
      item(2, { due_soon: true, claim: claimOf(false), listing: true }),
    ];
    open('', [[adminReview.queue, queueOf(list)]], { locale });
    const [, first, second] = (await screen.findAllByRole('row')) as [HTMLElement, HTMLElement, HTMLElement];
    expect(within(first).getByText(late)).toBeTruthy();
    expect(within(first).getByText(free)).toBeTruthy();
    expect(within(second).getByText(soon)).toBeTruthy();
    expect(within(second).getByText('Mei')).toBeTruthy();
    expect(within(second).queryByText(/earlier version is live/)).toBeNull();
    expect(within(first).getByRole('link').getAttribute('href')).toMatch(/developer-center\/review\?id=1$/);
    expect(screen.getByText(lead)).toBeTruthy();
  });

  test('a row names the app, its state, its developer and its claim', async () => {
    const app = { id: 3, app_key: 'keel-3', name: '', logo: null, live: true };
    const gone = { developer: null, claim: claimOf(true), round: 4 };
    open('', [
      [
        adminReview.queue,
        queueOf([
          item(1, { appeal: true, own: true, working_days_left: 1 }),
          item(3, { ...gone, app, listing: true, overdue: true, working_days_left: 0 }),
        ]),
      ],
    ]);
    const [, first, second] = (await screen.findAllByRole('row')) as [HTMLElement, HTMLElement, HTMLElement];
    const of = (row: HTMLElement) => [...row.children].map(({ textContent }) => textContent);
    expect(of(first)).toEqual([
      expect.stringMatching(/Keel 1app-1Your own app$/),
      '1.0.0 Appeal Submission 1',
      'Lin',
      '19\u00a0Nov\u00a02026, 10:00',
      '24\u00a0Nov\u00a02026, 10:001 working day left',
      'Unclaimed',
    ]);
    expect(of(second)).toEqual([
      expect.stringMatching(/keel-3keel-3$/),
      '1.0.0  Listing onlySubmission 4An earlier version is live',
      'Deleted account',
      '19\u00a0Nov\u00a02026, 10:00',
      '24\u00a0Nov\u00a02026, 10:00Overdue',
      'You',
    ]);
    expect(await outline()).toMatchSnapshot();
  });

  test.each([
    ['', 'No versions waiting for review', null],
    ['?filter=appeals', 'No matching versions', '/en/developer-center/review'],
  ])('without a row says why (%s)', async (search, text, all) => {
    open(search);
    expect(await screen.findByText(text)).toBeTruthy();
    const link = screen.queryByRole('link', { name: 'Show all' });
    expect(link?.getAttribute('href') ?? null).toBe(all);
  });

  test('is read again each minute while it is shown and by a reviewer who comes back, and so is a version', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    try {
      const { client, router, store } = open('', [
        [adminReview.queue, queueOf([item(1)])],
        [adminReview.detail, detail()],
      ]);
      await screen.findByText('Keel 1');
      const display = hideTab(store);
      await act(() => jest.advanceTimersByTimeAsync(150_000));
      expect(client.count(adminReview.queue)).toBe(1);
      display();
      await act(() => jest.advanceTimersByTimeAsync(60_500));
      expect(client.count(adminReview.queue)).toBe(2);
      for (const times of [1, 2]) {
        await act(() => router.navigate('/en/developer-center/review?id=9'));
        await screen.findByText('Submitted content');
        await waitFor(() => expect(client.count(adminReview.detail)).toBe(times));
        await act(() => router.navigate('/en/developer-center/review'));
        await screen.findByText('Keel 1');
      }
      await waitFor(() => expect(client.count(adminReview.queue)).toBe(4));
      // Another version is another page.
      await act(() => router.navigate('/en/developer-center/review?id=9'));
      await screen.findByText('Submitted content');
      await act(() => router.navigate('/en/developer-center/review?id=10'));
      await waitFor(() =>
        expect(client.calls.findLast(({ endpoint }) => endpoint === adminReview.detail)?.input).toEqual({
          version_id: 10,
        }),
      );
    } finally {
      jest.useRealTimers();
    }
  });

  test.each(['', '?id=9'])('a reviewer whose page did not load can ask again (%s)', async (search) => {
    const lost = () => {
      throw silence();
    };
    const { client, hand } = open(search, [
      [adminReview.queue, lost],
      [adminReview.detail, lost],
    ]);
    const again = await screen.findByText(en.frame.part_failed.retry);
    expect(screen.queryByText('Version not found')).toBeNull();
    client.answer(adminReview.queue, queueOf([item(1)]));
    client.answer(adminReview.detail, detail());
    await hand.click(again);
    expect(await screen.findByText(search ? 'Submitted content' : 'Keel 1')).toBeTruthy();
  });

  test('has filters with counts and their own URLs; the versions of one are not shown under another', async () => {
    const overdue = Promise.withResolvers<object>();
    const answer = ({ filter }: { filter: string }) =>
      filter === 'overdue' ? overdue.promise : queueOf([item(1)]);
    const { inputs, hand } = open('?filter=mine', [[adminReview.queue, answer]]);
    const filters = within(await screen.findByRole('navigation', { name: 'Filter' }));
    expect((await filters.findByRole('link', { name: 'Unclaimed 2' })).getAttribute('href')).toBe(
      '/en/developer-center/review?filter=unclaimed',
    );
    expect(await outline()).toMatchSnapshot();
    await hand.click(filters.getByRole('link', { name: 'Overdue 1' }));
    await waitFor(() =>
      expect(inputs(adminReview.queue)).toEqual([
        { filter: 'mine', page: 1 },
        { filter: 'overdue', page: 1 },
      ]),
    );
    expect(await screen.findByText(en.review.loading)).toBeTruthy();
    expect(screen.queryByText('Keel 1')).toBeNull();
    overdue.resolve(queueOf([item(2)]));
    expect(await screen.findByText('Keel 2')).toBeTruthy();
  });

  test('a page past the end redirects to the last page', async () => {
    const answer = ({ page }: { page: number }) => ({
      ...queueOf(page > 2 ? [] : [item(1)]),
      page,
      page_size: 20,
      total: 21,
    });
    const { router } = open('?filter=mine&page=3', [[adminReview.queue, answer]]);
    expect(await screen.findAllByRole('row')).toHaveLength(2);
    expect(router.state.location.search).toBe('?filter=mine&page=2');
  });

  test('requests nothing for users without the role', async () => {
    const { client } = open('', [[userInfo.index, userFixture({ roles: ['user', 'developer'] })]]);
    expect(await screen.findByRole('heading', { name: 'The review desk is for reviewers' })).toBeTruthy();
    expect(client.count(adminReview.queue)).toBe(0);
  });

  test.each([
    ['', 'en', 'Turn on two-step sign-in first', 'Turn on two-step sign-in', '/en/user?panel=two-step'],
    ['?id=9', 'zh', '请先开启两步验证', '开启两步验证', '/user?panel=two-step'],
  ] as const)(
    'sends a reviewer without a second factor to its setup (%s, %s)',
    async (search, locale, heading, action, target) => {
      const reject = () => {
        throw rejection('STAFF_FACTOR_REQUIRED');
      };
      const answers: Answer[] = [
        [adminReview.queue, reject],
        [adminReview.detail, reject],
      ];
      open(search, answers, { locale });
      expect(await screen.findByText(heading)).toBeTruthy();
      expect(screen.getByRole('link', { name: action }).getAttribute('href')).toBe(target);
    },
  );

  test.each(['', '?id=9'])('shows “for reviewers” after the role was revoked (%s)', async (search) => {
    const taken = ({ client }: ReturnType<typeof open>) => {
      client.answer(userInfo.index, userFixture({ roles: ['user'] }));
      for (const call of [adminReview.queue, adminReview.detail]) {
        client.answer(call, () => {
          throw rejection('FORBIDDEN');
        });
      }
    };
    const view = open(search, [[adminReview.detail, detail()]]);
    await screen.findByRole('heading', { level: 1 });
    await waitFor(() => expect(view.client.count(search ? adminReview.detail : adminReview.queue)).toBe(1));
    taken(view);
    act(() => void view.store.dispatch(reviewApi.util.invalidateTags(['Review'])));
    expect(await screen.findByText('The review desk is for reviewers')).toBeTruthy();
  });
});

describe('submission', () => {
  test('shows the time left, “listing only” and earlier rounds', async () => {
    const round = { decided_at: null, decision: null, text: '', withdrawn: false, appealed: false };
    const rounds: ReviewDetail['rounds'] = [
      {
        ...round,
        round: 1,
        submitted_at: '2026-11-16T02:00:00.000Z',
        decision: 'request_changes',
        text: 'Almost there',
      },
      { ...round, round: 2, submitted_at: '2026-11-17T02:00:00.000Z', withdrawn: true },
      { ...round, round: 3, submitted_at: '2026-11-19T02:00:00.000Z' },
    ];
    open('?id=9', [[adminReview.detail, detail({ listing: true, working_days_left: 1, round: 3, rounds })]]);
    const list = within(await screen.findByRole('list', { name: 'Submissions' }));
    const [first, second, third] = list.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(first).toMatch(/^Submission 1 Changes requested.*Almost there$/);
    expect(second).toMatch(/^Submission 2 Withdrawn/);
    expect(third).toMatch(/^Submission 3 In review/);
    expect(screen.getByText('Listing only')).toBeTruthy();
    expect(screen.getAllByText('1 working day left')).toHaveLength(2);
    expect(await outline()).toMatchSnapshot();
  });

  test('the history of a released version calls no listing published later “in review”', async () => {
    const round = { decided_at: null, text: '', withdrawn: false, appealed: false };
    const rounds: ReviewDetail['rounds'] = [
      { ...round, round: 1, submitted_at: '2026-11-16T02:00:00.000Z', decision: 'approve' },
      { ...round, round: 2, submitted_at: '2026-11-19T02:00:00.000Z', decision: null },
    ];
    const file = detail({ review_status: 'released', decidable: false, round: 2, rounds });
    open('?id=9', [[adminReview.detail, file]]);
    const list = within(await screen.findByRole('list', { name: 'Submissions' }));
    const [first, second] = list.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(first).toMatch(/^Submission 1 Approved/);
    expect(second).toMatch(/^Submission 2 \s*19/);
  });

  test('passes all unanswered items at once and keeps a failed one', async () => {
    // As a chat program opens the mail's link.
    const { hand } = open('?id=9，', [[adminReview.detail, detail()]]);
    const decision = within(await screen.findByRole('complementary', { name: 'Decision' }));
    const [first] = await decision.findAllByText('Fails');
    await hand.click(first as HTMLElement);
    await hand.click(decision.getByText('Pass all others'));
    const total = REVIEW_CHECK_ITEMS.length;
    expect(decision.getByText(`Checklist ${total}/${total}`)).toBeTruthy();
    expect(document.querySelectorAll('input[value="no"]:checked')).toHaveLength(1);
    expect(document.querySelectorAll('input[value="yes"]:checked')).toHaveLength(total - 1);
    expect(decision.getByText('Pass all others').closest('button')?.disabled).toBe(true);
  });

  test('opens as a sheet in the compact layout and closes by Escape', async () => {
    const { hand } = open('?id=9', [[adminReview.detail, detail()]]);
    const toggle = await screen.findByText('Open checklist');
    await hand.click(toggle);
    expect(toggle.closest('button')?.getAttribute('aria-expanded')).toBe('true');
    expect(toggle.closest('button')?.dataset['kind']).toBe('line');
    // Another key, and those of an input method, also after the composition, as in Safari.
    for (const key of [{ key: 'Enter' }, { isComposing: true }, { keyCode: 229 }])
      fireEvent.keyDown(document.body, { key: 'Escape', ...key });
    expect(toggle.closest('button')?.getAttribute('aria-expanded')).toBe('true');
    await hand.keyboard('{Escape}');
    expect(toggle.closest('button')?.getAttribute('aria-expanded')).toBe('false');
    expect(toggle.closest('button')?.dataset['kind']).toBe('primary');
  });

  test('Escape closes the question over the open sheet, not the sheet', async () => {
    const { hand } = open('?id=9', [[adminReview.detail, detail({ checklist: PASSED })]]);
    const toggle = (await screen.findByText('Open checklist')).closest('button');
    await hand.click(toggle as HTMLElement);
    await hand.click(await screen.findByLabelText(/^Approve/));
    await hand.click(screen.getByText('Submit decision'));
    await screen.findByRole('dialog');
    await hand.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(toggle?.getAttribute('aria-expanded')).toBe('true');
  });

  test('shows the app ID', async () => {
    open('?id=9', [[adminReview.detail, detail()]]);
    const term = await screen.findByText('App ID');
    expect(term.nextElementSibling?.textContent).toBe('keel');
    expect(document.title).toContain('Keel 1.0.0');
  });

  test('an appeal that its reader has rejected before is for another reviewer', async () => {
    const round = { decided_at: null, decision: null, text: '', withdrawn: false, appealed: false };
    const rounds: ReviewDetail['rounds'] = [
      { ...round, round: 1, submitted_at: '2026-11-16T02:00:00.000Z', withdrawn: true },
      { ...round, round: 2, submitted_at: '2026-11-17T02:00:00.000Z', appealed: true },
    ];
    open('?id=9', [
      [
        adminReview.detail,
        detail({
          ...{ rejected_by_reader: true, decidable: false, rounds },
          look_alikes: [{ app_id: 5, app_key: 'kee1', name: both('Kee1'), status: 'unpublished' }],
        }),
      ],
    ]);
    expect(await screen.findByText(en.review.file.rejected_by_reader)).toBeTruthy();
    expect(screen.queryByText('Claim')).toBeNull();
    const list = within(await screen.findByRole('list', { name: 'Submissions' }));
    const [first, second] = list.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(first).not.toContain('Appeal');
    expect(second).toContain('Appeal');
    // The store shows no page of an unpublished app.
    expect(screen.getByText(/^Kee1/).closest('a')).toBeNull();
  });

  test('shows the store page that it would become, on request, with what it depends on', async () => {
    const publisher = { name: both('Keel Studio'), more: {} } as ReviewDetail['publisher'];
    const relation = {
      kind: 'dependency',
      app_key: 'postgres',
      package: null,
      constraint: '',
      note: both(''),
    };
    const { client } = open('?id=9', [
      [
        adminReview.detail,
        detail({
          ...{ listing: true, publisher },
          content: { ...detail().content, relations: [relation] } as ReviewDetail['content'],
        }),
      ],
      [appStore.catalog, { list: [] }],
      [site.info, { name: 'Yunduo' }],
    ]);
    const details = (await screen.findByText(en.review.file.preview)).closest(
      'details',
    ) as HTMLDetailsElement;
    expect(client.count(appStore.catalog)).toBe(0);
    details.open = true;
    fireEvent(details, new Event('toggle'));
    const frame = await screen.findByTitle<HTMLIFrameElement>(/as the app store shows it/);
    fireEvent.load(frame);
    const body = frame.contentDocument?.body as HTMLElement;
    // A listing alone is shown with the version in the store.
    await waitFor(() => expect(body.textContent).toContain('1.0.0'));
    expect(body.textContent).toContain('Keel Studio');
    expect(client.count(appStore.catalog)).toBe(1);
  });

  test('shows commit and SHA-256 in full, with copy buttons', async () => {
    const { facts } = detail();
    open('?id=9', [[adminReview.detail, detail()]]);
    expect((await screen.findByText(facts.git_commit ?? '')).tagName).toBe('CODE');
    expect(screen.getByText(facts.package_sha256 ?? '').tagName).toBe('CODE');
    expect(await copied()).toEqual([
      ['Copy: Commit', facts.git_commit],
      ['Copy: SHA-256', facts.package_sha256],
    ]);
  });

  test('without commit and SHA-256 shows “not recorded”; calls a field without content empty', async () => {
    const none = { ...detail().facts, git_commit: null, package_sha256: null };
    open('?id=9', [[adminReview.detail, { ...detail(), facts: none }]]);
    for (const name of ['Commit', 'SHA-256'])
      expect(await screen.findByText(`${name}: not recorded, not required at the time`)).toBeTruthy();
    for (const field of ['description', 'screenshots', 'homepage', 'relations'])
      expect(
        within(document.getElementById(`field-${field}`) as HTMLElement).getAllByText('Empty'),
      ).not.toEqual([]);
  });

  test('shows text and picture differences, look-alike names and earlier suggestions', async () => {
    open('?id=9', [[adminReview.detail, detail()]]);
    expect(await screen.findByText('Compared with submission 1 of 17 Nov 2026.')).toBeTruthy();
    expect(screen.getByText('anything').tagName).toBe('DEL');
    expect(screen.getByText('databases').tagName).toBe('INS');
    expect(screen.getByRole('img', { name: 'Plan' })).toBeTruthy();
    expect(screen.getByText('Moved from place 2 to 1')).toBeTruthy();
    expect(screen.queryByRole('img', { name: 'List' })).toBeNull();
    expect([screen.getByText('AlmaLinux').tagName, screen.getByText('Rocky Linux').tagName]).toEqual([
      'DEL',
      'INS',
    ]);
    expect(screen.getByRole('link', { name: /^Kee1/ }).getAttribute('href')).toBe('/en/store/5');
    const intro = within(document.getElementById('field-intro') as HTMLElement);
    expect(intro.getByText('Say what it backs up')).toBeTruthy();
    expect(intro.getByText('Done so')).toBeTruthy();
  });

  test('shows every field as submitted, in both languages', async () => {
    const { content, facts } = detail();
    const none = { zh: '', en: '' };
    const [os, gpu, hard_disk, cpu, network_card] = [none, none, none, none, none];
    const filled: ReviewDetail['content'] = {
      ...content,
      requirements: { os, gpu, hard_disk, mem: both('1 GB'), cpu, network_card },
      description: both('Backs up databases'),
      details: { zh: '<p>细</p>', en: '<p>At length</p>' },
      os: ['debian', 'rocky'],
      arch: ['x86_64', 'arm64'],
      keywords: ['backup', 'restore'],
      homepage: 'http://keel.example.com/',
      screenshots: [1, 2].map((id) => ({
        id,
        src: `/uploads/${id}.webp`,
        srcset: `/uploads/${id}-480.webp 480w`,
        width: 1280,
        height: 800,
        alt: both(`Plan ${id}`),
      })),
      relations: [
        { kind: 'dependency', app_key: 'postgres', package: null, constraint: '>=17', note: both('Storage') },
        { kind: 'conflict', app_key: null, package: 'keel-lite', constraint: '', note: none },
      ] as ReviewDetail['content']['relations'],
    };
    const changes: ReviewDetail['facts']['changes'] = [
      { kind: 'security', text: both('Safer') },
      { kind: 'fix', text: both('Fixed') },
    ];
    open('?id=9', [
      [adminReview.detail, detail({ content: filled, facts: { ...facts, changes }, suggestions: [] })],
    ]);
    await screen.findByText('Submitted content');
    const at = (field: string) => document.getElementById(`field-${field}`) as HTMLElement;
    const text = (field: string) => [...at(field).children].slice(1).map((part) => part.textContent);
    expect(SUGGESTION_FIELDS.map((field) => [field, ...text(field)])).toEqual([
      ['name', 'ChineseKeel（中）EnglishKeel'],
      ['intro', 'ChineseBacks up（中）EnglishBacks up'],
      ['description', 'ChineseBacks up databases（中）EnglishBacks up databases'],
      ['details', 'ChineseEnglish'],
      ['category', 'Utilities'],
      ['os', 'Debian · Rocky Linux'],
      ['arch', 'x86_64 · ARM64'],
      ['logo', ''],
      ['screenshots', 'Plan 1（中）Plan 1Plan 2（中）Plan 2'],
      ['keywords', 'backup · restore'],
      ['licence', 'MIT'],
      ['homepage', 'http://keel.example.com/'],
      ['requirements', 'Memory1 GB（中）1 GB'],
      ['relations', 'Requires postgres >=17Storage（中） · StorageConflicts with keel-lite '],
      ['version', '1.0.0'],
      ['git_version', 'v1.0.0', expect.stringContaining(facts.git_commit as string)],
      ['repo_url', 'https://git.example.com/keel (opens in a new window)'],
      ['size', '1 KB', expect.stringContaining(facts.package_sha256 as string)],
      ['version_description', 'ChineseFirst（中）EnglishFirst'],
      ['changes', 'SecuritySafer（中）SaferFixFixed（中）Fixed'],
      ['other'],
    ]);
    const sides = [...at('details').querySelectorAll('[lang] > div')];
    await waitFor(() =>
      expect(sides.map(({ shadowRoot }) => shadowRoot?.querySelector('.body')?.innerHTML)).toEqual([
        '<p>细</p>',
        '<p>At length</p>',
      ]),
    );
    const pictures = within(at('screenshots'));
    expect(pictures.getAllByRole('img').map((img) => img.getAttribute('alt'))).toEqual([
      'Screenshot 1: Plan 1',
      'Screenshot 2: Plan 2',
    ]);
    expect(pictures.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/uploads/1.webp',
      '/uploads/2.webp',
    ]);
    // A plain-text address is no link; the owner of a linked one does not learn of the review.
    expect(within(at('homepage')).queryByRole('link')).toBeNull();
    expect(within(at('repo_url')).getByRole('link').getAttribute('rel')).toBe('noreferrer nofollow');
    const texts = [...document.querySelectorAll('[id^="field-"]:not(#field-details) [lang]')];
    expect(
      texts
        .filter(({ textContent }) => textContent.includes('（中）'))
        .map((text) => text.getAttribute('lang')),
    ).toEqual(texts.filter((text) => text.getAttribute('lang') === 'zh-CN').map(() => 'zh-CN'));
    expect(await outline()).toMatchSnapshot();
  });

  test.each([
    [{ base: 'release', base_version: '0.9.0' }, 'Compared with the released 0.9.0.No changes.'],
    [{ base: 'nothing' }, 'First submission, nothing to compare with. Read all of it.'],
  ] as const)('without a change says what it was compared with (%o)', async (base, text) => {
    const difference = { base_version: null, base_round: null, base_at: null, fields: [], ...base };
    open('?id=9', [[adminReview.detail, detail({ difference })]]);
    const part = (await screen.findByText('Changes', { selector: 'h2' })).parentElement;
    expect(part?.textContent).toBe(`Changes${text}`);
    expect(screen.queryByText('Changed')).toBeNull();
  });

  test('with one change, screenshot, relation, entry and event shows each; one round is no list', async () => {
    const { difference, content, facts } = detail();
    const round = { decided_at: null, decision: null, text: '', withdrawn: false, appealed: false };
    const fields = difference.fields.slice(0, 1);
    const rounds = [{ ...round, round: 1, submitted_at: '2026-11-19T02:00:00.000Z' }];
    const shot = { id: 1, src: '/uploads/1.webp', srcset: '', width: 1280, height: 800, alt: both('Plan 1') };
    const relation = {
      kind: 'conflict',
      app_key: null,
      package: 'keel-lite',
      constraint: '',
      note: both(''),
    };
    const event = { id: 1, version_id: 9, version: '1.0.0', action: 'submit', actor: 'Lin', text: '' };
    const timeline = [{ ...event, role: 'developer', at: '2026-11-19T02:00:00.000Z' }];
    const file = detail({
      ...{ difference: { ...difference, fields }, rounds, decidable: false },
      content: { ...content, screenshots: [shot], relations: [relation] } as ReviewDetail['content'],
      facts: { ...facts, changes: [{ kind: 'fix', text: both('Fixed') }] },
      suggestions: [suggestion({ field: 'other' })],
      timeline: timeline as ReviewDetail['timeline'],
    });
    open('?id=9', [[adminReview.detail, file]]);
    const part = (await screen.findByText('Changes', { selector: 'h2' })).parentElement;
    expect(part?.textContent).toMatch(/Backs up anythingdatabases$/);
    expect(part?.textContent).not.toContain('No changes');
    await screen.findByText(en.review.history.heading, { selector: 'h2' });
    expect(screen.queryByLabelText('Submissions')).toBeNull();
    const at = (field: string) => document.getElementById(`field-${field}`)?.textContent;
    expect(['screenshots', 'relations', 'changes', 'other'].map(at)).toEqual([
      expect.stringContaining('Plan 1'),
      expect.stringContaining('keel-lite'),
      expect.stringContaining('Fixed'),
      expect.stringContaining('Say what it backs up'),
    ]);
    expect(screen.getByText(/^Lin: /)).toBeTruthy();
  });

  test('a changed value shows before and after, and pictures added, removed or described again', async () => {
    const [, shots] = detail().difference.fields as [unknown, ReviewDetail['difference']['fields'][number]];
    const picture = (id: number, change: string) =>
      ({ change, id, src: `/uploads/${id}.webp`, alt: `No ${id}`, from: null, to: null }) as never;
    const fields = [
      { ...shots, pictures: [picture(1, 'added'), picture(2, 'removed'), picture(3, 'reworded')] },
      { ...shots, field: 'licence' as const, kind: 'value' as const, before: 'MIT', after: null },
    ] as ReviewDetail['difference']['fields'];
    open('?id=9', [[adminReview.detail, detail({ difference: { ...detail().difference, fields } })]]);
    const [first, second] = (await screen.findAllByText(/^(Screenshots|Licence)$/, { selector: 'h3 a' })).map(
      (link) => link.closest('div')?.textContent,
    );
    expect(first).toBe('ScreenshotsAddedRemovedDescription changed');
    expect(second).toBe('LicenceBeforeMITNow(empty)');
    expect(screen.getByRole('link', { name: 'Licence' }).getAttribute('href')).toBe('#field-licence');
    expect(within(document.getElementById('field-licence') as HTMLElement).getByText('Changed')).toBeTruthy();
    expect(within(document.getElementById('field-intro') as HTMLElement).queryByText('Changed')).toBeNull();
  });

  test.each<[Partial<ReviewDetail>, string]>([
    [{ overdue: true }, 'Overdue'],
    [{ due_soon: true }, 'Less than one working day left'],
    [{ working_days_left: 2 }, '2 working days left'],
  ])('names its publisher, its developer and its deadline (%o)', async (left, text) => {
    const publisher = {
      name: both('Keel Studio'),
      more: { verified_host: 'keel.example.com' },
    } as ReviewDetail['publisher'];
    const app = { ...detail().app, store_name: both('Old Keel') };
    const gone = left.overdue ? { developer: null, publisher: undefined } : { publisher };
    open('?id=9', [[adminReview.detail, detail({ ...gone, ...left, app })]]);
    const value = async (term: string) =>
      (await screen.findByText(term, { selector: 'dt' })).nextElementSibling?.textContent;
    expect(await value('Due by')).toBe(`24\u00a0Nov\u00a02026, 10:00 (Beijing time) ${text}`);
    expect(await value('Name in the store')).toBe('Old Keel');
    expect(await value('Developer')).toBe(left.overdue ? 'Deleted account' : 'Lin');
    expect(screen.queryByText('Publisher', { selector: 'dt' })?.nextElementSibling?.textContent).toBe(
      left.overdue ? undefined : 'Keel Studio / Keel Studio（中） keel.example.com',
    );
  });

  test('a suggestion says who resolved it, and can be reopened', async () => {
    const done = { resolved_at: '2026-11-19T03:00:00.000Z', removable: false };
    const { inputs, hand } = open('?id=9', [
      [
        adminReview.detail,
        detail({
          suggestions: [
            suggestion({ ...done, id: 41, field: 'name', resolved_by: 'developer' }),
            suggestion({ ...done, id: 42, field: 'logo', resolved_by: 'reviewer' }),
          ],
        }),
      ],
      [adminReview.suggest, { list: [], claim: null }],
    ]);
    await screen.findByText('Submitted content');
    const at = (field: string) => document.getElementById(`field-${field}`)?.querySelector('li')?.textContent;
    expect(at('name')).toMatch(
      /^Marked as done by the developer Added at submission 1, 18\u00a0Nov\u00a02026.*Developer’s reply, 19\u00a0Nov\u00a02026Done soMark as resolvedMark as open$/,
    );
    expect(at('logo')).toMatch(/^Resolved .*Mark as open$/);
    expect(at('logo')).not.toContain('Mark as resolved');
    await hand.click(screen.getAllByText('Mark as open')[1] as HTMLElement);
    await waitFor(() =>
      expect(inputs(adminReview.suggest)).toEqual([{ version_id: 9, id: 42, change: 'reopen' }]),
    );
    expect(await outline()).toMatchSnapshot();
  });

  test('deletes one’s own suggestion and resolves a colleague’s', async () => {
    const fresh = { round: 2, answer: null, answered_at: null };
    open('?id=9', [
      [
        adminReview.detail,
        detail({
          suggestions: [
            suggestion({ ...fresh, id: 41, field: 'name', removable: true }),
            suggestion({ ...fresh, id: 42, field: 'logo' }),
            suggestion({ id: 43, field: 'os', answer: null, answered_at: null }),
          ],
        }),
      ],
    ]);
    await screen.findByText('Compared with submission 1 of 17 Nov 2026.');
    const at = (field: string) => document.getElementById(`field-${field}`)?.querySelector('li')?.textContent;
    expect(at('name')).toMatch(/Delete$/);
    expect(at('logo')).toMatch(/Say what it backs up.*Mark as resolved$/);
    expect(at('logo')).not.toContain('No reply from the developer');
    expect(at('os')).toContain('No reply from the developer');
    cleanup();
    // After the decision the developer has seen those of this round, too.
    const decided = { review_status: 'changes_requested' as const, decidable: false };
    open('?id=9', [
      [adminReview.detail, detail({ ...decided, suggestions: [suggestion({ ...fresh, field: 'logo' })] })],
    ]);
    await screen.findByText('Compared with submission 1 of 17 Nov 2026.');
    expect(at('logo')).toContain('No reply from the developer');
  });

  test('a resolved suggestion leaves the focus of a reviewer who went on', async () => {
    const { promise, resolve } = Promise.withResolvers<object>();
    let list: ReviewDetail['suggestions'] = [suggestion()];
    const { hand } = open('?id=9', [
      [adminReview.detail, () => detail({ suggestions: list })],
      [adminReview.suggest, () => promise],
    ]);
    await hand.click(await screen.findByText('Mark as resolved'));
    const words = await screen.findByLabelText('Message to the developer');
    act(() => words.focus());
    list = [suggestion({ resolved_at: '2026-11-20T02:00:00.000Z', resolved_by: 'reviewer' })];
    resolve({ list, claim: null });
    await screen.findByText('Mark as open');
    expect(document.activeElement).toBe(words);
    expect(toast()).not.toContain('Delete');
  });

  test.each([
    ['a claim', 'Claim', adminReview.claim, en.review.claim.taken],
    ['a suggestion', 'Add', adminReview.suggest, en.review.suggestion.added],
  ] as const)('%s that came after a colleague’s is reported as refused', async (_what, press, call, done) => {
    const label = 'Add suggestion: Licence';
    const { hand } = open('?id=9', [
      [adminReview.detail, detail()],
      [
        call,
        () => {
          throw rejection('REVIEW_CLAIMED', {}, 'Mei was faster');
        },
      ],
    ]);
    if (press === 'Add') {
      await hand.click(await screen.findByLabelText(label));
      const form = within(await screen.findByRole('form', { name: label }));
      fireEvent.change(form.getByRole('textbox'), { target: { value: 'Name the version' } });
    }
    await hand.click(await screen.findByText(press));
    await waitFor(() => expect(toast()).toContain('Mei was faster'));
    expect(toast()).not.toContain(done);
    // What was written is still there.
    expect(screen.queryByDisplayValue('Name the version') !== null).toBe(press === 'Add');
  });

  test('focuses the field after deleting its suggestion', async () => {
    const own = suggestion({ round: 2, answer: null, answered_at: null, field: 'name', removable: true });
    const { hand } = open('?id=9', [
      [adminReview.detail, detail({ suggestions: [own] })],
      [adminReview.suggest, { list: [], claim: null }],
    ]);
    await hand.click(await screen.findByText('Delete'));
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'App name' })),
    );
    expect(await screen.findByText('Delete Success')).toBeTruthy();
  });

  test('can be claimed and released', async () => {
    let claim: ReviewClaim | null = null;
    const { inputs, hand } = open('?id=9', [
      [adminReview.detail, () => detail({ claim })],
      [
        adminReview.claim,
        ({ action }: { action: string }) => {
          claim = action === 'claim' ? claimOf(true) : null;
          return { claim };
        },
      ],
    ]);
    await hand.click(await screen.findByText('Claim'));
    expect(await screen.findByText('Claimed')).toBeTruthy();
    await hand.click(await screen.findByText('Unclaim'));
    expect(await screen.findByText('Unclaimed')).toBeTruthy();
    expect(await screen.findByText('Claim')).toBeTruthy();
    expect(inputs(adminReview.claim)).toEqual([
      { version_id: 9, action: 'claim' },
      { version_id: 9, action: 'release' },
    ]);
  });

  test.each([
    ['ten minutes after its last extension, once', 11 * MINUTE, true, 1],
    ['not within them', 9 * MINUTE, true, 0],
    ['not for a colleague', 11 * MINUTE, false, 0],
  ] as const)('a claim is extended while the decision is filled in, %s', async (_when, age, mine, times) => {
    const expires_at = new Date(Date.now() + REVIEW_CLAIM_TTL - age).toISOString();
    const claim = { ...claimOf(mine), expires_at };
    const { hand, inputs } = open('?id=9', [
      [adminReview.detail, detail({ claim })],
      [adminReview.claim, { claim }],
    ]);
    const [passes, fails] = await screen.findAllByRole('radio', { name: /^(Passes|Fails)$/ });
    expect(inputs(adminReview.claim)).toEqual([]);
    await hand.click(fails as HTMLElement);
    await hand.click(passes as HTMLElement);
    expect(inputs(adminReview.claim)).toEqual(Array(times).fill({ version_id: 9, action: 'claim' }));
  });

  test('claimed by a colleague while it is open says so within a minute, and keeps the typed text', async () => {
    jest.useFakeTimers();
    try {
      const { client, store } = open('?id=9', [[adminReview.detail, detail()]]);
      fireEvent.click(await screen.findByLabelText('Add suggestion: Licence'));
      const text = within(await screen.findByRole('form')).getByRole('textbox');
      fireEvent.change(text, { target: { value: 'Name the file' } });
      const show = hideTab(store);
      const requests = client.count(adminReview.detail);
      await act(() => jest.advanceTimersByTimeAsync(2 * MINUTE));
      expect(client.count(adminReview.detail)).toBe(requests);
      show();
      client.answer(adminReview.detail, detail({ content: { ...detail().content, licence: 'MPL-2.0' } }));
      await act(() => jest.advanceTimersByTimeAsync(MINUTE));
      expect(screen.getAllByText('MPL-2.0')).not.toHaveLength(0);
      expect(text).toHaveProperty('value', 'Name the file');
      client.answer(adminReview.detail, detail({ claim: claimOf(false), decidable: false }));
      await act(() => jest.advanceTimersByTimeAsync(MINUTE));
      expect(screen.getByText(/^Mei claimed this/)).toBeTruthy();
    } finally {
      jest.useRealTimers();
    }
  });

  test.each([
    ['held by a colleague', { claim: claimOf(false) }, /^Mei claimed this/],
    ['one’s own', { own: true }, /^This is your own app/],
    ['decided', { review_status: 'approved' as const }, /Its status is: Approved/],
  ])('%s is read-only', async (_what, changes, text) => {
    open('?id=9', [[adminReview.detail, detail({ ...changes, decidable: false })]]);
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByText('Submit decision')).toBeNull();
    expect(screen.queryByText('Add suggestion')).toBeNull();
    // Without a suggestion about anything else its block would be empty.
    expect(document.getElementById('field-other')).toBeNull();
  });

  test('an id that is no number of a version is not requested', async () => {
    const { client } = open('?id=0');
    expect(await screen.findByRole('heading', { level: 1, name: 'Version not found' })).toBeTruthy();
    expect(client.count(adminReview.detail)).toBe(0);
  });

  test.each([
    ['VERSION_NOT_FOUND', 'Version not found'],
    ['STAFF_FACTOR_REQUIRED', 'Turn on two-step sign-in first'],
  ] as const)('the page tells of %s: no toast repeats it', async (code, text) => {
    jest.useFakeTimers({ advanceTimers: true });
    try {
      open('?id=9', [
        [
          adminReview.detail,
          () => {
            throw rejection(code, {}, 'Said twice');
          },
        ],
      ]);
      expect(await screen.findByText(text)).toBeTruthy();
      whenFormsHaveShown();
      expect(toast()).toBe('');
    } finally {
      jest.useRealTimers();
    }
  });

  test('unknown shows “not found” with a link back', async () => {
    open('?id=9', [
      [
        adminReview.detail,
        () => {
          throw rejection('VERSION_NOT_FOUND');
        },
      ],
    ]);
    expect(await screen.findByRole('heading', { level: 1, name: 'Version not found' })).toBeTruthy();
    expect(screen.getAllByRole('link', { name: 'Back to the review desk' })).not.toHaveLength(0);
  });

  test('restores an unsent suggestion for its author', async () => {
    const label = 'Add suggestion: Licence';
    const file: Answer[] = [[adminReview.detail, detail()]];
    const first = open('?id=9', file);
    await first.hand.click(await screen.findByLabelText(label));
    const area = within(await screen.findByRole('form', { name: label })).getByRole('textbox');
    await waitFor(() => expect(document.activeElement).toBe(area));
    await first.hand.type(area, 'Name the version');
    cleanup();
    open('?id=9', [...file, [userInfo.index, userFixture({ ...reviewer, id: reviewer.id + 1 })]]);
    await screen.findByText('Compared with submission 1 of 17 Nov 2026.');
    expect(screen.queryByRole('form', { name: label })).toBeNull();

    cleanup();
    const { hand, inputs } = open('?id=9', [...file, [adminReview.suggest, { list: [], claim: null }]]);
    const form = within(await screen.findByRole('form', { name: label }));
    expect(document.activeElement).toBe(document.body);
    expect(form.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Name the version');
    await hand.click(form.getByText('Add'));
    await waitFor(() =>
      expect(inputs(adminReview.suggest)).toEqual([
        { version_id: 9, round: 2, field: 'licence', text: 'Name the version' },
      ]),
    );
    expect(await screen.findByText(en.review.suggestion.added)).toBeTruthy();
    await waitFor(() => expect(sessionStorage).toHaveLength(0));
  });

  test('discards a cancelled suggestion', async () => {
    const label = 'Add suggestion: Licence';
    const first = open('?id=9', [[adminReview.detail, detail()]]);
    await first.hand.click(await screen.findByLabelText(label));
    const form = within(await screen.findByRole('form', { name: label }));
    await first.hand.type(form.getByRole('textbox'), 'Name');
    await first.hand.click(form.getByText('Cancel'));
    expect(sessionStorage).toHaveLength(0);
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Licence' }));
  });

  test('adds a suggestion at a field and resolves an earlier one', async () => {
    const answer = { list: [], claim: null };
    const { inputs, hand } = open('?id=9', [
      [adminReview.detail, detail()],
      [adminReview.suggest, answer],
    ]);
    await hand.click(await screen.findByLabelText('Add suggestion: Licence'));
    // The form is a chunk of its own.
    const form = within(await screen.findByRole('form', { name: 'Add suggestion: Licence' }));
    const text = form.getByRole('textbox');
    expect(document.activeElement).toBe(text);
    await hand.click(form.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(text.getAttribute('aria-invalid')).toBe('true'));
    expect(inputs(adminReview.suggest)).toEqual([]);
    await hand.type(text, 'Name the file');
    await hand.click(form.getByRole('button', { name: 'Add' }));
    // The pressed button is unmounted: the focus moves to the field.
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Licence' })),
    );
    expect(screen.queryByRole('form', { name: 'Add suggestion: Licence' })).toBeNull();
    await hand.click(screen.getByText('Mark as resolved'));
    await waitFor(() =>
      expect(inputs(adminReview.suggest)).toEqual([
        { version_id: 9, round: 2, field: 'licence', text: 'Name the file' },
        { version_id: 9, id: 40, change: 'resolve' },
      ]),
    );
  });
});

describe('decision', () => {
  test('names an app and its pictures by the other language where this one is missing', async () => {
    const checks = REVIEW_CHECK_ITEMS.map((item) => ({ item, answer: 'yes' as const, note: '' }));
    const alt = { zh: '概览', en: '' };
    const shot = { id: 1, src: '/uploads/1.webp', srcset: '', width: 8, height: 5, alt };
    const content = { ...detail().content, name: { zh: '龙骨', en: '' }, screenshots: [shot] };
    const checklist = { decided_at: '2026-11-19T03:00:00.000Z', checks };
    const { hand } = open('?id=9', [
      [adminReview.detail, detail({ checklist, content: content as ReviewDetail['content'] })],
    ]);
    expect(await screen.findByRole('heading', { level: 1, name: '龙骨 1.0.0' })).toBeTruthy();
    expect(screen.getByRole('img', { name: 'Screenshot 1: 概览' })).toBeTruthy();
    await hand.click(await screen.findByLabelText(/^Approve/));
    await hand.click(screen.getByText('Submit decision'));
    expect(await screen.findByText('Approve 龙骨 1.0.0?')).toBeTruthy();
  });

  test('requires all items and an outcome, asks for confirmation and returns to the desk', async () => {
    const done = { version_id: 9, review_status: 'approved', decided_at: '2026-11-20T02:00:00.000Z' };
    const { inputs, hand, router } = open('?id=9', [
      [adminReview.detail, detail()],
      [adminReview.decide, done],
    ]);
    await hand.click(await screen.findByText('Submit decision'));
    expect(await screen.findAllByText('Not answered yet')).toHaveLength(REVIEW_CHECK_ITEMS.length);
    expect(screen.getByText('Choose a decision')).toBeTruthy();
    expect(await outline()).toMatchSnapshot();
    for (const passes of screen.getAllByLabelText('Passes')) await hand.click(passes);
    await hand.click(screen.getByLabelText(/^Approve/));
    await hand.click(screen.getByText('Submit decision'));
    const question = await screen.findByText('Approve Keel 1.0.0?');
    const dialog = within(question.closest('[role="dialog"]') as HTMLElement);
    expect(inputs(adminReview.decide)).toEqual([]);
    await hand.click(dialog.getByRole('button', { name: 'Approve' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(toast()).toContain(en.review.decision.done.approve);
    expect(inputs(adminReview.decide)).toEqual([
      {
        version_id: 9,
        round: 2,
        decision: 'approve',
        text: '',
        checklist: REVIEW_CHECK_ITEMS.map((name) => ({ item: name, answer: 'yes', note: '' })),
      },
    ]);
  });

  test('refused by the server shows its reason until the next try; a reviewer who went on stays there', async () => {
    const { client, hand, router } = open('?id=9', [
      [adminReview.detail, detail({ checklist: PASSED, listing: true })],
      [
        adminReview.decide,
        () => {
          throw rejection('VALIDATION_FAILED', {}, 'Not like this');
        },
      ],
    ]);
    expect(await screen.findByText(/^Prefilled from 18 Nov 2026/)).toBeTruthy();
    await hand.click(await screen.findByLabelText(/^Request changes/));
    const decide = async () => {
      await hand.click(screen.getByText('Submit decision'));
      const dialog = within(await screen.findByRole('dialog'));
      // Only a rejection ends a version.
      const confirm = dialog.getByRole('button', { name: 'Request changes' });
      expect(confirm.dataset['kind']).toBe('primary');
      expect(dialog.getByRole('heading').textContent).toContain(enTerms.listing);
      await hand.click(confirm);
    };
    await decide();
    await waitFor(() => expect(message('alert')).toContain('Not like this'));
    const { promise, resolve } = Promise.withResolvers<object>();
    client.answer(adminReview.decide, () => {
      history.pushState(null, '', '/en/developer-center/applications');
      return promise;
    });
    await decide();
    await waitFor(() => expect(client.count(adminReview.decide)).toBe(2));
    expect(message('alert')).not.toContain('Not like this');
    resolve({ version_id: 9, review_status: 'changes_requested', decided_at: '2026-11-20T02:00:00.000Z' });
    await waitFor(() => expect(toast()).toContain(en.review.decision.done.request_changes));
    expect(router.state.location.search).toBe('?id=9');
    history.replaceState(null, '', '/');
  });

  test('of an earlier round is not kept for a resubmission', async () => {
    const file = detail({ checklist: { ...PASSED, checks: [] } });
    const { client, store, hand } = open('?id=9', [[adminReview.detail, file]]);
    const ticked = () =>
      screen.getAllByRole<HTMLInputElement>('radio', { name: 'Passes' }).filter(({ checked }) => checked)
        .length;
    const again = (round: number) => {
      client.answer(adminReview.detail, { ...file, round });
      act(() => void store.dispatch(reviewApi.util.invalidateTags(['Review'])));
    };
    await screen.findByText('Submit decision');
    await hand.click(screen.getAllByLabelText('Passes')[0] as HTMLElement);
    await hand.click(screen.getByLabelText(/^Request changes/));
    await hand.click(screen.getByText('Submit decision'));
    expect((await screen.findAllByText('Not answered yet')).length).toBeGreaterThan(0);
    expect(ticked()).toBe(1);
    again(3);
    await waitFor(() => expect(ticked()).toBe(0));
    expect(screen.queryByText('Not answered yet')).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>(/^Request changes/).checked).toBe(false);
    // The second submission keeps its own ticks.
    again(2);
    await waitFor(() => expect(ticked()).toBe(1));
  });

  test('is blocked by an unsent suggestion, which gets the focus', async () => {
    const label = 'Add suggestion: Licence';
    const { inputs, hand } = open('?id=9', [
      [adminReview.detail, detail()],
      [adminReview.suggest, { list: [], claim: null }],
    ]);
    await hand.click(await screen.findByLabelText(label));
    const text = within(await screen.findByRole('form', { name: label })).getByRole('textbox');
    await hand.type(text, 'Name the version');
    for (const pass of screen.getAllByRole('radio', { name: 'Passes' })) await hand.click(pass);
    await hand.click(screen.getByRole('radio', { name: /^Approve/ }));
    await hand.click(screen.getByRole('button', { name: 'Submit decision' }));
    expect(await screen.findByText(en.review.decision.suggestion_begun)).toBeTruthy();
    expect(document.activeElement).toBe(text);
    expect(screen.queryByRole('dialog')).toBeNull();
    await hand.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(inputs(adminReview.suggest)).toHaveLength(1));
    await hand.click(screen.getByRole('button', { name: 'Submit decision' }));
    expect(await screen.findByRole('dialog')).toBeTruthy();
  });

  test('approval warns of open suggestions', async () => {
    const done = { resolved_at: '2026-11-19T03:00:00.000Z', resolved_by: 'developer' as const };
    const [left, settled] = [suggestion(), suggestion({ id: 41, ...done })];
    const ask = async (locale: 'zh' | 'en', suggestions: ReviewDetail['suggestions']) => {
      const { review } = locale === 'zh' ? zh : en;
      const file = detail({ checklist: PASSED, suggestions });
      const { hand } = open('?id=9', [[adminReview.detail, file]], { locale });
      await hand.click(await screen.findByLabelText(new RegExp(`^${review.decision.approve}`)));
      await hand.click(screen.getByText(review.decision.submit));
      const { textContent } = await screen.findByRole('dialog');
      cleanup();
      return textContent;
    };
    expect(await ask('en', [left, settled])).toContain(
      '1 suggestion is still open. The developer can release without addressing it.',
    );
    expect(await ask('zh', [left, { ...left, id: 42 }])).toContain(
      '还有 2 条修改意见待解决，开发者不修改也能发布。',
    );
    expect(await ask('en', [settled])).not.toContain('still open');
  });

  test('with a too long text or note is not sent and focuses the error', async () => {
    const done = { version_id: 9, review_status: 'approved', decided_at: '2026-11-20T02:00:00.000Z' };
    const { inputs, hand } = open('?id=9', [
      [adminReview.detail, detail()],
      [adminReview.decide, done],
    ]);
    await screen.findByRole('button', { name: 'Submit decision' });
    for (const pass of screen.getAllByRole('radio', { name: 'Passes' })) await hand.click(pass);
    const [first] = screen.getAllByRole('radio', { name: 'Not applicable' });
    await hand.click(first as HTMLElement);
    const note = screen.getByRole('textbox', { name: /^Note: / });
    await hand.click(note);
    await hand.paste('n'.repeat(REVIEW_CHECK_NOTE_MAX + 1));
    const words = screen.getByRole('textbox', { name: 'Message to the developer' });
    await hand.click(words);
    await hand.paste('w'.repeat(REVIEW_REASON_MAX + 1));
    await hand.click(screen.getByRole('radio', { name: /^Approve/ }));
    await hand.click(screen.getByRole('button', { name: 'Submit decision' }));
    expect(await screen.findByText('Use up to 500 characters')).toBeTruthy();
    expect(screen.getByText('Use up to 2,000 characters')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(note));
    expect(screen.queryByRole('dialog')).toBeNull();
    // A passed item has no note: its text is removed.
    await hand.click(screen.getAllByRole('radio', { name: 'Passes' })[0] as HTMLElement);
    await hand.clear(words);
    await hand.click(screen.getByRole('button', { name: 'Submit decision' }));
    await hand.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Approve' }));
    await waitFor(() =>
      expect(inputs(adminReview.decide)).toEqual([
        expect.objectContaining({
          checklist: REVIEW_CHECK_ITEMS.map((item) => ({ item, answer: 'yes', note: '' })),
        }),
      ]),
    );
  });

  test('requires a suggestion to request changes, and reason and text to reject', async () => {
    const { hand } = open('?id=9', [[adminReview.detail, detail({ suggestions: [], checklist: PASSED })]]);
    await hand.click(await screen.findByLabelText(/^Request changes/));
    await hand.click(screen.getByText('Submit decision'));
    expect(await screen.findByText('Add at least one suggestion')).toBeTruthy();
    await hand.click(screen.getByLabelText(/^Reject/));
    expect(await screen.findByText('Choose a reason for the rejection')).toBeTruthy();
    expect(screen.getByLabelText('Reason').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('Enter a reason. The developer will read it.')).toBeTruthy();
    expect(document.querySelector('[role="dialog"]')).toBeNull();
    expect(await outline()).toMatchSnapshot();
  });

  const earlier = {
    ...{ round: 1, submitted_at: '2026-11-17T02:00:00.000Z', decided_at: '2026-11-18T02:00:00.000Z' },
    ...{ decision: 'reject' as const, text: '', withdrawn: false },
  };
  test.each<[Partial<ReviewDetail>, string]>([
    [{ rounds: [{ ...earlier, appealed: false }] }, 'The developer can appeal once.'],
    [{ appeal: true }, 'The developer has appealed before, so this is final.'],
    [{ rounds: [{ ...earlier, appealed: true }] }, 'The developer has appealed before, so this is final.'],
  ])(
    'says whether a rejection can be appealed, and where the message appears (%#)',
    async (changes, hint) => {
      open('?id=9', [[adminReview.detail, detail(changes)]]);
      expect(await screen.findByText(`The version is closed. ${hint}`)).toBeTruthy();
      expect(
        screen.getByText('Shown in the developer’s notices and in the email about your decision.'),
      ).toBeTruthy();
    },
  );

  test.each<[string, Partial<ReviewDetail>, boolean]>([
    ['an app in the store', { listing: true, app: { ...detail().app, status: 'published' } }, false],
    ['a version of an unpublished app', { app: { ...detail().app, status: 'unpublished' } }, false],
    [
      'a listing of an unpublished app',
      { listing: true, app: { ...detail().app, status: 'unpublished' } },
      true,
    ],
    ['an app that was taken down', { app: { ...detail().app, taken_down: true } }, true],
  ])('says when %s can be released', async (_what, changes, later) => {
    const { hand } = open('?id=9', [
      [adminReview.detail, detail({ checklist: PASSED, suggestions: [], ...changes })],
    ]);
    await hand.click(await screen.findByLabelText(/^Approve/));
    const when = later ? 'once the app is published again' : 'immediately';
    expect(screen.getByText(`The developer can release it ${when}.`)).toBeTruthy();
    const down = changes.app?.taken_down ? 1 : 0;
    expect(screen.queryAllByText('Operators have unpublished this app.')).toHaveLength(down);
    await hand.click(screen.getByText('Submit decision'));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain(`The developer can release it ${later ? when : 'at any time'}.`);
  });

  test('a rejection is sent with its reason and text', async () => {
    const done = { version_id: 9, review_status: 'rejected', decided_at: '2026-11-20T02:00:00.000Z' };
    const { inputs, hand, router } = open('?id=9', [
      [adminReview.detail, detail({ checklist: PASSED })],
      [adminReview.decide, done],
    ]);
    await hand.click(await screen.findByLabelText(/^Reject/));
    const [, reason = 'other'] = REJECT_REASONS;
    await hand.selectOptions(screen.getByLabelText('Reason'), reason);
    await hand.type(screen.getByLabelText('Message to the developer'), 'It mines coins');
    await hand.click(screen.getByText('Submit decision'));
    const reject = within(await screen.findByRole('dialog')).getByRole('button', { name: 'Reject' });
    expect(reject.dataset['kind']).toBe('danger');
    await hand.click(reject);
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(inputs(adminReview.decide)).toEqual([
      expect.objectContaining({ round: 2, decision: 'reject', reason, text: 'It mines coins' }),
    ]);
    expect(sessionStorage).toHaveLength(0);
  });

  test('rejected as outdated shows the error and the current status', async () => {
    let now: ReviewDetail | Promise<ReviewDetail> = detail({ checklist: PASSED });
    const current = Promise.withResolvers<ReviewDetail>();
    const { hand } = open('?id=9', [
      [adminReview.detail, () => now],
      [
        adminReview.decide,
        () => {
          now = current.promise;
          throw rejection('STATE_CHANGED');
        },
      ],
    ]);
    await hand.click(await screen.findByLabelText(/^Approve/));
    await hand.click(screen.getByText('Submit decision'));
    await hand.click(within(await screen.findByRole('dialog')).getByText('Approve'));
    expect(await screen.findByText('This version has changed')).toBeTruthy();
    // A closed dialog gives the focus back to its button, which the current version does not have.
    act(() => screen.getByRole('button', { name: 'Submit decision' }).focus());
    current.resolve(detail({ review_status: 'approved', decidable: false }));
    expect(await screen.findByText(/changed to “Approved”/)).toBeTruthy();
    // Once: not as a closed version, too.
    expect(screen.queryByText(/no longer in review/)).toBeNull();
    expect(screen.queryByText('Submit decision')).toBeNull();
    // The notice is at the top of the page, far above the decision panel: it takes the focus.
    const notice = screen.getByText('This version has changed').closest('[tabindex="-1"]');
    expect([notice?.localName, document.activeElement]).toEqual(['div', notice]);
  });

  test('rejected because the developer submitted again asks to read it again, without a toast', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    try {
      let now = detail({ checklist: PASSED });
      const { hand } = open('?id=9', [
        [adminReview.detail, () => now],
        [
          adminReview.decide,
          () => {
            now = detail({ round: 3, checklist: PASSED });
            throw rejection('STATE_CHANGED', {}, 'Said twice');
          },
        ],
      ]);
      await hand.click(await screen.findByLabelText(/^Approve/));
      await hand.click(screen.getByText('Submit decision'));
      await hand.click(within(await screen.findByRole('dialog')).getByText('Approve'));
      expect(await screen.findByText(/withdrew it and submitted again/)).toBeTruthy();
      whenFormsHaveShown();
      expect(messageOrToast('alert')).not.toContain('Said twice');
    } finally {
      jest.useRealTimers();
    }
  });

  test('shows an error when the checklist fails to load, and retries', async () => {
    let away = true;
    const { hand } = open('?id=9', [
      [adminReview.detail, detail()],
      [
        adminReview.checklist,
        () => {
          if (away) throw silence();
          return checklist;
        },
      ],
    ]);
    const again = await screen.findByText(en.frame.part_failed.retry);
    away = false;
    await hand.click(again);
    expect(await screen.findByText(en.review.decision.submit)).toBeTruthy();
  });

  test('in progress is not shown to another reviewer of the same browser', async () => {
    const openAs = (id: number) =>
      open('?id=9', [
        [userInfo.index, { ...reviewer, id }],
        [adminReview.detail, detail()],
      ]);
    const text = () => screen.findByLabelText<HTMLTextAreaElement>('Message to the developer');
    const { hand } = openAs(1);
    await hand.type(await text(), 'It borrows');
    cleanup();
    openAs(2);
    expect((await text()).value).toBe('');
    cleanup();
    openAs(1);
    expect((await text()).value).toBe('It borrows');
  });

  test('restores the checklist after a reload', async () => {
    const answers: Answer[] = [[adminReview.detail, detail()]];
    const first = open('?id=9', answers);
    await first.hand.click((await screen.findAllByLabelText('Fails'))[0] as HTMLElement);
    await first.hand.type(screen.getByLabelText(/^Note:/), 'Borrowed');
    document.body.replaceChildren();
    open('?id=9', answers);
    const note = await screen.findByLabelText<HTMLInputElement>(/^Note:/);
    expect(note.value).toBe('Borrowed');
  });
});

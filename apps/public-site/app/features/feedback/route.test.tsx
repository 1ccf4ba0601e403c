import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { feedback, site, type FeedbackDetail, type FeedbackItem } from '@yunduo/api-contract';
import { createWordsInstance } from '@yunduo/app-shell';
import { followDraftOwner } from '@yunduo/app-shell/drafts';
import { copied, departures, inShell, markupOf } from '@yunduo/app-shell/testing';
import { fakeClient, rejection, silence, type FakeClient } from '@yunduo/data-access/testing';
import { en } from '@yunduo/i18n-public-site/en';
import { zh } from '@yunduo/i18n-public-site/zh';
import { sessionEnded, sessionRestored, sessionStarted, tokenStorage } from '@yunduo/session';
import { userFixture } from '@yunduo/session/testing';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server.node';
import { renderRoute } from '../../testing/render-route.tsx';
import { SITE } from '../../testing/site.ts';
import * as route from './route.tsx';

const item: FeedbackItem = {
  no: 'FB20261120-4T7QK',
  type: 'defect',
  title: 'The cursor jumps',
  state: 'answered',
  created_at: '2026-11-20T02:00:00.000Z',
  answered_at: '2026-11-21T02:00:00.000Z',
  attachments: 2,
  answers: 1,
};
const ticket: FeedbackDetail = {
  no: item.no,
  type: item.type,
  title: item.title,
  state: item.state,
  created_at: item.created_at,
  answered_at: item.answered_at,
  description: 'Open a large file.\nSave it.',
  contact: { kind: 'wechat', value: 'chen-xiaohang' },
  attachments: [
    {
      id: 1,
      kind: 'picture',
      name: 'before.png',
      size: 1,
      human_size: '1 kB',
      width: 10,
      height: 10,
      url: '/api/feedback/file?link=a',
      preview_url: '/api/feedback/file?link=b',
    },
    {
      id: 2,
      kind: 'video',
      name: '',
      size: 1,
      human_size: '2 MB',
      width: null,
      height: null,
      url: '/api/feedback/file?link=c',
      preview_url: null,
    },
  ],
  answers: [{ text: 'Fixed in 3.4.2.', at: '2026-11-21T02:00:00.000Z' }],
};

let client: FakeClient;
beforeEach(() => {
  client = fakeClient([site.info, SITE]);
  client.answer(feedback.my, { list: [item], total: 1, page: 1, page_size: 20 });
  client.answer(feedback.detail, ticket);
});
afterEach(() => tokenStorage.clear());

const silenced = (): never => {
  throw silence();
};

function show(query: string, signedIn = true) {
  if (signedIn) tokenStorage.saveToken('yd_1');
  const view = renderRoute(route, { client, pattern: '/feedback', at: `/feedback${query}` });
  if (signedIn) act(() => void view.store.dispatch(sessionStarted({ token: 'yd_1', user: userFixture() })));
  return view;
}

test('the form is public; own tickets redirect to sign-in', async () => {
  const { unmount } = show('', false);
  expect(await screen.findByRole('button', { name: 'Send feedback' })).toBeTruthy();
  unmount();
  const { router } = show('?no=FB20261120-4T7QK', false);
  expect(await screen.findByText('another page')).toBeTruthy();
  expect(router.state.location.search).toBe(
    `?from=${encodeURIComponent('/en/feedback?no=FB20261120-4T7QK')}`,
  );
  expect(client.count(feedback.detail)).toBe(0);
});

test.each([
  ['', '反馈'],
  ['?view=mine', '我的反馈'],
  ['?no=FB20261120-4T7QK', 'FB20261120-4T7QK – 我的反馈'],
])('the view %s has its own title', (search, title) => {
  const handle = { locale: 'zh', words: createWordsInstance('zh', zh) };
  const args = {
    location: { pathname: '/feedback', search },
    matches: [undefined, { handle, loaderData: { origin: 'https://yunduo.example', siteName: '' } }, {}],
  };
  expect(route.meta(args as never)).toContainEqual({ title });
});

test.each(['?view=mine', '?no=FB20261120-4T7QK'])('%s has a noscript message', (query) => {
  const { element } = inShell(<route.default />, { locale: 'en', words: en, path: `/en/feedback${query}` });
  expect(renderToString(element)).toMatch(
    new RegExp(`<noscript><p[^>]*>${en.feedback.needs_script}</p></noscript>`),
  );
});

test('text and attachments of the previous user are removed when another user signs in', async () => {
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => undefined;
  const { store } = show('');
  const stop = followDraftOwner(store);
  const title = () => screen.findByLabelText<HTMLInputElement>('Title');
  await userEvent.type(await title(), 'My licence YD-SECRET');
  client.answer(feedback.upload, () => ticket.attachments[0]);
  await userEvent.upload(
    screen.getByLabelText('Add a picture or video'),
    new File(['x'], 'SECRET.png', { type: 'image/png' }),
  );
  expect(await screen.findByRole('img', { name: 'SECRET.png' })).toBeTruthy();
  expect(JSON.stringify({ ...sessionStorage })).toContain('SECRET.png');
  act(() => void store.dispatch(sessionEnded()));
  expect((await title()).value).toBe('My licence YD-SECRET');
  act(() => void store.dispatch(sessionStarted({ token: 'yd_2', user: userFixture({ id: 8 }) })));
  expect((await title()).value).toBe('');
  expect(screen.queryByText('SECRET.png')).toBeNull();
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('SECRET');
  act(() => void store.dispatch(sessionEnded()));
  stop();
});

describe('another tab', () => {
  test.each(['?view=mine', `?no=${item.no}`])(
    'signs out: %s is cleared and redirects to sign-in with from',
    async (query) => {
      const { router, store } = show(query);
      expect(await screen.findByText(item.title)).toBeTruthy();
      act(() => void store.dispatch(sessionEnded()));
      expect(screen.queryByText(item.title)).toBeNull();
      expect(await screen.findByText('another page')).toBeTruthy();
      expect(router.state.location.search).toBe(`?from=${encodeURIComponent(`/en/feedback${query}`)}`);
    },
  );

  test.each([
    ['?view=mine', () => client.answer(feedback.my, silenced)],
    [`?no=${item.no}`, () => client.answer(feedback.detail, silenced)],
  ])('signs in as another user: %s is cleared and refetched', async (query, fall) => {
    const { store } = show(query);
    expect(await screen.findByText(item.title)).toBeTruthy();
    fall();
    act(() => void store.dispatch(sessionRestored({ token: 'yd_2', ytToken: '' })));
    expect(screen.queryByText(item.title)).toBeNull();
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});

describe('ticket list', () => {
  test('shows state and number of replies of each ticket', async () => {
    show('?view=mine');
    const row = within(await screen.findByRole('list', { name: 'My feedback' }));
    expect(row.getByRole('link', { name: item.title }).getAttribute('href')).toBe(
      `/en/feedback?no=${item.no}`,
    );
    expect(row.getByText('Answered')).toBeTruthy();
    expect(row.getByText('Replies: 1')).toBeTruthy();
    expect(row.getByText('20 Nov 2026')).toBeTruthy();
  });

  test('a Chinese title on the English page is read out in Chinese, in the list and on its ticket', async () => {
    const title = '大文件编辑后光标跳回开头';
    client.answer(feedback.my, {
      list: [{ ...item, no: 'FB20261120-00000', title }, item],
      total: 2,
      page: 1,
      page_size: 20,
    });
    client.answer(feedback.detail, { ...ticket, title });
    const { unmount } = show('?view=mine');
    expect((await screen.findByRole('link', { name: title })).lang).toBe('zh-CN');
    expect(screen.getByRole('link', { name: item.title }).lang).toBe('');
    unmount();
    show(`?no=${item.no}`);
    expect((await screen.findByRole('heading', { name: title })).lang).toBe('zh-CN');
  });

  test.each([
    ['open', 'Awaiting reply', 'No reply yet', en.feedback.ticket.waiting],
    // It gets none: the page must not promise an email.
    ['closed', 'Closed', 'No reply', 'This ticket was closed without a reply.'],
  ] as const)(
    'a ticket without a reply that is %s says so, in the list and on its page',
    async (state, badge, short, text) => {
      const unanswered = { state, answers: 0, answered_at: null } as const;
      client.answer(feedback.my, { list: [{ ...item, ...unanswered }], total: 1, page: 1, page_size: 20 });
      client.answer(feedback.detail, {
        ...ticket,
        ...unanswered,
        answers: [],
        contact: null,
        attachments: [],
      });
      const { router } = show('?view=mine');
      const row = within(await screen.findByRole('list', { name: 'My feedback' }));
      expect([row.getByText(badge), row.getByText(short)]).toBeTruthy();
      await act(() => router.navigate(`/en/feedback?no=${item.no}`));
      const replies = within(await screen.findByRole('region', { name: en.feedback.ticket.answers }));
      expect(replies.getByText(text)).toBeTruthy();
      expect(replies.queryByRole('list')).toBeNull();
      expect(screen.queryByRole('list', { name: 'Attachments' })).toBeNull();
      expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
        en.feedback.ticket.number,
        en.feedback.ticket.sent,
      ]);
    },
  );

  test('links to the form when empty', async () => {
    client.answer(feedback.my, { list: [], total: 0, page: 1, page_size: 20 });
    show('?view=mine');
    expect((await screen.findByRole('link', { name: 'Send feedback' })).getAttribute('href')).toBe(
      '/en/feedback',
    );
  });

  test('shows an error when loading fails, and retries', async () => {
    client.answer(feedback.my, () => {
      throw silence();
    });
    show('?view=mine');
    const again = await screen.findByRole('button', { name: 'Try again' });
    let arrive = (): void => undefined;
    client.answer(
      feedback.my,
      () =>
        new Promise((resolve) => {
          arrive = () => resolve({ list: [item], total: 1, page: 1, page_size: 20 });
        }),
    );
    await userEvent.click(again);
    await waitFor(() => expect(again.getAttribute('aria-busy')).toBe('true'));
    await act(async () => arrive());
    expect(await screen.findByRole('link', { name: item.title })).toBeTruthy();
  });
});

describe('ticket list page', () => {
  const many = { list: [item], total: 40, page: 1, page_size: 20 };

  test('shows an error on failure instead of the previous page', async () => {
    const { router } = show('?view=mine');
    client.answer(feedback.my, ({ page }: { page: number }) => (page === 1 ? many : silenced()));
    await screen.findByRole('link', { name: item.title });
    await act(() => router.navigate('/en/feedback?view=mine&page=2'));
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: item.title })).toBeNull();
  });

  test('past the end redirects to the last page', async () => {
    client.answer(feedback.my, ({ page }: { page: number }) =>
      page > 2 ? { ...many, list: [], page } : many,
    );
    const { router } = show('?view=mine&page=9');
    expect(await screen.findByRole('link', { name: item.title })).toBeTruthy();
    expect(router.state.location.search).toBe('?view=mine&page=2');
  });
});

describe('ticket', () => {
  test('shows text, attachments and replies', async () => {
    show(`?no=${item.no}`);
    expect(await screen.findByRole('heading', { name: item.title })).toBeTruthy();
    const attached = within(screen.getByRole('list', { name: 'Attachments' }));
    expect(attached.getByRole('link', { name: 'Open before.png' }).getAttribute('href')).toBe(
      '/api/feedback/file?link=a',
    );
    expect(attached.getByLabelText('Video')).toBeTruthy();
    const preview = document.querySelector('img[width="160"]');
    expect(preview?.getAttribute('src')).toBe('/api/feedback/file?link=b');
    expect(screen.getByText('chen-xiaohang')).toBeTruthy();
    // The name comes from the frame, which is not rendered here.
    expect(await screen.findByText('Reply from Yunduo')).toBeTruthy();
    expect(screen.getByText('Fixed in 3.4.2.')).toBeTruthy();
    expect(screen.getByText(/Times are Beijing time/)).toBeTruthy();
    // Users who ask about the ticket by mail or phone need its number.
    expect(await copied()).toEqual([['Copy ticket number', item.no]]);
  });

  test('a picture opens with a freshly fetched link', async () => {
    show(`?no=${item.no}`);
    const picture = await screen.findByRole('link', { name: 'Open before.png' });
    const [file] = ticket.attachments;
    client.answer(feedback.detail, {
      ...ticket,
      attachments: [{ ...file, url: '/api/feedback/file?link=fresh' }],
    });
    const tab = { opener: window, location: { assign: jest.fn() }, close: jest.fn() };
    const opened = jest.spyOn(window, 'open').mockReturnValue(tab as never);
    await userEvent.click(picture);
    // At the press: later it would be blocked as a pop-up.
    expect(opened).toHaveBeenCalledWith('', '_blank');
    await waitFor(() =>
      expect(tab.location.assign).toHaveBeenCalledWith(
        expect.stringMatching(/\/api\/feedback\/file\?link=fresh$/),
      ),
    );
    expect(tab.opener).toBeNull();
    // The displayed URL stays: a playing video continues.
    expect(picture.getAttribute('href')).toBe('/api/feedback/file?link=a');
    // A browser that opens no tab: here.
    const left = departures();
    opened.mockReturnValueOnce(null);
    await userEvent.click(picture);
    await waitFor(() => expect(left).toEqual([['assign', tab.location.assign.mock.lastCall?.[0]]]));

    client.answer(feedback.detail, () => {
      throw silence();
    });
    await userEvent.click(picture);
    await waitFor(() => expect(tab.close).toHaveBeenCalled());
    opened.mockRestore();
  });

  test('expired links are refetched each time; for a deleted file only once', async () => {
    show(`?no=${item.no}`);
    await screen.findByRole('link', { name: 'Open before.png' });
    const shown = () => document.querySelector('img[width="160"]') as HTMLImageElement;
    const video = () => screen.getByLabelText('Video');
    expect(client.count(feedback.detail)).toBe(1);
    fireEvent.error(video());
    await waitFor(() => expect(client.count(feedback.detail)).toBe(2));
    fireEvent.loadedMetadata(video());
    fireEvent.error(video());
    await waitFor(() => expect(client.count(feedback.detail)).toBe(3));
    fireEvent.error(shown());
    await waitFor(() => expect(client.count(feedback.detail)).toBe(4));
    fireEvent.error(video());
    fireEvent.error(shown());
    await act(async () => undefined);
    expect(client.count(feedback.detail)).toBe(4);
  });

  test.each([
    ['another user’s or an unknown ticket', 'FEEDBACK_NOT_FOUND'],
    ['a number that no ticket can have', 'VALIDATION_FAILED'],
  ] as const)('shows “not found” for %s', async (_what, code) => {
    client.answer(feedback.detail, () => {
      throw rejection(code);
    });
    show('?no=FB1');
    expect(await screen.findByText('Ticket not found')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'View my feedback' }).getAttribute('href')).toBe(
      '/en/feedback?view=mine',
    );
  });
});

test.each([
  ['open', 'brand'],
  ['answered', 'good'],
  ['closed', 'neutral'],
] as const)('a ticket that is %s has a badge of the tone %s', async (state, tone) => {
  client.answer(feedback.my, { list: [{ ...item, state }], total: 1, page: 1, page_size: 20 });
  show('?view=mine');
  const badge = await screen.findByText(en.feedback.states[state]);
  expect(badge.dataset['tone']).toBe(tone);
});

test.each(['', '?view=mine', `?no=${item.no}`])('%s has the recorded markup', async (at) => {
  expect(await markupOf(() => show(at))).toMatchSnapshot();
});

const unknown = (): never => {
  throw rejection('FEEDBACK_NOT_FOUND');
};
test.each([
  ['no ticket', '?view=mine', () => ({ list: [], total: 0, page: 1, page_size: 20 })],
  ['a failed list', '?view=mine', silenced],
  [
    'an unanswered ticket',
    `?no=${item.no}`,
    () => ({ ...ticket, contact: null, attachments: [], answers: [] }),
  ],
  ['an unknown ticket', `?no=${item.no}`, unknown],
  ['a failed ticket', `?no=${item.no}`, silenced],
])('%s has the recorded markup', async (_state, at, answer) => {
  client.answer(feedback.my, answer);
  client.answer(feedback.detail, answer);
  expect(await markupOf(() => show(at))).toMatchSnapshot();
});

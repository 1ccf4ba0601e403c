import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { markupOf, message, messageOrToast } from '@yunduo/app-shell/testing';
import { Toasts } from '@yunduo/app-shell';
import userEvent from '@testing-library/user-event';
import { activity as calls, site, type Activity } from '@yunduo/api-contract';
import { storeContext } from '@yunduo/data-access';
import { fakeClient, rejection, silence, testStore, type FakeClient } from '@yunduo/data-access/testing';
import { RouterContextProvider } from 'react-router';
import { en } from '@yunduo/i18n-public-site/en';
import { sessionEnded, sessionRestored, sessionStarted } from '@yunduo/session';
import { userFixture } from '@yunduo/session/testing';
import { renderRoute } from '../../testing/render-route.tsx';
import { SITE } from '../../testing/site.ts';
import type { ReactNode } from 'react';
import * as route from './route.tsx';

/** The server's clock; the visitor's may differ. */
const SERVER = Date.parse('2026-11-21T08:00:00.000Z');
const at = (ms: number): string => new Date(SERVER + ms).toISOString();
const DAY = 86_400_000;
const HOUR = 3_600_000;
const MINUTE = 60_000;

const activity = (changes: Partial<Activity> = {}): Activity => ({
  id: 3,
  title: 'Year-end check-up',
  intro: 'Run the list once.',
  html: '<p>About an hour.</p>',
  terms: '<ul><li>Once per account.</li></ul>',
  starts_at: at(-9 * DAY),
  ends_at: at(2 * DAY + 3 * HOUR + 4 * MINUTE),
  state: 'in_progress',
  joined_count: 2,
  ...changes,
});

let client: FakeClient;
function tell(reported: Activity | null, joined_at: string | null = null, after = 0): void {
  client.answer(calls.current, { activity: reported, server_time: at(after) });
  if (reported) client.answer(calls.detail, { activity: reported, server_time: at(after), joined_at });
}
beforeEach(() => {
  client = fakeClient([site.info, SITE]);
});
const show = (locale: 'zh' | 'en' = 'en', frame?: ReactNode) =>
  renderRoute(route, { client, pattern: '/activity', at: '/activity', locale, frame });

test.each(['loader', 'clientLoader'] as const)(
  'the %s gives the search engine the title and the introduction of the activity',
  async (kind) => {
    const load = async (reported: Activity | null) => {
      tell(reported);
      const context = new RouterContextProvider();
      context.set(storeContext, testStore({ client }));
      return route[kind]({ context } as never);
    };
    expect(await load(activity())).toEqual({ title: 'Year-end check-up', intro: 'Run the list once.' });
    expect(await load(null)).toBeNull();
  },
);

describe('[R4.06] activity state', () => {
  test('in progress: counts down to the end by the server’s clock', async () => {
    jest.useFakeTimers({ now: Date.parse('2031-01-01T00:00:00.000Z'), advanceTimers: true });
    try {
      tell(activity());
      show();
      expect(await screen.findByText('In progress')).toBeTruthy();
      expect(
        await screen.findByRole('timer', { name: 'Ends in 2 days, 3 hours and 4 minutes' }),
      ).toBeTruthy();
      // The deadline is known after the second answer of the server; 61 s later the countdown is one minute lower.
      await act(() => jest.advanceTimersByTimeAsync(MINUTE + 1000));
      expect(screen.getByRole('timer', { name: 'Ends in 2 days, 3 hours and 3 minutes' })).toBeTruthy();
    } finally {
      jest.useRealTimers();
    }
  });

  test('refetches at the end and shows that it has ended', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    try {
      const nearly = activity({ ends_at: at(MINUTE) });
      tell(nearly);
      show();
      expect(await screen.findByRole('timer', { name: 'Ends in 0 days, 0 hours and 1 minute' })).toBeTruthy();
      await act(() => jest.advanceTimersByTimeAsync(1000));
      tell({ ...nearly, state: 'ended' }, null, MINUTE);
      await act(() => jest.advanceTimersByTimeAsync(2 * MINUTE));
      expect(screen.getByText('This event has ended. Thank you for taking part.')).toBeTruthy();
      expect(screen.queryByRole('timer')).toBeNull();
      expect(screen.queryByRole('button', { name: 'Join' })).toBeNull();
    } finally {
      jest.useRealTimers();
    }
  });

  test('asks again after 1, 5 and 15 seconds, then each minute', async () => {
    jest.useFakeTimers({ now: SERVER });
    try {
      const asked: number[] = [];
      tell(activity());
      client.answer(calls.detail, () => {
        asked.push(Date.now());
        throw silence();
      });
      const { unmount } = show();
      for (let second = 0; second < 150; second += 1) await act(() => jest.advanceTimersByTimeAsync(1000));
      // React renders in tasks of a few milliseconds.
      const pauses = asked
        .slice(1, 6)
        .map((time, before) => Math.round((time - (asked[before] ?? 0)) / 1000));
      expect(pauses).toEqual([1, 5, 15, 60, 60]);
      unmount();
    } finally {
      jest.useRealTimers();
    }
  });

  test('changes state without a response, shows no toast and retries', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    try {
      const nearly = activity({ ends_at: at(MINUTE) });
      tell(nearly);
      const { unmount } = show('en', <Toasts />);
      expect(await screen.findByRole('timer', { name: 'Ends in 0 days, 0 hours and 1 minute' })).toBeTruthy();
      await act(() => jest.advanceTimersByTimeAsync(1000));
      client.answer(calls.detail, () => {
        throw silence();
      });
      await act(() => jest.advanceTimersByTimeAsync(MINUTE - 2000));
      expect(screen.getByRole('timer')).toBeTruthy();
      await act(() => jest.advanceTimersByTimeAsync(2000));
      expect(screen.getByText('This event has ended. Thank you for taking part.')).toBeTruthy();
      expect(screen.queryByRole('timer')).toBeNull();
      expect(screen.queryByRole('button', { name: 'Join' })).toBeNull();
      const requests = client.count(calls.detail);
      await act(() => jest.advanceTimersByTimeAsync(10 * MINUTE));
      const again = client.count(calls.detail) - requests;
      expect(again).toBeGreaterThanOrEqual(8);
      expect(again).toBeLessThanOrEqual(14);
      expect(messageOrToast('alert')).toBe('');
      // The deadline was extended meanwhile: the late answer applies.
      tell(activity({ ends_at: at(HOUR) }), null, 12 * MINUTE);
      await act(() => jest.advanceTimersByTimeAsync(MINUTE));
      expect(screen.getByText('In progress')).toBeTruthy();
      expect(screen.getByRole('timer', { name: /48 minutes|47 minutes/ })).toBeTruthy();
      // At the next end the pauses begin with the shortest again.
      client.answer(calls.detail, () => {
        throw silence();
      });
      await act(() => jest.advanceTimersByTimeAsync(46 * MINUTE));
      for (let second = 0; second < 150 && screen.queryByRole('timer'); second += 1)
        await act(() => jest.advanceTimersByTimeAsync(1000));
      const before = client.count(calls.detail);
      await act(() => jest.advanceTimersByTimeAsync(25_000));
      expect(client.count(calls.detail) - before).toBeGreaterThanOrEqual(3);
      unmount();
      const last = client.count(calls.detail);
      await act(() => jest.advanceTimersByTimeAsync(2 * MINUTE));
      expect(client.count(calls.detail)).toBe(last);
    } finally {
      jest.useRealTimers();
    }
  });

  test('is replaced if it was withdrawn after the page was sent, also if that answer is still cached at first', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    try {
      tell(activity());
      client.answer(calls.detail, () => {
        throw rejection('ACTIVITY_NOT_FOUND', {}, 'No such event');
      });
      show();
      expect(await screen.findByText('In progress')).toBeTruthy();
      await act(() => jest.advanceTimersByTimeAsync(2000));
      expect(screen.getByText('In progress')).toBeTruthy();
      client.answer(calls.current, { activity: null, server_time: at(MINUTE) });
      await act(() => jest.advanceTimersByTimeAsync(6000));
      expect(await screen.findByText('No current events')).toBeTruthy();
    } finally {
      jest.useRealTimers();
    }
  });

  test('without a response counts from the loaded data; a start shows the join button', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    try {
      tell(activity({ state: 'not_started', starts_at: at(MINUTE), ends_at: at(6 * MINUTE) }));
      client.answer(calls.detail, () => {
        throw silence();
      });
      show();
      expect(await screen.findByText(/Starts on/)).toBeTruthy();
      expect(screen.queryByRole('button', { name: 'Join' })).toBeNull();
      await act(() => jest.advanceTimersByTimeAsync(MINUTE + 1000));
      expect(screen.getByText('In progress')).toBeTruthy();
      expect(screen.getByRole('timer', { name: 'Ends in 0 days, 0 hours and 5 minutes' })).toBeTruthy();
      expect(screen.getByRole('button', { name: 'Join' })).toBeTruthy();
      await act(() => jest.advanceTimersByTimeAsync(5 * MINUTE));
      expect(screen.getByText('Ended')).toBeTruthy();
    } finally {
      jest.useRealTimers();
    }
  });

  test('requests at most 14 times in 10 minutes if the server still reports “in progress”', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    try {
      const late = activity({ ends_at: at(-1000) });
      tell(late);
      show();
      expect(await screen.findByText('Ended')).toBeTruthy();
      const requests = client.count(calls.detail);
      await act(() => jest.advanceTimersByTimeAsync(10 * MINUTE));
      expect(client.count(calls.detail) - requests).toBeLessThanOrEqual(14);
      expect(screen.getByText('Ended')).toBeTruthy();
    } finally {
      jest.useRealTimers();
    }
  });

  test('not started: shows the start and no countdown', async () => {
    tell(activity({ state: 'not_started', starts_at: at(DAY), ends_at: at(3 * DAY) }));
    show('zh');
    expect(await screen.findByText('活动将于 2026年11月22日 16:00开始。')).toBeTruthy();
    expect(screen.queryByRole('timer')).toBeNull();
    expect(screen.queryByRole('button', { name: '参加活动' })).toBeNull();
  });
});

test.each([
  ['en', '31 Dec 2026, 23:59', '1 Jan 2027, 00:00'],
  ['zh', '2026年12月31日 23:59', '2027年1月1日 00:00'],
] as const)('formats times around New Year in Shanghai time (%s)', async (locale, starts, ends) => {
  tell(
    activity({
      state: 'not_started',
      starts_at: '2026-12-31T15:59:00.000Z',
      ends_at: '2026-12-31T16:00:00.000Z',
    }),
  );
  show(locale);
  expect(await screen.findByText(starts)).toBeTruthy();
  expect(screen.getByText(ends)).toBeTruthy();
});

test.each([
  ['not_started', 'none'],
  ['in_progress', 'good'],
  ['ended', 'warn'],
] as const)('the state %s has a dot of the tone %s', async (state, tone) => {
  tell(activity({ state, ...(state === 'not_started' && { starts_at: at(DAY) }) }));
  show();
  const panel = await screen.findByRole('complementary', { name: en.activity.state[state] });
  expect(panel.querySelector('[data-tone]')?.getAttribute('data-tone')).toBe(tone);
});

test('without an activity links to the newsletter', async () => {
  tell(null);
  show();
  expect((await screen.findByRole('link', { name: 'Subscribe to emails' })).getAttribute('href')).toBe(
    '/en#email',
  );
});

test('shows the number of participants from 20 on', async () => {
  tell(activity({ joined_count: 19 }));
  const { unmount } = show();
  await screen.findByText('In progress');
  expect(screen.queryByText('Participants')).toBeNull();
  unmount();
  tell(activity({ joined_count: 20 }));
  show();
  expect((await screen.findByText('Participants')).nextElementSibling?.textContent).toBe('20');
});

test('a visitor is sent to sign-in and back', async () => {
  tell(activity());
  const { router } = show();
  const link = await screen.findByRole('link', { name: 'Sign in to join' });
  expect(link.getAttribute('href')).toBe('/en/login?from=%2Fen%2Factivity');
  await userEvent.click(screen.getByRole('button', { name: 'Join' }));
  expect(router.state.location.pathname + router.state.location.search).toBe(
    '/en/login?from=%2Fen%2Factivity',
  );
});

describe('signed-in user', () => {
  const open = () => {
    const view = show();
    act(() => void view.store.dispatch(sessionStarted({ token: 'yd_1', user: userFixture() })));
    return view;
  };

  test('joins once and sees the time of joining', async () => {
    tell(activity());
    client.answer(calls.join, () => {
      tell(activity({ joined_count: 23 }), at(MINUTE), MINUTE);
      return { joined_at: at(MINUTE), joined_count: 23 };
    });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Join' }));
    expect(await screen.findByText('Joined on 21 Nov 2026, 16:01')).toBeTruthy();
    expect(await screen.findByText('23')).toBeTruthy();
    for (const [name, page] of [
      ['Download the client', 'client-download'],
      ['Send feedback', 'feedback'],
    ]) {
      expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(`/en/${String(page)}`);
    }
    expect(screen.queryByRole('button', { name: 'Join' })).toBeNull();
  });

  test.each([
    ['<ol><li>Send feedback.</li></ol>', 1],
    ['', 0],
  ])('who joined an event described by “%s” is referred to its description %d times', async (html, times) => {
    tell(activity({ html }), at(-DAY));
    open();
    expect(await screen.findByText('Joined')).toBeTruthy();
    expect(screen.queryAllByText(en.activity.next.text)).toHaveLength(times);
    expect(screen.getByRole('link', { name: 'Send feedback' })).toBeTruthy();
  });

  test('signing in or out in another tab refreshes countdown and participant count', async () => {
    tell(activity());
    const { store } = show();
    await screen.findByRole('timer', { name: 'Ends in 2 days, 3 hours and 4 minutes' });
    const changes = [sessionRestored({ token: 'yd_1', ytToken: '' }), sessionEnded()];
    for (const [change, session] of changes.entries()) {
      tell(activity({ joined_count: 31 + change }), null, (change + 1) * HOUR);
      act(() => void store.dispatch(session));
      expect(screen.queryByRole('timer', { name: 'Ends in 0 days, 0 hours and 0 minutes' })).toBeNull();
      expect(await screen.findByText(String(31 + change))).toBeTruthy();
      const left = `Ends in 2 days, ${String(2 - change)} hour${change ? '' : 's'} and 4 minutes`;
      expect(await screen.findByRole('timer', { name: left })).toBeTruthy();
    }
  });

  test('the next user in this tab can still join', async () => {
    tell(activity());
    client.answer(calls.join, { joined_at: at(MINUTE), joined_count: 3 });
    const { store } = open();
    await userEvent.click(await screen.findByRole('button', { name: 'Join' }));
    expect(await screen.findByText('Joined')).toBeTruthy();
    for (const session of [sessionEnded(), sessionRestored({ token: 'yd_2', ytToken: '' })]) {
      act(() => void store.dispatch(session));
      expect(await screen.findByRole('button', { name: 'Join' })).toBeTruthy();
      expect(screen.queryByText('Joined')).toBeNull();
    }
  });

  test('sees the earlier join instead of the button', async () => {
    tell(activity(), at(-DAY));
    open();
    expect(await screen.findByText('Joined')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Join' })).toBeNull();
  });

  test('sees after the end that they took part, without what to do next', async () => {
    tell(activity({ state: 'ended' }), at(-DAY));
    open();
    expect(await screen.findByText(en.activity.took_part)).toBeTruthy();
    expect(screen.queryByText(en.activity.joined)).toBeNull();
    expect(screen.queryByText(en.activity.next.text)).toBeNull();
  });

  test('hides the rejection of a join during the next try', async () => {
    tell(activity());
    client.answer(calls.join, () => {
      throw rejection('STATE_CHANGED', {}, 'Try again');
    });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Join' }));
    await waitFor(() => expect(message('alert')).toBe('Try again'));
    let answer = (_: object) => {};
    client.answer(calls.join, () => new Promise<object>((resolve) => (answer = resolve)));
    await userEvent.click(await screen.findByRole('button', { name: 'Join', busy: false }));
    await waitFor(() => expect(messageOrToast('alert')).toBe(''));
    await act(async () => answer({ joined_at: at(0) }));
    expect(await screen.findByText('Joined')).toBeTruthy();
  });

  test('shows a rejected join next to the button', async () => {
    tell(activity());
    client.answer(calls.join, () => {
      tell(activity({ state: 'ended' }));
      throw rejection('ACTIVITY_ENDED', {}, 'This event has ended');
    });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Join' }));
    await waitFor(() => expect(message('alert')).toBe('This event has ended'));
    expect(await screen.findByText('Ended')).toBeTruthy();
  });
});

test('has the recorded markup', async () => {
  tell(activity({ state: 'ended' }));
  expect(await markupOf(() => show())).toMatchSnapshot();
});

test.each<[string, Activity | null, string | null]>([
  ['one that has not started', activity({ state: 'not_started', starts_at: at(DAY) }), null],
  ['one in progress', activity({ joined_count: 1_000 }), null],
  ['one in progress that the visitor has joined', activity(), at(-DAY)],
  ['one that has ended and that the visitor had joined', activity({ state: 'ended' }), at(-DAY)],
  ['none', null, null],
])('%s has the recorded markup', async (_state, reported, joined) => {
  tell(reported, joined);
  expect(await markupOf(() => show())).toMatchSnapshot();
});

import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { en } from '@yunduo/i18n/en';
import { zh } from '@yunduo/i18n/zh';
import { Notifications } from '../notifications/notifications.tsx';
import { clearMessages, departures, inShell } from '../testing.tsx';
import { UpdateCheck } from './update-check.tsx';

const MINUTE = 60_000;
const fetchMock = jest.fn<(url: string, init?: RequestInit) => Promise<Response>>();
const realFetch = globalThis.fetch;
let visibility: DocumentVisibilityState = 'visible';

beforeEach(() => {
  jest.useFakeTimers({ now: new Date('2026-11-21T00:00:00Z') });
  visibility = 'visible';
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility });
  fetchMock.mockReset();
  globalThis.fetch = fetchMock as unknown as typeof fetch;
});
afterEach(() => {
  act(clearMessages);
  globalThis.fetch = realFetch;
  jest.useRealTimers();
});

const answer = (body: unknown, status = 200) =>
  fetchMock.mockImplementation(async () => new Response(JSON.stringify(body), { status }));
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));
const show = (props: { buildId: string | undefined; base?: string }, locale: 'zh' | 'en' = 'zh') =>
  render(inShell(<UpdateCheck {...props} />, { locale, frame: <Notifications /> }).element);

test('a visible page requests the latest build every ten minutes with a timestamp', async () => {
  answer({ id: 'a1' });
  show({ buildId: 'a1' });
  await pass(10 * MINUTE - 1);
  expect(fetchMock).not.toHaveBeenCalled();
  await pass(1);
  expect(fetchMock.mock.calls).toEqual([
    [
      `/builds/latest.json?t=${Date.parse('2026-11-21T00:10:00Z')}`,
      expect.objectContaining({ cache: 'no-store' }),
    ],
  ]);
  await pass(10 * MINUTE);
  expect(fetchMock).toHaveBeenCalledTimes(2);
  expect(screen.queryByRole('region')).toBeNull();
});

test('the console requests it below its own path', async () => {
  answer({ id: 'c1' });
  show({ buildId: 'c1', base: '/developer-center' });
  await pass(10 * MINUTE);
  expect(fetchMock.mock.calls[0]?.[0]).toMatch(/^\/developer-center\/builds\/latest\.json\?t=\d+$/);
});

test.each([
  ['zh', '发现新版本', '刷新', '刷新'],
  ['en', 'A new version is available', 'Reload', 'Later'],
] as const)('shows a new build once in %s with a reload button', async (locale, title, button, pressed) => {
  answer({ id: 'b2' });
  show({ buildId: 'a1' }, locale);
  await pass(10 * MINUTE);
  const text = (locale === 'zh' ? zh : en).shell.update_text;
  expect(screen.getByRole('region', { name: title }).textContent).toContain(text);
  const left = departures();
  expect(screen.getByRole('button', { name: locale === 'zh' ? '稍后' : 'Later' })).toBeTruthy();
  act(() => screen.getByRole('button', { name: pressed }).click());
  expect(left).toEqual(pressed === button ? [['reload', location.href]] : []);
  await pass(10 * MINUTE);
  expect(screen.queryByRole('region', { name: title })).toBeNull();
});

test('a hidden page sends no request and catches up when shown', async () => {
  answer({ id: 'a1' });
  show({ buildId: 'a1' });
  visibility = 'hidden';
  await pass(25 * MINUTE);
  expect(fetchMock).not.toHaveBeenCalled();
  visibility = 'visible';
  document.dispatchEvent(new Event('visibilitychange'));
  expect(fetchMock).toHaveBeenCalledTimes(1);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(fetchMock).toHaveBeenCalledTimes(1);
});

test.each([
  ['a failing network', () => fetchMock.mockRejectedValue(new TypeError('fetch failed'))],
  ['an error response', () => answer({ id: 'b2' }, 503)],
  ['a response without an id', () => answer({ version: 2 })],
])('%s shows no notification', async (_what, arrange) => {
  arrange();
  show({ buildId: 'a1' });
  await pass(10 * MINUTE);
  expect(screen.queryByRole('region')).toBeNull();
});

test('unmounting aborts the request and stops the checks', async () => {
  let respond: (response: Response) => void = () => undefined;
  fetchMock.mockImplementation(() => new Promise((resolve) => (respond = resolve)));
  const view = render(
    inShell(<UpdateCheck buildId="a1" />, { locale: 'en', frame: <Notifications /> }).element,
  );
  await pass(10 * MINUTE);
  const signal = (fetchMock.mock.calls[0]?.[1] as RequestInit).signal;
  expect(signal?.aborted).toBe(false);
  view.unmount();
  expect(signal?.aborted).toBe(true);
  // A response that was already on its way.
  respond(new Response(JSON.stringify({ id: 'b2' })));
  await pass(60 * MINUTE);
  expect(fetchMock).toHaveBeenCalledTimes(1);
  render(inShell(null, { locale: 'en', frame: <Notifications /> }).element);
  expect(screen.queryByRole('region')).toBeNull();
});

test('requests nothing without a build id (development)', async () => {
  show({ buildId: undefined });
  await pass(60 * MINUTE);
  expect(fetchMock).not.toHaveBeenCalled();
});

test('shows a build found before hydration at once', async () => {
  answer({ id: 'b2' });
  render(inShell(<UpdateCheck buildId="a1" seen="b2" />, { locale: 'en', frame: <Notifications /> }).element);
  await pass(0);
  expect(screen.getByRole('region', { name: 'A new version is available' })).toBeTruthy();
  expect(fetchMock).not.toHaveBeenCalled();
});

test.each([
  ['closed', 'Later', []],
  ['open', null, ['发现新版本']],
] as const)(
  'a %s notice of a build is the same in a frame that mounts again, in its language',
  async (_state, press, after) => {
    answer({ id: 'b2' });
    const frame = (locale: 'zh' | 'en') =>
      render(inShell(<UpdateCheck buildId="a1" seen="b2" />, { locale, frame: <Notifications /> }).element);
    const shown = () => screen.queryAllByRole('heading').map(({ textContent }) => textContent);
    const first = frame('en');
    await pass(0);
    expect(screen.getByRole('region', { name: 'A new version is available' })).toBeTruthy();
    if (press) act(() => screen.getByRole('button', { name: press }).click());
    first.unmount();
    frame('zh');
    await pass(10 * MINUTE);
    expect(shown()).toEqual(after);
    // A later build is a new notice.
    answer({ id: 'c3' });
    await pass(10 * MINUTE);
    expect(screen.getByRole('region', { name: '发现新版本' })).toBeTruthy();
  },
);

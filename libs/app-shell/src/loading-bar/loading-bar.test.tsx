import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { reportAppError } from '../errors/app-errors.ts';
import { inShell } from '../testing.tsx';
import { LoadingBar } from './loading-bar.tsx';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const bar = () => screen.getByRole('progressbar', { hidden: true });
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));

test('[R4.14] shows after 200 ms of navigation', async () => {
  let arrive: () => void = () => undefined;
  const slow = {
    path: '/slow',
    loader: () => new Promise<null>((resolve) => (arrive = () => resolve(null))),
    element: <h1>Slow page</h1>,
  };
  const { element, router } = inShell(<h1>Home</h1>, { routes: [slow], frame: <LoadingBar /> });
  render(element);
  await act(async () => void router.navigate('/slow'));
  expect(bar().dataset.state).toBe('hidden');
  await pass(300);
  expect(bar().dataset.state).toBe('loading');
  expect(bar().getAttribute('aria-label')).toBe('正在加载');
  await act(async () => arrive());
  expect(screen.getByRole('heading').textContent).toBe('Slow page');
});

test('[R4.14] turns to its error colour on an app error', async () => {
  render(inShell(null, { frame: <LoadingBar /> }).element);
  await act(async () => reportAppError());
  expect(bar().dataset.state).toBe('error');
  expect(bar().getAttribute('value')).toBe('100');
  await pass(900);
  expect(bar().dataset.state).toBe('hidden');
  expect(bar().getAttribute('value')).toBe('0');
});

test('[R4.14] shows an app error reported before it has mounted', async () => {
  function Page() {
    useEffect(() => reportAppError(), []);
    return null;
  }
  const { unmount } = render(inShell(<Page />, { frame: <LoadingBar /> }).element);
  await act(async () => undefined);
  expect(bar().dataset.state).toBe('error');
  unmount();
  render(inShell(null, { frame: <LoadingBar /> }).element);
  await act(async () => undefined);
  expect(bar().dataset.state).toBe('hidden');
});

import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createMemoryRouter } from 'react-router';
import { paintBeforeNavigation } from './paint-before-navigation.ts';

const visibility = jest.spyOn(document, 'visibilityState', 'get');

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
  visibility.mockReset();
});

const router = () =>
  createMemoryRouter(
    [
      { path: '/' },
      { path: '/store', loader: () => null },
      { path: '/away', loader: () => Promise.reject(new Error('away')) },
    ],
    { instrumentations: [paintBeforeNavigation] },
  );

test('a navigation starts after the next paint', async () => {
  visibility.mockReturnValue('visible');
  const routes = router();
  const arrived = routes.navigate('/store');
  jest.advanceTimersToNextFrame();
  expect(routes.state.navigation.state).toBe('idle');
  await jest.runAllTimersAsync();
  await arrived;
  expect(routes.state.location.pathname).toBe('/store');
});

test('does not wait for a paint in a hidden tab', async () => {
  visibility.mockReturnValue('hidden');
  const routes = router();
  await routes.navigate('/store');
  expect(routes.state.location.pathname).toBe('/store');
});

test('passes loader errors on to the router', async () => {
  visibility.mockReturnValue('visible');
  const routes = router();
  const arrived = routes.navigate('/away');
  await jest.runAllTimersAsync();
  await arrived;
  expect(Object.values(routes.state.errors ?? {})).toEqual([new Error('away')]);
});

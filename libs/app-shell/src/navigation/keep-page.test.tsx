import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { memo, useEffect, useState } from 'react';
import {
  createBrowserRouter,
  createMemoryRouter,
  data,
  Link,
  Outlet,
  redirect,
  RouterProvider,
  useNavigate,
  useNavigation,
} from 'react-router';
import { Toasts } from '../toasts/toasts.tsx';
import { toastStore } from '../toasts/toast-store.ts';
import { clearMessages } from '../testing.tsx';
import { keepPage, numberEntries, useKeptPage, useRouteComing } from './keep-page.ts';
import { departures } from '../testing.tsx';
import { openPage } from './open-page.ts';
import { forgetRoutes, loadRoute, missingFiles } from './route-files.ts';

const published = globalThis as {
  __reactRouterManifest?: unknown;
  __reactRouterRouteModules?: Record<string, unknown>;
};
const realFetch = globalThis.fetch;
const lost = jest.fn();
const found = jest.fn();
let reachable = true;

beforeEach(() => {
  forgetRoutes();
  sessionStorage.clear();
  reachable = true;
  published.__reactRouterRouteModules = { root: {}, home: {} };
  published.__reactRouterManifest = {
    routes: {
      root: { id: 'root', path: '', module: '/assets/root.js' },
      home: { id: 'home', parentId: 'root', index: true, module: '/assets/home.js' },
      detail: { id: 'detail', parentId: 'root', path: 'store/:id', module: 'no-such-file:detail' },
    },
  };
  globalThis.fetch = jest.fn(async () => {
    if (reachable) return new Response(null, { status: 404 });
    throw new TypeError('Failed to fetch');
  }) as unknown as typeof fetch;
  window.addEventListener('network-lost', lost);
  window.addEventListener('network-found', found);
});
afterEach(() => {
  globalThis.fetch = realFetch;
  delete published.__reactRouterManifest;
  delete published.__reactRouterRouteModules;
  window.removeEventListener('network-lost', lost);
  window.removeEventListener('network-found', found);
  jest.restoreAllMocks();
  lost.mockReset();
  found.mockReset();
  act(clearMessages);
  sessionStorage.clear();
});

describe('route modules', () => {
  const target = new URL('http://localhost/store/7?from=1.2#log');
  const loadError = () => Promise.reject(new TypeError('Failed to fetch'));

  test('missingFiles names the modules not yet loaded; loadRoute loads them', async () => {
    expect(missingFiles('/')).toEqual([]);
    expect(missingFiles('/store/7')).toEqual(['no-such-file:detail']);
    expect(missingFiles('/nowhere/at/all')).toEqual([]);
    await expect(loadRoute(target, { load: async () => ({}) })).resolves.toBe('loaded');
    expect(missingFiles('/store/8')).toEqual([]);
  });

  test('[R9.04] missing after a deployment: loads the target document, once in 10000 ms', async () => {
    const leave = jest.fn();
    await expect(loadRoute(target, { load: loadError, leave })).resolves.toBe('leaving');
    expect(leave.mock.calls).toEqual([['http://localhost/store/7?from=1.2#log']]);
    await expect(loadRoute(target, { load: loadError, leave })).resolves.toBe('failed');
    sessionStorage.setItem('reload-guard', String(Date.now() - 10_000));
    await expect(loadRoute(target, { load: loadError, leave })).resolves.toBe('leaving');
    expect(leave).toHaveBeenCalledTimes(2);
    const left = departures();
    sessionStorage.clear();
    await expect(loadRoute(target, { load: loadError })).resolves.toBe('leaving');
    history.replaceState(null, '', '/store/7');
    sessionStorage.clear();
    await expect(openPage({})).resolves.toBe(false);
    expect(left).toEqual([
      ['assign', target.href],
      ['reload', location.href],
    ]);
    expect(document.querySelector('a')).toBeNull();
    history.replaceState(null, '', '/');
  });

  test('unreachable: stays on the page, offline and behind a captive portal', async () => {
    const leave = jest.fn();
    reachable = false;
    await expect(loadRoute(target, { load: loadError, leave })).resolves.toBe('lost');
    reachable = true;
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await expect(loadRoute(target, { load: loadError, leave })).resolves.toBe('lost');
    expect(leave).not.toHaveBeenCalled();
  });

  test('are requested again on the next click', async () => {
    const load = jest.fn(loadError as () => Promise<unknown>);
    reachable = false;
    await loadRoute(target, { load });
    load.mockResolvedValue({});
    await expect(loadRoute(target, { load })).resolves.toBe('loaded');
    expect(load).toHaveBeenCalledTimes(2);
  });

  test('missing for the initial page: shows a retry link to the current URL', async () => {
    reachable = false;
    history.replaceState(null, '', '/store/7?from=1.2');
    document.documentElement.lang = 'zh-CN';
    const words = { zh: { again: '重试' }, en: { again: 'Try again' } };
    await expect(openPage(words)).resolves.toBe(false);
    const again = [...document.querySelectorAll('a')].find((link) => link.textContent === '重试');
    expect(again?.getAttribute('href')).toBe('/store/7?from=1.2');
    expect(lost).toHaveBeenCalledTimes(1);
    again?.remove();
    history.replaceState(null, '', '/');
    await expect(openPage(words)).resolves.toBe(true);
  });
});

describe('link click', () => {
  function Page() {
    const [input, setInput] = useState('');
    const navigate = useNavigate();
    return (
      <>
        <input aria-label="note" value={input} onChange={(event) => setInput(event.currentTarget.value)} />
        <Link to="/store/7">detail</Link>
        <Link to="/data">data</Link>
        <Link to="/redirect">redirect</Link>
        <button onClick={() => void navigate(-1)}>back</button>
      </>
    );
  }
  const busy: boolean[] = [];
  // Not rendered with its frame: it hears of the page itself.
  const Coming = memo(function Coming() {
    return useRouteComing() && <p>coming</p>;
  });
  function Frame() {
    useKeptPage();
    const coming = useRouteComing();
    const loading = useNavigation().state !== 'idle' || coming;
    useEffect(() => void busy.push(loading), [loading]);
    return (
      <>
        <Coming />
        <Outlet />
        <Toasts />
      </>
    );
  }
  let answer: () => unknown;
  async function open() {
    answer = () => null;
    busy.length = 0;
    const router = createMemoryRouter(
      [
        {
          id: 'root',
          middleware: [keepPage as never],
          Component: Frame,
          HydrateFallback: () => null,
          ErrorBoundary: () => <h1>error page</h1>,
          children: [
            { id: 'home', index: true, Component: Page, loader: () => null },
            { id: 'detail', path: 'store/:id', element: <h1>detail</h1>, loader: () => answer() },
            { id: 'data', path: 'data', element: <h1>data</h1>, loader: () => answer() },
            { id: 'redirect', path: 'redirect', loader: () => redirect('/store/7') },
          ],
        },
      ],
      {
        initialEntries: ['/'],
        // As in the framework: middleware receives the loaders' results.
        dataStrategy: async (args) =>
          args.runClientMiddleware(async ({ matches }) =>
            Object.fromEntries(
              await Promise.all(
                matches
                  .filter((match) => match.shouldCallHandler())
                  .map(async (match) => [match.route.id, await match.resolve()] as const),
              ),
            ),
          ),
      },
    );
    render(<RouterProvider router={router} />);
    fireEvent.change(await screen.findByLabelText('note'), { target: { value: 'typed' } });
    found.mockReset();
    const press = async (name: string) => {
      await act(async () => screen.getByRole('link', { name }).click());
      await act(() => new Promise((resolve) => setTimeout(resolve)));
    };
    const stands = () => [
      router.state.location.pathname,
      screen.queryByLabelText<HTMLInputElement>('note')?.value,
    ];
    return { router, press, stands };
  }

  test('without a network keeps the page and its input and reports the lost connection', async () => {
    reachable = false;
    const { press, stands, router } = await open();
    await press('detail');
    expect(stands()).toEqual(['/', 'typed']);
    expect(lost).toHaveBeenCalledTimes(1);
    expect(router.state.navigation.state).toBe('idle');
    published.__reactRouterRouteModules = { ...published.__reactRouterRouteModules, detail: {} };
    await press('detail');
    expect(await screen.findByRole('heading', { name: 'detail' })).toBeTruthy();
    expect(found).toHaveBeenCalled();
    expect(screen.queryByText('coming')).toBeNull();
  });

  test('loads module and data in one pending state', async () => {
    const { press } = await open();
    const { routes } = published.__reactRouterManifest as { routes: { detail: { module: string } } };
    routes.detail.module = 'data:text/javascript,export default 1';
    let arrive: (value: null) => void = () => undefined;
    answer = () => new Promise((resolve) => (arrive = resolve));
    await press('detail');
    expect(await screen.findByText('coming')).toBeTruthy();
    await waitFor(() => expect(missingFiles('/store/7')).toEqual([]));
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    await act(async () => arrive(null));
    expect(await screen.findByRole('heading', { name: 'detail' })).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('coming')).toBeNull());
    expect(busy).toEqual([false, true, false]);
  });

  test('a second click before the module has loaded opens only the second page', async () => {
    const { router, press } = await open();
    const { routes } = published.__reactRouterManifest as { routes: { detail: { module: string } } };
    const coming = globalThis as { filesCome?: () => void };
    routes.detail.module = 'data:text/javascript,await new Promise((come) => (globalThis.filesCome = come))';
    const visited: string[] = [];
    const stop = router.subscribe(({ location }) => visited.push(location.pathname));
    await press('detail');
    await waitFor(() => expect(coming.filesCome).toBeDefined());
    // The files arrive before the page is drawn again.
    await act(async () => {
      void router.navigate('/store/8');
      coming.filesCome?.();
      await new Promise((resolve) => setTimeout(resolve));
    });
    expect(await screen.findByRole('heading', { name: 'detail' })).toBeTruthy();
    stop();
    expect([router.state.location.pathname, visited.includes('/store/7')]).toEqual(['/store/8', false]);
    delete coming.filesCome;
  });

  test('[R9.04] keeps the page and shows a toast if the module fails again within 10 seconds', async () => {
    sessionStorage.setItem('reload-guard', String(Date.now()));
    const { press, stands } = await open();
    await press('detail');
    expect(toastStore.get()?.text).toEqual({ message: 'server_busy' });
    expect(stands()).toEqual(['/', 'typed']);
    expect(lost).not.toHaveBeenCalled();
  });

  test.each(['NO_ANSWER', 'TIMEOUT', 'UNREADABLE'])(
    'keeps the page and its input if the data fails with %s; the next click succeeds',
    async (code) => {
      const { press, stands, router } = await open();
      answer = () => {
        throw data({ code, msg: '' }, { status: 503 });
      };
      await press('data');
      expect(stands()).toEqual(['/', 'typed']);
      expect(router.state.navigation.state).toBe('idle');
      expect(lost).toHaveBeenCalledTimes(1);
      expect(found).not.toHaveBeenCalled();
      answer = () => null;
      await press('data');
      expect(await screen.findByRole('heading', { name: 'data' })).toBeTruthy();
      expect(found).toHaveBeenCalledTimes(1);
    },
  );

  test('shows the error page if the server rejects the data', async () => {
    const { press } = await open();
    answer = () => {
      throw data({ code: 'INTERNAL', msg: '' }, { status: 500 });
    };
    await press('data');
    expect(await screen.findByRole('heading', { name: 'error page' })).toBeTruthy();
    expect(lost).not.toHaveBeenCalled();
  });

  test('keeps the page if the redirect target’s module cannot be loaded', async () => {
    reachable = false;
    const { press, stands } = await open();
    await press('redirect');
    expect(stands()).toEqual(['/', 'typed']);
    expect(lost).toHaveBeenCalledTimes(1);
  });

  test('stays on the page if the back navigation’s module cannot be loaded', async () => {
    const { router, press } = await open();
    await press('data');
    await screen.findByRole('heading', { name: 'data' });
    published.__reactRouterRouteModules = { root: {}, data: {} };
    reachable = false;
    await act(async () => void router.navigate(-1));
    await waitFor(() => expect(lost).toHaveBeenCalledTimes(1));
    expect(router.state.location.pathname).toBe('/data');
  });
});

test('a fragment navigation by the browser becomes a router entry without a warning', async () => {
  const warned = jest.spyOn(console, 'warn').mockReturnValue();
  const before = location.pathname + location.search + location.hash;
  function Page() {
    useKeptPage();
    return <h1 id="main">Home</h1>;
  }
  const stop = numberEntries();
  const router = createBrowserRouter([{ path: '*', Component: Page }]);
  const { unmount } = render(<RouterProvider router={router} />);
  const { idx } = history.state as { idx: number };
  await act(async () => {
    const popped = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
    location.hash = '#main';
    await popped;
  });
  await waitFor(() => expect(router.state.location.hash).toBe('#main'));
  expect((history.state as { idx: number }).idx).toBe(idx + 1);
  expect(warned).not.toHaveBeenCalled();
  unmount();
  router.dispose();
  // No page is mounted any more: the browser handles the entry.
  history.replaceState(null, '', location.href);
  window.dispatchEvent(new PopStateEvent('popstate'));
  expect(history.state).toBeNull();
  stop();
  history.replaceState(null, '', before);
});

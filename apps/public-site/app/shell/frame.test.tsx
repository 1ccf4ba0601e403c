import { site as siteContract } from '@yunduo/api-contract';
import { showToast } from '@yunduo/app-shell';
import { inShell, markupOf } from '@yunduo/app-shell/testing';
import { fakeClient } from '@yunduo/data-access/testing';
import type { Locale } from '@yunduo/i18n';
import { en as shared } from '@yunduo/i18n/en';
import { en } from '@yunduo/i18n-public-site/en';
import { zh } from '@yunduo/i18n-public-site/zh';
import { sessionEnded, sessionRestored, tokenStorage, userLoaded } from '@yunduo/session';
import { afterEach, expect, jest, test } from '@jest/globals';
import type { ReactNode } from 'react';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Outlet, type RouteObject } from 'react-router';
import CustomLayout from './custom-layout.tsx';
import { ErrorScreen } from './error-screen.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { Navigation } from './navigation.tsx';

// Only a build has one.
jest.unstable_mockModule('./build-id.ts', () => ({ buildId: () => 'b1' }));
const { FrameServices, FrameState } = await import('./frame-services.tsx');

const info = {
  name: '云舵',
  slogan: '装在你电脑上的客户端',
  record_number: '示例备案号',
  support_email: 'support@yunduo.test',
  links: { demo: 'https://demo.example', forum: null, dev_docs: 'https://docs.example' },
  widget: null,
  activity: null,
  content_revision: 1,
};

interface Shown {
  locale?: Locale;
  path?: string;
  routes?: RouteObject[];
  site?: object;
}

function show(view: ReactNode, { locale = 'zh', path = '/', routes = [], site = {} }: Shown = {}) {
  const setup = inShell(view, {
    locale,
    path,
    routes,
    words: locale === 'zh' ? zh : en,
    client: fakeClient([siteContract.info, { ...info, ...site }]),
  });
  render(setup.element);
  return setup;
}
const user = {
  id: 1,
  email: 'user@yunduo.test',
  nickname: '林伟',
  gender: 'secret' as const,
  birthday: null,
  head_image: null,
  tb_id: null,
  yt_token: null,
  roles: ['user' as const],
};

afterEach(() => document.documentElement.removeAttribute('data-signed-in'));

test('the navigation shows configured and existing entries in the page’s language', async () => {
  show(<Navigation />, { locale: 'en', path: '/en/store' });
  const navigation = screen.getByRole('navigation', { name: 'Main' });
  await waitFor(() => expect(within(navigation).getByRole('link', { name: 'Demo' })).toBeTruthy());
  const links = within(navigation).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/en/client-download',
    '/en/store',
    '/en/go-demo',
    '/en/private',
    '/en/auth',
    '/en/activity',
    '/en/developer-center',
  ]);
});

test('an English page names the language of the record number', async () => {
  show(<CustomLayout />, { locale: 'en', path: '/en' });
  expect((await screen.findByText('示例备案号')).lang).toBe('zh-CN');
});

test('header and footer show the site name from the content', async () => {
  show(<CustomLayout />);
  await waitFor(() => expect(screen.getAllByRole('link', { name: /云舵/ })).toHaveLength(2));
  expect(screen.getByText('示例备案号').lang).toBe('');
  expect(screen.getByRole('link', { name: '开发者文档' }).getAttribute('href')).toBe('https://docs.example');
  expect(screen.queryByRole('link', { name: '官方论坛' })).toBeNull();
  expect(screen.queryByRole('navigation', { name: '主导航' })).toBeNull();
});

test('the footer lists every page, document and configured address', async () => {
  const client = fakeClient([
    siteContract.info,
    { ...info, links: { ...info.links, forum: 'https://forum.example' } },
  ]);
  render(inShell(<Footer />, { locale: 'en', path: '/en', words: en, client }).element);
  await screen.findByRole('link', { name: en.frame.links.yetu });
  expect(
    screen
      .getAllByRole('navigation')
      .map((column) => within(column).getAllByRole('link'))
      .map((links) => links.map((link) => link.getAttribute('href'))),
  ).toEqual([
    ['client-download', 'store', 'application', 'private', 'auth', 'developer-center'].map(
      (to) => `/en/${to}`,
    ),
    [
      '/en/feedback',
      '/en/yetu',
      '/en/developers',
      'https://docs.example',
      '/en/about',
      'mailto:support@yunduo.test',
    ],
    ['user-agreement', 'privacy-policy', 'developer-agreement'].map((to) => `/en/protocol/${to}`),
  ]);
  expect(screen.getByRole('link', { name: 'Back to top' }).getAttribute('href')).toBe('#main');
});

test('marks the entry of the page; the sign-in page has no link to itself', async () => {
  const frame = (
    <Header>
      <Navigation />
    </Header>
  );
  const { router } = show(null, {
    path: '/store',
    routes: [
      { id: 'zh:store', path: '/store', element: frame },
      { id: 'zh:login', path: '/login', element: frame },
    ],
  });
  expect((await screen.findByRole('link', { current: 'page' })).getAttribute('href')).toBe('/store');
  expect(screen.getByRole('link', { name: '登录' }).getAttribute('href')).toBe('/login');
  await act(() => router.navigate('/login'));
  expect(screen.queryByRole('link', { current: 'page' })).toBeNull();
  expect(screen.queryByRole('link', { name: '登录' })).toBeNull();
  expect(screen.getByRole('link', { name: '我的账号' }).getAttribute('href')).toBe('/user');
});

test('the menu closes when a navigation keeps its layout', async () => {
  const { router } = show(<Navigation />, { path: '/store' });
  const menu = document.querySelector('details') as HTMLDetailsElement;
  menu.open = true;
  await act(() => router.navigate('/store/7'));
  expect(menu.isConnected && !menu.open).toBe(true);
});

test('has no footer under /download/', () => {
  show(<CustomLayout />, { path: '/download/setup.exe' });
  expect(screen.queryByRole('contentinfo')).toBeNull();
});

test('shows the account link after sign-in and the sign-in link after sign-out', () => {
  const { store } = show(<Header />);
  const { dataset } = document.documentElement;
  expect(dataset['signedIn']).toBeUndefined();
  act(() => void store.dispatch(sessionRestored({ token: 'yd_x', ytToken: '' })));
  expect(dataset['signedIn']).toBe('');
  expect(screen.getByRole('link', { name: '我的账号' })).toBeTruthy();
  act(() => void store.dispatch(userLoaded(user)));
  expect(screen.getByRole('link', { name: '我的账号：林伟' }).textContent).toBe('林');
  act(() => void store.dispatch(userLoaded({ ...user, nickname: '' })));
  expect(screen.getByRole('link', { name: '我的账号：user@yunduo.test' })).toBeTruthy();
  act(() => void store.dispatch(sessionEnded()));
  expect(dataset['signedIn']).toBeUndefined();
});

test('the hint of a stored session stays until the session is known', () => {
  const { dataset } = document.documentElement;
  dataset['signedIn'] = '';
  tokenStorage.saveToken('yd_x');
  show(<Header />);
  expect(dataset['signedIn']).toBe('');
  cleanup();
  tokenStorage.clear();
  show(<Header />);
  expect(dataset['signedIn']).toBeUndefined();
});

test('sets language, navigation entry and footer in the common state', () => {
  const { store } = show(<FrameState />, { locale: 'en', path: '/en/download/x' });
  expect(store.getState()).toMatchObject({
    common: { languageSign: 'EN', currentNavId: 1, footerVisible: false },
  });
});

test('every page has a loading bar, messages, the help widget, and the news of a build that the head script saw', async () => {
  globalThis.__newBuild = 'b2';
  const { store } = show(<FrameServices />, {
    locale: 'en',
    path: '/en/store',
    site: { widget: { src: 'https://help.example/w.js', app_id: 'app-7', mode: 'frame' } },
  });
  delete globalThis.__newBuild;
  expect(await screen.findByRole('region', { name: shared.shell.update_title })).toBeTruthy();
  expect(screen.getByRole('progressbar', { hidden: true })).toBeTruthy();
  act(() => showToast({ message: 'server_busy' }, { kind: 'error' }));
  expect(await screen.findByText(shared.messages.server_busy)).toBeTruthy();
  await waitFor(() =>
    expect(document.getElementById('chat-widget')?.getAttribute('src')).toBe('/widget?locale=en'),
  );
  expect(store.getState()).toMatchObject({ common: { languageSign: 'EN', path: '/en/store' } });
});

test('the footer follows a navigation to a download and back', async () => {
  const { store, router } = show(<FrameState />, { path: '/client-download' });
  const visible = () => store.getState() as unknown as { common: { footerVisible: boolean } };
  expect(visible().common.footerVisible).toBe(true);
  await act(() => router.navigate('/download/setup.exe'));
  expect(visible().common.footerVisible).toBe(false);
  await act(() => router.navigate('/client-download'));
  expect(visible().common.footerVisible).toBe(true);
});

test('the entry in the common state follows a navigation', async () => {
  const layout = (
    <>
      <FrameState />
      <Outlet />
    </>
  );
  const children = ['store', 'activity'].map((name) => ({ id: `zh:${name}`, path: name, element: null }));
  const { store, router } = show(null, {
    path: '/store',
    routes: [{ path: '/', element: layout, children }],
  });
  const entry = () =>
    (store.getState() as unknown as { common: { currentNavId: number } }).common.currentNavId;
  const before = entry();
  await act(() => router.navigate('/activity'));
  const after = entry();
  await act(() => router.navigate('/store'));
  expect([before, after, entry()]).toEqual([1, 5, 1]);
});

test('a press on what is no page of this application loads it', async () => {
  show(
    <>
      <Navigation />
      <Footer />
    </>,
    { locale: 'en', path: '/en/store' },
  );
  await screen.findByRole('link', { name: 'Demo' });
  const loaded: (string | null)[] = [];
  const note = (event: Event) => {
    if (!event.defaultPrevented) loaded.push((event.target as Element).getAttribute('href'));
    event.preventDefault();
  };
  window.addEventListener('click', note);
  for (const link of screen.getAllByRole('link')) fireEvent.click(link);
  window.removeEventListener('click', note);
  expect([...new Set(loaded)]).toEqual([
    '/en/go-demo',
    '/en/developer-center',
    '/en/developers',
    'https://docs.example',
    'mailto:support@yunduo.test',
    '#main',
  ]);
});

test('[R8.06] an error without a status is shown as a 500', () => {
  show(<ErrorScreen error={new Error('x')} />);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Internal Server Error');
});

const missing = { status: 404, statusText: '', internal: false, data: null };

test.each([
  ['zh', missing, '/store/没有', 'Page Not Found: /store/没有', '页面不存在', '主导航', '/store'],
  ['zh', new Error('x'), '/store', 'Internal Server Error', '页面加载失败', '主导航', '/store'],
  ['en', missing, '/en/nowhere', 'Page Not Found: /en/nowhere', 'Page not found', 'Main', '/en/store'],
  ['en', new Error('x'), '/en', 'Internal Server Error', 'Something went wrong', 'Main', '/en/store'],
] as const)(
  '[R2.33] an error page has navigation, search and its own title (%s, case %#)',
  (locale, error, path, heading, title, navigation, search) => {
    show(<ErrorScreen error={error} />, { locale, path });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(heading);
    expect(document.title).toBe(title);
    const links = within(screen.getByRole('navigation', { name: navigation })).getAllByRole('link');
    expect(links.length).toBeGreaterThanOrEqual(6);
    expect(screen.getByRole('search').getAttribute('action')).toBe(search);
  },
);

test('the error page of an unpublished app names it and links its replacement', () => {
  const unpublished = { app_key: 'old', name: 'Old', replaced_by: { id: 9, app_key: 'new', name: 'New' } };
  const data = { code: 'APP_NOT_FOUND', msg: '“Old” is no longer published.', answered: 404, unpublished };
  show(<ErrorScreen error={{ ...missing, data }} />, { locale: 'en', path: '/en/store/7' });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Page Not Found: /en/store/7');
  expect(screen.getByRole('alert').textContent).toBe('“Old” is no longer published.');
  expect(
    screen.getByText('Installed copies are not affected. Search the app store for other apps.'),
  ).toBeTruthy();
  const link = screen.getByRole('link', { name: 'View “New”, which replaces it' });
  expect(link.getAttribute('href')).toBe('/en/store/9');
  cleanup();
  const none = { ...data, unpublished: { ...unpublished, replaced_by: null } };
  show(<ErrorScreen error={{ ...missing, data: none }} />, { locale: 'en', path: '/en/store/7' });
  expect(screen.queryByRole('link', { name: /replaces it/ })).toBeNull();
});

test.each([
  ['/en/store/7', true],
  ['/en/application/7', true],
  ['/en/store', false],
  ['/en/nowhere', false],
])('the error page of a missing app links the store (%s)', (path, linked) => {
  show(<ErrorScreen error={missing} />, { locale: 'en', path });
  const link = screen.queryByRole('link', { name: 'Go to app store' });
  expect(link?.getAttribute('href')).toBe(linked ? '/en/store' : undefined);
});

test('header, navigation and footer have the recorded markup', async () => {
  const frame = (
    <>
      <Header>
        <Navigation />
      </Header>
      <Footer />
    </>
  );
  expect(await markupOf(() => show(frame, { locale: 'en', path: '/en/store' }))).toMatchSnapshot();
});

import { expect, jest, test } from '@jest/globals';
import { act, render, screen, within } from '@testing-library/react';
import { site } from '@yunduo/api-contract';
import { inShell, shellStore } from '@yunduo/app-shell/testing';
import { storeContext } from '@yunduo/data-access';
import { fakeClient, silence } from '@yunduo/data-access/testing';
import { en } from '@yunduo/i18n-public-site/en';
import { zh } from '@yunduo/i18n-public-site/zh';
import { RouterContextProvider } from 'react-router';
import { SITE } from '../testing/site.ts';

// They need a build.
jest.unstable_mockModule('./frame-services.tsx', () => ({ FrameServices: () => null }));

test.each([
  ['zh', zh, '/没有'],
  ['en', en, '/en/nowhere'],
] as const)(
  'the boundary of %s shows the error itself, below a link to its content',
  async (locale, words, path) => {
    const { ErrorBoundary } = await import(`./${locale}-layout.tsx`);
    const error = { status: 404, statusText: '', internal: false, data: null };
    const client = fakeClient([site.info, SITE]);
    render(inShell(<ErrorBoundary error={error} params={{}} />, { locale, words, path, client }).element);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(`Page Not Found: ${path}`);
    const skip = screen.getByRole('link', { name: words.frame.skip });
    const content = document.querySelector(skip.getAttribute('href') ?? '');
    // It takes the focus (WCAG 2.4.1).
    expect([content?.tagName, content?.getAttribute('tabindex')]).toEqual(['MAIN', '-1']);
  },
);

test.each(['zh', 'en'] as const)(
  'the layout of %s loads the site’s name, and does without it while the API is away',
  async (locale) => {
    const { clientLoader, loader, meta, handle } = await import(`./${locale}-layout.tsx`);
    const client = fakeClient([site.info, SITE]);
    const load = (by: unknown) => {
      const context = new RouterContextProvider();
      context.set(storeContext, shellStore(client));
      const request = new Request('https://yunduo.example/en?x=1');
      return (by as (args: object) => Promise<object>)({ context, request });
    };
    await expect(load(clientLoader)).resolves.toEqual({ origin: location.origin, siteName: SITE.name });
    await expect(load(loader)).resolves.toEqual({ origin: 'https://yunduo.example', siteName: SITE.name });
    // Behind a proxy.
    process.env['ORIGIN'] = 'HTTPS://Public.example:443/';
    await expect(load(loader)).resolves.toMatchObject({ origin: 'https://public.example' });
    delete process.env['ORIGIN'];
    client.answer(site.info, () => {
      throw silence();
    });
    await expect(load(clientLoader)).resolves.toEqual({ origin: location.origin, siteName: '' });
    expect(handle).toMatchObject({ locale, lang: locale === 'zh' ? 'zh-CN' : 'en' });
    expect((meta as (args: object) => object[])({ error: { status: 404 } })).toContainEqual({
      name: 'robots',
      content: 'noindex',
    });
    expect((meta as (args: object) => object[])({})).toEqual([]);
  },
);

test('the default layout shows strip, navigation, page and footer', async () => {
  const { default: DefaultLayout } = await import('./default-layout.tsx');
  const client = fakeClient([
    site.info,
    { ...SITE, activity: { id: 7, title: 'Autumn', ends_at: '2026-12-01T00:00:00.000Z' } },
  ]);
  const page = {
    path: '/en/page',
    element: <DefaultLayout />,
    children: [{ index: true, element: <h1>Page</h1> }],
  };
  render(inShell(null, { locale: 'en', words: en, path: '/en/page', routes: [page], client }).element);
  expect(within(screen.getByRole('main')).getByRole('heading', { name: 'Page' })).toBeTruthy();
  expect(await screen.findByRole('complementary')).toBeTruthy();
  expect(within(screen.getByRole('banner')).getByRole('navigation', { name: 'Main' })).toBeTruthy();
  expect(screen.getByRole('contentinfo')).toBeTruthy();
});

test('an unhandled error of a page shows the boundary; one of the boundary shows nothing else', async () => {
  const reported = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { LanguageFrame } = await import('./language-frame.tsx');
  const { handle } = await import('./en-layout.tsx');
  const page = {
    path: '/en/page',
    element: <LanguageFrame words={handle.words} />,
    errorElement: (
      <LanguageFrame words={handle.words}>
        <h1>Boundary</h1>
      </LanguageFrame>
    ),
    children: [{ index: true, element: <h1>Page</h1> }],
  };
  const view = inShell(null, { locale: 'en', words: en, path: '/en/page', routes: [page] });
  render(view.element);
  const title = () => screen.getByRole('heading', { level: 1 }).textContent;
  expect(title()).toBe('Page');
  // Without any listener the environment itself fails the test.
  const heard = () => undefined;
  window.addEventListener('error', heard);
  for (const message of ['x', 'y']) {
    act(() => void window.dispatchEvent(new ErrorEvent('error', { error: new Error(message) })));
    expect(title()).toBe('Boundary');
  }
  window.removeEventListener('error', heard);
  reported.mockClear();
});

import { expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { site } from '@yunduo/api-contract';
import { inShell } from '@yunduo/app-shell/testing';
import { fakeClient } from '@yunduo/data-access/testing';
import { en } from '@yunduo/i18n-public-site/en';
import { zh } from '@yunduo/i18n-public-site/zh';
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
    expect(document.querySelector(skip.getAttribute('href') ?? '')?.tagName).toBe('MAIN');
  },
);

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

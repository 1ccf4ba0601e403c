import { expect, test } from '@jest/globals';
import { inShell } from '@yunduo/app-shell/testing';
import { en } from '@yunduo/i18n-developer-console/en';
import { zh } from '@yunduo/i18n-developer-console/zh';
import { render, screen } from '@testing-library/react';
import { ErrorBoundary, HydrateFallback, meta } from '../root.tsx';
import { errorMeta } from './error-meta.ts';
import { ErrorScreen } from './error-screen.tsx';
import { languageHandle } from './language.ts';

const missing = { status: 404, statusText: '', internal: false, data: null };
const open = (error: unknown, locale: 'zh' | 'en', path: string) =>
  render(inShell(<ErrorScreen error={error} />, { locale, words: locale === 'zh' ? zh : en, path }).element);

test.each([
  ['zh', '/developer-center/没有', '查看我的应用', '/developer-center/applications', zh.frame],
  ['en', '/en/developer-center/none', 'View my apps', '/en/developer-center/applications', en.frame],
] as const)(
  '[R8.06] an unknown page names its path, says so, and links to the apps (%s)',
  (locale, path, way, href, words) => {
    open(missing, locale, path);
    expect(screen.getByText(words.not_found_text)).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(`Page Not Found: ${path}`);
    expect(screen.getByRole('link', { name: way }).getAttribute('href')).toBe(href);
  },
);

test('[R8.06] any other error is a 500 without its message', () => {
  open(new Error('secret'), 'en', '/en/developer-center');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Internal Server Error');
  expect(document.body.textContent).not.toContain('secret');
  expect(screen.getByText(en.frame.failed_text)).toBeTruthy();
  expect(screen.queryByRole('link', { name: en.frame.not_found_applications })).toBeNull();
});

test.each([
  ['zh', missing, '页面不存在', '/store'],
  ['zh', new Error('x'), '页面加载失败', '/store'],
  ['en', missing, en.frame.not_found_title, '/en/store'],
  ['en', new Error('x'), en.frame.failed_title, '/en/store'],
] as const)(
  '[R2.33] an error page has its own title and a store search (%s, case %#)',
  (locale, error, title, search) => {
    open(error, locale, '/developer-center/none');
    expect(document.title).toBe(title);
    expect(screen.getByRole('search').getAttribute('action')).toBe(search);
  },
);

test('[R8.06] an error of the document itself has links, a search and a title in both languages', () => {
  render(<ErrorBoundary />);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Internal Server Error');
  expect(
    screen
      .getAllByRole('link')
      .map((link) => [link.getAttribute('href'), link.textContent, link.getAttribute('lang')]),
  ).toEqual([
    ['/developer-center', '开发者中心', null],
    ['/en/developer-center', 'Developer center', 'en'],
  ]);
  expect(screen.getByRole('navigation', { name: '导航 · Navigation' })).toBeTruthy();
  const search = screen.getByRole('search');
  expect([search.getAttribute('action'), search.getAttribute('method')]).toEqual(['/store', 'get']);
  expect(screen.getByRole('searchbox', { name: '搜索应用 · Search apps' }).getAttribute('name')).toBe('q');
  expect([meta({ error: missing }), meta({})]).toEqual([[{ title: 'Internal Server Error' }], []]);
  const page = errorMeta(missing, languageHandle('en', en));
  expect(page).toEqual([{ title: en.frame.not_found_title }, { name: 'robots', content: 'noindex' }]);
});

test('a page that has no scripts says in both languages that it needs them', () => {
  const { container } = render(<HydrateFallback />);
  expect(container.querySelector('noscript')).toBeTruthy();
  expect(screen.getByRole('main')).toBeTruthy();
});

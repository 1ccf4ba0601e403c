import { expect, test } from '@jest/globals';
import { inShell } from '@yunduo/app-shell/testing';
import { en } from '@yunduo/i18n-developer-console/en';
import { zh } from '@yunduo/i18n-developer-console/zh';
import { render, screen } from '@testing-library/react';
import { ErrorScreen } from './error-screen.tsx';

const missing = { status: 404, statusText: '', internal: false, data: null };
const open = (error: unknown, locale: 'zh' | 'en', path: string) =>
  render(inShell(<ErrorScreen error={error} />, { locale, words: locale === 'zh' ? zh : en, path }).element);

test.each([
  ['zh', '/developer-center/没有', '查看我的应用', '/developer-center/applications'],
  ['en', '/en/developer-center/none', 'View my apps', '/en/developer-center/applications'],
] as const)(
  '[R8.06] an unknown page names its path and links to the apps (%s)',
  (locale, path, way, href) => {
    open(missing, locale, path);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(`Page Not Found: ${path}`);
    expect(screen.getByRole('link', { name: way }).getAttribute('href')).toBe(href);
  },
);

test('[R8.06] any other error is a 500 without its message', () => {
  open(new Error('secret'), 'en', '/en/developer-center');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Internal Server Error');
  expect(document.body.textContent).not.toContain('secret');
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

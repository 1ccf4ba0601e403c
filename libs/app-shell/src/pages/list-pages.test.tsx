import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { inShell } from '../testing.tsx';
import { ListPages } from './list-pages.tsx';

const list = { page: 2, page_size: 10, total: 21 };
const path = (page: number): string => `/store?page=${page}`;

test.each([
  ['zh', '分页', '上一页', '下一页', '第 3 页', ''],
  ['en', 'Pages', 'Previous', 'Next', 'Page 3', '/en'],
] as const)(
  'pagination in %s follows the total and keeps the language',
  (locale, label, previous, next, third, prefix) => {
    render(inShell(<ListPages list={list} path={path} />, { locale, words: {} }).element);
    expect(screen.getByRole('navigation', { name: label })).toBeTruthy();
    expect(screen.getByRole('link', { name: previous }).getAttribute('href')).toBe(`${prefix}/store?page=1`);
    expect(screen.getByRole('link', { name: next }).getAttribute('href')).toBe(`${prefix}/store?page=3`);
    expect(screen.getByRole('link', { name: third }).getAttribute('href')).toBe(`${prefix}/store?page=3`);
    expect(screen.queryByRole('link', { name: /4/ })).toBeNull();
  },
);

test('renders no pagination for a single page', () => {
  const { element } = inShell(<ListPages list={{ ...list, page: 1, total: 10 }} path={path} />, {
    locale: 'en',
    words: {},
  });
  render(element);
  expect(screen.queryByRole('navigation')).toBeNull();
});

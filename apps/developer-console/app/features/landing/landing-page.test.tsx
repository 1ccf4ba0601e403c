import { expect, test } from '@jest/globals';
import { inShell } from '@yunduo/app-shell/testing';
import { en } from '@yunduo/i18n-developer-console/en';
import { zh } from '@yunduo/i18n-developer-console/zh';
import { render, screen, within } from '@testing-library/react';
import { LandingPage } from './landing-page.tsx';

const questions = [{ question: 'Who?', answer: '<p>Anyone.</p>' }];
const open = (locale: 'zh' | 'en') =>
  render(
    inShell(<LandingPage questions={questions} />, { locale, words: locale === 'zh' ? zh : en }).element,
  );

test.each([
  ['zh', '五步发布应用', '3 个工作日内答复', '/developer-center/applications'],
  [
    'en',
    'From repository to server in five steps',
    'within 3 working days',
    '/en/developer-center/applications',
  ],
] as const)(
  'describes in %s the steps to publish and the response time',
  (locale, steps, answer, applications) => {
    open(locale);
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    const section = screen.getByRole('region', { name: steps });
    const list = within(section).getAllByRole('listitem');
    expect(list).toHaveLength(5);
    expect(list[2]?.textContent).toContain(answer);
    const ways = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(ways.filter((href) => href === applications)).toHaveLength(2);
  },
);

test('fills every placeholder and labels each drawing', () => {
  for (const locale of ['zh', 'en'] as const) {
    const { container, unmount } = open(locale);
    expect(container.textContent).not.toMatch(/\{\{|\}\}|landing\./);
    expect(screen.getAllByRole('img').map((drawing) => drawing.getAttribute('aria-label'))).toHaveLength(2);
    unmount();
  }
});

test('renders no docs link without a configured URL', () => {
  open('en');
  expect(screen.queryByRole('link', { name: 'View developer docs' })).toBeNull();
});

test('renders an FAQ entry collapsed with its answer', async () => {
  open('en');
  const section = screen.getByRole('region', { name: 'Frequently asked questions' });
  expect(within(section).getByText('Who?').closest('details')?.open).toBe(false);
  expect((await within(section).findByText('Anyone.')).tagName).toBe('P');
});

import { expect, test } from '@jest/globals';
import { inShell, markupOf } from '@yunduo/app-shell/testing';
import { en } from '@yunduo/i18n-developer-console/en';
import { zh } from '@yunduo/i18n-developer-console/zh';
import { cleanup, render, screen, within } from '@testing-library/react';
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

test('its links lead to the apps, the agreement and the reference, in the language of the page', () => {
  open('en');
  const { start, hero } = en.landing;
  expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    // One of both is shown: the hint of the head script selects it.
    [hero.publish + hero.applications, '/en/developer-center/applications'],
    [hero.publish + hero.applications, '/en/developer-center/applications'],
    [start.agreement, '/en/protocol/developer-agreement'],
    [start.api, '/en/developers'],
  ]);
  // The address of the steps is part of links elsewhere.
  expect(document.getElementById('steps')?.getAttribute('aria-labelledby')).toBe('steps-heading');
});

test('it is as recorded, and so are its drawings', async () => {
  expect(await markupOf(() => open('en'))).toMatchSnapshot();
  cleanup();
  const { container } = open('en');
  const drawings = [...container.querySelectorAll('figure svg')].map(({ outerHTML }) =>
    outerHTML.replaceAll('><', '>\n<'),
  );
  expect(drawings.join('\n\n')).toMatchSnapshot();
});

test.each(['zh', 'en'] as const)(
  'shows in %s one listing at three stages and the figures of the platform',
  (locale) => {
    open(locale);
    const { route, facts, hero } = (locale === 'zh' ? zh : en).landing;
    const drawing = screen.getByRole('img', { name: hero.drawing });
    const stages = [...drawing.children];
    expect(stages.map((stage) => stage.querySelector('em')?.textContent)).toEqual([
      route.submitted,
      route.review,
      route.store,
    ]);
    expect(stages.map((stage) => stage.querySelector('b')?.textContent)).toEqual(Array(3).fill(route.app));
    const [wait, fee, appeal] = [facts.wait, facts.fee, facts.appeal].map(
      (fact) => screen.getByText(fact).parentElement?.querySelector('dd')?.textContent,
    );
    expect([wait, fee, appeal]).toEqual(['3', '0', '7']);
  },
);

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

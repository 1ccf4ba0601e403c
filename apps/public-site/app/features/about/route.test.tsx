import { beforeEach, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { createWordsInstance } from '@yunduo/app-shell';
import { copied } from '@yunduo/app-shell/testing';
import { homeArticle, site, type Article } from '@yunduo/api-contract';
import { fakeClient, type FakeClient } from '@yunduo/data-access/testing';
import { en } from '@yunduo/i18n-public-site/en';
import { renderRoute } from '../../testing/render-route.tsx';
import { SITE } from '../../testing/site.ts';
import * as route from './route.tsx';

const article = (id: number, changes: Partial<Article> = {}): Article => ({
  id,
  use_to: 'about',
  title: 'Why we make it',
  intro: 'People who have run servers.',
  html: '',
  picture: null,
  link: null,
  facts: [],
  ...changes,
});

let client: FakeClient;
beforeEach(() => {
  client = fakeClient([site.info, SITE]);
});
const show = (list: Article[], locale: 'zh' | 'en' = 'en') => {
  client.answer(homeArticle.specialArticle, { list });
  return renderRoute(route, { client, pattern: '/about', at: '/about', locale });
};

test('the first article is the page heading, the others are sections', async () => {
  show([
    article(1),
    article(2, {
      title: 'Where we are',
      intro: 'Two cities.',
      facts: [{ label: 'Shanghai', value: 'Pudong' }],
    }),
  ]);
  expect(await screen.findByRole('heading', { level: 1, name: 'Why we make it' })).toBeTruthy();
  expect(screen.getByRole('heading', { level: 2, name: 'Where we are' })).toBeTruthy();
  expect(screen.getByText('Shanghai').nextElementSibling?.textContent).toBe('Pudong');
});

test('shows the support address', async () => {
  show([article(1)], 'zh');
  const mail = await screen.findByRole('link', { name: SITE.support_email });
  expect(mail.getAttribute('href')).toBe(`mailto:${SITE.support_email}`);
  expect(screen.getByRole('link', { name: '隐私政策' }).getAttribute('href')).toBe(
    '/protocol/privacy-policy',
  );
});

test('renders without articles', async () => {
  show([]);
  expect(await screen.findByRole('heading', { level: 1, name: 'About us' })).toBeTruthy();
  expect(screen.getByText(/Nothing here yet/)).toBeTruthy();
});

test('offers the press kit', async () => {
  show([article(1)]);
  const press = within(await screen.findByRole('region', { name: 'Press kit' }));
  expect(press.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/icon.svg',
    '/icon-512.png',
    '/share.png',
  ]);
  expect(press.getByText('#27B2BC')).toBeTruthy();
  expect(await copied()).toEqual([['Copy brand colour', '#27B2BC']]);
});

test('an article shows its picture, if it is a file, its text and its facts', async () => {
  const picture = '/uploads/team-1280x640.webp';
  show([
    article(1, { html: '<p>Since 2019.</p>', picture, facts: [{ label: 'People', value: '40' }] }),
    article(2, { title: 'Where we are', intro: '', html: '<p>In Shanghai.</p>', picture: 'star' }),
  ]);
  const team = await screen.findByRole('img', { name: 'Why we make it' });
  expect(team.getAttribute('src')).toBe(picture);
  expect(screen.queryByRole('img', { name: 'Where we are' })).toBeNull();
  expect(screen.getByText('People').nextElementSibling?.textContent).toBe('40');
  const texts = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot?.innerHTML ?? []);
  expect(texts.join()).toMatch(/<p>Since 2019\.<\/p>.*<p>In Shanghai\.<\/p>/s);
  const section = within(screen.getByRole('region', { name: 'Where we are' }));
  expect([section.queryByRole('term'), section.queryByText('', { selector: 'p' })]).toEqual([null, null]);
});

test.each([
  [[article(1), article(2, { intro: 'Two cities.' })], 'People who have run servers.'],
  [[article(1, { intro: '' })], en.about.description],
  [[], en.about.description],
])('search engines show the first sentence of the articles %#', async (list, description) => {
  const { router } = show(list);
  await screen.findByRole('heading', { level: 1 });
  const handle = { locale: 'en', words: createWordsInstance('en', en) };
  const tags = route.meta({
    matches: [{ handle, loaderData: { origin: 'https://yunduo.example', siteName: 'Yunduo' } }],
    location: { pathname: '/en/about', search: '' },
    loaderData: Object.values(router.state.loaderData)[0],
  } as never);
  expect(tags?.find((tag) => 'name' in tag && tag.name === 'description')).toMatchObject({
    content: description,
  });
});

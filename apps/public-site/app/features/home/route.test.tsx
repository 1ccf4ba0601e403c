import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { markupOf } from '@yunduo/app-shell/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { appStore, authCode, homeArticle, site } from '@yunduo/api-contract';
import { fakeClient, silence, type FakeClient } from '@yunduo/data-access/testing';
import { appItem, foreignItem } from '../../testing/apps.ts';
import { renderRoute } from '../../testing/render-route.tsx';
import { SITE } from '../../testing/site.ts';
import * as route from './route.tsx';
import { article, ARTICLES } from './testing.ts';

const PLANS = [
  { plan: 'permanent' as const, name: 'Permanent', note: '', months: null, price: 89_900, currency: 'CNY' },
  { plan: 'm1' as const, name: '1 month', note: '', months: 1, price: 2_900, currency: 'CNY' },
];

let client: FakeClient;
beforeEach(() => {
  client = fakeClient(
    [site.info, SITE],
    [homeArticle.specialArticle, { list: ARTICLES }],
    [authCode.plans, { list: PLANS, keys: [] }],
    [
      appStore.list,
      { list: [appItem({ id: 1, name: 'Nginx' }), foreignItem({ id: 2 })], total: 2, page: 1, page_size: 8 },
    ],
  );
});

const show = (locale: 'zh' | 'en' = 'en') => renderRoute(route, { client, pattern: '/', at: '/', locale });

test('[R7.04] requests all sections’ articles once and the recommended apps once', async () => {
  show();
  await screen.findByRole('heading', { level: 1 });
  const requests = client.calls.filter(({ endpoint }) => endpoint === homeArticle.specialArticle);
  expect(requests.map(({ input }) => input)).toEqual([
    {
      use_to:
        'top_description,banner,introduction,benefits,selection,self_hosting,credentials,partners,download,email',
    },
  ]);
  expect(client.calls.find(({ endpoint }) => endpoint === appStore.list)?.input).toEqual({
    sort: 'recommend',
    page_size: 8,
  });
});

test('shows every section with its headline and anchor', async () => {
  const { container } = show();
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(
    'A hundred servers,\none pair of hands.',
  );
  expect(screen.getByText('A visual client for Linux servers')).toBeTruthy();
  expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
    'Ninety-six machines.',
    'The daily round',
    'What most servers need',
    'In your own machine room',
    'Check us',
    'In good company',
    'Pick your computer',
    'A letter when a version is out',
  ]);
  const ids = ['top-description', 'banner', 'introduction', 'benefits', 'selection', 'self-hosting'];
  for (const id of [...ids, 'credentials', 'partners', 'download', 'email']) {
    expect(container.querySelectorAll(`#${id}`)).toHaveLength(1);
  }
});

describe('client preview', () => {
  test('has three views, each an image with a text alternative; of four servers two are done, one runs, one waits', async () => {
    show();
    const deck = within(await screen.findByRole('region', { name: 'Views of the client' }));
    expect(deck.getAllByRole('img').map((view) => view.getAttribute('aria-label'))).toEqual([
      expect.stringContaining('web-01'),
      expect.stringContaining('installing Nginx on 4 servers'),
      expect.stringContaining('a week on a timeline'),
    ]);
    const drawn = [...document.querySelectorAll('svg[viewBox="0 0 100 1"]')].map((bar) =>
      [...bar.querySelectorAll('path')].map((path) => [path.getAttribute('class'), path.getAttribute('d')]),
    );
    const track = ['track', 'M0 .5h100'];
    const done = [track, ['full', 'M0 .5h100']];
    // The task that has not started shows only its track.
    expect(drawn).toEqual([done, done, [track, ['running', 'M0 .5h62']], [track]]);
  });

  test('renders Chinese without a path prefix', async () => {
    show('zh');
    expect(await screen.findByText('安装 Nginx 1.29.3 到 4 台服务器')).toBeTruthy();
    expect(screen.getByRole('link', { name: '浏览应用商店' }).getAttribute('href')).toBe('/store');
  });
});

test('links recommended apps to their store pages', async () => {
  show();
  const picks = within(await screen.findByRole('region', { name: 'What most servers need' }));
  expect(picks.getByRole('link', { name: /^Nginx/ }).getAttribute('href')).toBe('/en/store/1');
  expect(picks.getByRole('link', { name: 'Browse all apps' }).getAttribute('href')).toBe('/en/store');
});

test('lists the self-hosting options with commands that are readable whole and copied as they are', async () => {
  show();
  const hosting = within(await screen.findByRole('region', { name: 'In your own machine room' }));
  expect(hosting.getAllByRole('button', { name: 'Copy command' })).toHaveLength(3);
  const [install] = hosting.getAllByRole('group', { name: 'Command' });
  expect(install?.textContent).toBe('curl -fsSL https://get.example.com/install.sh | sudo bash');
  // In lines, not cut off and scrolled.
  expect(hosting.getAllByRole('group').every((line) => line.closest('[data-wrap]'))).toBe(true);
  const user = userEvent.setup();
  const write = jest.spyOn(navigator.clipboard, 'writeText');
  for (const copy of hosting.getAllByRole('button', { name: 'Copy command' })) await user.click(copy);
  expect(write.mock.calls.at(1)).toEqual(['docker run yunduo']);
});

test('has a newsletter form', async () => {
  show();
  const mail = await screen.findByRole('region', { name: 'A letter when a version is out' });
  expect(within(mail).getByRole('textbox', { name: 'Email' })).toBeTruthy();
  expect(within(mail).getByRole('button', { name: 'Subscribe' })).toBeTruthy();
});

test('starts with download, store and invitation links', async () => {
  show();
  const top = within(await screen.findByRole('region', { name: /A hundred servers/ }));
  const [download, store, ask] = top.getAllByRole('link');
  expect(download?.getAttribute('href')).toBe('/en/client-download');
  // The head script selects one of them; the generic label comes first.
  expect([...(download?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
    'Download the client',
    'Download for Windows',
    'Download for macOS',
  ]);
  expect(store?.getAttribute('href')).toBe('/en/store');
  expect(ask?.getAttribute('href')).toBe('/en/client-download#invite');
});

test('shows what is free and the price of each plan', async () => {
  show();
  const top = within(await screen.findByRole('region', { name: /A hundred servers/ }));
  expect(top.getByText(/codes from CNY 29\.00/)).toBeTruthy();
  expect(top.getByRole('link', { name: 'View prices' }).getAttribute('href')).toBe('/en/auth');
  const band = within(screen.getByRole('region', { name: 'Pick your computer' }));
  expect(band.getByRole('heading', { name: 'Free' })).toBeTruthy();
  expect(band.getByText('CNY 29.00').parentElement?.textContent).toBe('1 month CNY 29.00');
  expect(band.getByText('CNY 899.00').parentElement?.textContent).toBe('Permanent CNY 899.00');
});

test('shows no price while nothing is on sale', async () => {
  client.answer(authCode.plans, { list: [], keys: [] });
  show();
  await screen.findByRole('region', { name: /A hundred servers/ });
  expect(screen.queryByRole('link', { name: 'View prices' })).toBeNull();
});

test('shows each benefit as an image with a text alternative', async () => {
  show();
  const daily = within(await screen.findByRole('region', { name: 'The daily round' }));
  expect(daily.getAllByRole('img').map((view) => view.getAttribute('aria-label')?.split(':')[0])).toEqual([
    'Terminal',
    'Files',
    'MySQL',
    'Scheduled tasks',
  ]);
});

test('links to the download and to the invitation request', async () => {
  show();
  const band = within(await screen.findByRole('region', { name: 'Pick your computer' }));
  expect(band.getByRole('link', { name: 'Download the client' }).getAttribute('href')).toBe(
    '/en/client-download',
  );
  expect(band.getByRole('link', { name: 'Request an invitation code' }).getAttribute('href')).toBe(
    '/en/client-download#invite',
  );
});

test('shows the live demo only if configured', async () => {
  client.answer(site.info, { ...SITE, links: { ...SITE.links, demo: 'https://demo.example/' } });
  show();
  expect((await screen.findByRole('link', { name: 'Live demo' })).getAttribute('href')).toBe('/en/go-demo');
});

test('shows an editor’s link only if its page exists', async () => {
  client.answer(homeArticle.specialArticle, {
    list: [
      ...ARTICLES.filter(
        ({ use_to }) => !['selection', 'credentials', 'partners', 'download'].includes(use_to),
      ),
      article('selection', 'What most servers need', {
        link: { text: 'The editors’ choice', href: '/store' },
      }),
      article('credentials', 'Check us', {
        link: { text: 'The agreement', href: '/protocol/user-agreement' },
      }),
      article('partners', 'In good company', { link: { text: 'Not built', href: '/no-such-page' } }),
      article('download', 'Pick your computer', {
        link: { text: 'Elsewhere', href: 'http://plain.example/' },
      }),
    ],
  });
  show();
  expect((await screen.findByRole('link', { name: 'The agreement' })).getAttribute('href')).toBe(
    '/en/protocol/user-agreement',
  );
  // In place of the section's own link.
  expect(screen.getByRole('link', { name: 'The editors’ choice' }).getAttribute('href')).toBe('/en/store');
  expect(screen.queryByRole('link', { name: 'Browse all apps' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Not built' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Elsewhere' })).toBeNull();
});

test.each([
  ['https://partner.example/yunduo', 'https://partner.example/yunduo', 'https://partner.example/yunduo'],
  ['/developer-center', '/developer-center', '/en/developer-center'],
  ['/developers/webhooks#retries', '/developers/webhooks#retries', '/en/developers/webhooks#retries'],
  // Copied from the English page.
  ['/en/store?cate=system', '/store?cate=system', '/en/store?cate=system'],
  ['/en', '/', '/en'],
])('an editor’s link to %s leads to %s in Chinese and %s in English', async (href, zh, en) => {
  const list = [article('download', 'Pick your computer', { link: { text: 'More', href } })];
  client.answer(homeArticle.specialArticle, { list });
  for (const [locale, address] of [
    ['zh', zh],
    ['en', en],
  ] as const) {
    const { unmount } = show(locale);
    expect((await screen.findByRole('link', { name: 'More' })).getAttribute('href')).toBe(address);
    unmount();
  }
});

test('shows uploaded pictures with size and link: partners, benefits and banners', async () => {
  const at = (name: string) => `/uploads/articles/${'0'.repeat(32)}-${name}.webp`;
  client.answer(homeArticle.specialArticle, {
    list: [
      ...ARTICLES,
      article('banner', 'Autumn offer', { picture: at('1600x600'), intro: 'Until Friday' }),
      article('banner', 'Winter offer', { picture: at('1600x601') }),
      article('benefits', 'Backups', { picture: at('640x400') }),
      article('partners', 'Harbour', {
        picture: at('320x80'),
        link: { text: 'Harbour', href: 'https://harbour.example/' },
      }),
      article('partners', 'Store', { picture: at('320x81'), link: { text: 'Store', href: '/store' } }),
      article('partners', 'Nowhere', { picture: at('320x82'), link: { text: 'x', href: '/no-such-page' } }),
    ],
  });
  const { container } = show();
  const partners = within(await screen.findByRole('region', { name: 'In good company' }));
  const logo = partners.getByRole('img', { name: 'Harbour' });
  expect(['src', 'width', 'height', 'loading'].map((name) => logo.getAttribute(name))).toEqual([
    at('320x80'),
    '320',
    '80',
    'lazy',
  ]);
  const links = partners
    .getAllByRole('link')
    .map((link) => [link.getAttribute('href'), link.getAttribute('rel')]);
  expect(links).toEqual([
    ['https://harbour.example/', 'noopener'],
    ['/en/store', null],
  ]);
  expect(partners.getByRole('img', { name: 'Nowhere' }).closest('a')).toBeNull();
  expect(partners.getByText('Starport Cloud')).toBeTruthy();
  expect(screen.getByRole('img', { name: 'Backups' }).getAttribute('height')).toBe('400');
  const deck = within(screen.getByRole('region', { name: 'Views of the client' }));
  expect(deck.getAllByRole('listitem')).toHaveLength(5);
  expect(container.querySelectorAll('figcaption')).toHaveLength(1);
  expect(deck.getByRole('img', { name: 'Autumn offer' })).toBeTruthy();
  expect(deck.getByText('Until Friday')).toBeTruthy();
});

test('a way to install keeps its place and its command when an editor replaces its drawing', async () => {
  const picture = `/uploads/articles/${'0'.repeat(32)}-640x400.webp`;
  client.answer(homeArticle.specialArticle, {
    list: [
      article('self_hosting', 'In your own machine room'),
      article('self_hosting', 'One command', { picture: 'bash' }),
      article('self_hosting', 'On a NAS', { picture, facts: [{ label: 'Command', value: 'nas install' }] }),
    ],
  });
  show();
  const ways = within(await screen.findByRole('region', { name: 'Ways to install' }));
  const [, own] = ways.getAllByRole('listitem');
  expect(ways.getByRole('button', { name: 'On a NAS' })).toBeTruthy();
  expect(ways.getByRole('img', { name: 'On a NAS' }).getAttribute('src')).toBe(picture);
  expect(own?.textContent).toContain('nas install');
});

test('falls back to its own headlines without articles', async () => {
  client.answer(homeArticle.specialArticle, { list: [] });
  show('zh');
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(
    '一百台服务器，\n一双手管得过来。',
  );
  expect(screen.getByRole('heading', { name: '安装之前，\n可自行验证。' })).toBeTruthy();
});

test('shows the error page if the articles fail to load', async () => {
  client.answer(homeArticle.specialArticle, () => {
    throw silence();
  });
  show();
  expect((await screen.findByRole('alert')).textContent).toMatch(/^503/);
});

test('has the recorded markup', async () => {
  expect(await markupOf(() => show())).toMatchSnapshot();
});

test('without articles, prices and apps it has the recorded markup', async () => {
  client.answer(homeArticle.specialArticle, { list: [] });
  client.answer(authCode.plans, { list: [], keys: [] });
  client.answer(appStore.list, { list: [], total: 0, page: 1, page_size: 8 });
  expect(await markupOf(() => show())).toMatchSnapshot();
});

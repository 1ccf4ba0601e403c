/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { createWordsInstance } from '@yunduo/app-shell';
import type { Locale } from '@yunduo/i18n';
import { en } from '@yunduo/i18n-public-site/en';
import { zh } from '@yunduo/i18n-public-site/zh';
import { meta as about } from './features/about/route.tsx';
import { meta as account } from './features/account/route.tsx';
import { meta as activity } from './features/activity/route.tsx';
import { meta as device } from './features/device/route.tsx';
import { meta as download } from './features/download/route.tsx';
import { meta as feedback } from './features/feedback/route.tsx';
import { meta as guide } from './features/guide/detail/route.tsx';
import { meta as guides } from './features/guide/list/route.tsx';
import { meta as home } from './features/home/route.tsx';
import { meta as licence } from './features/licence/route.tsx';
import { meta as login } from './features/login/route.tsx';
import { meta as newsletter } from './features/newsletter/route.tsx';
import { meta as privateDeployment } from './features/private-deployment/route.tsx';
import { meta as protocol } from './features/protocol/route.tsx';
import { meta as app } from './features/store/detail/route.tsx';
import { meta as list } from './features/store/list/route.tsx';
import { EVERYTHING } from './features/store/list/list-state.ts';
import { errorMeta } from './shell/error-meta.ts';

const WORDS = { zh: createWordsInstance('zh', zh), en: createWordsInstance('en', en) };
const ORIGIN = 'https://yunduo.example';

/** What search engines and shared links read of a page. */
function told(meta: unknown, address: string, loaderData?: unknown, error?: unknown) {
  const { pathname, search } = new URL(address, ORIGIN);
  const locale: Locale = /^\/en(\/|$)/.test(pathname) ? 'en' : 'zh';
  const handle = { locale, words: WORDS[locale] };
  const tags = (meta as (args: object) => Record<string, unknown>[])({
    matches: [{ handle, loaderData: { origin: ORIGIN, siteName: 'Yunduo' } }],
    location: { pathname, search },
    loaderData,
    error,
  });
  const content = (name: string) =>
    tags.find((tag) => tag['name'] === name || tag['property'] === name)?.['content'];
  return {
    title: tags.find((tag) => 'title' in tag)?.['title'],
    description: content('description'),
    index: content('robots') === undefined,
    canonical: tags.find(({ rel }) => rel === 'canonical')?.['href'],
    picture: content('og:image'),
    feeds: tags.filter(({ type }) => type === 'application/atom+xml').length,
    data: tags.find((tag) => 'script:ld+json' in tag)?.['script:ld+json'],
  };
}
const text = (namespace: string, key: string, values?: object) =>
  WORDS.en.getFixedT(null, namespace)(key, values as never) as unknown as string;
const name = 'Yunduo';

const APP = {
  id: 7,
  about: { name: 'Redis', intro: 'In memory.', onlyIn: undefined },
  jsonLd: { '@type': 'SoftwareApplication' },
};
const GUIDE = { id: 7, name: 'Redis', changed: '2026-11-18', onlyIn: undefined };
const AGREEMENT = {
  input: { version: undefined as string | undefined },
  title: 'User agreement',
  version: '2.0',
  publishedAt: '2026-11-01T02:00:00.000Z',
};

test.each([
  ['/en', home, undefined, 'home', 'title', { name }],
  ['/en/about', about, {}, 'about', 'title', {}],
  ['/en/activity', activity, null, 'activity', 'title', {}],
  ['/en/client-download', download, { gone: false }, 'download', 'title', { name }],
  ['/en/private', privateDeployment, { older: false }, 'privateDeployment', 'title', { name }],
  ['/en/auth', licence, [], 'purchase', 'title', {}],
  ['/en/application', guides, undefined, 'guide', 'title', {}],
  ['/en/feedback', feedback, undefined, 'feedback', 'title', {}],
] as const)(
  '%s is indexed, with its own title and description',
  (address, meta, data, namespace, key, values) => {
    const title = text(namespace, key, values);
    expect(told(meta, address, data)).toMatchObject({
      title: address === '/en' ? title : `${title} - Yunduo`,
      description: text(namespace, 'description', values),
      index: true,
      canonical: ORIGIN + address,
    });
  },
);

test.each([
  ['/en/login?section=reset', login, `${en.login.title.reset} - Yunduo`],
  ['/en/user', account, `${en.account.panel.person_info} - Yunduo`],
  ['/en/user?panel=order-info&order=YD1', account, `YD1 – ${en.account.panel.order_info} - Yunduo`],
  ['/en/user?panel=my-codes', account, `${en.account.panel.my_codes} - Yunduo`],
  ['/en/user?panel=my-codes&code=5', account, `${en.account.code_title} - Yunduo`],
  ['/en/subscribe?do=unsubscribe', newsletter, `${en.newsletter.title.unsubscribe} - Yunduo`],
  ['/en/subscribe?do=anything', newsletter, `${en.newsletter.title.confirm} - Yunduo`],
  ['/en/device', device, `${en.device.title} - Yunduo`],
  ['/en/feedback?view=mine', feedback, `${en.feedback.mine} - Yunduo`],
  ['/en/feedback?no=FB1', feedback, `FB1 – ${en.feedback.mine} - Yunduo`],
] as const)('%s is a visitor’s own page: not indexed, with its own title', (address, meta, title) => {
  expect(told(meta, address)).toMatchObject({ title, index: false });
});

test.each([
  ['about', '/en/about', about, { lead: 'A panel.' }, { description: 'A panel.' }],
  [
    'an activity',
    '/en/activity',
    activity,
    { title: 'Autumn', intro: 'Cheaper.' },
    { title: 'Autumn - Yunduo', description: 'Cheaper.' },
  ],
  ['an older server version', '/en/private?version=1', privateDeployment, { older: true }, { index: false }],
  [
    'the plans',
    '/en/auth',
    licence,
    [{ name: '1 month', price: 2_905, currency: 'CNY' }],
    {
      data: {
        '@context': 'https://schema.org',
        '@type': 'Product',
        name: en.purchase.title,
        offers: [{ '@type': 'Offer', name: '1 month', price: '29.05', priceCurrency: 'CNY' }],
      },
    },
  ],
  [
    'an app',
    '/en/store/7?from=1.0',
    app,
    APP,
    {
      title: `${text('storeDetail', 'title', { app: 'Redis' })} - Yunduo`,
      description: 'In memory.',
      canonical: `${ORIGIN}/en/store/7`,
      picture: expect.stringMatching(/\b7\b/),
      feeds: 2,
      data: { '@context': 'https://schema.org', '@type': 'SoftwareApplication' },
    },
  ],
  [
    'an app in Chinese only',
    '/en/store/7',
    app,
    { ...APP, about: { ...APP.about, onlyIn: 'zh' } },
    { canonical: `${ORIGIN}/store/7` },
  ],
  [
    'a guide',
    '/en/application/7',
    guide,
    GUIDE,
    {
      title: `${text('guide', 'guide.title', { app: 'Redis' })} - Yunduo`,
      description: text('guide', 'guide.description', { app: 'Redis' }),
      canonical: `${ORIGIN}/en/store/7`,
      picture: expect.stringMatching(/\b7\b/),
      data: {
        '@context': 'https://schema.org',
        '@type': 'TechArticle',
        headline: text('guide', 'guide.title', { app: 'Redis' }),
        about: 'Redis',
        dateModified: '2026-11-18',
        publisher: { '@type': 'Organization', name },
      },
    },
  ],
  [
    'a guide in Chinese only',
    '/en/application/7',
    guide,
    { ...GUIDE, onlyIn: 'zh' },
    { canonical: `${ORIGIN}/store/7` },
  ],
  [
    'an agreement',
    '/en/protocol/user-agreement',
    protocol,
    AGREEMENT,
    {
      title: 'User agreement - Yunduo',
      description: text('protocol', 'description', {
        title: 'User agreement',
        version: '2.0',
        date: '1\u00a0Nov\u00a02026',
      }),
      index: true,
      canonical: `${ORIGIN}/en/protocol/user-agreement`,
      data: {
        '@context': 'https://schema.org',
        '@type': 'Article',
        headline: 'User agreement',
        version: '2.0',
        datePublished: AGREEMENT.publishedAt,
        publisher: { '@type': 'Organization', name },
      },
    },
  ],
  [
    'an older agreement',
    '/en/protocol/user-agreement?version=1.0',
    protocol,
    { ...AGREEMENT, input: { version: '1.0' }, version: '1.0' },
    {
      title: `${text('protocol', 'title', { title: 'User agreement', version: '1.0' })} - Yunduo`,
      index: false,
      canonical: `${ORIGIN}/en/protocol/user-agreement?version=1.0`,
    },
  ],
  [
    'a list of the store',
    '/en/store?cate=runtime',
    list,
    { state: { ...EVERYTHING, category: 'runtime' }, category: 'Runtime', beyond: false },
    { feeds: 2, canonical: `${ORIGIN}/en/store?cate=runtime` },
  ],
  ['home', '/en', home, undefined, { feeds: 2 }],
] as const)('%s tells what its loader found', (_what, address, meta, data, found) => {
  expect(told(meta, address, data)).toMatchObject(found);
});

test.each([
  ['/store/7', app],
  ['/application/7', guide],
  ['/protocol/user-agreement', protocol],
  ['/store', list],
] as const)('%s keeps the frame’s metadata without data, and on its error page', (address, meta) => {
  expect(told(meta, address).title).toBeUndefined();
  expect(told(meta, address, APP, new Error('x')).title).toBeUndefined();
});

test.each([
  [404, en.errorsPage.not_found_title],
  [500, en.errorsPage.server_error_title],
])('an error page of status %i has its own title and is not indexed', (status, title) => {
  const handle = { locale: 'en', lang: 'en', words: WORDS.en } as const;
  const error = { status, statusText: '', internal: false, data: null };
  expect(errorMeta(error, handle)).toEqual([{ title }, { name: 'robots', content: 'noindex' }]);
  expect(errorMeta(undefined, handle)).toEqual([]);
});

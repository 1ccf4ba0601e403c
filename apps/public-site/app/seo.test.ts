import { createWordsInstance } from '@yunduo/app-shell';
import { expect, test } from '@jest/globals';
import { en } from '@yunduo/i18n-public-site/en';
import { zh } from '@yunduo/i18n-public-site/zh';
import { type PageMeta, seo } from './seo.ts';

const argsOf = (pathname: string, siteName = '云舵') => {
  const english = pathname.startsWith('/en');
  const handle = english
    ? { locale: 'en', lang: 'en', words: createWordsInstance('en', en) }
    : { locale: 'zh', lang: 'zh-CN', words: createWordsInstance('zh', zh) };
  return {
    location: { pathname },
    matches: [undefined, { handle, loaderData: { origin: 'https://yunduo.example', siteName } }, {}],
  };
};
const page: PageMeta = { title: '应用商店', description: '打包好、查验过的服务器软件。' };
const linksOf = (descriptors: object[]) =>
  descriptors.flatMap((item) =>
    'tagName' in item && 'href' in item && 'rel' in item
      ? [[item.rel, 'hrefLang' in item ? item.hrefLang : null, item.href]]
      : [],
  );

test('a page has a canonical URL and both language alternates', () => {
  expect(linksOf(seo(argsOf('/en/store'), () => page))).toEqual([
    ['canonical', null, 'https://yunduo.example/en/store'],
    ['alternate', 'zh-CN', 'https://yunduo.example/store'],
    ['alternate', 'en', 'https://yunduo.example/en/store'],
    ['alternate', 'x-default', 'https://yunduo.example/store'],
  ]);
});

test.each([
  ['/store', '', '应用商店：新上架'],
  ['/en/store', '?lang=en', 'App Store: new apps'],
])('%s links both store feeds in its language', (path, query, title) => {
  const links = seo(argsOf(path), () => ({ ...page, feeds: true })).filter(
    (item) => 'type' in item && item.type === 'application/atom+xml',
  );
  expect(links).toMatchObject([
    { tagName: 'link', rel: 'alternate', title, href: `/api/app_store/feed/new.xml${query}` },
    { rel: 'alternate', href: `/api/app_store/feed/updated.xml${query}` },
  ]);
  expect(linksOf(seo(argsOf(path), () => page)).every(([, , href]) => !String(href).includes('feed'))).toBe(
    true,
  );
});

test('a page in one language has its canonical URL there and no other alternate', () => {
  expect(linksOf(seo(argsOf('/store/7'), () => ({ ...page, onlyIn: 'en' })))).toEqual([
    ['canonical', null, 'https://yunduo.example/en/store/7'],
    ['alternate', 'en', 'https://yunduo.example/en/store/7'],
    ['alternate', 'x-default', 'https://yunduo.example/en/store/7'],
  ]);
});

test('the canonical URL contains only the declared query', () => {
  const links = linksOf(
    seo(argsOf('/store'), () => ({ ...page, query: { cate: 'system', page: 2, q: '', os: null } })),
  );
  expect(links[0]?.[2]).toBe('https://yunduo.example/store?cate=system&page=2');
  expect(links[2]?.[2]).toBe('https://yunduo.example/en/store?cate=system&page=2');
});

test('a page can name another page as canonical', () => {
  expect(linksOf(seo(argsOf('/en/application/7'), () => ({ ...page, canonical: '/store/7' })))).toEqual([
    ['canonical', null, 'https://yunduo.example/en/store/7'],
    ['alternate', 'zh-CN', 'https://yunduo.example/store/7'],
    ['alternate', 'en', 'https://yunduo.example/en/store/7'],
    ['alternate', 'x-default', 'https://yunduo.example/store/7'],
  ]);
});

test('the title contains the site name; the home page has its own', () => {
  expect(seo(argsOf('/store'), () => page)).toContainEqual({ title: '应用商店 - 云舵' });
  expect(seo(argsOf('/store', ''), () => page)).toContainEqual({ title: '应用商店' });
  expect(
    seo(argsOf('/'), ({ siteName }) => ({ ...page, title: `${siteName}：客户端`, home: true })),
  ).toContainEqual({
    title: '云舵：客户端',
  });
});

test.each([
  ['/store', 'zh_CN'],
  ['/en/store', 'en_GB'],
])('a shared link to %s shows title, text, address and picture', (path, language) => {
  const tags = seo(argsOf(path), () => page).flatMap((tag) =>
    'content' in tag ? [['property' in tag ? tag.property : 'name' in tag && tag.name, tag.content]] : [],
  );
  expect(Object.fromEntries(tags)).toEqual({
    description: page.description,
    'og:type': 'website',
    'og:title': '应用商店 - 云舵',
    'og:description': page.description,
    'og:url': `https://yunduo.example${path}`,
    'og:site_name': '云舵',
    'og:locale': language,
    'og:image': expect.stringMatching(/^https:/),
    'twitter:card': 'summary_large_image',
  });
});

test('texts are in the page’s language', () => {
  expect(seo(argsOf('/en'), ({ words }) => ({ ...page, title: words('frame')('menu') }))).toContainEqual({
    title: 'Menu - 云舵',
  });
});

test('og:image is an absolute URL', () => {
  expect(seo(argsOf('/'), () => page)).toContainEqual({
    property: 'og:image',
    content: 'https://yunduo.example/uploads/card/page-home-zh.png',
  });
  const pictureAt = (path: string, cardOf?: number) =>
    seo(argsOf(path), () => ({ ...page, ...(cardOf !== undefined && { cardOf }) })).flatMap((tag) =>
      'property' in tag && tag.property === 'og:image' ? [tag.content] : [],
    );
  expect(pictureAt('/en/private')).toEqual(['https://yunduo.example/uploads/card/page-private-en.png']);
  expect(pictureAt('/en/store/7', 7)).toEqual(['https://yunduo.example/uploads/card/app-7-en.png']);
  // Pages without their own picture use the site's.
  expect(pictureAt('/login')).toEqual(['https://yunduo.example/uploads/card/page-home-zh.png']);
});

test('an app has JSON-LD; an account page is noindex', () => {
  const app = { '@type': 'SoftwareApplication', name: 'Nginx' };
  expect(seo(argsOf('/store/1'), () => ({ ...page, jsonLd: app }))).toContainEqual({
    'script:ld+json': {
      '@context': 'https://schema.org',
      url: 'https://yunduo.example/store/1',
      image: 'https://yunduo.example/uploads/card/page-home-zh.png',
      ...app,
    },
  });
  expect(seo(argsOf('/user'), () => ({ ...page, index: false }))).toContainEqual({
    name: 'robots',
    content: 'noindex',
  });
});

test('a failed page has no meta tags', () => {
  expect(seo({ ...argsOf('/store'), error: new Error('x') }, () => page)).toEqual([]);
  expect(seo(argsOf('/store'), () => null)).toEqual([]);
});

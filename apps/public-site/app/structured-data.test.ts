import { expect, test } from '@jest/globals';
import { createWordsInstance } from '@yunduo/app-shell';
import { zh } from '@yunduo/i18n-public-site/zh';
import { meta as download } from './features/download/route.tsx';
import { meta as guide } from './features/guide/detail/route.tsx';
import { meta as licence } from './features/licence/route.tsx';
import { meta as protocol } from './features/protocol/route.tsx';
import { meta as storeDetail } from './features/store/detail/route.tsx';
import { softwareApplication } from './features/store/detail/software-application.ts';
import { appDetail } from './testing/apps.ts';

const ORIGIN = 'https://yunduo.example';

/** The structured data of a page, as it is sent. */
function structuredData(meta: (args: never) => unknown, pathname: string, loaderData: unknown) {
  const handle = { locale: 'zh', lang: 'zh-CN', words: createWordsInstance('zh', zh) };
  const tags = meta({
    location: { pathname, search: '' },
    matches: [{ handle, loaderData: { origin: ORIGIN, siteName: '云舵' } }],
    loaderData,
  } as never) as Record<string, unknown>[];
  const found = tags.flatMap((tag) => ('script:ld+json' in tag ? [tag['script:ld+json']] : []));
  expect(found).toHaveLength(1);
  return JSON.parse(JSON.stringify(found[0])) as Record<string, unknown>;
}

const PRICE = expect.stringMatching(/^\d+\.\d{2}$/) as unknown;
const organization = { '@type': 'Organization', name: '云舵' };

// The properties that search engines require of each kind, and the recommended ones that the page has. A software
// application without ratings has no rich result; its offer and picture are required all the same.
test.each([
  [
    'an app',
    storeDetail,
    '/store/7',
    { id: 7, about: { name: 'Redis', intro: '缓存' }, jsonLd: softwareApplication(appDetail()) },
    'app-7',
    {
      '@type': 'SoftwareApplication',
      name: 'Redis',
      applicationCategory: 'DeveloperApplication',
      operatingSystem: 'Debian 11+, Ubuntu 20.04+',
      offers: { '@type': 'Offer', price: 0, priceCurrency: 'CNY' },
    },
  ],
  [
    'the client',
    download,
    '/client-download',
    { version: '1.4.0', gone: false },
    'page-client-download',
    {
      '@type': 'SoftwareApplication',
      name: '云舵',
      softwareVersion: '1.4.0',
      applicationCategory: 'DeveloperApplication',
      operatingSystem: 'Windows 10, Windows 11, macOS',
      offers: { '@type': 'Offer', price: 0, priceCurrency: 'CNY' },
    },
  ],
  [
    'the licences',
    licence,
    '/auth',
    [{ name: '1 个月', price: 2900, currency: 'CNY' }],
    'page-auth',
    {
      '@type': 'Product',
      name: '购买授权码',
      description: expect.stringMatching(/./) as unknown,
      offers: [
        {
          '@type': 'Offer',
          name: '1 个月',
          price: PRICE,
          priceCurrency: 'CNY',
          availability: 'https://schema.org/InStock',
        },
      ],
    },
  ],
  [
    'an agreement',
    protocol,
    '/protocol/user-agreement',
    {
      input: { id: 'user-agreement' },
      title: '用户协议',
      version: '1.1.0',
      publishedAt: '2026-09-27T00:00:00.000Z',
    },
    'page-protocol',
    {
      '@type': 'Article',
      headline: '用户协议',
      datePublished: '2026-09-27T00:00:00.000Z',
      author: organization,
      publisher: organization,
    },
  ],
  [
    'a guide',
    guide,
    '/application/7',
    { id: 7, name: 'Redis', changed: '2026-11-25T00:00:00.000Z' },
    'app-7',
    {
      '@type': 'TechArticle',
      headline: expect.stringContaining('Redis') as unknown,
      dateModified: '2026-11-25T00:00:00.000Z',
      author: organization,
      publisher: organization,
    },
  ],
] as const)('%s has the required structured data', (_what, meta, pathname, loaderData, picture, required) => {
  const data = structuredData(meta as (args: never) => unknown, pathname, loaderData);
  expect(data).toMatchObject({ '@context': 'https://schema.org', ...required });
  expect(data['url']).toMatch(new RegExp(`^${ORIGIN}/`));
  expect(data['image']).toBe(`${ORIGIN}/uploads/card/${picture}-zh.png`);
  expect(JSON.stringify(data)).not.toContain('""');
});

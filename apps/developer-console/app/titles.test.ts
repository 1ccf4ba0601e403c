import { expect, test } from '@jest/globals';
import { en } from '@yunduo/i18n-developer-console/en';
import { zh } from '@yunduo/i18n-developer-console/zh';
import { tokenStorage } from '@yunduo/session';
import { errorMeta } from './shell/error-meta.ts';
import { languageHandle } from './shell/language.ts';

type Meta = { title?: string; name?: string; content?: string }[];
type Page = { meta: (args: object) => Meta };

const handles = { zh: languageHandle('zh', zh), en: languageHandle('en', en) };

test.each([
  ['apps', '/applications', ({ apps }: typeof en) => apps.title],
  ['listing', '/app-edit?id=7', ({ listing }: typeof en) => listing.title],
  ['preview', '/app-preview?id=7', ({ preview }: typeof en) => preview.title],
  ['versions', '/app-versions?id=7', ({ versions }: typeof en) => versions.title],
  ['panel', '/control-panel', ({ panel }: typeof en) => panel.title],
  ['webhooks', '/webhooks', ({ webhooks }: typeof en) => webhooks.title],
  ['review', '/review', ({ review }: typeof en) => review.title],
  ['review', '/review?id=9', ({ review }: typeof en) => review.file_title],
  ['desk', '/desk', ({ desk }: typeof en) => `${desk.room.today} · ${desk.heading}`],
  ['desk', '/desk/orders', ({ desk }: typeof en) => `${desk.room.orders} · ${desk.heading}`],
])(
  'the page %s at “%s” has its own title in both languages and is not indexed',
  async (feature, address, titleOf) => {
    const { meta } = (await import(`./features/${feature}/route.tsx`)) as Page;
    for (const [locale, words] of [
      ['zh', zh as unknown as typeof en],
      ['en', en],
    ] as const) {
      const { pathname, search } = new URL(
        `http://x${locale === 'en' ? '/en' : ''}/developer-center${address}`,
      );
      const tags = meta({
        matches: [{ handle: handles[locale] }],
        location: { pathname, search },
        params: {},
      });
      expect(tags).toContainEqual({ title: titleOf(words) });
      expect(tags).toContainEqual({ name: 'robots', content: 'noindex' });
      expect(tags).toContainEqual({ name: 'description', content: words[feature as 'apps'].description });
      // The error page has its own.
      expect(
        meta({ matches: [{ handle: handles[locale] }], location: { pathname, search }, error: {} }),
      ).toEqual([]);
    }
  },
);

test.each([
  ['not-found', '/en/developer-center/nowhere'],
  ['desk', '/en/developer-center/desk/nowhere'],
])('%s answers 404 at %s', async (feature, path) => {
  tokenStorage.saveToken('yd_1');
  const { clientLoader } = (await import(`./features/${feature}/route.tsx`)) as {
    clientLoader: (args: object) => unknown;
  };
  expect(() => clientLoader({ request: new Request(`http://x${path}`) })).toThrow(
    expect.objectContaining({ init: { status: 404 } }) as unknown as Error,
  );
  tokenStorage.clear();
});

test.each([
  [404, en.frame.not_found_title],
  [500, en.frame.failed_title],
])('an error page with %i is titled “%s” and not indexed', (status, title) => {
  const error = { status, statusText: '', internal: false, data: null };
  expect(errorMeta(error, handles.en)).toEqual([{ title }, { name: 'robots', content: 'noindex' }]);
});

test.each([
  ['zh', 'zh-CN', zh.frame.failed_title],
  ['en', 'en', en.frame.failed_title],
] as const)(
  'the layout of %s has its language, and its words for an error page',
  async (locale, lang, title) => {
    const { handle, meta } = (await import(`./shell/${locale}-layout.tsx`)) as Page & { handle: object };
    expect(handle).toMatchObject({ locale, lang });
    expect(meta({ error: new Error('x') })).toEqual([{ title }, { name: 'robots', content: 'noindex' }]);
    expect(meta({})).toEqual([]);
  },
);

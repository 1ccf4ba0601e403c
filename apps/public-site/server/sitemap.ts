import {
  activity,
  appStore,
  clientDownload,
  type DataOf,
  type Envelope,
  homeArticle,
  privateDeploy,
  protocol,
} from '@yunduo/api-contract';
import { htmlLang, LOCALES, localePath, type Locale } from '@yunduo/i18n';
import { PROTOCOL_SLUGS, STORE_CATEGORIES } from '@yunduo/validation';
import { HOME_ARTICLES } from '../app/features/home/articles.ts';
import { PAGES } from '../app/route-map.ts';
import { escape } from './escape.ts';

// The sitemap protocol allows 50,000 addresses per file.
const PAGES_OF_APPS = 100;
const PAGE_SIZE = 100;
const TIMEOUT = 5000;

export interface Place {
  /** Without language prefix. */
  path: string;
  /** ISO date of the last change. */
  changed?: string;
  /** Its only language, if it is not translated. */
  onlyIn?: Locale | undefined;
  /** Of an app: the category that lists it. */
  category?: string;
}

/** Pages of one visitor, or reachable only through a mail link or a device code. */
const PRIVATE = ['user', 'login', 'subscribe', 'device'];

/** Public pages without a parameter. */
const fixedPlaces = (): Place[] =>
  PAGES.filter(({ name, path }) => !path.includes(':') && !PRIVATE.includes(name)).map(({ path }) => ({
    path,
  }));

/**
 * When the content of pages last changed, from the API. The other pages change with a release of this site only and have
 * no date: that of the build would be wrong for most of them.
 */
export async function datedPlaces(apiBaseUrl: string, fetchImpl: typeof fetch = fetch): Promise<Place[]> {
  const ask = async (path: string, url: string): Promise<Response> => {
    const answer = await fetchImpl(`${apiBaseUrl}/api${url}`, {
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT),
    });
    if (!answer.ok) throw new Error(`The dates of ${path} answered ${answer.status}`);
    return answer;
  };
  const latest = (path: string, moments: readonly string[]): Place => {
    const [changed] = moments.toSorted().toReversed();
    return { path, ...(changed !== undefined && { changed }) };
  };
  const newest = async (path: string, url: string): Promise<Place> => {
    const { data } = (await (await ask(path, url)).json()) as Envelope<{
      list: ({ published_at: string } | { updated_at: string })[];
    }>;
    return latest(
      path,
      data.list.map((one) => ('published_at' in one ? one.published_at : one.updated_at)),
    );
  };
  const articles = async (path: string, useTo: string): Promise<Place> => {
    const { headers } = await ask(path, `${homeArticle.specialArticle.url}?use_to=${useTo}`);
    const changed = headers.get('last-modified');
    return latest(path, changed === null ? [] : [new Date(changed).toISOString()]);
  };
  /** Its page changes when it starts and when it ends. */
  const currentActivity = async (path: string): Promise<Place> => {
    const { data } = (await (await ask(path, activity.current.url)).json()) as Envelope<
      DataOf<typeof activity.current>
    >;
    const moments = data.activity ? [data.activity.starts_at, data.activity.ends_at] : [];
    return latest(
      path,
      moments.filter((moment) => moment <= data.server_time),
    );
  };
  return Promise.all([
    articles('/', HOME_ARTICLES.use_to),
    articles('/about', 'about'),
    currentActivity('/activity'),
    ...PROTOCOL_SLUGS.map((slug) => newest(`/protocol/${slug}`, `${protocol.versions.url}?id=${slug}`)),
    newest('/client-download', clientDownload.releases.url),
    newest('/private', privateDeploy.versions.url),
    newest('/store?cate=recommend', `${appStore.list.url}?cate=recommend&page_size=${PAGE_SIZE}`),
  ]);
}

/** A list changed when its newest app changed. */
function datedLists(places: readonly Place[]): Place[] {
  const apps = places.filter(({ path }) => path.startsWith('/store/'));
  const dated = (path: string, among: readonly Place[]): Place[] => {
    const [newest] = among
      .flatMap(({ changed }) => changed ?? [])
      .toSorted()
      .toReversed();
    return newest === undefined ? [] : [{ path, changed: newest }];
  };
  return [
    ...['/store', '/application'].flatMap((path) => dated(path, apps)),
    ...STORE_CATEGORIES.flatMap((cate) =>
      dated(
        `/store?cate=${cate}`,
        apps.filter(({ category }) => category === cate),
      ),
    ),
  ];
}

/** Pages with parameters known without the API, and the landing page of the developer console. */
const knownPlaces = (): Place[] => [
  ...PROTOCOL_SLUGS.map((slug) => ({ path: `/protocol/${slug}` })),
  // A user's own apps are not a public page.
  ...STORE_CATEGORIES.filter((category) => category !== 'my').map((cate) => ({
    path: `/store?cate=${cate}`,
  })),
  { path: '/developer-center' },
];

/** The published apps, from the API. */
export async function appPlaces(apiBaseUrl: string, fetchImpl: typeof fetch = fetch): Promise<Place[]> {
  const places: Place[] = [];
  for (let page = 1; page <= PAGES_OF_APPS; page += 1) {
    const answer = await fetchImpl(
      `${apiBaseUrl}/api${appStore.list.url}?page=${page}&page_size=${PAGE_SIZE}`,
      {
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT),
      },
    );
    if (!answer.ok) throw new Error(`The list of apps answered ${answer.status}`);
    const { data } = (await answer.json()) as Envelope<DataOf<typeof appStore.list>>;
    places.push(
      ...data.list.map(({ id, updated_at, only_in, cate }) => ({
        path: `/store/${id}`,
        changed: updated_at,
        onlyIn: only_in,
        category: cate,
      })),
    );
    if (page * PAGE_SIZE >= data.total) break;
  }
  return places;
}

/** The sitemap: each page once per language, with links to its translations. */
export function sitemapXml(origin: string, more: readonly Place[]): string {
  // Later entries of a path override earlier ones.
  const places = new Map(
    [...fixedPlaces(), ...knownPlaces(), ...datedLists(more), ...more].map((place) => [place.path, place]),
  );
  const address = (locale: Locale, path: string) => escape(origin + localePath(locale, path));
  const urls = [...places.values()].flatMap(({ path, changed, onlyIn }) => {
    const locales = LOCALES.filter((locale) => !onlyIn || locale === onlyIn);
    const alternates = [
      ...locales.map((locale) => [htmlLang(locale), address(locale, path)]),
      ['x-default', address(onlyIn ?? 'zh', path)],
    ]
      .map(([lang, href]) => `<xhtml:link rel="alternate" hreflang="${lang}" href="${href}"/>`)
      .join('');
    const lastmod = changed ? `<lastmod>${changed.slice(0, 10)}</lastmod>` : '';
    return locales.map((locale) => `<url><loc>${address(locale, path)}</loc>${lastmod}${alternates}</url>`);
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${urls.join('')}</urlset>\n`;
}

/** Crawlers may read all public pages; of the API, only the feeds. */
export const robotsTxt = (origin: string): string =>
  [
    'User-agent: *',
    'Disallow: /user',
    'Disallow: /en/user',
    'Disallow: /api/',
    `Allow: /api${appStore.feedNew.url}`,
    `Allow: /api${appStore.feedUpdated.url}`,
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');

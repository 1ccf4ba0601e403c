import { appStore } from '@yunduo/api-contract';
import { translator, type Translate } from '@yunduo/app-shell';
import { htmlLang, LOCALES, localePath, splitLocale, type Locale } from '@yunduo/i18n';
import type { SiteWords } from '@yunduo/i18n-public-site';
import { appCardPath, CARD_PAGES, pageCardPath } from '@yunduo/validation';
import type { MetaDescriptor } from 'react-router';
import { matchPage } from './route-map.ts';
import type { LanguageData, LanguageHandle } from './shell/language.ts';

/** Metadata of a page. */
export interface PageMeta {
  title: string;
  description: string;
  /** Query values that make it a separate page; the canonical address omits the rest of the query. */
  query?: Readonly<Record<string, string | number | null | undefined>>;
  /** Path, without language prefix, of the page that search engines should index instead of this one. */
  canonical?: string;
  /** The only language of a page that is not translated: search engines index it in that language only. */
  onlyIn?: Locale | undefined;
  /** The app whose card is the picture of shared links; without it, the page's own. */
  cardOf?: number;
  /** True for the home page, whose title is the site's name. */
  home?: boolean;
  /** False excludes it from search engines: account pages. */
  index?: boolean;
  /** Links the feeds of the store, so that feed readers discover them from this page. */
  feeds?: boolean;
  /** Structured data, such as an application (schema.org); its address and picture are added. */
  jsonLd?: Readonly<Record<string, unknown>>;
}

/** The used part of the arguments of a route's `meta`. */
interface MetaArgs {
  location: { pathname: string };
  matches: readonly ({ handle?: unknown; loaderData?: unknown } | undefined)[];
  error?: unknown;
}

interface PageContext {
  /** Words of the page's language: `words('store')('title')`. */
  words: <N extends keyof SiteWords & string>(namespace: N) => Translate<SiteWords[N]>;
  siteName: string;
  origin: string;
}

const isLanguageHandle = (handle: unknown): handle is LanguageHandle =>
  typeof handle === 'object' && handle !== null && 'words' in handle && 'locale' in handle;

/**
 * Title, description, canonical address, alternate language, Open Graph and structured data of a page:
 * `export const meta: Route.MetaFunction = (args) => seo(args, ({ words }) => ({ title: words('store')('title'), … }))`.
 * If `describe` returns null, the frame's metadata stays.
 */
export function seo(args: MetaArgs, describe: (context: PageContext) => PageMeta | null): MetaDescriptor[] {
  const language = args.matches.find((match) => isLanguageHandle(match?.handle));
  if (!language || args.error) return [];
  const { words, locale } = language.handle as LanguageHandle;
  const { origin = '', siteName = '' } = (language.loaderData as LanguageData | undefined) ?? {};
  const page = describe({
    words: (namespace) => translator<SiteWords[typeof namespace]>(words, namespace),
    siteName,
    origin,
  });
  if (!page) return [];

  const path = page.canonical ?? splitLocale(args.location.pathname).path;
  const query = queryText(page.query);
  const address = (of: Locale) => origin + localePath(of, path + query);
  const url = address(page.onlyIn ?? locale);
  const image = origin + cardPath(args.location.pathname, page.cardOf);
  const title = page.home || !siteName ? page.title : `${page.title} - ${siteName}`;

  return [
    { title },
    { name: 'description', content: page.description },
    ...(page.index === false ? [{ name: 'robots', content: 'noindex' }] : []),
    { tagName: 'link', rel: 'canonical', href: url },
    ...LOCALES.filter((other) => !page.onlyIn || other === page.onlyIn).map((other) =>
      alternate(htmlLang(other), address(other)),
    ),
    alternate('x-default', address(page.onlyIn ?? 'zh')),
    ...(page.feeds ? feedLinks(locale, translator<SiteWords['frame']>(words, 'frame')) : []),
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: page.description },
    { property: 'og:url', content: url },
    { property: 'og:site_name', content: siteName },
    { property: 'og:locale', content: locale === 'zh' ? 'zh_CN' : 'en_GB' },
    { property: 'og:image', content: image },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(page.jsonLd
      ? [{ 'script:ld+json': { '@context': 'https://schema.org', url, image, ...page.jsonLd } }]
      : []),
  ];
}

/** Path of the picture that the API draws for this page, in its language; pages without their own use the site's. */
function cardPath(pathname: string, app: number | undefined): string {
  const { locale, page } = matchPage(pathname);
  if (app !== undefined) return appCardPath(app, locale);
  return pageCardPath(CARD_PAGES.find((name) => name === page.name) ?? 'home', locale);
}

const alternate = (hrefLang: string, href: string): MetaDescriptor => ({
  tagName: 'link',
  rel: 'alternate',
  hrefLang,
  href,
});

/** Both feeds of the store in the language of the page. */
const feedLinks = (locale: Locale, t: Translate<SiteWords['frame']>): MetaDescriptor[] =>
  (['new', 'updated'] as const).map((kind) => ({
    tagName: 'link',
    rel: 'alternate',
    type: 'application/atom+xml',
    title: t(`feeds.${kind}`),
    href: `/api${appStore[kind === 'new' ? 'feedNew' : 'feedUpdated'].url}${locale === 'zh' ? '' : `?lang=${locale}`}`,
  }));

function queryText(query: PageMeta['query'] = {}): string {
  const entries = Object.entries(query).flatMap(([name, value]) =>
    value === null || value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return entries.length ? `?${new URLSearchParams(entries).toString()}` : '';
}

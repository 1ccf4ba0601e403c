import { type Locale, LOCALES, localePath, splitLocale } from '@yunduo/i18n';
import type { SiteWords } from '@yunduo/i18n-public-site';
import { pathPattern } from './page-data.ts';

/**
 * `intent`: the scripts wait for the visitor's first interaction. `eager`: a page that shows nothing without them is
 * hydrated at once.
 */
export type ScriptStart = 'intent' | 'eager';

/** A namespace of the site's own words, or one shared by both apps. */
export type WordName = keyof SiteWords | 'appPage' | 'captcha' | 'pages';

export interface PageRule {
  readonly name: string;
  /** Path without the language prefix; `:id` is a parameter. */
  readonly path: string;
  /** Route module, relative to `app/`. */
  readonly file: string;
  /** The namespaces of its words; only the page's language is loaded. */
  readonly words?: readonly WordName[];
  readonly layout: 'default' | 'custom';
  readonly scripts: ScriptStart;
  /**
   * Query names, or `name=value`, with which an `intent` page shows nothing without its scripts: it is then hydrated at
   * once.
   */
  readonly eagerWith?: readonly string[];
  /** Prefixes of names in `sessionStorage`: an `intent` page is hydrated at once if this tab stores one of them. */
  readonly keeps?: readonly string[];
  /**
   * The query values that change what the server renders: they are part of the HTML cache's key; all others are
   * ignored.
   */
  readonly query: readonly string[];
  /** Its loader calls the API: the same data is served as a file for client-side navigations (docs/decisions/0034). */
  readonly data?: true;
  /** `?preview=…` shows it with the draft of an article, rendered for that request only. */
  readonly previews?: true;
}

/** The single route map: URL → file. Every page exists in both languages, with the ids `zh:<name>` and `en:<name>`. */
export const PAGES = [
  {
    name: 'home',
    path: '/',
    file: 'features/home/route.tsx',
    words: ['captcha', 'forms', 'home'],
    layout: 'default',
    scripts: 'intent',
    query: [],
    data: true,
    previews: true,
  },
  {
    name: 'about',
    path: '/about',
    file: 'features/about/route.tsx',
    words: ['about'],
    layout: 'default',
    scripts: 'intent',
    query: [],
    data: true,
    previews: true,
  },
  {
    name: 'client-download',
    path: '/client-download',
    file: 'features/download/route.tsx',
    words: ['captcha', 'download', 'forms'],
    layout: 'default',
    scripts: 'intent',
    keeps: ['typed:claim', 'typed:invite'],
    query: ['link'],
    data: true,
  },
  {
    name: 'private',
    path: '/private',
    file: 'features/private-deployment/route.tsx',
    words: ['privateDeployment'],
    layout: 'default',
    scripts: 'intent',
    query: ['version', 'link'],
    data: true,
  },
  {
    name: 'auth',
    path: '/auth',
    file: 'features/licence/route.tsx',
    words: ['purchase'],
    layout: 'default',
    scripts: 'intent',
    keeps: ['typed:order:'],
    query: ['plan', 'quantity'],
    data: true,
  },
  {
    name: 'application',
    path: '/application',
    file: 'features/guide/list/route.tsx',
    words: ['guide'],
    layout: 'default',
    scripts: 'intent',
    query: ['os'],
    data: true,
  },
  {
    name: 'application-detail',
    path: '/application/:id',
    file: 'features/guide/detail/route.tsx',
    words: ['guide'],
    layout: 'default',
    scripts: 'intent',
    query: [],
    data: true,
  },
  {
    name: 'store',
    path: '/store',
    file: 'features/store/list/route.tsx',
    words: ['pages', 'store'],
    layout: 'default',
    scripts: 'intent',
    query: ['cate', 'q', 'os', 'arch', 'certified', 'source', 'sort', 'page'],
    data: true,
  },
  {
    name: 'store-detail',
    path: '/store/:id',
    file: 'features/store/detail/route.tsx',
    words: ['appPage', 'storeDetail'],
    layout: 'default',
    scripts: 'intent',
    query: ['from'],
    data: true,
  },
  {
    name: 'protocol',
    path: '/protocol/:id',
    file: 'features/protocol/route.tsx',
    words: ['protocol'],
    layout: 'custom',
    scripts: 'intent',
    query: ['version'],
    data: true,
  },
  {
    name: 'activity',
    path: '/activity',
    file: 'features/activity/route.tsx',
    words: ['activity'],
    layout: 'default',
    scripts: 'intent',
    query: [],
    data: true,
  },
  {
    name: 'feedback',
    path: '/feedback',
    file: 'features/feedback/route.tsx',
    words: ['captcha', 'feedback', 'forms', 'pages'],
    layout: 'default',
    scripts: 'intent',
    eagerWith: ['view', 'no'],
    keeps: ['typed:feedback'],
    query: ['view', 'no'],
  },
  {
    name: 'subscribe',
    path: '/subscribe',
    file: 'features/newsletter/route.tsx',
    words: ['newsletter'],
    layout: 'custom',
    scripts: 'eager',
    query: ['do'],
  },
  {
    name: 'login',
    path: '/login',
    file: 'features/login/route.tsx',
    words: ['captcha', 'forms', 'login'],
    layout: 'custom',
    scripts: 'intent',
    // The sections behind links in mails are parts loaded later, which the server does not render.
    eagerWith: ['section=undo-email', 'section=not-me'],
    keeps: ['typed:sign-in', 'sign-in-reason'],
    query: ['section', 'from', 'r_url'],
  },
  {
    name: 'device',
    path: '/device',
    file: 'features/device/route.tsx',
    words: ['device'],
    layout: 'custom',
    scripts: 'eager',
    query: [],
  },
  {
    name: 'user',
    path: '/user',
    file: 'features/account/route.tsx',
    words: ['account', 'captcha', 'forms'],
    layout: 'default',
    scripts: 'eager',
    query: ['panel'],
  },
] as const satisfies readonly PageRule[];

export type PageName = (typeof PAGES)[number]['name'] | 'not-found';

/** The page for addresses that match no other page. */
export const NOT_FOUND_PAGE = {
  name: 'not-found',
  path: '/*',
  file: 'features/errors/not-found.tsx',
  layout: 'custom',
  scripts: 'intent',
  query: [],
} as const satisfies PageRule;

/** Redirects (specification §2). Keys and targets carry no language prefix. */
const REDIRECTS: Readonly<Record<string, { to: string; status: 301 | 302 }>> = {
  '/download': { to: '/', status: 302 },
  '/product': { to: '/', status: 302 },
  '/index.html': { to: '/', status: 301 },
};

export const routeId = (locale: Locale, name: PageName | 'default' | 'custom'): string => `${locale}:${name}`;

/** `en:store-detail` → `store-detail`. */
export const pageNameOf = (id: string): string => id.slice(id.indexOf(':') + 1);

export const hasPage = (name: string): boolean => PAGES.some((page) => page.name === name);

const patterns = PAGES.map((page) => ({
  page: page as PageRule,
  pattern: pathPattern(page.path),
}));

/** The page and language of a path; unknown paths match the not-found page. */
export function matchPage(pathname: string): { locale: Locale; path: string; page: PageRule } {
  const { locale, path } = splitLocale(pathname);
  const found = patterns.find(({ pattern }) => pattern.test(path));
  return { locale, path, page: found?.page ?? NOT_FOUND_PAGE };
}

/** When the scripts of a page start at this address. */
export const scriptsOf = ({ scripts, eagerWith = [] }: PageRule, query: URLSearchParams): ScriptStart =>
  eagerWith.some((entry) => {
    const [name = '', value] = entry.split('=');
    return value === undefined ? query.has(name) : query.get(name) === value;
  })
    ? 'eager'
    : scripts;

/** Target of a redirecting path, in its language, with the status; null if it does not redirect. */
export function redirectOf(pathname: string): { to: string; status: 301 | 302 } | null {
  const { locale, path } = splitLocale(pathname);
  const rule = Object.hasOwn(REDIRECTS, path) ? REDIRECTS[path] : undefined;
  return rule ? { ...rule, to: localePath(locale, rule.to) } : null;
}

/** Path rules of the build's metadata file (specification §7): redirects. */
export const routeRules: Readonly<Record<string, { redirect: { to: string; status: 301 | 302 } }>> =
  Object.fromEntries(
    LOCALES.flatMap((locale) =>
      Object.entries(REDIRECTS).map(([from, { to, status }]) => [
        localePath(locale, from),
        { redirect: { to: localePath(locale, to), status } },
      ]),
    ),
  );

const contentPages = LOCALES.flatMap((locale) =>
  (PAGES as readonly PageRule[]).flatMap(({ data, path, query }) =>
    data ? [{ path: localePath(locale, path), query }] : [],
  ),
);

/**
 * The pages, in both languages, that the host renders before the first request: those with data and without a
 * parameter.
 */
export const prerendered: readonly string[] = contentPages.flatMap(({ path }) =>
  path.includes(':') ? [] : [path],
);

/** Path patterns whose page data also depends on a parameter or on these query values. */
export const pageData: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  contentPages.flatMap(({ path, query }) => (path.includes(':') || query.length > 0 ? [[path, query]] : [])),
);

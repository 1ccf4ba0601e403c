import { type Locale, localePath, splitLocale } from '@yunduo/i18n';

/** `intent`: the scripts wait for the visitor's first move. `eager`: what shows nothing without them, hydrated at once. */
export type ScriptStart = 'intent' | 'eager';

export interface PageRule {
  readonly name: string;
  /** Path without the language prefix; `:id` is a parameter. */
  readonly path: string;
  /** Route module, relative to `app/`. */
  readonly file: string;
  /** Modules that bring its words, without language and ending: `<words>.zh.ts`, `<words>.en.ts`. */
  readonly words?: string;
  readonly layout: 'default' | 'custom';
  readonly scripts: ScriptStart;
  /** Query values with which a page that waits shows nothing without its scripts: it is hydrated at once then. */
  readonly eagerWith?: readonly string[];
  /** Beginnings of names in `sessionStorage`: a page that waits is hydrated at once where this tab keeps one of them. */
  readonly keeps?: readonly string[];
  /** The query values that change what the server renders: the HTML cache is keyed by them, the rest is ignored. */
  readonly query: readonly string[];
}

/** The one map: URL → file. Every page exists in both languages, with the ids `zh:<name>` and `en:<name>`. */
export const PAGES = [
  {
    name: 'home',
    path: '/',
    file: 'features/home/route.tsx',
    words: 'features/home/words',
    layout: 'default',
    scripts: 'intent',
    query: [],
  },
  {
    name: 'about',
    path: '/about',
    file: 'features/about/route.tsx',
    words: 'features/about/words',
    layout: 'default',
    scripts: 'intent',
    query: [],
  },
  {
    name: 'client-download',
    path: '/client-download',
    file: 'features/client-download/route.tsx',
    words: 'features/client-download/words',
    layout: 'default',
    scripts: 'intent',
    keeps: ['typed:claim'],
    query: ['link'],
  },
  {
    name: 'private',
    path: '/private',
    file: 'features/private/route.tsx',
    words: 'features/private/words',
    layout: 'default',
    scripts: 'intent',
    query: ['version', 'link'],
  },
  {
    name: 'auth',
    path: '/auth',
    file: 'features/auth/route.tsx',
    words: 'features/auth/words',
    layout: 'default',
    scripts: 'intent',
    keeps: ['typed:order:'],
    query: ['plan', 'quantity'],
  },
  {
    name: 'application',
    path: '/application',
    file: 'features/application/list/route.tsx',
    words: 'features/application/words',
    layout: 'default',
    scripts: 'intent',
    query: ['os'],
  },
  {
    name: 'application-detail',
    path: '/application/:id',
    file: 'features/application/detail/route.tsx',
    words: 'features/application/words',
    layout: 'default',
    scripts: 'intent',
    query: [],
  },
  {
    name: 'store',
    path: '/store',
    file: 'features/store/list/route.tsx',
    words: 'features/store/list/words',
    layout: 'default',
    scripts: 'intent',
    query: ['cate', 'q', 'os', 'arch', 'certified', 'source', 'sort', 'page'],
  },
  {
    name: 'store-detail',
    path: '/store/:id',
    file: 'features/store/detail/route.tsx',
    words: 'features/store/detail/words',
    layout: 'default',
    scripts: 'intent',
    query: ['from'],
  },
  {
    name: 'protocol',
    path: '/protocol/:id',
    file: 'features/protocol/route.tsx',
    words: 'features/protocol/words',
    layout: 'custom',
    scripts: 'intent',
    query: ['version'],
  },
  {
    name: 'activity',
    path: '/activity',
    file: 'features/activity/route.tsx',
    words: 'features/activity/words',
    layout: 'default',
    scripts: 'intent',
    query: [],
  },
  {
    name: 'feedback',
    path: '/feedback',
    file: 'features/feedback/route.tsx',
    words: 'features/feedback/words',
    layout: 'default',
    scripts: 'intent',
    eagerWith: ['view', 'no'],
    keeps: ['typed:feedback'],
    query: ['view', 'no'],
  },
  {
    name: 'subscribe',
    path: '/subscribe',
    file: 'features/subscribe/route.tsx',
    words: 'features/subscribe/words',
    layout: 'custom',
    scripts: 'eager',
    query: ['do'],
  },
  {
    name: 'login',
    path: '/login',
    file: 'features/login/route.tsx',
    words: 'features/login/words',
    layout: 'custom',
    scripts: 'intent',
    keeps: ['typed:sign-in', 'sign-in-reason'],
    query: ['section', 'from', 'r_url'],
  },
  {
    name: 'user',
    path: '/user',
    file: 'features/user/route.tsx',
    words: 'features/user/words',
    layout: 'default',
    scripts: 'eager',
    query: ['panel'],
  },
] as const satisfies readonly PageRule[];

export type PageName = (typeof PAGES)[number]['name'] | 'not-found';

/** What answers an address that no page has. */
export const NOT_FOUND_PAGE = {
  name: 'not-found',
  path: '/*',
  file: 'features/errors/not-found.tsx',
  layout: 'custom',
  scripts: 'intent',
  query: [],
} as const satisfies PageRule;

/** Addresses of old that lead somewhere else (specification §2). Keys and values carry no language prefix. */
export const REDIRECTS: Readonly<Record<string, string>> = { '/download': '/', '/product': '/' };

export const routeId = (locale: Locale, name: PageName | 'default' | 'custom'): string => `${locale}:${name}`;

/** `en:store-detail` → `store-detail`. */
export const pageNameOf = (id: string): string => id.slice(id.indexOf(':') + 1);

export const hasPage = (name: string): boolean => PAGES.some((page) => page.name === name);

const patterns = PAGES.map((page) => ({
  page: page as PageRule,
  pattern: new RegExp(`^${page.path.replace(/:[a-z]+/g, '[^/]+')}$`),
}));

/** Which page answers a path, in which language. A path that fits none is the not-found page's. */
export function matchPage(pathname: string): { locale: Locale; path: string; page: PageRule } {
  const { locale, path } = splitLocale(pathname);
  const found = patterns.find(({ pattern }) => pattern.test(path));
  return { locale, path, page: found?.page ?? NOT_FOUND_PAGE };
}

/** When the scripts of a page start at this address. */
export const scriptsOf = ({ scripts, eagerWith = [] }: PageRule, query: URLSearchParams): ScriptStart =>
  eagerWith.some((name) => query.has(name)) ? 'eager' : scripts;

/** Where a redirecting path leads, in its language; null when it does not redirect. */
export function redirectOf(pathname: string): string | null {
  const { locale, path } = splitLocale(pathname);
  const target = Object.hasOwn(REDIRECTS, path) ? REDIRECTS[path] : undefined;
  return target === undefined ? null : localePath(locale, target);
}

/** What the build's metadata file says of paths (specification §7): which ones redirect, and how. */
export const routeRules: Readonly<Record<string, { redirect: { to: string; status: 302 } }>> =
  Object.fromEntries(
    (['zh', 'en'] as const).flatMap((locale) =>
      Object.entries(REDIRECTS).map(([from, to]) => [
        localePath(locale, from),
        { redirect: { to: localePath(locale, to), status: 302 } },
      ]),
    ),
  );

/** Where the page-data files of a build are. */
const PREFIX = '/page-data/';
// The home page's path has no name of its own.
const HOME = '/index';

/** The paths that a pattern such as `/store/:id` names. */
export const pathPattern = (path: string): RegExp => new RegExp(`^${path.replace(/:[a-z]+/g, '[^/]+')}$`);

/** The values of a query that a route declares, in the route's order. */
export function declaredQuery(query: URLSearchParams, names: readonly string[]): string {
  const kept = new URLSearchParams();
  for (const name of names) {
    for (const value of query.getAll(name)) kept.append(name, value);
  }
  const text = kept.toString();
  return text && `?${text}`;
}

/**
 * The address of a page's data: `/store?q=a` → `/page-data/<build>/store.json?q=a`. The build stands in it, because the
 * entries are named by the code of that build; what is in them is the content of the moment.
 */
export const pageDataUrl = (build: string, path: string, query: string): string =>
  `${PREFIX}${build}${path === '/' ? HOME : path}.json${query}`;

/** The build and the page's path that a path names; null when it names no page data. */
export function parsePageDataPath(pathname: string): { build: string; path: string } | null {
  const [, build, path] = /^\/page-data\/([^/]+)(\/.+)\.json$/.exec(pathname) ?? [];
  if (build === undefined || path === undefined) return null;
  return { build, path: path === HOME ? '/' : path };
}

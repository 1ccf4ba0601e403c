/** Path prefix of page-data files. */
const PREFIX = '/page-data/';
// The home page's path has no file name.
const HOME = '/index';

/** Regular expression for a path pattern such as `/store/:id`. */
export const pathPattern = (path: string): RegExp => new RegExp(`^${path.replace(/:[a-z]+/g, '[^/]+')}$`);

/** The query values that a route declares, in the route's order. */
export function declaredQuery(query: URLSearchParams, names: readonly string[]): string {
  const remaining = new URLSearchParams();
  for (const name of names) {
    for (const value of query.getAll(name)) remaining.append(name, value);
  }
  const text = remaining.toString();
  return text && `?${text}`;
}

/**
 * URL of a page's data: `/store?q=a` → `/page-data/<build>/store.json?q=a`. It contains the build, because that build's
 * code defines the entries' keys; their content is always current.
 */
export const pageDataUrl = (build: string, path: string, query: string): string =>
  `${PREFIX}${build}${path === '/' ? HOME : path}.json${query}`;

/** The build and the page's path of a page-data path; null for any other path. */
export function parsePageDataPath(pathname: string): { build: string; path: string } | null {
  const [, build, path] = /^\/page-data\/([^/]+)(\/.+)\.json$/.exec(pathname) ?? [];
  if (build === undefined || path === undefined) return null;
  return { build, path: path === HOME ? '/' : path };
}

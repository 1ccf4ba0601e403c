import { declaredQuery, pageDataUrl, pathPattern } from './page-data.ts';

/** The part of a build's metadata file that the client reads (specification §7). */
export interface BuildMeta {
  id: string;
  route_rules: Readonly<Record<string, { redirect?: { to: string } }>>;
  /** Paths that are rendered before the first request. */
  prerendered: readonly string[];
  /** Path pattern → the query values that its page data depends on. Builds before 2026-11-25 have none. */
  page_data?: Readonly<Record<string, readonly string[]>>;
}

/** After this time, in ms, a navigation continues without the metadata and without the file of its page. */
export const FILE_TIMEOUT = 3000;

const metaOf = new Map<string, Promise<BuildMeta>>();

/**
 * The metadata of a build: its route rules and page data. Fetched once, since a build never changes. Null without a
 * build (in development), and after a failure, which the next navigation retries.
 */
export async function buildMeta(buildId: string | undefined): Promise<BuildMeta | null> {
  if (!buildId) return null;
  let meta = metaOf.get(buildId);
  if (!meta) {
    meta = fetch(`/builds/meta/${buildId}.json`, { signal: AbortSignal.timeout(FILE_TIMEOUT) }).then(
      (answer) => {
        if (!answer.ok) throw new Error(`The metadata of build ${buildId} answered ${answer.status}`);
        return answer.json() as Promise<BuildMeta>;
      },
    );
    metaOf.set(buildId, meta);
  }
  try {
    return await meta;
  } catch {
    metaOf.delete(buildId);
    return null;
  }
}

/** Target of a build's redirect rule for a path; null without one. */
export function ruledRedirect({ route_rules: rules }: BuildMeta, pathname: string): string | null {
  return (Object.hasOwn(rules, pathname) && rules[pathname]?.redirect?.to) || null;
}

/** URL of the page-data file of an address; null for a page without one. */
export function pageDataOf(
  { id, prerendered, page_data = {} }: BuildMeta,
  { pathname, searchParams }: URL,
): string | null {
  const pattern = Object.keys(page_data).find((path) => pathPattern(path).test(pathname));
  if (pattern === undefined && !prerendered.includes(pathname)) return null;
  const names = (pattern !== undefined && page_data[pattern]) || [];
  return pageDataUrl(id, pathname, declaredQuery(searchParams, names));
}

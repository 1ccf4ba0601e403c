import type { SiteInfo } from '@yunduo/api-contract';
import { hasPage, pageNameOf } from '../route-map.ts';

export type NavKey =
  'client-download' | 'go-demo' | 'private' | 'auth' | 'activity' | 'developer-center' | 'yetu' | 'store';

export interface NavEntry {
  /** 1-7 in the specification's order; the store is second and has none. */
  id: number | null;
  key: NavKey;
  /** Without language prefix. */
  to: string;
  /** `page`: a route of this app. `app`: the other web app. Otherwise an external link from the site info. */
  kind: 'page' | 'app' | 'demo' | 'forum';
}

const ENTRIES: readonly NavEntry[] = [
  { id: 1, key: 'client-download', to: '/client-download', kind: 'page' },
  { id: null, key: 'store', to: '/store', kind: 'page' },
  { id: 2, key: 'go-demo', to: '/go-demo', kind: 'demo' },
  { id: 3, key: 'private', to: '/private', kind: 'page' },
  { id: 4, key: 'auth', to: '/auth', kind: 'page' },
  { id: 5, key: 'activity', to: '/activity', kind: 'page' },
  { id: 6, key: 'developer-center', to: '/developer-center', kind: 'app' },
  { id: 7, key: 'yetu', to: '/yetu', kind: 'forum' },
];

/** The entries of the top navigation, without pages that do not exist and URLs that are not configured. */
export function navigationEntries(
  links: SiteInfo['links'] | undefined,
  exists: (name: string) => boolean = hasPage,
): NavEntry[] {
  return ENTRIES.filter(({ key, kind }) => {
    if (kind === 'page') return exists(key);
    return kind === 'app' || Boolean(links?.[kind]);
  });
}

/**
 * The entry of a page, from its route's name: `store-detail` belongs to `store`, and so do the guides to its apps. Null
 * for none.
 */
export function currentEntry(routeId: string | undefined): NavEntry | null {
  const page = (routeId ? pageNameOf(routeId) : '').replace(/-detail$/, '');
  const name = page === 'application' ? 'store' : page;
  return ENTRIES.find(({ key }) => name === key) ?? null;
}

/** The footer is hidden on paths that contain `/download` (specification §2). */
export const showsFooter = (pathname: string): boolean => !pathname.includes('/download');

import { matchRoutes, type RouteObject } from 'react-router';
import { reloadGuard } from '../updates/reload-guard.ts';

/** React Router's published build data: its routes, and the loaded modules by id. */
interface ManifestRoute {
  id: string;
  parentId?: string;
  path?: string;
  index?: boolean;
  module: string;
  imports?: readonly string[];
  css?: readonly string[];
}
interface Published {
  __reactRouterManifest?: { routes: Readonly<Record<string, ManifestRoute | undefined>> };
  __reactRouterRouteModules?: Readonly<Record<string, unknown>>;
}
const published = globalThis as Published;

let tree: RouteObject[] | undefined;

function routes(): RouteObject[] {
  if (tree) return tree;
  const all = Object.values(published.__reactRouterManifest?.routes ?? {}).filter(
    (route) => route !== undefined,
  );
  const below = (parent: string | undefined): RouteObject[] =>
    all
      .filter(({ parentId }) => parentId === parent)
      .map(({ id, path, index }) =>
        index ? { id, path, index } : { id, path, children: below(id) },
      ) as RouteObject[];
  tree = below(undefined);
  return tree;
}

/** Imports a module: the browser's import, or a test's. */
export type Import = (file: string) => Promise<unknown>;
// A route's own module, which the manifest names: what does not come is asked for again with the next press.
// eslint-disable-next-line no-restricted-syntax -- `loadRoute` is the way of routes, as `loadChunk` is that of parts
export const importFile: Import = (file) => import(/* @vite-ignore */ file);

/** Routes of the page at a path whose files the router has not loaded yet; empty if it has no such page. */
export function missingRoutes(pathname: string): ManifestRoute[] {
  const manifest = published.__reactRouterManifest?.routes;
  if (!manifest) return [];
  const loaded = published.__reactRouterRouteModules ?? {};
  return (matchRoutes(routes(), pathname) ?? []).flatMap(({ route: { id = '' } }) => {
    const route = manifest[id];
    return route === undefined || id in loaded || came.has(route.module) ? [] : [route];
  });
}
const came = new Set<string>();

/** Files of the page at a path that the router has not loaded yet; empty if it has no such page. */
export const missingFiles = (pathname: string): string[] =>
  missingRoutes(pathname).map(({ module }) => module);

/** Records that a page's file has been imported: its navigation is not held for it. */
export const fileCame = (file: string): void => void came.add(file);

/**
 * `loaded`; `leaving`: the page's document is loaded instead; `failed`: neither, with or without a network.
 */
export type RouteArrival = 'loaded' | 'leaving' | 'failed' | 'lost';

/**
 * Loads a page's files before the router does, which reloads the current page on any failure. If a deployment
 * removed them, the target's document is loaded, at most once in ten seconds (R9.04).
 */
export async function loadRoute(
  target: URL,
  { load = importFile, leave = (href: string) => location.assign(href) } = {},
): Promise<RouteArrival> {
  const files = missingFiles(target.pathname);
  try {
    await Promise.all(files.map(load));
    for (const file of files) came.add(file);
    return 'loaded';
  } catch {
    if (!(await answers(target))) return 'lost';
    return reloadGuard.reload(() => leave(target.href)) ? 'leaving' : 'failed';
  }
}

/** True if this site is reachable. `onLine` is also true behind a captive portal and without DNS. */
async function answers({ pathname, search }: URL): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    await fetch(pathname + search, { method: 'HEAD', cache: 'no-store' });
    return true;
  } catch {
    return false;
  }
}

/** For tests: another build. */
export function forgetRoutes(): void {
  tree = undefined;
  came.clear();
}

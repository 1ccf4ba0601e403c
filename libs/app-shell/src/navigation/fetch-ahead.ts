import type { ClientInstrumentation } from 'react-router';
import { fileCame, importFile, missingRoutes, type Import } from './route-files.ts';

/** A pointer that crosses a link on its way elsewhere leaves it sooner, ms. */
const HOVER = 65;

declare global {
  interface Navigator {
    /** Only in Chromium. */
    readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string };
  }
}

/** False if the visitor saves data or the browser reports a slow connection. */
const mayFetchAhead = ({ connection } = navigator): boolean =>
  !connection?.saveData && !/[23]g/.test(connection?.effectiveType ?? '');

const requested = new Set<string>();
function preload(href: string, link: { rel: 'modulepreload' } | { rel: 'preload'; as: 'style' }): void {
  // The server sent the rules of this page's style sheets in its document, and disabled their links.
  if (requested.has(href) || document.querySelector(`link[rel=stylesheet][href^="${href}"]`)) return;
  requested.add(href);
  document.head.append(Object.assign(document.createElement('link'), { ...link, href }));
}

/**
 * Requests all files of a page in parallel and evaluates its modules. The router would request the modules, then what
 * they import, then their style sheets, each after the one before. A failure is left to the navigation.
 */
async function fetchRoute(pathname: string, load: Import = importFile): Promise<void> {
  const routes = missingRoutes(pathname);
  for (const { module, imports = [], css = [] } of routes) {
    for (const href of [module, ...imports]) preload(href, { rel: 'modulepreload' });
    for (const href of css) preload(href.replace(/#$/, ''), { rel: 'preload', as: 'style' });
  }
  await Promise.all(routes.map(({ module }) => load(module).then(() => fileCame(module)))).catch(
    () => undefined,
  );
}

/** The page of this site that a link opens in this tab, unless it is the current page. */
function pageOf(target: EventTarget | undefined): URL | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.hasAttribute('download') || (link.target && link.target !== '_self')) return null;
  const url = new URL(link.href);
  const { origin, pathname, search } = location;
  return url.origin !== origin || url.pathname + url.search === pathname + search ? null : url;
}

interface FetchAhead {
  /** Fetches what a page needs beside its files. */
  onPage: (page: URL) => void;
  load?: Import;
}

/**
 * Fetches a page before it is opened: when the pointer rests on a link, when a link gets the focus, at a press, and at
 * the beginning of every other navigation (`instrumentation`). Nothing is fetched ahead for a visitor who saves data.
 * `stop` ends it.
 */
export function createFetchAhead({ onPage, load }: FetchAhead) {
  const fetchPage = (page: URL): void => {
    void fetchRoute(page.pathname, load);
    onPage(page);
  };
  let hover: ReturnType<typeof setTimeout> | undefined;
  const listener = (event: Event): void => {
    clearTimeout(hover);
    const page = pageOf(event.composedPath()[0]);
    if (!page || !mayFetchAhead()) return;
    if (event.type === 'pointerdown') fetchPage(page);
    else hover = setTimeout(fetchPage, HOVER, page);
  };
  const types = ['pointerover', 'focusin', 'pointerdown'];
  for (const type of types) addEventListener(type, listener, { capture: true, passive: true });
  const instrumentation: ClientInstrumentation = {
    router: ({ instrument }) =>
      instrument({
        navigate: async (begin, { to }) => {
          if (typeof to === 'string' && /^\/(?!\/)/.test(to)) fetchPage(new URL(to, location.href));
          await begin();
        },
      }),
  };
  return {
    instrumentation,
    stop() {
      clearTimeout(hover);
      for (const type of types) removeEventListener(type, listener, true);
    },
  };
}

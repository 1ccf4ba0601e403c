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

/** Links of the content to one kind of page: from so many on, that page is likely to be the next. */
const LIKELY = 4;

/** False if the visitor saves data or the browser reports a slow connection. */
const mayFetchAhead = ({ connection } = navigator): boolean =>
  !connection?.saveData && !/[23]g/.test(connection?.effectiveType ?? '');

const requested = new Set<string>();
function request(href: string, link?: { rel: 'modulepreload' } | { rel: 'preload'; as: 'style' }): void {
  // The server sent the rules of this page's style sheets in its document, and disabled their links.
  if (requested.has(href) || document.querySelector(`link[rel=stylesheet][href^="${href}"]`)) return;
  requested.add(href);
  if (link) document.head.append(Object.assign(document.createElement('link'), { ...link, href }));
  else
    void fetch(href, { priority: 'low' })
      .then((answer) => answer.blob())
      .catch(() => undefined);
}

/**
 * Requests all files of a page that the router has not loaded yet, in parallel. Of a page that may not be opened `soon`
 * no style sheet is preloaded: Chromium warns of every one that is not used within seconds.
 */
function fetchFiles(pathname: string, soon: boolean): ReturnType<typeof missingRoutes> {
  const routes = missingRoutes(pathname);
  for (const { module, imports = [], css = [] } of routes) {
    for (const href of [module, ...imports]) request(href, { rel: 'modulepreload' });
    for (const href of css)
      request(href.replace(/#$/, ''), soon ? { rel: 'preload', as: 'style' } : undefined);
  }
  return routes;
}

/**
 * Requests the files of a page together and evaluates its modules. The router would request the modules, then what
 * they import, then their style sheets, each after the one before. A failure is left to the navigation.
 */
async function fetchRoute(pathname: string, load: Import = importFile): Promise<void> {
  const routes = fetchFiles(pathname, true);
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

/** A page of the kind behind a list's entries, which a finger presses without resting on them first. */
function likelyPage(): URL | undefined {
  const kinds: Record<string, number> = {};
  for (const link of document.querySelectorAll('main a[href]')) {
    const page = pageOf(link);
    const kind = page ? missingRoutes(page.pathname).at(-1)?.id : undefined;
    if (!page || kind === undefined) continue;
    kinds[kind] = (kinds[kind] ?? 0) + 1;
    if (kinds[kind] === LIKELY) return page;
  }
  return undefined;
}

interface FetchAhead {
  /** Fetches a page's data. */
  onPage: (page: URL) => void;
  /** Fetches files that pages need beside those of their route. */
  onFiles: () => void;
  load?: Import;
}

/**
 * Fetches a page before it is opened: when the pointer rests on a link, when a link gets the focus, at a press, and at
 * the beginning of every other navigation (`instrumentation`). Of the page behind a list's entries the files come once
 * the browser is idle. Nothing is fetched ahead for a visitor who saves data. `stop` ends it.
 */
export function createFetchAhead({ onPage, onFiles, load }: FetchAhead) {
  const fetchPage = (page: URL): void => {
    void fetchRoute(page.pathname, load);
    onFiles();
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
  let stopped = false;
  const likely = (): void => {
    const page = stopped || !mayFetchAhead() ? undefined : likelyPage();
    if (!page) return;
    fetchFiles(page.pathname, false);
    onFiles();
  };
  const whenIdle = (): void => {
    // Without a limit a page that draws nothing may wait long: it has no idle period.
    const { requestIdleCallback: idle } = window as Partial<Window>;
    if (idle) idle(likely, { timeout: 1000 });
    else setTimeout(likely);
  };
  addEventListener('app-hydrated', whenIdle, { once: true });
  const instrumentation: ClientInstrumentation = {
    router: ({ instrument }) =>
      instrument({
        navigate: async (begin, { to }) => {
          if (typeof to === 'string' && /^\/(?!\/)/.test(to)) fetchPage(new URL(to, location.href));
          await begin();
          whenIdle();
        },
      }),
  };
  return {
    instrumentation,
    stop() {
      stopped = true;
      clearTimeout(hover);
      removeEventListener('app-hydrated', whenIdle);
      for (const type of types) removeEventListener(type, listener, true);
    },
  };
}

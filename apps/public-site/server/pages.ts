import { splitLocale } from '@yunduo/i18n';
import { createRequestHandler, type ServerBuild } from 'react-router';
import { declaredQuery } from '../app/page-data.ts';
import { REVISION_HEADER } from '../app/revision-header.ts';
import { matchPage, scriptsOf } from '../app/route-map.ts';
import { type Body, makeBody, weightOf } from './body.ts';
import type { SiteConfig } from './config.ts';
import { Lru } from './lru.ts';
import { pagePolicy } from './security.ts';
import { SPECULATION_RULES } from './speculation.ts';
import { type HeadScript, postprocessHtml } from './postprocess-html.ts';

/** A page as cached and sent. */
export interface Page {
  status: number;
  partial: boolean;
  timed: boolean;
  policy: string;
  /** Null for a redirect. */
  body: Body | null;
  location: string | null;
  /** Name of the boot file; null for a redirect. */
  boot: string | null;
  /** The page's data as a file, for client-side navigations; null if the page has none. */
  data: PageData | null;
}

/** The data of a page: cached with the page, and built into a file at the first request. */
export interface PageData {
  file(): Promise<Body>;
  /** Bytes that it may hold in memory. */
  weight: number;
}

/** The page data from the page's serialised state: only the answers of the API, which are the same for all visitors. */
export function pageDataFrom(state: string): PageData {
  let file: Promise<Body> | undefined;
  // Either the text or the file is held: the text until the file is built.
  let text = state;
  const make = () => {
    const { api } = JSON.parse(text) as { api: { queries: Record<string, unknown> } };
    text = '';
    return makeBody(JSON.stringify({ queries: api.queries }));
  };
  return {
    async file() {
      const body = await (file ??= make());
      void body.finish();
      return body;
    },
    // Per character: two bytes as text; or about one byte as a buffer, and half of that for both compressions.
    weight: 3 * state.length,
  };
}

const DAY = 86_400;
const PAGE_CACHE = `public, max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=${DAY}`;
const TIMED_CACHE = `public, max-age=0, s-maxage=60, stale-if-error=${DAY}`;
const MISSING_CACHE = 'public, max-age=0, s-maxage=10';
export const NEVER = 'no-store';

const MB = 1024 * 1024;
// Pages with longer addresses are served, but never cached.
const KEY_LIMIT = 1024;

/**
 * Cache key of a page: its path (which includes the language) and the query values that its route declares, in the
 * route's order. Other query values cannot change what the server renders. Null for an address that is too long to be
 * cached.
 */
export function pageKey(url: URL): string {
  return url.pathname + declaredQuery(url.searchParams, matchPage(url.pathname).page.query);
}

export const isKeepable = (key: string): boolean => key.length <= KEY_LIMIT;

export interface PageMakerOptions {
  build: ServerBuild;
  config: Pick<SiteConfig, 'origin' | 'widget'>;
  headScript: HeadScript;
  styles: ReadonlyMap<string, string>;
}

interface Boot {
  source: string;
  /** Built at the first request: visitors who do not interact never request it. */
  body?: Promise<Body>;
}

/** Renders pages, and keeps their boot files for longer than the pages themselves. */
export function createPageMaker({ build, config, headScript, styles }: PageMakerOptions) {
  const handle = createRequestHandler(build, 'production');
  const boots = new Lru<Boot>({ weight: 64 * MB, entries: 20_000 });

  const render = (key: string, before: Page | null, revision: number): Promise<Page> =>
    make(key, { before, revision, preview: false });

  async function make(
    key: string,
    { before, revision, preview }: { before: Page | null; revision: number; preview: boolean },
  ): Promise<Page> {
    const url = new URL(key, config.origin);
    const requested = new URL(url);
    // React Router would answer `.data` with the data of a page for its client: here it is an ordinary path.
    requested.pathname = url.pathname.replace(/\.data$/, '%2Edata');
    const headers = { accept: 'text/html', [REVISION_HEADER]: String(revision) };
    const response = await handle(new Request(requested, { headers }));
    const location = response.headers.get('location');
    if (response.status >= 300 && response.status < 400 && location) {
      const nothing = { partial: false, timed: false, policy: '', body: null, boot: null, data: null };
      return { ...nothing, status: response.status, location };
    }
    const type = response.headers.get('content-type');
    if (!type?.startsWith('text/html')) throw new Error(`${key} is no page: ${type}`);
    const html = await response.text();
    const { page } = matchPage(url.pathname);
    const shaped = postprocessHtml(html, {
      // An error page works without scripts, whatever page it replaces.
      scripts: response.status >= 400 ? 'intent' : scriptsOf(page, url.searchParams),
      keeps: page.keeps,
      url: key,
      buildId: build.assets.version,
      headScript,
      widget: config.widget?.mode ?? null,
      styles,
      preview: preview ? splitLocale(url.pathname).locale : null,
    });
    if (preview) {
      const policy = pagePolicy(shaped.hashes, null);
      const body = await makeBody(shaped.html);
      return {
        status: response.status,
        partial: true,
        timed: false,
        policy,
        body,
        location: null,
        boot: null,
        data: null,
      };
    }
    const { name, source } = shaped.boot;
    // Per character: two bytes as text, up to three as bytes, and the size of both compressions.
    if (!boots.get(name)) boots.set(name, { source }, 6 * source.length);
    return {
      status: response.status,
      partial: response.headers.has('x-partial'),
      timed: shaped.timed,
      policy: pagePolicy(shaped.hashes, config.widget),
      body: await makeBody(shaped.html, before?.body),
      location: null,
      boot: name,
      data: page.data && response.status === 200 ? pageDataFrom(shaped.state) : null,
    };
  }

  return {
    /** The id of the build, which is part of page-data URLs. */
    buildId: build.assets.version,
    render,
    /** A page with the draft that its address names: for one request, and without the application's scripts. */
    preview: (key: string, revision: number): Promise<Page> =>
      make(key, { before: null, revision, preview: true }),
    async boot(name: string): Promise<Body | undefined> {
      const boot = boots.get(name);
      if (!boot) return undefined;
      const body = await (boot.body ??= makeBody(boot.source));
      void body.finish();
      return body;
    },
  };
}

export type PageMaker = ReturnType<typeof createPageMaker>;

/** The `Cache-Control` of a page. */
export function cacheControlOf({ status, partial, timed }: Page): string {
  if (partial || status >= 500) return NEVER;
  if (status !== 200) return MISSING_CACHE;
  return timed ? TIMED_CACHE : PAGE_CACHE;
}

/** The header of a content page: it names the rules by which the browser may prerender the next one. */
export const speculationHeaders = ({ data, partial }: Page): Record<string, string> =>
  data && !partial ? { 'speculation-rules': `"${SPECULATION_RULES}"` } : {};

/** Bytes that a page holds in memory. */
export const weighPage = ({ body, policy, data }: Page): number =>
  (body ? weightOf(body) : 0) + policy.length + (data?.weight ?? 0);

import { createServer, type IncomingHttpHeaders } from 'node:http';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { linkUnsetPage } from '@yunduo/i18n/link-unset';
import { tidyPath, tidyQuery } from '@yunduo/i18n/tidy-address';
import { splitLocale } from '@yunduo/i18n';
import { begin, isTracing, requestIdOf } from '@yunduo/tracing';
import { OUTSIDE_LINKS } from '@yunduo/validation';
import { parsePageDataPath } from '../app/page-data.ts';
import { previewToken } from '../app/revision-header.ts';
import { contentHeaders } from './purge.ts';
import { matchPage, NOT_FOUND_PAGE, redirectOf } from '../app/route-map.ts';
import { type Encoding, encodingFor, etagOf, isFresh } from './body.ts';
import type { SiteConfig } from './config.ts';
import { createFastPath } from './fast-path.ts';
import { HtmlCache } from './html-cache.ts';
import { kindOf, type SiteMetrics } from './metrics.ts';
import {
  cacheControlOf,
  isKeepable,
  NEVER,
  type Page,
  pageKey,
  type PageMaker,
  speculationHeaders,
  weighPage,
} from './pages.ts';
import { cspHash, INERT_POLICY, pagePolicy, securityHeaders } from './security.ts';
import { REFERENCE_POLICY, type Reference } from './reference.ts';
import { appPlaces, datedPlaces, robotsTxt, sitemapXml } from './sitemap.ts';
import { SPECULATION_RULES, speculationRules } from './speculation.ts';
import { type StaticFile, tagOf } from './static-files.ts';
import {
  CHANGE_PASSWORD,
  SECURITY,
  asksForFile,
  changePasswordPage,
  securityTxt,
  webManifest,
} from './well-known.ts';
import { vendorPage, widgetPage } from './widget-page.ts';

export interface SiteOptions {
  config: SiteConfig;
  maker: PageMaker;
  /** The files of the built client, by path. */
  files: ReadonlyMap<string, StaticFile>;
  /** The error page for failed renderings, by language; built ahead. */
  fallback: Readonly<Record<'zh' | 'en', { html: string; policy: string }>>;
  reference: Reference;
  report: (error: unknown, path: string) => void;
  metrics?: SiteMetrics | undefined;
}

export interface Site {
  app: FastifyInstance;
  cache: HtmlCache<Page>;
  /** Takes the site info from the API: content revision, site name, support address. */
  takeInfo(info: { content_revision: number; name: string; support_email?: string }): void;
}

const DAY = 86_400;
const FOREVER = 'public, max-age=31536000, immutable';

/** Creates the public site as a Fastify instance that does not listen yet. */
export function createSite({
  config,
  maker,
  files,
  fallback,
  reference,
  report,
  metrics,
}: SiteOptions): Site {
  const site = { name: '', supportEmail: '' };
  const cache = new HtmlCache<Page>({
    render: maker.render,
    again: ({ body }) => void body?.finish(),
    weigh: weighPage,
    ...(metrics && { counted: metrics.lookup, rendered: metrics.rendering }),
  });

  const headers = securityHeaders(config);
  const widgetHost = config.widget?.origin ? new URL(config.widget.origin).host : null;
  /** True for a request to the separate origin of the help widget's vendor page. */
  const isForeign = ({ headers }: { headers: IncomingHttpHeaders }): boolean =>
    widgetHost !== null && (headers['x-forwarded-host'] ?? headers.host) === widgetHost;
  const isAddress = (path: string): boolean => isPage(path) || isConsole(path) || reference.has(path);
  const isServed = createFastPath({
    peek: (key) => cache.peek(key),
    headers,
  });
  const app = fastify({
    serverFactory: (handler) =>
      createServer(
        {
          requestTimeout: 15_000,
          headersTimeout: 10_000,
          keepAliveTimeout: 72_000,
          connectionsCheckingInterval: 5000,
        },
        (request, response) => {
          metrics?.request(request, response);
          // A kept page is sent without a scope, which costs more than the page.
          if (!isTracing() && !isForeign(request) && isServed(request, response)) return;
          const kind = kindOf(request.url);
          const activity = begin(`${request.method ?? ''} ${kind}`, {
            kind: 'server',
            requestId: requestIdOf(request.headers['x-request-id']),
            attributes: {
              'http.request.method': request.method ?? '',
              'url.path': request.url?.split('?', 1)[0] ?? '',
            },
          });
          response.once('close', () => {
            const status = response.statusCode;
            activity.end({ 'http.response.status_code': status }, status >= 500 ? String(status) : undefined);
          });
          activity.run(() => {
            if (isForeign(request) || !isServed(request, response)) handler(request, response);
          });
        },
      ),
    bodyLimit: 1024,
    forceCloseConnections: 'idle',
    routerOptions: {
      maxParamLength: 200,
      // A path that is not valid UTF-8 matches no page: each `%` is taken literally.
      onBadUrl: (path, request, reply) =>
        app.routing(Object.assign(request, { url: path.replaceAll('%', '%25') }), reply),
    },
  });

  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
    reply.header('content-security-policy', INERT_POLICY);
  });
  app.addHook('onRequest', async (request, reply) => {
    // The widget's origin must not serve the site.
    if (!isForeign(request) || request.url.startsWith('/widget/vendor')) return;
    return reply.code(404).header('cache-control', NEVER).send();
  });
  app.addHook('onRequest', async (request, reply) => {
    if (request.method === 'GET' || request.method === 'HEAD') return;
    // A form submitted without scripts: redirect to its page, which says what it needs.
    if (request.method === 'POST' && request.headers.accept?.includes('text/html')) {
      const [path = '/', query] = request.url.split('?', 2);
      const location = tidyPath(path, isAddress) + (query ? `?${query}` : '');
      return reply.code(303).headers({ location, 'cache-control': NEVER, connection: 'close' }).send();
    }
    return reply.code(405).header('allow', 'GET, HEAD').header('cache-control', NEVER).send();
  });
  // Only malformed paths reach this handler: every path is a page, possibly a missing one.
  app.setNotFoundHandler((_request, reply) => reply.code(404).header('cache-control', NEVER).send());
  app.setErrorHandler((error, request, reply) => {
    report(error, request.url);
    return sendFallback(request, reply, 500);
  });

  function sendFallback({ url }: FastifyRequest, reply: FastifyReply, status: number) {
    const { html, policy } = fallback[splitLocale(url.split('?', 1)[0] ?? '/').locale];
    return reply
      .code(status)
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': NEVER,
        'content-security-policy': policy,
      })
      .send(html);
  }

  function sendBytes(
    request: FastifyRequest,
    reply: FastifyReply,
    { type, cacheControl, tag, bodies }: StaticFile,
  ): FastifyReply {
    const encoding = encodingFor(request.headers['accept-encoding'], bodies);
    const body = bodies[encoding] ?? bodies.identity;
    const used: Encoding = bodies[encoding] ? encoding : 'identity';
    reply.headers({
      'content-type': type,
      'cache-control': cacheControl,
      vary: 'accept-encoding',
      etag: etagOf({ tag }, used),
    });
    if (isFresh(request.headers['if-none-match'], { tag })) return reply.code(304).send();
    if (used !== 'identity') reply.header('content-encoding', used);
    return reply.send(body);
  }

  async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const url = new URL(request.url, config.origin);
    if (matchPage(url.pathname).page.previews && previewToken(url)) return sendPreview(reply, url);
    const key = pageKey(url);
    const page = isKeepable(key) ? await cache.get(key) : await maker.render(key, null, cache.revision);
    if (!page.body) return redirect(reply, page.location ?? '/', page.status);
    const { body, status, policy } = page;
    reply.header('content-security-policy', policy);
    reply.code(status);
    const cacheControl = cacheControlOf(page);
    const file = { type: 'text/html; charset=utf-8', cacheControl, tag: body.tag, bodies: body };
    reply.headers({ ...contentHeaders(cacheControl), ...speculationHeaders(page) });
    if (status === 200) return sendBytes(request, reply, file);
    // A conditional response would hide the status.
    request.headers['if-none-match'] = undefined;
    return sendBytes(request, reply, file);
  }

  /**
   * Sends a draft preview to any client that has its address. It is never cached, and its address is never sent as
   * referrer.
   */
  async function sendPreview(reply: FastifyReply, url: URL): Promise<FastifyReply> {
    const key = `${url.pathname}?preview=${previewToken(url) ?? ''}`;
    const { status, body, policy } = await maker.preview(key, cache.revision);
    return reply
      .code(status)
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        'cache-control': NEVER,
        'x-robots-tag': 'noindex',
        'referrer-policy': 'no-referrer',
      })
      .send(body?.identity ?? '');
  }

  /** Sends the data of a page, from the same cache: revalidating or purging a page does the same to its data. */
  async function sendPageData(
    request: FastifyRequest,
    reply: FastifyReply,
    { build, path, query }: { build: string; path: string; query: string },
  ): Promise<FastifyReply> {
    reply.header('x-robots-tag', 'noindex');
    const reject = (status: number) => reply.code(status).header('cache-control', NEVER).send();
    if (build !== maker.buildId) return reject(410);
    const key = pageKey(new URL(config.origin + path + query));
    if (!matchPage(path).page.data || redirectOf(path) || !isKeepable(key)) return reject(404);
    const page = await cache.get(key);
    if (!page.data || page.partial) return reject(page.status < 500 && !page.partial ? 404 : 503);
    const body = await page.data.file();
    const type = 'application/json; charset=utf-8';
    reply.headers(contentHeaders(cacheControlOf(page)));
    return sendBytes(request, reply, {
      type,
      cacheControl: cacheControlOf(page),
      tag: body.tag,
      bodies: body,
    });
  }

  /** A missing file gets one line of text. */
  const noFile = (reply: FastifyReply): FastifyReply =>
    reply
      .code(404)
      .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=60' })
      .send('Not found\n');

  function redirect(reply: FastifyReply, location: string, status: number): FastifyReply {
    // The target may include private parts of this visitor's address: nginx must not cache it.
    return reply
      .code(status)
      .headers({ location, 'cache-control': 'public, max-age=300', 'x-accel-expires': '0' })
      .send();
  }

  // Pages in visitors' browsers refer to boot files. They are kept long, rebuilt from the page that they name, and as
  // the last fallback replaced by a script that loads the new page.
  app.get<{ Params: { name: string }; Querystring: { page?: string } }>(
    '/boot/:name',
    async (request, reply) => {
      const { name } = request.params;
      const { page } = request.query;
      let body = await maker.boot(name);
      if (!body && typeof page === 'string' && page.startsWith('/') && isKeepable(page)) {
        const url = new URL(config.origin + page);
        if (url.origin === config.origin) await cache.get(pageKey(url)).catch(() => undefined);
        body = await maker.boot(name);
      }
      if (!body) {
        return reply
          .code(404)
          .headers({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': NEVER })
          .send('');
      }
      return sendBytes(request, reply, {
        type: 'text/javascript; charset=utf-8',
        cacheControl: FOREVER,
        tag: body.tag,
        bodies: body,
      });
    },
  );

  const text = (
    request: FastifyRequest,
    reply: FastifyReply,
    type: string,
    content: string,
    seconds: number,
  ) =>
    sendBytes(request, reply, {
      type,
      cacheControl: `public, max-age=${seconds}`,
      tag: tagOf(content),
      bodies: { identity: Buffer.from(content), gzip: null, br: null },
    });
  app.get('/robots.txt', (request, reply) =>
    text(request, reply, 'text/plain; charset=utf-8', robotsTxt(config.origin), DAY),
  );
  app.get('/site.webmanifest', (request, reply) =>
    text(request, reply, 'application/manifest+json', webManifest(site.name), 3600),
  );
  app.get(SPECULATION_RULES, (request, reply) =>
    text(request, reply, 'application/speculationrules+json', speculationRules, DAY),
  );
  app.get(SECURITY, (request, reply) =>
    text(
      request,
      reply,
      'text/plain; charset=utf-8',
      securityTxt(config.origin, site.supportEmail, new Date()),
      3600,
    ),
  );
  app.get('/security.txt', (_request, reply) => redirect(reply, SECURITY, 301));
  app.get(CHANGE_PASSWORD, ({ headers }, reply) =>
    reply
      .code(302)
      .headers({ location: changePasswordPage(headers), 'cache-control': NEVER })
      .send(),
  );
  // Older phones request this name; the picture is the same.
  app.get('/apple-touch-icon-precomposed.png', (request, reply) => {
    const icon = files.get('/apple-touch-icon.png');
    return icon ? sendBytes(request, reply, icon) : noFile(reply);
  });
  let sitemap = { xml: '', until: 0 };
  let building: Promise<void> | null = null;
  const buildSitemap = async (url: string): Promise<void> => {
    try {
      const [apps, dated] = await Promise.all([appPlaces(config.apiBaseUrl), datedPlaces(config.apiBaseUrl)]);
      const places = [...reference.paths.map((path) => ({ path })), ...dated, ...apps];
      sitemap = { xml: sitemapXml(config.origin, places), until: Date.now() + 600_000 };
    } catch (error) {
      report(error, url);
      // The last one is kept for a while: not every request asks an API that is away.
      if (sitemap.xml) sitemap.until = Date.now() + 30_000;
    } finally {
      building = null;
    }
  };
  app.get('/sitemap.xml', async (request, reply) => {
    // Up to a hundred calls: concurrent requests share them.
    if (Date.now() > sitemap.until) await (building ??= buildSitemap(request.url));
    if (!sitemap.xml) return reply.code(503).headers({ 'cache-control': NEVER, 'retry-after': '60' }).send();
    return text(request, reply, 'application/xml; charset=utf-8', sitemap.xml, 600);
  });

  for (const [path, document] of [
    ['/widget', widgetPage],
    ['/widget/vendor', vendorPage],
  ] as const) {
    app.get<{ Querystring: { locale?: string } }>(path, (request, reply) => {
      const { widget, origin } = config;
      // If the widget has a separate origin, the vendor page is served only there: none of it runs on our origin.
      const foreign = path === '/widget/vendor' && (widget?.origin ?? null) !== null;
      const isHere = isForeign(request) === foreign;
      if (widget?.mode !== 'frame' || !isHere) return reply.code(404).header('cache-control', NEVER).send();
      const { html, policy } = document(widget, request.query.locale === 'en' ? 'en' : 'zh', origin);
      reply.headers({
        'content-security-policy': policy,
        'content-type': 'text/html; charset=utf-8',
        // The response depends on the requested host.
        'cache-control': 'private, max-age=300',
      });
      return reply.send(html);
    });
  }

  app.get('/*', async (request, reply) => {
    const mark = request.url.indexOf('?');
    const path = mark < 0 ? request.url : request.url.slice(0, mark);
    const query = mark < 0 ? '' : request.url.slice(mark);
    const file = files.get(path);
    if (file) return sendBytes(request, reply, file);
    const data = parsePageDataPath(path);
    if (data) {
      try {
        return await sendPageData(request, reply, { ...data, query });
      } catch (error) {
        report(error, request.url);
        return reply.code(503).header('cache-control', NEVER).send();
      }
    }
    if (/^\/(assets|builds|page-data)\//.test(path))
      return reply.code(404).header('cache-control', NEVER).send();

    const tidy = tidyPath(path, isAddress);
    const asked = tidyQuery(query);
    if (tidy !== path || asked !== query) return redirect(reply, tidy + asked, 301);
    const { locale, path: plain } = splitLocale(path);
    const moved = redirectOf(path);
    if (moved) return redirect(reply, moved.to, moved.status);
    const link =
      plain === OUTSIDE_LINKS.demo.path ? 'demo' : plain === OUTSIDE_LINKS.forum.path ? 'forum' : null;
    const outside = link && config.links[link];
    if (outside) return reply.code(302).headers({ location: outside, 'cache-control': NEVER }).send();
    if (link && config.trial) {
      const { html, style } = linkUnsetPage(link, locale);
      reply.header('content-security-policy', pagePolicy({ scripts: [], styles: [cspHash(style)] }, null));
      return reply.headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': NEVER }).send(html);
    }

    if (asksForFile(plain)) return noFile(reply);

    const page = await reference.get(path);
    if (page) {
      reply.header('content-security-policy', REFERENCE_POLICY);
      const type = 'text/html; charset=utf-8';
      const cacheControl = 'public, max-age=300, stale-if-error=86400';
      return sendBytes(request, reply, { type, cacheControl, tag: page.tag, bodies: page });
    }

    try {
      return await sendPage(request, reply);
    } catch (error) {
      report(error, request.url);
      return sendFallback(request, reply, 500);
    }
  });

  return {
    app,
    cache,
    takeInfo({ content_revision, name, support_email = '' }) {
      cache.setRevision(content_revision);
      site.name = name;
      site.supportEmail = support_email;
    },
  };
}

const isPage = (path: string): boolean =>
  matchPage(path).page.name !== NOT_FOUND_PAGE.name || redirectOf(path) !== null;

/** The developer center has a host of its own, which gets its paths in lower case only. */
const isConsole = (path: string): boolean => /^(?:\/en)?\/developer-center(?:\/|$)/.test(path);

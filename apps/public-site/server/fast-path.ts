import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Encoding, encodingFor, etagOf, isFresh } from './body.ts';
import { cacheControlOf, type Page, speculationHeaders } from './pages.ts';
import { contentHeaders } from './purge.ts';

type Ready = Page & { body: NonNullable<Page['body']> };

/** Header list of a page per encoding, built when the page is first sent in it. */
const headerLists = new WeakMap<Page, Map<Encoding, string[]>>();

function listFor(page: Ready, encoding: Encoding, common: readonly string[]): string[] {
  let lists = headerLists.get(page);
  if (!lists) headerLists.set(page, (lists = new Map()));
  let list = lists.get(encoding);
  if (!list) {
    list = [
      ...common,
      ...['content-security-policy', page.policy],
      ...['content-type', 'text/html; charset=utf-8'],
      ...['cache-control', cacheControlOf(page)],
      ...Object.entries(contentHeaders(cacheControlOf(page))).flat(),
      ...Object.entries(speculationHeaders(page)).flat(),
      ...['vary', 'accept-encoding'],
      ...['etag', etagOf(page.body, encoding)],
    ];
    lists.set(encoding, list);
  }
  return list;
}

/**
 * Answers a fresh cached page before any other processing, at about the cost of a bare HTTP server. Returns false for
 * every other request, which takes the regular path.
 */
export function createFastPath(options: {
  peek: (key: string) => Page | null;
  headers: Readonly<Record<string, string>>;
}): (request: IncomingMessage, response: ServerResponse) => boolean {
  const common = Object.entries(options.headers).flat();
  return (request, response) => {
    if (request.method !== 'GET' || !request.url) return false;
    const page = options.peek(request.url);
    if (!page?.body || page.status !== 200) return false;
    const { body } = page;
    const encoding = encodingFor(request.headers['accept-encoding'], body);
    const list = listFor(page as Ready, encoding, common);
    if (isFresh(request.headers['if-none-match'], body)) {
      response.writeHead(304, list).end();
      return true;
    }
    const bytes = encoding === 'identity' ? body.identity : (body[encoding] ?? body.identity);
    const encoded = encoding === 'identity' ? [] : ['content-encoding', encoding];
    response.writeHead(200, [...list, ...encoded, 'content-length', String(bytes.length)]).end(bytes);
    return true;
  };
}

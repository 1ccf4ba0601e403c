// Serves the built developer center: prerendered landing pages, the single-page app for its routes, 404 for the rest.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { linkUnsetPage } from '@yunduo/i18n/link-unset';
import { tidyPath, tidyQuery } from '@yunduo/i18n/tidy-address';
import { splitLocale } from '@yunduo/i18n';
import { OUTSIDE_LINKS } from '@yunduo/validation';
import {
  asksForFile,
  readFiles,
  knownPaths,
  inlineHashes,
  representationOf,
  withOrigin,
} from './console-files.ts';
import type { StaticFile } from './console-files.ts';
import type { InlineHashes } from '../build-manifest/inline-hashes.ts';
import { consoleHeaders } from './console-headers.ts';
import { IDLE_CONNECTION, readConsoleSettings, root, StartError } from './settings.ts';
import type { ConsoleSettings } from './settings.ts';

const PREFIX = '/developer-center/';

const settings = settingsOrEnd();

/** An invalid variable ends the process with one line and no stack. */
function settingsOrEnd(): ConsoleSettings {
  try {
    return readConsoleSettings(process.env);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/** Configuration that the console reads at run time, not at build time (docs/operations.md). */
const config = JSON.stringify({
  // Empty: the API lives under the same origin.
  apiBaseUrl: '',
  devDocs: settings.devDocs ?? (settings.trial ? OUTSIDE_LINKS.dev_docs.path : null),
});

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64');
const securityHeaders = (page?: InlineHashes): OutgoingHttpHeaders =>
  consoleHeaders({ page, https: settings.origin.startsWith('https:') });

const client = join(root, 'apps/developer-console/dist/build/client');
const files = withOrigin(readFiles(client), settings.origin);
// Chunks of earlier builds, which open pages request.
const earlier = settings.keptFiles ? readFiles(settings.keptFiles) : new Map<string, StaticFile>();
const isKnown = knownPaths(files);
// React Router's name for it if "/" itself is prerendered, otherwise index.html.
const fallback = files.get('__spa-fallback.html') ?? files.get('index.html');
if (!fallback) throw new Error(`${client} holds no page; is the developer center built?`);
const englishFallback = files.get('en/__spa-fallback.html') ?? fallback;
const earlierFile = (name: string): StaticFile | undefined =>
  name.startsWith('assets/') ? earlier.get(name) : undefined;
const headersOfPages = new Map<StaticFile, OutgoingHttpHeaders>();
for (const file of [...files.values(), ...earlier.values()]) {
  const page = file.type.startsWith('text/html') ? inlineHashes(file.body.toString('utf8')) : undefined;
  headersOfPages.set(file, securityHeaders(page));
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  file: StaticFile,
  status: 200 | 404 = 200,
): void {
  const { body, encoding, etag, fresh } = representationOf(file, request.headers);
  const headers: OutgoingHttpHeaders = {
    ...headersOfPages.get(file),
    'content-type': file.type,
    'cache-control': status === 200 ? file.cacheControl : 'no-cache',
    etag,
    vary: 'accept-encoding',
  };
  if (status === 200 && fresh) {
    response.writeHead(304, headers).end();
    return;
  }
  if (encoding) headers['content-encoding'] = encoding;
  headers['content-length'] = body.length;
  response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body);
}

const server = createServer((request, response) => {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { ...securityHeaders(), allow: 'GET, HEAD', 'content-length': 0 }).end();
    return;
  }
  const address = URL.parse(`http://console${request.url}`);
  if (!address) {
    response.writeHead(400, { ...securityHeaders(), 'content-length': 0 }).end();
    return;
  }
  const { pathname, search } = address;
  if (pathname === `${PREFIX}config.json`) {
    response.writeHead(200, {
      ...securityHeaders(),
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'content-length': Buffer.byteLength(config),
    });
    response.end(request.method === 'HEAD' ? undefined : config);
    return;
  }
  // One address per page. Several leading slashes would name another host.
  const tidy = tidyPath(pathname, isKnown);
  const location = tidy + tidyQuery(search);
  if (location !== pathname + search && (isKnown(tidy) || pathname.endsWith('/'))) {
    response
      .writeHead(301, { ...securityHeaders(), location, 'cache-control': 'no-cache', 'content-length': 0 })
      .end();
    return;
  }
  const { locale, path } = splitLocale(pathname);
  if (path === OUTSIDE_LINKS.dev_docs.path) {
    if (settings.devDocs) {
      const headers = { location: settings.devDocs, 'cache-control': 'no-store', 'content-length': 0 };
      response.writeHead(302, { ...securityHeaders(), ...headers }).end();
      return;
    }
    if (settings.trial) {
      const { html, style } = linkUnsetPage('dev_docs', locale);
      response.writeHead(200, {
        ...securityHeaders({ scripts: [], styles: [`'sha256-${sha256(style)}'`] }),
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-length': Buffer.byteLength(html),
      });
      response.end(request.method === 'HEAD' ? undefined : html);
      return;
    }
  }
  const page = files.get(`${pathname.slice(1)}/index.html`);
  // The data of a prerendered page is beside it, at its own address; everything else is under the prefix.
  const asset = pathname.endsWith('.data')
    ? files.get(pathname.slice(1))
    : pathname.startsWith(PREFIX)
      ? (files.get(pathname.slice(PREFIX.length)) ?? earlierFile(pathname.slice(PREFIX.length)))
      : undefined;
  if (page) send(request, response, page);
  else if (asset && !asset.type.startsWith('text/html')) send(request, response, asset);
  else if (asksForFile(pathname)) {
    const body = 'Not found\n';
    response.writeHead(404, {
      ...securityHeaders(),
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-cache',
      'content-length': Buffer.byteLength(body),
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  } else {
    const shell = pathname.startsWith('/en/') ? englishFallback : fallback;
    const known = isKnown(pathname) && path !== OUTSIDE_LINKS.dev_docs.path;
    send(request, response, shell, known ? 200 : 404);
  }
});
server.keepAliveTimeout = IDLE_CONNECTION;

server.listen(settings.port, settings.host, () => {
  const { address, port } = server.address() as AddressInfo;
  console.log(`listening on http://${address}:${port}`);
});
for (const name of ['SIGTERM', 'SIGINT'] as const) {
  process.once(name, () => {
    server.close();
    // A kept-alive connection becomes idle only after its response is sent, and would keep the server open.
    setInterval(() => server.closeIdleConnections(), 100).unref();
  });
}

import { Writable } from 'node:stream';
import { contentApi, storeContext } from '@yunduo/data-access';
import { renderToPipeableStream } from 'react-dom/server';
import { Provider } from 'react-redux';
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { serverStore } from './server-store.server.ts';

/** Milliseconds that a rendering may take, data included. */
const RENDER_TIMEOUT = 5000;
export const streamTimeout = RENDER_TIMEOUT;

/** Renders a page whole: it goes into a cache, and buffered rendering costs less than streaming. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const store = context.get(storeContext) ?? serverStore(request);
  let failed = false;
  const html = await new Promise<string>((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <Provider store={store}>
        <ServerRouter context={routerContext} url={request.url} />
        {/* The browser's tree has a second child here: made-up ids follow the shape of the tree. */}
        {null}
      </Provider>,
      {
        // A boundary that arrives hidden needs a script to show it.
        progressiveChunkSize: Infinity,
        onAllReady() {
          clearTimeout(timer);
          pipe(collector(resolve));
        },
        onShellError: reject,
        onError(error) {
          failed = true;
          report(error, request);
        },
      },
    );
    const timer = setTimeout(abort, RENDER_TIMEOUT);
  });
  headers.set('content-type', 'text/html; charset=utf-8');
  // The frame stands without the site info, but such a page is not worth keeping.
  if (!contentApi.endpoints.siteInfo.select()(store.getState()).isSuccess) headers.set('x-partial', '1');
  return new Response(html, { status: failed && status < 400 ? 500 : status, headers });
}

/** Takes a page in its pieces, which may end within a letter, and gives the whole of it. */
function collector(done: (text: string) => void): Writable {
  const pieces: Uint8Array[] = [];
  return new Writable({
    // React writes into each piece once and then leaves it alone.
    write(piece: Uint8Array, _encoding, next) {
      pieces.push(piece);
      next();
    },
    final(next) {
      done(Buffer.concat(pieces).toString());
      next();
    },
  });
}

/** Pages that do not exist are answers, not faults; everything else is worth a line in the log. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted) return;
  if (isRouteErrorResponse(error) && error.status < 500) return;
  report(error, request);
}

function report(error: unknown, request: Request): void {
  const { pathname } = new URL(request.url);
  const reason = isRouteErrorResponse(error)
    ? { status: error.status, data: error.data as unknown }
    : { message: String(error), stack: error instanceof Error ? error.stack : undefined };
  process.stderr.write(
    `${JSON.stringify({ level: 'error', msg: 'page failed', path: pathname, ...reason })}\n`,
  );
}

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

/** Time limit of a rendering, data included, in ms. */
const RENDER_TIMEOUT = 5000;
export const streamTimeout = RENDER_TIMEOUT;

/** Renders a page as one buffer: it is cached, and buffered rendering costs less than streaming. */
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
        {/* The browser's tree has a second child here: the ids of `useId` depend on the shape of the tree. */}
        {null}
      </Provider>,
      {
        // A boundary that is streamed as hidden needs a script to reveal it.
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
  // The frame renders without the site info, but such a page must not be cached.
  if (!contentApi.endpoints.siteInfo.select()(store.getState()).isSuccess) headers.set('x-partial', '1');
  return new Response(html, { status: failed && status < 400 ? 500 : status, headers });
}

/** Collects the chunks of a page, which may end within a multi-byte character, and returns the whole text. */
function collector(done: (text: string) => void): Writable {
  const pieces: Uint8Array[] = [];
  return new Writable({
    // React does not reuse a chunk after writing it.
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

/** Missing pages are answers, not errors; everything else is logged. */
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

import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { ApiError } from '@yunduo/api-client';
import { commonSlice } from '@yunduo/app-shell';
import { makeStore } from '@yunduo/data-access';
import { renderToPipeableStream } from 'react-dom/server';
import { Provider } from 'react-redux';
import { type EntryContext, ServerRouter } from 'react-router';

/** Runs only in the build: renders the landing pages, and the document of all other routes, as a whole for files. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
): Promise<Response> {
  // The files must not contain data of one environment, so nothing is fetched.
  const client = { call: () => Promise.reject(new ApiError({ code: 'NO_ANSWER' })) };
  const store = makeStore({ client, slices: { common: commonSlice.reducer } });
  const html = await new Promise<string>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      <Provider store={store}>
        <ServerRouter context={routerContext} url={request.url} />
      </Provider>,
      {
        // A boundary that is streamed as hidden needs a script to reveal it.
        progressiveChunkSize: Infinity,
        onAllReady() {
          const body = new PassThrough();
          text(body).then(resolve, reject);
          pipe(body);
        },
        onError: reject,
      },
    );
  });
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(html, { status, headers });
}

import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import type { ApiFailure } from '@yunduo/api-client';
import type { ErrorData } from '@yunduo/api-contract';
import { redirectTo, signInPath } from '@yunduo/session';
import { createContext, data, type RouterContextProvider } from 'react-router';
import type { AppExtra } from './base-query.ts';
import { isApiFailure } from './failure.ts';
import { handledByPage } from './handled.ts';
import type { AppState, AppStore } from './make-store.ts';
import { pageDataContext } from './page-data.ts';

/** The store of this request, or of this browser; root middleware sets it. */
export const storeContext = createContext<AppStore | null>(null);

/** The body of a route error that `load` throws: what the error page may show. */
export interface RouteFailure {
  code: string;
  msg: string;
  /** HTTP status of the response, 0 without one; the error text depends on it. */
  answered: number;
  /** A 404 of an app that was published: its name, and what replaces it. */
  unpublished?: ErrorData['unpublished'];
}

interface Running<T> {
  requestId: string;
  unwrap(): Promise<T>;
  unsubscribe(): void;
}

/**
 * Loads for a route, the same way in `loader` and `clientLoader`: `load(context,
 * storeApi.endpoints.storeDetail .initiate({ id }))`. Cached data is not fetched again, and data in the
 * page's file is not requested (`fetchPageData`). A failure becomes a route error: 404 for an object that
 * does not exist or an `id` that the server rejects, the response's status otherwise, 503 without a response.
 */
export async function load<T>(
  context: Readonly<RouterContextProvider>,
  query: ThunkAction<Running<T>, AppState, AppExtra, UnknownAction>,
  request?: Request,
): Promise<T> {
  await context.get(pageDataContext)?.arrived();
  const running = storeOf(context).dispatch(query);
  const forget = handledByPage(running.requestId);
  try {
    return await running.unwrap();
  } catch (error) {
    if (!isApiFailure(error)) throw error;
    if (error.status === 401 && request) {
      const { pathname, search } = new URL(request.url);
      throw redirectTo(signInPath(pathname + search));
    }
    throw routeError(error);
  } finally {
    forget();
    // The page that shows the data subscribes; until then the cache keeps it.
    running.unsubscribe();
  }
}

/** The store in a router context. A missing one is a defect of the root middleware. */
export function storeOf(context: Readonly<RouterContextProvider>): AppStore {
  const store = context.get(storeContext);
  if (!store) throw new Error('The root middleware put no store into the router context');
  return store;
}

/** A failed call as a thrown route error. */
export function routeError(failure: ApiFailure) {
  const {
    code,
    msg,
    status: answered,
    data: { unpublished },
  } = failure;
  return data<RouteFailure>(
    { code, msg, answered, ...(unpublished && { unpublished }) },
    { status: statusOf(failure) },
  );
}

function statusOf({ status, data: { fields } }: ApiFailure): number {
  if (status === 0 || status === 200) return 503;
  // `/store/abc`: the path does not exist.
  if (status === 400) return fields && 'id' in fields ? 404 : 400;
  if (status === 401 || status === 403 || status === 404 || status === 503) return status;
  return 500;
}

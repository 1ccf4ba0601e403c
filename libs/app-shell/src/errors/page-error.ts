import type { RouteFailure } from '@yunduo/data-access';
import { isRouteErrorResponse } from 'react-router';

/** The content of an error page: HTTP status and title (specification §8). */
export interface PageError {
  status: number;
  title: string;
  /** The failed call, if any; its text is shown too. */
  failure: ({ status: number } & Pick<RouteFailure, 'msg' | 'unpublished'>) | null;
}

/**
 * Describes a route's error for the error page: the status of a route error, 500 for anything else. The title
 * of a 404 is `Page Not Found: {path}`, of every other status `Internal Server Error`.
 */
export function pageError(error: unknown, path?: string): PageError {
  if (!isRouteErrorResponse(error)) return { status: 500, title: errorTitle(500), failure: null };
  const { status } = error;
  return { status, title: errorTitle(status, path), failure: failureOf(error.data, status) };
}

/** An invalid `id` in the address is a page that does not exist; a field error would not help the reader. */
function failureOf(data: Partial<RouteFailure> | null | undefined, status: number): PageError['failure'] {
  if (typeof data !== 'object' || typeof data?.answered !== 'number') return null;
  if (status === 404 && data.answered !== 404) return null;
  return {
    status: data.answered,
    msg: data.msg ?? '',
    ...(data.unpublished && { unpublished: data.unpublished }),
  };
}

/** The specification gives the English text for both languages. */
export function errorTitle(status: number, path?: string): string {
  if (status !== 404) return 'Internal Server Error';
  return path ? `Page Not Found: ${path}` : 'Page Not Found';
}

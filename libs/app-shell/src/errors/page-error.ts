import type { RouteFailure } from '@yunduo/data-access';
import { isRouteErrorResponse } from 'react-router';

/** What an error page says: HTTP status and title (specification §8). */
export interface PageError {
  status: number;
  title: string;
  /** The call that failed, where one did: its words are said too. */
  failure: { status: number; msg: string } | null;
}

/**
 * The error of a route as a page: the status of a route error, 500 for anything else. A 404 reads
 * `Page Not Found: {path}`, every other `Internal Server Error`.
 */
export function pageError(error: unknown, path?: string): PageError {
  if (!isRouteErrorResponse(error)) return { status: 500, title: errorTitle(500), failure: null };
  const { status } = error;
  return { status, title: errorTitle(status, path), failure: failureOf(error.data, status) };
}

/** An `id` that the server refuses names nothing: that a field is wrong would tell a reader of the address nothing. */
function failureOf(data: Partial<RouteFailure> | null | undefined, status: number): PageError['failure'] {
  if (typeof data !== 'object' || typeof data?.answered !== 'number') return null;
  if (status === 404 && data.answered !== 404) return null;
  return { status: data.answered, msg: data.msg ?? '' };
}

/** The English words are the specification's own, in both languages. */
export function errorTitle(status: number, path?: string): string {
  if (status !== 404) return 'Internal Server Error';
  return path ? `Page Not Found: ${path}` : 'Page Not Found';
}

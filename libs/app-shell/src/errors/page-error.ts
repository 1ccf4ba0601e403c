import { isRouteErrorResponse } from 'react-router';

/** What an error page says: HTTP status and title (specification §8). */
export interface PageError {
  status: number;
  title: string;
}

/**
 * The error of a route as a page: the status of a route error, 500 for anything else. A 404 reads
 * `Page Not Found: {path}`, every other `Internal Server Error`.
 */
export function pageError(error: unknown, path?: string): PageError {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return { status, title: errorTitle(status, path) };
}

/** The English words are the specification's own, in both languages. */
export function errorTitle(status: number, path?: string): string {
  if (status !== 404) return 'Internal Server Error';
  return path ? `Page Not Found: ${path}` : 'Page Not Found';
}

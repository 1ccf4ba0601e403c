import { errorTitle } from '@yunduo/app-shell';
import { data } from 'react-router';

/**
 * Thrown by loaders for an address that matches nothing: status 404, text `Page Not Found: {path}` (specification §8).
 * Pages throw it for an `id` that fails validation.
 */
export function pageNotFound(request: Request) {
  const { pathname } = new URL(request.url);
  return data(errorTitle(404, readablePath(pathname)), { status: 404, statusText: 'Page Not Found' });
}

/** The decoded path; one that is not valid UTF-8 stays encoded. */
export function readablePath(pathname: string): string {
  try {
    return decodeURI(pathname);
  } catch {
    return pathname;
  }
}

import { localePath, splitLocale } from '@yunduo/i18n';
import { redirectTo } from '@yunduo/session';
import { PATHS } from '../paths.ts';

/** Guard of a `clientLoader`: a page of one app without an id (`?id=`) redirects to the list of apps. */
export function requireAppId(request: Request): void {
  const { pathname, searchParams } = new URL(request.url);
  if (!searchParams.get('id')) throw redirectTo(localePath(splitLocale(pathname).locale, PATHS.applications));
}

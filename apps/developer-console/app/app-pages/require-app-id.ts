import { localePath, splitLocale } from '@yunduo/i18n';
import { redirectTo } from '@yunduo/session';
import { PATHS } from '../paths.ts';

/** Guard of a `clientLoader`: the page of one app, opened without saying which (`?id=`), leads to the list of apps. */
export function requireAppId(request: Request): void {
  const { pathname, searchParams } = new URL(request.url);
  if (!searchParams.get('id')) throw redirectTo(localePath(splitLocale(pathname).locale, PATHS.applications));
}

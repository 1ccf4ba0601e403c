import { parseSafeUrl, type SafeUrlOptions } from './safe-url.ts';

export interface SafeNavigateOptions extends SafeUrlOptions {
  /** Client-side navigation for paths of this site; without it the page is loaded. */
  navigate?: (to: string) => unknown;
}

/** What was refused, for whoever asks why nothing happened. */
export class NavigationRefused extends Error {
  override readonly name = 'NavigationRefused';
}

/**
 * Goes to `target`: a path of this site, or an address whose origin is explicitly allowed. Anything else is refused
 * with NavigationRefused (R8.08).
 */
export function safeNavigate(target: string, { navigate, ...options }: SafeNavigateOptions = {}): void {
  const url = parseSafeUrl(target, options);
  if (!url) throw new NavigationRefused(`Refused to navigate to ${JSON.stringify(target.slice(0, 200))}`);
  const inside = url.origin === (options.origin ?? location.origin);
  if (inside && navigate) void navigate(url.pathname + url.search + url.hash);
  else location.assign(url.href);
}

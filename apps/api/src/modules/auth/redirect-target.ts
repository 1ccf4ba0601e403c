// Control and format characters, separators, lone surrogates: the URL parser drops or replaces them, another parser may
// not.
const HIDDEN = /[\p{C}\p{Z}\\]/u;

/** Allowed targets of a hand-over. */
export interface RedirectRules {
  /** Other sites, as configured. */
  targets: readonly URL[];
  /** This site: all its paths are allowed. */
  origin: string;
}

/**
 * The address if it is an allowed target, or null: a path or URL of this site, or a configured target. Decided by one
 * URL parser: same origin, and the target's path or one below it. Query and anchor are the caller's.
 */
export function redirectTarget(address: string, { targets, origin }: RedirectRules): URL | null {
  if (HIDDEN.test(address) || address.startsWith('//')) return null;
  // `https:evil.example` is a relative path on one page and another site on the next.
  if (!/^(?:\/|https?:\/\/)/i.test(address)) return null;
  const url = URL.parse(address, origin);
  if (!url || url.username || url.password) return null;
  // `/.//evil.example` is a path here, but another site if its path is used alone.
  if (url.pathname.startsWith('//')) return null;
  const allowed = [...targets, new URL(origin)].some((target) => {
    const folder = target.pathname.replace(/\/$/, '');
    return (
      url.origin === target.origin &&
      (url.pathname === target.pathname || url.pathname.startsWith(`${folder}/`))
    );
  });
  return allowed ? url : null;
}

// Control and format characters, separators, lone surrogates: the parser drops or mends them, the next reader may not.
const HIDDEN = /[\p{C}\p{Z}\\]/u;

/** Where somebody may be sent with a hand-over code. */
export interface RedirectRules {
  /** Other sites, as configured. */
  targets: readonly URL[];
  /** This site: each of its paths and addresses is allowed. */
  origin: string;
}

/**
 * The address that we may send somebody to, or null: a path or an address of this site, or a configured target. Judged by
 * one URL parser: the same origin, and the target's path or one below it. Query and anchor are the caller's own.
 */
export function redirectTarget(address: string, { targets, origin }: RedirectRules): URL | null {
  if (HIDDEN.test(address) || address.startsWith('//')) return null;
  // `https:evil.example` is a path from one page and another site from the next.
  if (!/^(?:\/|https?:\/\/)/i.test(address)) return null;
  const url = URL.parse(address, origin);
  if (!url || url.username || url.password) return null;
  // `/.//evil.example` is a path here, and another site for who takes its path alone.
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

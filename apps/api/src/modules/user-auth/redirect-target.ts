/**
 * The address of another site that we may send somebody to, or null. Judged by one URL parser, against the configured
 * targets: the same origin, and the target's path or one below it.
 */
export function redirectTarget(address: string, targets: readonly URL[]): URL | null {
  // The parser drops or mends these; whoever reads the address next may not.
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u0020\u007f\\]/.test(address)) return null;
  const url = URL.parse(address);
  if (!url || url.username || url.password || url.hash) return null;
  const allowed = targets.some((target) => {
    const folder = target.pathname.replace(/\/$/, '');
    return (
      url.origin === target.origin &&
      (url.pathname === target.pathname || url.pathname.startsWith(`${folder}/`))
    );
  });
  return allowed ? url : null;
}

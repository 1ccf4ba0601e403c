/**
 * The id of the build that runs here: the hash in the router's own manifest, which `builds/latest.json` names too.
 * Undefined in development and on the server.
 */
export function buildId(): string | undefined {
  if (typeof window === 'undefined' || import.meta.env.DEV) return undefined;
  return (window as { __reactRouterManifest?: { version?: string } }).__reactRouterManifest?.version;
}

declare global {
  interface Window {
    __reactRouterManifest?: { version: string };
  }
}

/** React Router's manifest version hashes every script and style: it is the build id. Undefined in development. */
export const buildId = (): string | undefined =>
  import.meta.env.PROD && typeof window !== 'undefined' ? window.__reactRouterManifest?.version : undefined;

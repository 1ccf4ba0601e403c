declare global {
  interface Window {
    __reactRouterManifest?: { version: string };
  }
}

/** React Router's manifest carries the hash of every script and style: the build's id. None in development. */
export const buildId = (): string | undefined =>
  import.meta.env.PROD && typeof window !== 'undefined' ? window.__reactRouterManifest?.version : undefined;

import { useLocalePath } from '@yunduo/app-shell';
import { useSyncExternalStore } from 'react';

/** Configuration of the console at run time, not at build time. */
export interface RuntimeConfig {
  /** Base URL of `/api`; empty for this origin. */
  apiBaseUrl: string;
  /** URL of the developer docs on another site, or the path of a trial's page about them; null hides the links. */
  devDocs: string | null;
}

const ADDRESS = '/developer-center/config.json';
const DEFAULTS: RuntimeConfig = { apiBaseUrl: '', devDocs: null };

/** Validates the configuration: an address that is neither http(s) nor a path is ignored. */
export function readConfig(value: unknown): RuntimeConfig {
  if (typeof value !== 'object' || value === null) return DEFAULTS;
  const { apiBaseUrl, devDocs } = value as Record<string, unknown>;
  return {
    apiBaseUrl: typeof apiBaseUrl === 'string' ? apiBaseUrl : DEFAULTS.apiBaseUrl,
    devDocs: typeof devDocs === 'string' && /^(https?:\/\/|\/(?![/\\]))/.test(devDocs) ? devDocs : null,
  };
}

let loaded: RuntimeConfig | null = null;
let loading: Promise<RuntimeConfig> | null = null;
const listeners = new Set<() => void>();
/** Milliseconds that the server's clock is ahead of this browser's. */
let ahead = 0;

/** The server's time: a browser's clock may be wrong by days. */
export const serverNow = (): number => Date.now() + ahead;

async function fetchConfig(): Promise<RuntimeConfig> {
  try {
    const response = await fetch(ADDRESS, { cache: 'no-store' });
    ahead = Date.parse(response.headers.get('date') ?? '') - Date.now() || 0;
    loaded = readConfig(response.ok ? await response.json() : null);
  } catch {
    // Everything except the docs works without it.
    loaded = DEFAULTS;
  }
  listeners.forEach((listener) => listener());
  return loaded;
}

/** Fetches it once; concurrent callers share the request. Browser only. */
export function runtimeConfig(): Promise<RuntimeConfig> {
  loading ??= fetchConfig();
  return loading;
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The configuration; null until it has loaded, and in the build. */
export const useRuntimeConfig = (): RuntimeConfig | null =>
  useSyncExternalStore(
    subscribe,
    () => loaded,
    () => null,
  );

/** URL of the developer docs in the page's language; null without one, undefined while unknown. */
export function useDevDocs(): string | null | undefined {
  const path = useLocalePath();
  const devDocs = useRuntimeConfig()?.devDocs;
  return devDocs?.startsWith('/') ? path(devDocs) : devDocs;
}

import { useLocalePath } from '@yunduo/app-shell';
import { useSyncExternalStore } from 'react';

/** What the console learns when it runs, not when it is built. */
export interface RuntimeConfig {
  /** Where `/api` lives; empty for this origin. */
  apiBaseUrl: string;
  /** The developer docs, on another site, or a trial's own page about them (a path); null hides the links. */
  devDocs: string | null;
}

const ADDRESS = '/developer-center/config.json';
const DEFAULTS: RuntimeConfig = { apiBaseUrl: '', devDocs: null };

/** The configuration as far as it can be trusted: an address that is neither http(s) nor a path counts as none. */
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

async function fetchConfig(): Promise<RuntimeConfig> {
  try {
    const response = await fetch(ADDRESS, { cache: 'no-store' });
    loaded = readConfig(response.ok ? await response.json() : null);
  } catch {
    // Everything but the docs works without it.
    loaded = DEFAULTS;
  }
  listeners.forEach((listener) => listener());
  return loaded;
}

/** Asks once; later callers join. Browser only. */
export function runtimeConfig(): Promise<RuntimeConfig> {
  loading ??= fetchConfig();
  return loading;
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The configuration; null until it has come, and in what the build renders. */
export const useRuntimeConfig = (): RuntimeConfig | null =>
  useSyncExternalStore(
    subscribe,
    () => loaded,
    () => null,
  );

/** Where the developer docs are, in the language of the page; null without, undefined until it is known. */
export function useDevDocs(): string | null | undefined {
  const path = useLocalePath();
  const devDocs = useRuntimeConfig()?.devDocs;
  return devDocs?.startsWith('/') ? path(devDocs) : devDocs;
}

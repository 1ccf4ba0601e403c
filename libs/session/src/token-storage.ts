import { browserStorage } from './safe-storage.ts';

/** Keys of local storage: web session token, forum token, device version. */
export const STORAGE_KEYS = {
  token: 'token',
  ytToken: 'yt_token',
  deviceVersion: 'device_version',
} as const;

const get = (key: string): string => browserStorage.get(key) ?? '';

function set(key: string, value: string): void {
  if (value) browserStorage.set(key, value);
  else browserStorage.remove(key);
}

/** What this browser keeps between visits. Empty strings where nothing is kept, and on the server. */
export const tokenStorage = {
  token: (): string => get(STORAGE_KEYS.token),
  /** True while the session ends with this document, since the browser keeps none. */
  isForgetful: (): boolean => browserStorage.isForgetful(STORAGE_KEYS.token),
  ytToken: (): string => get(STORAGE_KEYS.ytToken),
  deviceVersion: (): string => get(STORAGE_KEYS.deviceVersion),
  saveToken: (token: string): void => set(STORAGE_KEYS.token, token),
  saveYtToken: (ytToken: string | null): void => set(STORAGE_KEYS.ytToken, ytToken ?? ''),
  /** Forgets both tokens; the device version stays: it belongs to the machine. */
  clear(): void {
    set(STORAGE_KEYS.token, '');
    set(STORAGE_KEYS.ytToken, '');
  },
};

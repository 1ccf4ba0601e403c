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

/** Values stored in this browser. Empty strings if nothing is stored, and on the server. */
export const tokenStorage = {
  token: (): string => get(STORAGE_KEYS.token),
  /** True if the session ends with this document because the browser does not store it. */
  isForgetful: (): boolean => browserStorage.isForgetful(STORAGE_KEYS.token),
  ytToken: (): string => get(STORAGE_KEYS.ytToken),
  deviceVersion: (): string => get(STORAGE_KEYS.deviceVersion),
  saveToken: (token: string): void => set(STORAGE_KEYS.token, token),
  saveYtToken: (ytToken: string | null): void => set(STORAGE_KEYS.ytToken, ytToken ?? ''),
  /** Removes both tokens. The device version stays: it belongs to the computer. */
  clear(): void {
    set(STORAGE_KEYS.token, '');
    set(STORAGE_KEYS.ytToken, '');
  },
};

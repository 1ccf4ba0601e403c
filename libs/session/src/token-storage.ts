/** Keys of local storage: web session token, forum token, device version. */
export const STORAGE_KEYS = {
  token: 'token',
  ytToken: 'yt_token',
  deviceVersion: 'device_version',
} as const;

// A browser may refuse local storage (blocked cookies): the session then lives as long as the page.
const memory = new Map<string, string>();

function get(key: string): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return memory.get(key) ?? '';
  }
}

function set(key: string, value: string): void {
  try {
    if (value) localStorage.setItem(key, value);
    else localStorage.removeItem(key);
  } catch {
    if (value) memory.set(key, value);
    else memory.delete(key);
  }
}

/** What this browser keeps between visits. Empty strings where nothing is kept, and on the server. */
export const tokenStorage = {
  token: (): string => get(STORAGE_KEYS.token),
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

import { browserStorage, hasCookie, writeCookie } from '@yunduo/session';
import { CHOICE_COOKIE_DAYS } from '@yunduo/validation';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'theme';
const listeners = new Set<() => void>();

/** The kept choice; `system` when there is none. */
function readTheme(): Theme {
  const kept = browserStorage.get(KEY);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

/** Keeps the choice and shows it, as the head's own script does before the first picture of the next page. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') browserStorage.remove(KEY);
  else browserStorage.set(KEY, theme);
  tellHead(theme);
  showTheme(theme);
  listeners.forEach((listener) => listener());
}

/** The head's script reads a cookie: the first look into a storage waits for another process. */
function tellHead(theme: Theme): void {
  if (theme === 'system') writeCookie(KEY, '', 0);
  else if (!hasCookie(KEY, theme)) writeCookie(KEY, theme, CHOICE_COOKIE_DAYS * 86_400);
}

/** React never renders `data-theme`: the attribute belongs to the theme alone. */
function showTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
}

export const themeStore = {
  /** Hears the choice of this tab and of every other. */
  subscribe(listener: () => void): () => void {
    const onStorage = ({ key }: StorageEvent) => {
      if (key !== KEY && key !== null) return;
      showTheme(readTheme());
      listener();
    };
    listeners.add(listener);
    window.addEventListener('storage', onStorage);
    // A page that slept in the back-forward cache wakes up with what its head script showed before.
    showTheme(readTheme());
    tellHead(readTheme());
    return () => {
      listeners.delete(listener);
      window.removeEventListener('storage', onStorage);
    };
  },
  get: readTheme,
  // The server knows no choice: the kept one shows after hydration.
  onServer: (): Theme => 'system',
};

import { browserStorage, hasCookie, writeCookie } from '@yunduo/session';
import { CHOICE_COOKIE_DAYS } from '@yunduo/validation';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'theme';
const listeners = new Set<() => void>();
/** After each the stored choice may be another page's. */
const EVENTS = ['storage', 'pageshow'];

/** The stored choice; `system` if there is none. */
function readTheme(): Theme {
  const stored = browserStorage.get(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Stores and applies the choice, as the head script does before the first paint of the next page. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') browserStorage.remove(KEY);
  else browserStorage.set(KEY, theme);
  tellHead(theme);
  showTheme(theme);
  listeners.forEach((listener) => listener());
}

/** The head script reads a cookie: the first access to a storage waits for another process. */
function tellHead(theme: Theme): void {
  if (theme === 'system') writeCookie(KEY, '', 0);
  else if (!hasCookie(KEY, theme)) writeCookie(KEY, theme, CHOICE_COOKIE_DAYS * 86_400);
}

/** React never renders `data-theme`: only this module sets the attribute. */
function showTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
}

export const themeStore = {
  /** Subscribes to changes of the choice in this tab and in every other. */
  subscribe(listener: () => void): () => void {
    const follow = () => {
      showTheme(readTheme());
      listener();
    };
    listeners.add(listener);
    // A page in the back-forward cache receives no storage events: it follows when it is shown again.
    for (const event of EVENTS) window.addEventListener(event, follow);
    showTheme(readTheme());
    tellHead(readTheme());
    return () => {
      listeners.delete(listener);
      for (const event of EVENTS) window.removeEventListener(event, follow);
    };
  },
  get: readTheme,
  // The server knows no choice: the stored one is rendered after hydration.
  onServer: (): Theme => 'system',
};

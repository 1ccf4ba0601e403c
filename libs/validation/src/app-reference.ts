import { APP_KEY_PATTERN } from './patterns.ts';
import { visibleText } from './visible-text.ts';

/** How a person names an app of the store: by its key, or by the address of its page. */
export type AppReference = { appKey: string } | { id: number; origin: string | null };

/** Between the apps of a typed list. A comma before a version does not separate two apps. */
const BETWEEN_APPS = /[\n;、]|,(?!\s*v?\d)/;

/** The apps of a typed list: one per line, or several in a line, with the commas of any keyboard. */
export const typedApps = (text: string): string[] =>
  visibleText(text.normalize('NFKC'))
    .split(BETWEEN_APPS)
    .map((app) => app.trim())
    .filter((app) => app !== '');

const STORE_PAGE = /^(?:\/en)?\/store\/([1-9]\d{0,9})\/?$/;

/** Parses a key such as `nginx`, a path such as `/store/7`, or the address of a store page; null for other text. */
export function parseAppReference(text: string): AppReference | null {
  const written = visibleText(text);
  const appKey = written.toLowerCase();
  if (APP_KEY_PATTERN.test(appKey)) return { appKey };
  const address = /^(https?:\/\/[^/?#\s]+)?(\/[^?#\s]*)/i.exec(written);
  const id = Number(STORE_PAGE.exec(address?.[2] ?? '')?.[1] ?? 0);
  if (id === 0 || id > 2_147_483_647) return null;
  return { id, origin: address?.[1]?.toLowerCase() ?? null };
}

/** Size in pixels of the preview picture of a shared link. */
export const LINK_CARD = { width: 1200, height: 630 } as const;

/** Pages with a link card of their own, by route name. */
export const CARD_PAGES = [
  'home',
  'about',
  'client-download',
  'private',
  'auth',
  'application',
  'store',
  'activity',
  'feedback',
  'protocol',
  'developer-center',
  'developers',
] as const;
export type CardPage = (typeof CARD_PAGES)[number];

/** Where the API serves them. */
export const CARD_FOLDER = '/uploads/card';

export const pageCardPath = (page: CardPage, locale: 'zh' | 'en'): string =>
  `${CARD_FOLDER}/page-${page}-${locale}.png`;

export const appCardPath = (id: number, locale: 'zh' | 'en'): string =>
  `${CARD_FOLDER}/app-${id}-${locale}.png`;

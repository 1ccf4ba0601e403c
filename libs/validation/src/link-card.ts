/** Pixels of the picture that a shared link shows. */
export const LINK_CARD = { width: 1200, height: 630 } as const;

/** Pages with a card of their own, by the names of their routes. */
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
] as const;
export type CardPage = (typeof CARD_PAGES)[number];

/** Where the API draws them. */
export const CARD_FOLDER = '/uploads/card';

export const pageCardPath = (page: CardPage, locale: 'zh' | 'en'): string =>
  `${CARD_FOLDER}/page-${page}-${locale}.png`;

export const appCardPath = (id: number, locale: 'zh' | 'en'): string =>
  `${CARD_FOLDER}/app-${id}-${locale}.png`;

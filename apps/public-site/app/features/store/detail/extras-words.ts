/** The words of the dialogs of an app's page, in the page's language: loaded with the dialog. */
export const extrasWords = {
  zh: () => import('./extras-words.zh.ts'),
  en: () => import('./extras-words.en.ts'),
};

import type { WordModules } from '@yunduo/app-shell';

/** The words of the previews of a store page. */
export const storeWords: WordModules = {
  zh: [() => import('@yunduo/i18n-developer-console/zh/preview'), () => import('@yunduo/i18n/zh/app-page')],
  en: [() => import('@yunduo/i18n-developer-console/en/preview'), () => import('@yunduo/i18n/en/app-page')],
};

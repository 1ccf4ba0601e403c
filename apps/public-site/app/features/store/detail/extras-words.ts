import type { WordModules } from '@yunduo/app-shell';

/** The words of the dialogs of an app's page. */
export const extrasWords: WordModules = {
  zh: [() => import('@yunduo/i18n-public-site/zh/store-extras'), () => import('@yunduo/i18n/zh/validation')],
  en: [() => import('@yunduo/i18n-public-site/en/store-extras'), () => import('@yunduo/i18n/en/validation')],
};

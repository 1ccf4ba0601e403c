import { onDemand, useLocale } from '@yunduo/app-shell';
import type { Locale } from '@yunduo/i18n';
import type { ComponentType } from 'react';

const WORDS: Readonly<Record<Locale, () => Promise<unknown>>> = {
  zh: () => import('./extras-words.zh.ts'),
  en: () => import('./extras-words.en.ts'),
};

/** A dialog in a file of its own, with the words of the page's language: only who opens it pays for it. */
export function lazyDialog<P extends { onClose: () => void }>(
  dialog: () => Promise<{ default: ComponentType<P> }>,
) {
  const inLanguage = (locale: Locale) =>
    onDemand(async () => {
      const [module] = await Promise.all([dialog(), WORDS[locale]()]);
      return module;
    });
  const dialogs = { zh: inLanguage('zh'), en: inLanguage('en') };
  return function LazyDialog(props: P) {
    const Dialog = dialogs[useLocale()];
    return <Dialog {...props} />;
  };
}

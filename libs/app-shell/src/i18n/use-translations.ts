import type { Locale, Words } from '@yunduo/i18n';
import type { zh } from '@yunduo/i18n/zh';
import type { i18n } from 'i18next';
import { useContext } from 'react';
import { I18nContext } from 'react-i18next';
import { translator, type Translate } from './translator.ts';

/** The language of the page. */
export function useLocale(): Locale {
  return useContext(I18nContext)?.i18n.language === 'en' ? 'en' : 'zh';
}

/** The page's words, to pass them on to a part in another language. Null outside a provider. */
export function useI18n(): i18n | null {
  return useContext(I18nContext)?.i18n ?? null;
}

const keyAsText = (key: string): string => key;

/**
 * Creates an app's hook for its own words: `export const useTranslations = typedTranslations<typeof zh>()`, then `const t =
 * useTranslations('store')`.
 */
export function typedTranslations<All extends object>() {
  return function useTranslations<N extends keyof All & string>(namespace: N): Translate<All[N]> {
    const words = useI18n();
    return words ? translator<All[N]>(words, namespace) : keyAsText;
  };
}

/** The words that both web apps share: errors, messages, validation, shell, captcha, pages, storeTerms. */
export const useSharedTranslations = typedTranslations<Words<typeof zh>>();

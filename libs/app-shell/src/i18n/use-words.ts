import type { Locale, Words } from '@yunduo/i18n';
import type { zh } from '@yunduo/i18n/zh';
import type { i18n } from 'i18next';
import { useContext } from 'react';
import { I18nContext, useTranslation } from 'react-i18next';

/** `save`, `form.title`, and `items` for `items_one` and `items_other`. */
type KeyOf<T> = {
  [K in keyof T & string]: T[K] extends string
    ? K extends `${infer Base}_${'one' | 'other'}`
      ? Base | K
      : K
    : `${K}.${KeyOf<T[K]>}`;
}[keyof T & string];

type Variables = Record<string, string | number>;

/** Words of one namespace: `t('greeting', { name })`. A key that does not exist does not compile. */
export type Translate<T> = (key: KeyOf<T>, variables?: Variables) => string;

/** The language of the page. */
export function useLocale(): Locale {
  return useContext(I18nContext)?.i18n.language === 'en' ? 'en' : 'zh';
}

/** The words of the page, to hand them on: a part of it may speak another language. Null outside of every language. */
export function useWordsInstance(): i18n | null {
  return useContext(I18nContext)?.i18n ?? null;
}

/**
 * Makes an app's hook for its own words: `export const useWords = typedWords<typeof zh>()`, then
 * `const t = useWords('store')`.
 */
export function typedWords<All extends object>() {
  return function useWords<N extends keyof All & string>(namespace: N): Translate<All[N]> {
    const { t } = useTranslation(namespace);
    // The same function at each render, so that effects may depend on it.
    return t as unknown as Translate<All[N]>;
  };
}

/** The words that both web apps share: errors, messages, validation, shell, captcha, pages, storeTerms. */
export const useSharedWords = typedWords<Words<typeof zh>>();

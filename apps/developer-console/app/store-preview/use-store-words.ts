import { loadChunk, showToast, useLocale, useI18n } from '@yunduo/app-shell';
import type { Locale } from '@yunduo/i18n';
import type { i18n } from 'i18next';
import { useEffect, useState } from 'react';

/** The words of a language, including those of the store's page. The other language loads only when selected. */
const LOAD: Readonly<Record<Locale, () => Promise<i18n>>> = {
  zh: async () => {
    const [{ zh }] = await loadChunk(() =>
      Promise.all([import('../shell/zh-words.ts'), import('./words.zh.ts')]),
    );
    return zh.words;
  },
  en: async () => {
    const [{ en }] = await loadChunk(() =>
      Promise.all([import('../shell/en-words.ts'), import('./words.en.ts')]),
    );
    return en.words;
  },
};

/** The words of a preview in this language; null while loading. */
export function useStoreWords(lang: Locale): i18n | null {
  const page = useLocale();
  const own = useI18n();
  const [other, setOther] = useState<i18n | null>(null);
  useEffect(() => {
    if (lang === page) return;
    let current = true;
    LOAD[lang]().then(
      (words) => current && setOther(words),
      // The next selection of a language tries again.
      () => current && showToast({ message: 'server_busy' }, { kind: 'error' }),
    );
    return () => {
      current = false;
    };
  }, [lang, page]);
  return lang === page ? own : other;
}

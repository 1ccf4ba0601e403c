import { loadChunk, loadWords, showToast, useI18n, useLocale } from '@yunduo/app-shell';
import type { Locale } from '@yunduo/i18n';
import type { i18n } from 'i18next';
import { useEffect, useState } from 'react';
import { storeWords } from './store-words.ts';

const LANGUAGES = {
  zh: () => loadChunk(() => import('../shell/zh-words.ts')).then(({ zh }) => zh.words),
  en: () => loadChunk(() => import('../shell/en-words.ts')).then(({ en }) => en.words),
};

/** The words of a preview in this language; null while loading. The other language loads only when selected. */
export function useStoreWords(lang: Locale): i18n | null {
  const page = useLocale();
  const own = useI18n();
  const [other, setOther] = useState<i18n | null>(null);
  useEffect(() => {
    if (lang === page) return;
    let current = true;
    const load = async () => {
      const words = await LANGUAGES[lang]();
      await loadWords(words, storeWords);
      return words;
    };
    load().then(
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

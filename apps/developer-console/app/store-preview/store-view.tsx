import type { AppDetail } from '@yunduo/api-contract';
import {
  AppPage,
  type AppPageProps,
  I18nProvider,
  loadChunk,
  loadWords,
  showToast,
  useI18n,
  useLocale,
  useSharedTranslations,
} from '@yunduo/app-shell';
import { useSiteInfoQuery } from '@yunduo/data-access';
import type { Locale } from '@yunduo/i18n';
import { Skeleton } from '@yunduo/ui';
import type { i18n } from 'i18next';
import { useEffect, useState } from 'react';
import { useTranslations } from '../shell/words.ts';
import { StoreFrame } from './store-frame.tsx';
import { type Width, WIDTHS } from './use-view.ts';
import { storeWords } from './store-words.ts';

const LANGUAGES = {
  zh: () => loadChunk(() => import('../shell/zh-words.ts')).then(({ zh }) => zh.words),
  en: () => loadChunk(() => import('../shell/en-words.ts')).then(({ en }) => en.words),
};

/** The words of a preview in this language; null while loading. The other language loads only when selected. */
function useStoreWords(lang: Locale): i18n | null {
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
      setOther,
      // The next selection of a language tries again.
      () => current && showToast({ message: 'server_busy' }, { kind: 'error' }),
    );
    return () => {
      current = false;
    };
  }, [lang, page]);
  return lang === page ? own : other;
}

interface StoreViewProps {
  app: AppDetail;
  lang: Locale;
  width: Width;
}

/** The store's page of an app, in a viewport of its own width and in its own language. */
export function StoreView({ app, lang, width }: StoreViewProps) {
  const t = useTranslations('preview');
  const { data: site } = useSiteInfoQuery();
  const words = useStoreWords(lang);
  return (
    <StoreFrame title={t('frame', { name: app.name })} lang={lang} width={WIDTHS[width]}>
      {words ? (
        <I18nProvider instance={words}>
          <Page app={app} product={site?.name ?? ''} />
        </I18nProvider>
      ) : (
        <Skeleton label={t('loading')} rows={6} />
      )}
    </StoreFrame>
  );
}

/** The category's name in the language of the preview. */
function Page({ app, product }: AppPageProps) {
  const store = useSharedTranslations('storeTerms');
  // A version that is not started has neither number nor size.
  const facts = app.version === '' && { version: '–', human_size: '–' };
  return <AppPage app={{ ...app, ...facts, cate_name: store(`category.${app.cate}`) }} product={product} />;
}

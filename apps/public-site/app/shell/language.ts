import { createWordsInstance } from '@yunduo/app-shell';
import { contentApi, load } from '@yunduo/data-access';
import { htmlLang, type Locale } from '@yunduo/i18n';
import type { i18n, ResourceLanguage } from 'i18next';
import type { RouterContextProvider } from 'react-router';

/** What a language layout says of itself: read by the document, by `seo` and by the navigation. */
export interface LanguageHandle {
  locale: Locale;
  lang: string;
  words: i18n;
}

export function languageHandle(locale: Locale, resources: ResourceLanguage): LanguageHandle {
  return { locale, lang: htmlLang(locale), words: createWordsInstance(locale, resources) };
}

/** What the addresses and titles of a page need beside its own data. */
export interface LanguageData {
  /** Scheme and host that visitors use. */
  origin: string;
  siteName: string;
}

/** Loads the site info, which every page shows in its frame. A frame without it still stands. */
export async function loadFrame(
  context: Readonly<RouterContextProvider>,
  origin: string,
): Promise<LanguageData> {
  try {
    const { name } = await load(context, contentApi.endpoints.siteInfo.initiate());
    return { origin, siteName: name };
  } catch {
    return { origin, siteName: '' };
  }
}

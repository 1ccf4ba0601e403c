import { createWordsInstance } from '@yunduo/app-shell';
import { contentApi, load } from '@yunduo/data-access';
import { htmlLang, type Locale } from '@yunduo/i18n';
import type { i18n, ResourceLanguage } from 'i18next';
import type { RouterContextProvider } from 'react-router';

/** Handle of a language layout: read by the document, by `seo` and by the navigation. */
export interface LanguageHandle {
  locale: Locale;
  lang: string;
  words: i18n;
}

export function languageHandle(locale: Locale, resources: ResourceLanguage): LanguageHandle {
  return { locale, lang: htmlLang(locale), words: createWordsInstance(locale, resources) };
}

/** Data for addresses and titles, in addition to a page's own. */
export interface LanguageData {
  /** Scheme and host that visitors use. */
  origin: string;
  siteName: string;
}

/** Loads the site info, which the frame of every page shows. The frame also renders without it. */
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

import { createWordsInstance, translator, type Translate } from '@yunduo/app-shell';
import { htmlLang, LOCALES, localePath, splitLocale, type Locale } from '@yunduo/i18n';
import type { ConsoleWords } from '@yunduo/i18n-developer-console';
import { pageCardPath } from '@yunduo/validation';
import type { i18n, ResourceLanguage } from 'i18next';
import type { MetaDescriptor } from 'react-router';

/** Handle of a language layout: read by the document and by `pageMeta`. */
export interface LanguageHandle {
  locale: Locale;
  lang: string;
  words: i18n;
}

export const languageHandle = (locale: Locale, resources: ResourceLanguage): LanguageHandle => ({
  locale,
  lang: htmlLang(locale),
  words: createWordsInstance(locale, resources),
});

interface MetaArgs {
  location: { pathname: string };
  matches: readonly ({ handle?: unknown } | undefined)[];
  error?: unknown;
}

/** Words outside React, for titles: `words('apps')('title')`. */
export type WordsOf = <N extends keyof ConsoleWords & string>(namespace: N) => Translate<ConsoleWords[N]>;

export const wordsOf =
  ({ words }: LanguageHandle): WordsOf =>
  (namespace) =>
    translator<ConsoleWords[typeof namespace]>(words, namespace);

const isHandle = (handle: unknown): handle is LanguageHandle =>
  typeof handle === 'object' && handle !== null && 'words' in handle;

interface PageMeta {
  title: string;
  description: string;
  /** True for pages that search engines may index: they also get alternate links for both languages. */
  index?: boolean;
}

/**
 * The origin in the document, which its host has filled in: React then finds the existing links, and adds none. Empty
 * in the build, which knows no origin.
 */
const ownOrigin = (): string =>
  typeof document === 'undefined'
    ? ''
    : new URL(document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href ?? location.href).origin;

/** Title, description, canonical and alternate links of a page. */
export function pageMeta(args: MetaArgs, describe: (words: WordsOf) => PageMeta): MetaDescriptor[] {
  const handle = args.matches.map((match) => match?.handle).find(isHandle);
  if (!handle || args.error) return [];
  const words = wordsOf(handle);
  const { title, description, index } = describe(words);
  const { path } = splitLocale(args.location.pathname.replace(/(.)\/$/, '$1'));
  const own = [{ title }, { name: 'description', content: description }];
  if (!index) return [...own, { name: 'robots', content: 'noindex' }];
  const origin = ownOrigin();
  const here = origin + localePath(handle.locale, path);
  const link = (rel: string, href: string, hrefLang?: string) => ({ tagName: 'link', rel, href, hrefLang });
  return [
    ...own,
    link('canonical', here),
    ...LOCALES.map((other) => link('alternate', origin + localePath(other, path), htmlLang(other))),
    link('alternate', origin + path, 'x-default'),
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: here },
    { property: 'og:site_name', content: words('frame')('title') },
    { property: 'og:locale', content: handle.locale === 'zh' ? 'zh_CN' : 'en_GB' },
    // From the API, under the same origin.
    { property: 'og:image', content: origin + pageCardPath('developer-center', handle.locale) },
    { name: 'twitter:card', content: 'summary_large_image' },
  ] as MetaDescriptor[];
}

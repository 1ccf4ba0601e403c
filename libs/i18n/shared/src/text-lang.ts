import { htmlLang, type Locale } from './locale.ts';

const HAN = /\p{Script=Han}/u;
/** Names and versions (`nginx 1.29`) are at home in a Chinese sentence: two words in small letters make another language. */
const LATIN_WORDS = /(?:^|\s)[A-Za-z]?[a-z']{2,}[,;:]?\s+(?:[a-z'-]+[.,;:!?]?\s*){2,}/;

/**
 * The `lang` of a text that somebody wrote, for a page in `locale`: undefined where it is the page's own, so that a
 * screen reader changes its voice only for the other language (WCAG 3.1.2).
 */
export function textLang(text: string, locale: Locale): string | undefined {
  const words = text.replace(/<[^>]*>/g, ' ');
  const written: Locale | null = HAN.test(words) ? 'zh' : LATIN_WORDS.test(words) ? 'en' : null;
  return written === null || written === locale ? undefined : htmlLang(written);
}

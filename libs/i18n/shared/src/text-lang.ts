import { htmlLang, type Locale } from './locale.ts';

const HAN = /\p{Script=Han}/u;
/**
 * Names and versions (`nginx 1.29`) are normal in a Chinese sentence: two lower-case words indicate another
 * language.
 */
const LATIN_WORDS = /(?:^|\s)[A-Za-z]?[a-z']{2,}[,;:]?\s+(?:[a-z'-]+[.,;:!?]?\s*){2,}/;

/**
 * The `lang` of a user-written text on a page in `locale`: undefined if it is the page's language, so that a
 * screen reader changes its voice only for the other one (WCAG 3.1.2).
 */
export function textLang(text: string, locale: Locale): string | undefined {
  const words = text.replace(/<[^>]*>/g, ' ');
  const written: Locale | null = HAN.test(words) ? 'zh' : LATIN_WORDS.test(words) ? 'en' : null;
  return written === null || written === locale ? undefined : htmlLang(written);
}

/** `lang` and `dir` of an element that shows a user-written text: an Arabic or Hebrew one runs from right to left. */
export const textAttributes = (text: string, locale: Locale): { dir: 'auto'; lang: string | undefined } => ({
  dir: 'auto',
  lang: textLang(text, locale),
});

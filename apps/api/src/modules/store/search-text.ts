import { SEARCH_MAX, withoutHidden } from '@yunduo/validation';
import type { Bilingual } from '../../db/schema/bilingual.ts';
import { localized } from '../text/localized.ts';
import { simplified, syllablesOf } from './chinese.ts';
import { otherNamesIn } from './short-names.ts';

/**
 * How the store is searched. Words are cut into ngrams that stand in an array column under a GIN index: for Latin
 * letters and digits two to four of them, for everything else (Chinese above all) single characters and pairs, so that
 * 数据 finds 数据库. For slips of the pen each word of a name is kept with every way to leave one letter out; two words
 * that share such a form differ by one insertion, deletion, replacement or swap. Unlike trigram extensions this needs
 * nothing installed, does not depend on the server's locale, and is the same on PGlite and PostgreSQL.
 */

const LATIN = /[a-z0-9]/;
const TERMS_MAX = 8;
/** A slip in a shorter word makes another word. */
const TYPO_LENGTH_MIN = 4;
const TYPO_LENGTH_MAX = 24;

/**
 * Text as it is compared: width and compatibility forms folded, lower case, no accents, nothing that cannot be seen,
 * traditional characters as simplified ones, single spaces.
 */
export function normalise(text: string): string {
  const plain = withoutHidden(text.toWellFormed().normalize('NFKD'))
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim();
  return simplified(plain);
}

/** Runs of letters and digits, Latin apart from the rest: `mysql数据库` is two. */
function runs(text: string): string[] {
  return text.match(/[a-z0-9]+|(?:(?![a-z0-9])[\p{L}\p{N}])+/gu) ?? [];
}

function slices(characters: string[], length: number): string[] {
  return characters
    .slice(0, Math.max(0, characters.length - length + 1))
    .map((_, index) => characters.slice(index, index + length).join(''));
}

type Kind = 'latin' | 'letter' | 'sign';
const kindOf = (character: string): Kind =>
  LATIN.test(character) ? 'latin' : /[\p{L}\p{N}]/u.test(character) ? 'letter' : 'sign';

/** Pairs at the seams of runs, signs included: `node.js` is `node`, `js`, `e.` and `.j`. They tell that runs meet. */
function seams(text: string): string[] {
  return text.split(/\s/).flatMap((word) => {
    const characters = [...word];
    return characters.slice(1).flatMap((character, index) => {
      const before = characters[index] ?? '';
      const kind = kindOf(character);
      return kind !== kindOf(before) || kind === 'sign' ? [before + character] : [];
    });
  });
}

/** Every ngram of a text, for the index. */
function ngramsOf(normalised: string): string[] {
  const ngrams = new Set<string>();
  for (const run of new Set(runs(normalised))) {
    const characters = [...run];
    for (const length of LATIN.test(run) ? [2, 3, 4] : [1, 2]) {
      for (const ngram of slices(characters, length)) ngrams.add(ngram);
    }
    ngrams.add(characters[0] ?? run);
  }
  for (const seam of seams(normalised)) ngrams.add(seam);
  return [...ngrams];
}

/** The fewest ngrams that a text with this term must have. */
function ngramsOfTerm(term: string): string[] {
  const ngrams = new Set<string>();
  for (const run of runs(term)) {
    const characters = [...run];
    const length = Math.min(characters.length, LATIN.test(run) ? 4 : 2);
    for (const ngram of slices(characters, length)) ngrams.add(ngram);
  }
  for (const seam of seams(term)) ngrams.add(seam);
  return [...ngrams];
}

/** Between words as they are typed: blanks, and where Latin letters meet others, since nobody types a blank there. */
const WORDS_MEET = / |(?<=[a-z0-9])(?=(?![a-z0-9])[\p{L}\p{N}])|(?<=(?![a-z0-9])[\p{L}\p{N}])(?=[a-z0-9])/u;

/** Words by themselves. Signs separate them; only `c++` and `c#` are others without theirs. */
const WORDS = /[a-z0-9]+(?:(?:\+\+|#)(?![a-z0-9]))?|(?:(?![a-z0-9])[\p{L}\p{N}])+/gu;

/** The word and each form of it with one letter left out. */
function formsOf(word: string): string[] {
  // By code points: half a surrogate pair is no text, and the database refuses it.
  const letters = [...word];
  if (letters.length < TYPO_LENGTH_MIN || letters.length > TYPO_LENGTH_MAX) return [];
  return [word, ...letters.map((_, index) => letters.toSpliced(index, 1).join(''))];
}

/** How a keyword as a whole stands among the ngrams of names: no ngram begins so. */
const keywordNgram = (keyword: string): string => `=${keyword}`;

/** How the Chinese in a text is typed with Latin letters: whole, and by the first letter of each syllable. */
function pinyinOf(text: string): { whole: string[]; initials: string[] } {
  const typed = (text.match(/\p{Script=Han}{2,}/gu) ?? []).map(syllablesOf);
  return {
    whole: typed.map((syllables) => syllables.join('')),
    initials: typed.map((syllables) => syllables.map((syllable) => syllable.charAt(0)).join('')),
  };
}

/** Tags and entities are not what a reader searches for. */
function plainText(html: string): string {
  return html.replace(/<[^>]*>/g, ' ').replace(/&[a-z0-9#]{1,10};/gi, ' ');
}

/**
 * Ends `search_names`, so that columns written by an earlier version of these rules can be told (`search-columns.ts`). A
 * control character: no search can ask for it.
 */
export const WRITTEN_BY = '\u0002';

export interface SearchedWords {
  name: Bilingual;
  intro: Bilingual;
  description: Bilingual;
  keywords: readonly string[];
}

/** The columns of `apps` that searching and sorting by name read; written with every change of the words. */
export function searchColumns({ name, intro, description, keywords }: SearchedWords) {
  // A name that is missing is not the empty name: it would be the first of all when they are sorted.
  const names = [localized(name, 'zh'), localized(name, 'en')].map(normalise);
  const aliases = keywords.map(normalise);
  const { whole, initials } = pinyinOf([...names, ...aliases].join('\n'));
  const words = [
    ...names,
    ...aliases,
    ...[intro.zh, intro.en, plainText(description.zh), plainText(description.en)].map(normalise),
  ].join('\n');
  // Pinyin and short names have the fewest ngrams that find them: more would find every short word somewhere.
  const otherWords = otherNamesIn(words);
  const typed = [...whole, ...initials, ...otherWords];
  const nameAliases = [...aliases, ...whole, ...initials, ...otherNamesIn([...names, ...aliases].join('\n'))];
  return {
    // A line for each name: a line that begins with the query, or is it, can be told from one that holds it.
    searchNames: `\n${[...new Set(names)].join('\n')}\n${WRITTEN_BY}`,
    searchNgrams: [...new Set([...ngramsOf(words), ...typed.flatMap(ngramsOfTerm)])],
    searchTypos: [...new Set([...names, ...aliases].flatMap(runs).flatMap(formsOf))],
    searchNameNgrams: [...new Set([...names.flatMap(ngramsOf), ...nameAliases.map(keywordNgram)])],
    sortNameZh: names[0] ?? '',
    sortNameEn: names[1] ?? '',
  };
}

export interface SearchTerm {
  text: string;
  ngrams: string[];
  forms: string[];
}

export interface SearchQuery {
  /** The whole query, for the ranking of names. */
  text: string;
  /** What a name that holds it must have. */
  nameNgrams: string[];
  /** What an app has of which it is a keyword. */
  keywordNgrams: string[];
  /** Each must be found, with the signs in it. */
  terms: SearchTerm[];
  /** What is asked for where these find next to nothing: the words without the signs between them. */
  looseTerms: SearchTerm[];
}

/** Whether its loose terms ask for anything else. */
export function mayFindMore({ terms, looseTerms }: SearchQuery): boolean {
  const words = new Set(looseTerms.map(({ text }) => text));
  return looseTerms.some(({ forms }) => forms.length > 0) || terms.some(({ text }) => !words.has(text));
}

/** A query as it was typed; null when there is nothing in it to search for. */
export function parseQuery(typed: string | undefined): SearchQuery | null {
  const text = [...normalise(typed ?? '')].slice(0, SEARCH_MAX).join('').trim();
  if (!text) return null;
  return {
    text,
    nameNgrams: ngramsOfTerm(text),
    keywordNgrams: [keywordNgram(text)],
    terms: termsOf(text.split(WORDS_MEET)),
    looseTerms: termsOf(text.match(WORDS) ?? []),
  };
}

function termsOf(words: readonly string[]): SearchTerm[] {
  return (
    [...new Set(words)]
      .slice(0, TERMS_MAX)
      .map((text) => ({
        text,
        ngrams: ngramsOfTerm(text),
        forms: runs(text).join('') === text ? formsOf(text) : [],
      }))
      // Signs alone find nothing; beside words they are passed over.
      .filter(({ text }) => runs(text).length > 0)
  );
}

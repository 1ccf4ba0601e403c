import { SEARCH_MAX, visibleText } from '@yunduo/validation';
import type { Bilingual } from '../../db/schema/bilingual.ts';
import { localized } from '../text/localized.ts';
import { otherNamesIn } from './short-names.ts';
import { createRequire } from 'node:module';
import type * as OpenCC from 'opencc-js/t2cn';
import type * as PinyinPro from 'pinyin-pro';

// Both dictionaries together take half a second to load: they are loaded on the first Chinese text.
const load = createRequire(import.meta.url);
let toSimplified: ((text: string) => string) | null = null;
let toPinyin: typeof PinyinPro.pinyin | null = null;

const HAN = /\p{Script=Han}/u;

/** Converts traditional to simplified characters, and Taiwan's terms to the mainland's (`資料庫` → `数据库`). */
function simplified(text: string): string {
  if (!HAN.test(text)) return text;
  toSimplified ??= (load('opencc-js/t2cn') as typeof OpenCC).Converter({
    from: 'twp',
    to: 'cn',
  });
  return toSimplified(text);
}

/** Pinyin syllables of a run of Chinese characters, without tones, ü as v (`数据库` → `shu`, `ju`, `ku`). */
function syllablesOf(run: string): string[] {
  toPinyin ??= (load('pinyin-pro') as typeof PinyinPro).pinyin;
  return toPinyin(run, { toneType: 'none', type: 'array', v: true, nonZh: 'removed' });
}

/**
 * Search index of the store. Words are cut into ngrams, stored in an array column under a GIN index: for Latin letters
 * and digits two to four of them, for everything else (mainly Chinese) single characters and pairs, so that 数据 finds
 * 数据库. For typos each word of a name is stored with every variant that omits one letter; two words that share a variant
 * differ by one insertion, deletion, replacement or swap. Unlike trigram extensions this needs no installation, does
 * not depend on the server's locale, and works the same on PGlite and PostgreSQL.
 */

const LATIN = /[a-z0-9]/;
const TERMS_MAX = 8;
/** In a shorter word a typo results in another word. */
const TYPO_LENGTH_MIN = 4;
const TYPO_LENGTH_MAX = 24;

/**
 * Text in normalised form: width and compatibility forms folded, lower case, no accents, no invisible characters,
 * simplified characters, single spaces.
 */
export function normalise(text: string): string {
  const plain = visibleText(text.toWellFormed().normalize('NFKD'))
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim();
  return simplified(plain);
}

/** Runs of letters and digits, Latin separate from the rest: `mysql数据库` has two. */
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

/**
 * Pairs at the boundaries of runs, including punctuation: `node.js` is `node`, `js`, `e.` and `.j`. They record that
 * runs are adjacent.
 */
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

/** The minimal ngrams that a text with this term must have. */
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

/** Word boundaries as typed: spaces, and transitions between Latin and other letters, where no space is typed. */
const WORDS_MEET = / |(?<=[a-z0-9])(?=(?![a-z0-9])[\p{L}\p{N}])|(?<=(?![a-z0-9])[\p{L}\p{N}])(?=[a-z0-9])/u;

/** Separate words. Punctuation separates them; only `c++` and `c#` include theirs. */
const WORDS = /[a-z0-9]+(?:(?:\+\+|#)(?![a-z0-9]))?|(?:(?![a-z0-9])[\p{L}\p{N}])+/gu;

/** The word and each variant with one letter omitted. */
function formsOf(word: string): string[] {
  // By code points: half a surrogate pair is invalid text, which the database rejects.
  const letters = [...word];
  if (letters.length < TYPO_LENGTH_MIN || letters.length > TYPO_LENGTH_MAX) return [];
  return [word, ...letters.map((_, index) => letters.toSpliced(index, 1).join(''))];
}

/** A whole keyword among the ngrams of names: no ngram starts with `=`. */
const keywordNgram = (keyword: string): string => `=${keyword}`;

/** Pinyin of the Chinese in a text: full, and the initials of the syllables. */
function pinyinOf(text: string): { whole: string[]; initials: string[] } {
  const input = (text.match(/\p{Script=Han}{2,}/gu) ?? []).map(syllablesOf);
  return {
    whole: input.map((syllables) => syllables.join('')),
    initials: input.map((syllables) => syllables.map((syllable) => syllable.charAt(0)).join('')),
  };
}

/** Removes tags and entities, which readers do not search for. */
function plainText(html: string): string {
  return html.replace(/<[^>]*>/g, ' ').replace(/&[a-z0-9#]{1,10};/gi, ' ');
}

/**
 * Suffix of `search_names` that marks columns written by these rules; columns of an earlier version lack it
 * (`search-columns.ts`). A control character: no search can contain it.
 */
export const WRITTEN_BY = '\u0002';

export interface SearchedWords {
  name: Bilingual;
  intro: Bilingual;
  description: Bilingual;
  keywords: readonly string[];
}

/** The search and sort columns of `apps`; written with every change of the words. */
export function searchColumns({ name, intro, description, keywords }: SearchedWords) {
  // A missing name is not an empty name, which would sort first.
  const names = [localized(name, 'zh'), localized(name, 'en')].map(normalise);
  const aliases = keywords.map(normalise);
  const { whole, initials } = pinyinOf([...names, ...aliases].join('\n'));
  const words = [
    ...names,
    ...aliases,
    ...[intro.zh, intro.en, plainText(description.zh), plainText(description.en)].map(normalise),
  ].join('\n');
  // Pinyin and short names get only the minimal ngrams: more would match every short word somewhere.
  const otherWords = otherNamesIn(words);
  const input = [...whole, ...initials, ...otherWords];
  const nameAliases = [...aliases, ...whole, ...initials, ...otherNamesIn([...names, ...aliases].join('\n'))];
  return {
    // One line per name, so that names that start with or equal the query differ from those that contain it.
    searchNames: `\n${[...new Set(names)].join('\n')}\n${WRITTEN_BY}`,
    searchNgrams: [...new Set([...ngramsOf(words), ...input.flatMap(ngramsOfTerm)])],
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
  /** The whole query, for ranking names. */
  text: string;
  /** Ngrams that a name containing the query must have. */
  nameNgrams: string[];
  /** Ngrams of an app that has the query as a keyword. */
  keywordNgrams: string[];
  /** All must match, including punctuation. */
  terms: SearchTerm[];
  /** Used when these find almost nothing: the words without punctuation. */
  looseTerms: SearchTerm[];
}

/** Whether the loose terms can match more than the strict ones. */
export function mayFindMore({ terms, looseTerms }: SearchQuery): boolean {
  const words = new Set(looseTerms.map(({ text }) => text));
  return looseTerms.some(({ forms }) => forms.length > 0) || terms.some(({ text }) => !words.has(text));
}

/** Parses a typed query; null when it contains nothing to search for. */
export function parseQuery(input: string | undefined): SearchQuery | null {
  const text = [...normalise(input ?? '')].slice(0, SEARCH_MAX).join('').trim();
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
      // Punctuation alone matches nothing; beside words it is ignored.
      .filter(({ text }) => runs(text).length > 0)
  );
}

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

/** A whole keyword among the ngrams of names, or a joined name among the typos: no other entry starts with `=`. */
const wholeEntry = (keyword: string): string => `=${keyword}`;

/** ü is written v, and u where it is left out: `lv`, `lu`. */
const spellings = (pinyin: string): string[] => [...new Set([pinyin, pinyin.replaceAll('v', 'u')])];
/** Syllables in a row that may be searched for with spaces between them. */
const SYLLABLES_MAX = 6;

/** Pinyin of the Chinese in a text: full, any syllables in a row, and the initials of the syllables. */
function pinyinOf(text: string): { whole: string[]; rows: string[]; initials: string[] } {
  const input = (text.match(/\p{Script=Han}{2,}/gu) ?? []).map(syllablesOf);
  const rowsFrom = (syllables: string[]) =>
    syllables.slice(1, SYLLABLES_MAX).map((_, index) => syllables.slice(0, index + 2).join(''));
  return {
    whole: input.flatMap((syllables) => spellings(syllables.join(''))),
    rows: input.flatMap((syllables) =>
      syllables.flatMap((_, start) => rowsFrom(syllables.slice(start)).flatMap(spellings)),
    ),
    initials: input.map((syllables) => syllables.map((syllable) => syllable.charAt(0)).join('')),
  };
}

const isLatin = (text: string): boolean => runs(text).every((run) => LATIN.test(run));

/** Latin words in a row, and their shortest separators: `node-red`, `visual studio code`. */
const JOINED = /[a-z0-9]+(?:(?![a-z0-9])[^\p{L}\p{N}\n]{1,3}[a-z0-9]+)+/gu;
/** The words that stand in a row, in one: `nodered`. */
const joinedIn = (text: string): string[] => (text.match(JOINED) ?? []).map((words) => runs(words).join(''));

/** Removes tags and entities, which readers do not search for. */
function plainText(html: string): string {
  return html.replace(/<[^>]*>/g, ' ').replace(/&[a-z0-9#]{1,10};/gi, ' ');
}

/**
 * Suffix of `search_names` that marks columns written by these rules; columns of an earlier version lack it
 * (`search-columns.ts`). A control character: no search can contain it.
 */
export const WRITTEN_BY = '\u0003';

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
  const called = [...names, ...aliases].join('\n');
  const { whole, rows, initials } = pinyinOf(called);
  const joined = joinedIn(called);
  const words = [
    ...names,
    ...aliases,
    ...[intro.zh, intro.en, plainText(description.zh), plainText(description.en)].map(normalise),
  ].join('\n');
  // Pinyin and short names get only the minimal ngrams: more would match every short word somewhere.
  const otherWords = otherNamesIn(words);
  const input = [...whole, ...initials, ...joined, ...otherWords];
  const nameAliases = [...aliases, ...whole, ...initials, ...joined, ...otherNamesIn(called)];
  return {
    // One line per name, so that names that start with or equal the query differ from those that contain it.
    searchNames: `\n${[...new Set(names)].join('\n')}\n${WRITTEN_BY}`,
    searchNgrams: [...new Set([...ngramsOf(words), ...input.flatMap(ngramsOfTerm)])],
    searchTypos: [
      ...new Set([
        ...[...names, ...aliases].flatMap(runs).flatMap(formsOf),
        ...joined.flatMap(formsOf),
        ...[...names, ...nameAliases, ...rows].filter(isLatin).map((name) => wholeEntry(runs(name).join(''))),
      ]),
    ],
    searchNameNgrams: [...new Set([...names.flatMap(ngramsOf), ...nameAliases.map(wholeEntry)])],
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
  /** Used when these find almost nothing: the words without punctuation, and all of them in one. */
  looseTerms: SearchTerm[];
  joined: string[];
}

/** Whether the loose terms can match more than the strict ones. */
export function mayFindMore({ terms, looseTerms, joined }: SearchQuery): boolean {
  const words = new Set(looseTerms.map(({ text }) => text));
  return (
    joined.length > 0 ||
    looseTerms.some(({ forms }) => forms.length > 0) ||
    terms.some(({ text }) => !words.has(text))
  );
}

/** Pinyin with tones: `shu4 ju4 ku4`. */
const TONED = /^(?:[a-z]{1,6}[1-5][ '’]?){2,}$/;

/** A name typed in parts, in one: `vs code`, `shu ju ku`, `shu'ju'ku`, `shu4ju4ku4`. */
function joinedOf(text: string): string[] {
  const parts = runs(text);
  if (!isLatin(text)) return [];
  const plain = TONED.test(text) ? [parts.join('').replace(/[1-5]/g, '')] : [];
  return [...(parts.length > 1 ? [parts.join('')] : []), ...plain].map(wholeEntry);
}

/** Parses a typed query; null when it contains nothing to search for. */
export function parseQuery(input: string | undefined): SearchQuery | null {
  const text = [...normalise(input ?? '')].slice(0, SEARCH_MAX).join('').trim();
  if (!text) return null;
  return {
    text,
    nameNgrams: ngramsOfTerm(text),
    keywordNgrams: [wholeEntry(text)],
    terms: termsOf(text.split(WORDS_MEET)),
    looseTerms: termsOf(text.match(WORDS) ?? []),
    joined: joinedOf(text),
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

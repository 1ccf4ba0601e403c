import { createRequire } from 'node:module';
import type * as OpenCC from 'opencc-js/t2cn';
import type * as PinyinPro from 'pinyin-pro';

// Both dictionaries together take half a second to load: they are loaded on the first Chinese text.
const load = createRequire(import.meta.url);
let toSimplified: ((text: string) => string) | null = null;
let toPinyin: typeof PinyinPro.pinyin | null = null;

const HAN = /\p{Script=Han}/u;

/** Converts traditional to simplified characters, and Taiwan's terms to the mainland's (`資料庫` → `数据库`). */
export function simplified(text: string): string {
  if (!HAN.test(text)) return text;
  toSimplified ??= (load('opencc-js/t2cn') as typeof OpenCC).Converter({
    from: 'twp',
    to: 'cn',
  });
  return toSimplified(text);
}

/** Pinyin syllables of a run of Chinese characters, without tones, ü as v (`数据库` → `shu`, `ju`, `ku`). */
export function syllablesOf(run: string): string[] {
  toPinyin ??= (load('pinyin-pro') as typeof PinyinPro).pinyin;
  return toPinyin(run, { toneType: 'none', type: 'array', v: true, nonZh: 'removed' });
}

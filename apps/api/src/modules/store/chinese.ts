import { createRequire } from 'node:module';
import type * as OpenCC from 'opencc-js/t2cn';
import type * as PinyinPro from 'pinyin-pro';

// Dictionaries of both take half a second to load: they are read when Chinese is first written or searched.
const load = createRequire(import.meta.url);
let toSimplified: ((text: string) => string) | null = null;
let toPinyin: typeof PinyinPro.pinyin | null = null;

const HAN = /\p{Script=Han}/u;

/** Traditional characters as simplified ones, and words of Taiwan as those of the mainland (`資料庫` → `数据库`). */
export function simplified(text: string): string {
  if (!HAN.test(text)) return text;
  toSimplified ??= (load('opencc-js/t2cn') as typeof OpenCC).Converter({
    from: 'twp',
    to: 'cn',
  });
  return toSimplified(text);
}

/** How a run of Chinese characters is typed: its syllables without tones, ü as v (`数据库` → `shu`, `ju`, `ku`). */
export function syllablesOf(run: string): string[] {
  toPinyin ??= (load('pinyin-pro') as typeof PinyinPro).pinyin;
  return toPinyin(run, { toneType: 'none', type: 'array', v: true, nonZh: 'removed' });
}

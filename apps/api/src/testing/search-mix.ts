import type { InputOf, appStore } from '@yunduo/api-contract';
import type { Locale } from '@yunduo/i18n';
import { STORE_SORTS } from '@yunduo/validation';
import { generatedName } from './large-catalogue.ts';

export interface StoreQuestion {
  /** Kind of query, by which plans and figures are grouped. */
  kind: string;
  input: InputOf<typeof appStore.list>;
  locale: Locale;
}

/** A typo: one letter omitted, two swapped. */
const slipOf = (word: string): string =>
  word.slice(0, 2) + word.slice(3, 5) + word.slice(2, 3) + word.slice(5);

/**
 * Visitors' store queries over a generated catalogue of `count` apps: pages in every order, filters, common and rare
 * words, names and typos. All distinct, so that no cache answers.
 */
export function storeQuestions(count: number): StoreQuestion[] {
  const questions: StoreQuestion[] = [];
  const ask = (kind: string, input: StoreQuestion['input'], locale: Locale = 'zh'): void => {
    questions.push({ kind, input, locale });
  };
  const word = (index: number): string => generatedName((index * 7919) % count).split(' ')[0] ?? '';

  for (const sort of STORE_SORTS) {
    for (const page of [1, 2, 7]) {
      ask(`list, ${sort}`, { sort, page });
      ask(`list, ${sort}, filtered`, { sort, page, cate: 'runtime', os: 'debian', certified: true });
    }
    ask(`list, ${sort}`, { sort }, 'en');
    ask(`list, ${sort}, filtered`, { sort, source: 'official', arch: 'arm64' }, 'en');
  }
  for (const q of ['数据', '服务器', '备份', '用户', '时间', '安全', '监控', '日志', '缓存', '磁盘']) {
    ask('common word', { q });
    ask('common word, page 3', { q, page: 3 });
    ask('common word, sorted', { q, sort: 'downloads' });
    ask('common word, filtered', { q, cate: 'practical', os: 'ubuntu' });
  }
  for (const q of [
    'server',
    'data',
    'your',
    'backup',
    'database',
    'log',
    'file',
    'user',
    'network',
    'cache',
  ]) {
    ask('common word', { q }, 'en');
    ask('common word, sorted', { q, sort: 'updated' }, 'en');
    ask('common word, filtered', { q, certified: true }, 'en');
  }
  for (const q of [
    '企鹅',
    '獾',
    '水獭',
    '猎鹰',
    '苍鹭',
    '珊瑚',
    '泻湖',
    'otter',
    'falcon',
    'lagoon',
    'heron',
  ]) {
    ask('word', { q });
    ask('word, sorted', { q, sort: 'newest' });
  }
  for (let index = 0; index < 60; index += 1) {
    ask('name', { q: generatedName((index * 104_729) % count) }, index % 2 ? 'zh' : 'en');
    ask('beginning of a name', { q: word(index).slice(0, 4) });
    ask('slip of the pen', { q: slipOf(word(index + 100)) });
  }
  for (const q of [
    '数据 备份',
    '服务器 监控 告警',
    'backup server',
    'log file search',
    '缓存 cache',
    'node.js',
    '数据x',
  ]) {
    ask('several words', { q });
    ask('several words, sorted', { q, sort: 'name' }, 'en');
  }
  // Each is repeated with typos tolerated in long words.
  for (const q of [
    '缓存zzq',
    '缓存 zzq',
    '数1据2备3份4',
    '数据库backpu',
    '数据库 backpu',
    'server zzq',
    'server qqqqzzzz',
    'server dokcer',
    'sever databse',
    'your data server zzqq',
    '服务器 水獭獾',
    '数据库，备份的獾',
    'server/backup: qqqqzzzz',
  ]) {
    ask('common and unknown words', { q });
    ask('common and unknown words, sorted', { q, sort: 'downloads' });
    ask('common and unknown words, filtered', { q, cate: 'practical', certified: true });
  }
  ask('nothing', { q: 'qqqqzzzz' });
  ask('nothing', { q: '龘靐' });
  return questions;
}

import { expect, test } from '@jest/globals';
import { pairFaults, punctuationFaults, unusedKeys } from './i18n.ts';

test('finds a key, a placeholder or a text that one language lacks', () => {
  const zh = { home: { title: '你好 {{name}}', more: '更多', empty: '' } };
  const en = { home: { title: 'Hello', empty: '', extra: 'Extra' } };
  expect(pairFaults({ name: 'w', zh, en })).toEqual([
    'w: home.title has {{name}} in Chinese, none in English',
    'w: home.more is missing in English',
    'w: home.empty is empty',
    'w: home.extra is missing in Chinese',
  ]);
});

test('Chinese takes full-width punctuation; numbers, versions and commands keep theirs', () => {
  expect(punctuationFaults('连不上,稍后再试')).not.toEqual([]);
  expect(punctuationFaults('版本(新)')).not.toEqual([]);
  expect(punctuationFaults('他说"好"')).not.toEqual([]);
  expect(punctuationFaults('连不上，版本 1.2.3 (x64)，端口 80:80。')).toEqual([]);
});

test('a key is used when the code names it or builds it, and a word of the server when it is read as a property', () => {
  const zh = {
    user: { save: '保存', genders: { male: '男' }, count_one: '一', count_other: '多', gone: '无' },
  };
  const sources = [{ path: 'a.tsx', text: "t('save'); t(`genders.${gender}`); t('count', { count })" }];
  expect(unusedKeys({ name: 'w', zh, en: zh }, sources)).toEqual(['user.gone']);
  const server = [...sources, { path: 'b.ts', text: 'zh.user.gone' }];
  expect(unusedKeys({ name: 'w', zh, en: zh }, server)).toEqual(['user.gone']);
  expect(unusedKeys({ name: 'mail', zh, en: zh }, server)).toEqual([]);
  // The same last part elsewhere is another word.
  const more = { panel: { in_review: { loading: '…' }, loading: '…' } };
  expect(unusedKeys({ name: 'w', zh: more, en: more }, [{ path: 'c.tsx', text: "t('loading')" }])).toEqual([
    'panel.in_review.loading',
  ]);
});

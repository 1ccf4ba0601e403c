import { expect, test } from '@jest/globals';
import { textAttributes, textLang } from './text-lang.ts';

test.each([
  ['en', '请补充一张备份页面的截图。', 'zh-CN'],
  ['en', 'Add a screenshot, 例如备份页面.', 'zh-CN'],
  ['en', 'Please add a screenshot of the backup page.', undefined],
  ['zh', 'Please add a screenshot of the backup page.', 'en'],
  ['zh', '<p>Runs scheduled backups of your databases.</p>', 'en'],
  ['zh', '支持 MySQL 8.4 与 nginx 1.29', undefined],
  ['zh', 'nginx', undefined],
  ['zh', 'nginx 1.29.3', undefined],
  ['zh', 'Yunduo Backup Pro', undefined],
  ['en', '12.5', undefined],
  ['zh', '', undefined],
] as const)('on a %s page “%s” gets lang %s', (locale, text, lang) => {
  expect(textLang(text, locale)).toBe(lang);
});

test('a text that users wrote runs in its own direction and is read in its own language', () => {
  expect(textAttributes('请补充截图。', 'en')).toEqual({ dir: 'auto', lang: 'zh-CN' });
  expect(textAttributes('مرحبا', 'en')).toEqual({ dir: 'auto', lang: undefined });
});

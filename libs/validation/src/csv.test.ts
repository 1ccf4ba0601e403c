import { expect, test } from '@jest/globals';
import { csv } from './csv.ts';

test.each([
  ['plain', 'plain'],
  ['two, words', '"two, words"'],
  ['a "quote"', '"a ""quote"""'],
  ['two\nlines', '"two\nlines"'],
  ['two\rlines', '"two\rlines"'],
  ['=HYPERLINK("https://evil.example")', `"'=HYPERLINK(""https://evil.example"")"`],
  ['+cmd', "'+cmd"],
  ['-1+1', "'-1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\n=1', `"'\n=1"`],
  ['＝1+1', "'＝1+1"],
  ['＋cmd', "'＋cmd"],
  ['－1+1', "'－1+1"],
  ['−1+1', "'−1+1"],
  ['﹣1', "'﹣1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  [' =1', "' =1"],
  ['\u200b=1', "'\u200b=1"],
  ['\ufeff＝1', "'\ufeff＝1"],
  ['\u3000@a', "'\u3000@a"],
  ['a;=1+1', "a;'=1+1"],
  ['a; "=1', `"a;' ""=1"`],
  ['a;\u200b＝1;b', "a;'\u200b＝1;b"],
  ['a\t@b', "a\t'@b"],
  ['a\n-1', `"a\n'-1"`],
  ['a; b\nc', '"a; b\nc"'],
  ['1=1', '1=1'],
  ['云舵－服务器', '云舵－服务器'],
])('escapes the cell %p if a spreadsheet could read it as a formula', (value, shown) => {
  expect(csv(['a'], [[value]])).toBe(`\ufeffa\r\n${shown}\r\n`);
});

test('writes numbers as is, dates as ISO 8601 and null as an empty cell', () => {
  const moment = new Date('2026-11-20T02:00:00Z');
  expect(csv(['a', 'b', 'c'], [[-1, moment, null]])).toBe('\ufeffa,b,c\r\n-1,2026-11-20T02:00:00.000Z,\r\n');
});

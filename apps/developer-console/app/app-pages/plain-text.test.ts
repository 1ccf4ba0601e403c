import { expect, test } from '@jest/globals';
import { plainText, plainTexts } from './plain-text.ts';

test('a value is a line: both languages, without markup; what is empty is a dash', () => {
  expect(plainText({ zh: '', en: '<p>Every  night</p>' })).toBe('– / Every night');
  expect(plainText([])).toBe('–');
  expect(plainText([{ kind: 'Depends on', app_key: 'mysql', package: null, constraint: '' }])).toBe(
    'Depends on / mysql',
  );
});

test('long texts that differ at the end show their end', () => {
  const begin = 'The same words. '.repeat(60);
  const [mine, theirs] = plainTexts(`${begin}Mine`, `${begin}Theirs, which goes on${' and on'.repeat(90)}`);
  expect(mine).toMatch(/^… .{20,60}Mine$/);
  expect(theirs).toMatch(/^… .{20,60}Theirs, which goes on.*…$/);
});

test('texts that differ in their markup alone show it', () => {
  expect(plainTexts({ zh: '', en: '<p>Night</p>' }, { zh: '', en: '<p><b>Night</b></p>' })).toEqual([
    '– / <p>Night</p>',
    '– / <p><b>Night</b></p>',
  ]);
});

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

test.each([
  [400, 'whole', /^x{400}$/],
  [401, 'from shortly before its end', /^… x{40}$/],
])('a text of %d characters that differs nowhere is shown %s', (length, _, shown) => {
  expect(plainTexts('x'.repeat(length), 'x'.repeat(length))[0]).toMatch(shown);
});

test('a text that is shown from its begin is cut after 400 characters, and says so from the 401st on', () => {
  expect(plainTexts('a', `b${'x'.repeat(399)}`)[1]).toMatch(/^bx{399}$/);
  expect(plainTexts('a', `b${'x'.repeat(400)}`)[1]).toMatch(/^bx{399} …$/);
});

test('texts that differ in their markup alone show it', () => {
  expect(plainTexts({ zh: '', en: '<p>Night</p>' }, { zh: '', en: '<p><b>Night</b></p>' })).toEqual([
    '– / <p>Night</p>',
    '– / <p><b>Night</b></p>',
  ]);
});

import { expect, test } from '@jest/globals';
import { plainText, plainTexts } from './plain-text.ts';

test('joins both languages without markup and renders an empty value as a dash', () => {
  expect(plainText({ zh: '', en: '<p>Every  night</p>' })).toBe('– / Every night');
  expect(plainText([])).toBe('–');
  expect(plainText([{ kind: 'Depends on', app_key: 'mysql', package: null, constraint: '' }])).toBe(
    'Depends on / mysql',
  );
});

test('shortens long texts to the part that differs', () => {
  const begin = 'The same words. '.repeat(60);
  const [mine, theirs] = plainTexts(`${begin}Mine`, `${begin}Theirs, which goes on${' and on'.repeat(90)}`);
  expect(mine).toMatch(/^… .{20,60}Mine$/);
  expect(theirs).toMatch(/^… .{20,60}Theirs, which goes on.*…$/);
});

test.each([
  [400, 'whole', /^x{400}$/],
  [401, 'from shortly before its end', /^… x{40}$/],
])('an identical text of %d characters is shown %s', (length, _, shown) => {
  expect(plainTexts('x'.repeat(length), 'x'.repeat(length))[0]).toMatch(shown);
});

test('cuts a text after 400 characters and marks the cut', () => {
  expect(plainTexts('a', `b${'x'.repeat(399)}`)[1]).toMatch(/^bx{399}$/);
  expect(plainTexts('a', `b${'x'.repeat(400)}`)[1]).toMatch(/^bx{399} …$/);
});

test('long texts that differ at once are shown from their beginning, others from 40 characters before', () => {
  const long = 'x'.repeat(500);
  expect(plainTexts(`a${long}`, `b${long}`)[0]).toMatch(/^ax{399} …$/);
  expect(plainTexts(`${'y'.repeat(40)}a${long}`, `${'y'.repeat(40)}b${long}`)[0]).toMatch(/^y{40}ax{359} …$/);
  expect(plainTexts(`${'y'.repeat(41)}a${long}`, `${'y'.repeat(41)}b${long}`)[0]).toMatch(
    /^… y{40}ax{359} …$/,
  );
});

test('shows markup if the texts differ only in markup', () => {
  expect(plainTexts({ zh: '', en: '<p>Night</p>' }, { zh: '', en: '<p><b>Night</b></p>' })).toEqual([
    '– / <p>Night</p>',
    '– / <p><b>Night</b></p>',
  ]);
});

import { expect, test } from '@jest/globals';
import { localized } from './locale.ts';
import { isUntranslated, languageOf } from './localized.ts';

const both = { zh: '龙骨', en: 'Keel' };
const chinese = { zh: '龙骨', en: '' };
const english = { zh: '', en: 'Keel' };
const none = { zh: '', en: '' };

test.each([
  [both, '龙骨', 'Keel'],
  [chinese, '龙骨', '龙骨'],
  [english, 'Keel', 'Keel'],
  [none, '', ''],
])('a reader sees %j in their language, else in the other', (text, zh, en) => {
  expect([localized(text, 'zh'), localized(text, 'en')]).toEqual([zh, en]);
});

test.each([
  [both, false, false],
  [chinese, false, true],
  [english, true, false],
  [none, false, false],
])('%j is untranslated for readers of the language that it lacks', (text, zh, en) => {
  expect([isUntranslated(text, 'zh'), isUntranslated(text, 'en')]).toEqual([zh, en]);
});

test('texts shown together are in the other language if one of them is untranslated', () => {
  expect(languageOf([both, none], 'zh')).toBe('zh');
  expect(languageOf([both, none], 'en')).toBe('en');
  expect(languageOf([both, chinese], 'en')).toBe('zh');
  expect(languageOf([both, english], 'zh')).toBe('en');
});

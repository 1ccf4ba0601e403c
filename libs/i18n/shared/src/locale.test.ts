import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  isolate,
  languageHeader,
  localeOfAccepted,
  localeOfHeader,
  localePath,
  LOCALES,
  splitLocale,
} from './index.ts';

test('English paths start with /en, Chinese paths have no prefix', () => {
  expect(localePath('zh', '/store?q=a')).toBe('/store?q=a');
  expect(localePath('en', '/store?q=a')).toBe('/en/store?q=a');
  expect(localePath('en', '/')).toBe('/en');
  expect(localePath('en', '/#benefits')).toBe('/en#benefits');
  expect(localePath('en', '/?from=mail')).toBe('/en?from=mail');
  expect(splitLocale('/en')).toEqual({ locale: 'en', path: '/' });
  expect(splitLocale('/en/store/3')).toEqual({ locale: 'en', path: '/store/3' });
  expect(splitLocale('/english')).toEqual({ locale: 'zh', path: '/english' });
});

test('localePath and splitLocale round-trip in both languages', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...LOCALES),
      fc.array(fc.stringMatching(/^[a-z0-9-]{1,8}$/)),
      (locale, parts) => {
        const path = `/${parts.join('/')}`;
        fc.pre(splitLocale(path).locale === 'zh');
        expect(splitLocale(localePath(locale, path))).toEqual({ locale, path });
      },
    ),
  );
});

test('[R7.02] the language header is zh-cn for Chinese, otherwise us', () => {
  expect(LOCALES.map(languageHeader)).toEqual(['zh-cn', 'us']);
  expect([undefined, 'zh-cn', 'us', 'fr'].map(localeOfHeader)).toEqual(['zh', 'zh', 'en', 'en']);
});

test.each([
  ['en', 'en'],
  ['en-GB,en;q=0.9', 'en'],
  ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
  ['fr, en;q=0.7, zh-Hans;q=0.9', 'zh'],
  ['ZH-tw', 'zh'],
  ['en;q=0', null],
  ['*', null],
  ['zhx, english', null],
  ['', null],
  [undefined, null],
])('Accept-Language: %s prefers %s', (header, locale) => {
  expect(localeOfAccepted(header)).toBe(locale);
});

test.each(['نص', 'שם 2', 'Backup נתונים', '𞤀𞤣', 'ﺀ'])('the value “%s” is isolated in a sentence', (value) => {
  expect(isolate(value)).toBe(`\u2068${value}\u2069`);
});

test.each(['nginx 1.29', '云朵 ﹁备份﹂', 'Ćevap 🧰', '❤\ufe0f'])(
  'the value “%s” is kept as it is',
  (value) => {
    expect(isolate(value)).toBe(value);
  },
);

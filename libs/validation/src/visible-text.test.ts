import { describe, expect, test } from '@jest/globals';
import { DIRECTION_CONTROLS, hasHidden, STACKED_MARKS, visibleLine, visibleText } from './visible-text.ts';

const HIDDEN = [
  '\u00ad', '\u034f', '\u061c', '\u115f', '\u1160', '\u17b4', '\u180b', '\u180e', '\u200b', '\u200c', '\u200d',
  '\u200e', '\u200f', '\u2060', '\u2061', '\u206a', '\u2800', '\u3164', '\ufe00', '\ufe0f', '\ufeff', '\uffa0',
  '\ufff9', '\ufffc', '\u0007', '\u001b', '\u007f', '\u0085', '\u009f', '\u{13441}', '\u{13442}', '\u{1d159}', '\u{1d173}', '\u{16fe4}', '\u{e0001}', '\u{e0061}', '\u{e007f}', '\u{e0100}',
]; // prettier-ignore

describe('visible text', () => {
  test.each(HIDDEN.map((sign) => [String(sign.codePointAt(0)?.toString(16)), sign] as const))(
    'removes U+%s within a word, around it and alone',
    (_, sign) => {
      expect(visibleText(`Tool${sign}box`)).toBe('Toolbox');
      expect(visibleText(`${sign}工具${sign} `)).toBe('工具');
      expect(visibleText(sign.repeat(3))).toBe('');
      expect(hasHidden(`Toolbox${sign}`)).toBe(true);
    },
  );

  test('removes direction controls', () => {
    for (const sign of ['\u202a', '\u202e', '\u2066', '\u2069']) {
      expect(visibleText(`a${sign}b`)).toBe('ab');
      expect(hasHidden(`a${sign}b`)).toBe(true);
      expect(DIRECTION_CONTROLS.test(sign)).toBe(true);
    }
  });

  test.each([
    ['a family', '👨‍👩‍👧'],
    ['a skin', '👍🏽'],
    ['a profession with a skin', '👩🏿‍💻'],
    ['a heart drawn as an emoji', '❤️'],
    ['a rainbow flag', '🏳️‍🌈'],
    ['the flag of Scotland', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
    ['the flag of a country', '🇨🇳'],
    ['a keycap', '1️⃣'],
    ['a Persian word with a non-joiner', 'می‌خواهم'],
    ['a Sinhala word with a joiner', 'ශ්‍රී'],
    ['a Hindi word', 'क्‍ष'],
    ['Vietnamese', 'Tiếng Việt'],
  ])('keeps %s', (_, text) => {
    expect(visibleText(text)).toBe(text.normalize('NFC'));
    expect(hasHidden(text)).toBe(false);
  });

  test('keeps line breaks; visibleLine collapses spaces', () => {
    expect(visibleText('  one\n\ttwo\u3000 ')).toBe('one\n\ttwo');
    expect(visibleText('one\r\ntwo\r\n\r\nthree\r\n')).toBe('one\ntwo\n\nthree');
    expect(visibleLine('\u3000一\u3000\u00a0二\u2003')).toBe('一 二');
  });

  test('normalises to NFC, removes marks without a letter, and detects stacked marks', () => {
    expect(visibleText('Cafe\u0301')).toBe('Café');
    expect(visibleText('Cafe\u200b\u0301')).toBe('Café');
    expect(visibleText('\u0301\u0301')).toBe('');
    expect(STACKED_MARKS.test('Z\u0301\u0302\u0303\u0304\u0305')).toBe(true);
    expect(STACKED_MARKS.test('ệ'.normalize('NFD'))).toBe(false);
    expect(STACKED_MARKS.test('བསྒྲུབས')).toBe(false);
  });
});

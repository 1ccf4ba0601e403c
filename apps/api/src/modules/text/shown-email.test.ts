import { expect, test } from '@jest/globals';
import { asciiEmail } from '@yunduo/validation';
import { shownEmail } from './shown-email.ts';

test.each([
  'lin@例子.中国',
  'lin@bücher.example',
  'lin@пример.рф',
  'lin@example.com',
  'lin@mail.食狮.com.cn',
  'lin@リンゴ.jp',
  'lin@παράδειγμα.ελ',
  'lin@مثال.com',
  'lin@דוגמה.com',
  'lin@ตัวอย่าง.com',
  'lin@उदाहरण.com',
  'lin@উদাহরণ.com',
  'lin@எடுத்துக்காட்டு.com',
  'lin@ఉదాహరణ.com',
  'lin@օրինակ.com',
  'lin@მაგალითი.com',
  'lin@예시.com',
])('%s is stored in ASCII and shown as typed', (input) => {
  expect(asciiEmail(input)).toMatch(/^[!-~]+$/);
  expect(shownEmail(asciiEmail(input))).toBe(input);
});

test('a mixed-script or undecodable label stays in ASCII', () => {
  const mixed = asciiEmail('lin@pаypal.com');
  expect(mixed).toMatch(/@xn--/);
  expect(shownEmail(mixed)).toBe(mixed);
  expect(shownEmail('lin@xn--a.com')).toBe('lin@xn--a.com');
  expect(shownEmail('nobody')).toBe('nobody');
});

import { expect, test } from '@jest/globals';
import { allowedMarkup, allowedScript } from './trusted-types.ts';

test('the default policy lets through the one element that React makes, an empty document, and plain text', () => {
  expect(allowedMarkup('<!doctype html>')).toBe('<!doctype html>');
  expect(allowedMarkup('<script></script>')).toBe('<script></script>');
  expect(allowedMarkup('{"a":1}')).toBe('{"a":1}');
});

test.each([
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  'a<b',
  '<script></script><b>',
  '<!doctype html><b>',
])('any other markup is refused: %s', (markup) => {
  expect(allowedMarkup(markup)).toBeNull();
});

test('a data block is let through, a script is not', () => {
  expect(allowedScript('{"@type":"Thing"}')).toBe('{"@type":"Thing"}');
  for (const script of ['alert(1)', '{"a":1};alert(1)', '', 'a=1']) expect(allowedScript(script)).toBeNull();
});

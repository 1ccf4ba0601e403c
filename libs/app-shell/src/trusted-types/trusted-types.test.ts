import { expect, test } from '@jest/globals';
import { allowedMarkup, allowedScript } from './trusted-types.ts';

test('the default policy allows an empty script element, an empty document and plain text', () => {
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
])('rejects other markup: %s', (markup) => {
  expect(allowedMarkup(markup)).toBeNull();
});

test('allows a JSON data block and rejects scripts', () => {
  expect(allowedScript('{"@type":"Thing"}')).toBe('{"@type":"Thing"}');
  for (const script of ['alert(1)', '{"a":1};alert(1)', '', 'a=1']) expect(allowedScript(script)).toBeNull();
});

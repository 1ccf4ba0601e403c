import { expect, test } from '@jest/globals';
import { allowedMarkup } from './trusted-types.ts';

test('lets through what React itself makes, and nothing with another tag', () => {
  expect(allowedMarkup('<script></script>')).toBe('<script></script>');
  expect(allowedMarkup("document.title = 'a'")).toBe("document.title = 'a'");
  for (const markup of ['<img src=x onerror=alert(1)>', '<script>alert(1)</script>', '<b>', '<']) {
    expect(allowedMarkup(markup)).toBeNull();
  }
});

import { expect, test } from '@jest/globals';
import { withoutScripts } from './script-free.ts';

test('withoutScripts removes scripts and modulepreload links only', () => {
  const html =
    '<head><link rel="stylesheet" href="a.css"><link rel="modulepreload" href="a.js"><script>x()</script></head><p>text</p><script type="module" src="b.js"></script>';
  expect(withoutScripts(html)).toBe('<head><link rel="stylesheet" href="a.css"></head><p>text</p>');
});

import { MARKDOWN_NESTING_MAX, MARKDOWN_TAGS } from '@yunduo/validation';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { renderMarkdown } from './markdown.ts';

/** As in the specification: the list used by both sanitisers must match it. */
const ALLOWED = 'a b blockquote code em h1 h2 h3 h4 h5 h6 li ol p pre s sub sup strong ul'.split(' ');

const tagsIn = (html: string): string[] =>
  [...html.matchAll(/<\/?([a-z][a-z0-9-]*)/gi)].map(([, tag]) => tag ?? '');

/** Nesting depth of elements; fails when one is closed that is not open. */
function depthOf(html: string): number {
  const open: string[] = [];
  let deepest = 0;
  for (const [, slash, tag = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>/g)) {
    if (slash) expect(open.pop()).toBe(tag);
    else open.push(tag);
    deepest = Math.max(deepest, open.length);
  }
  expect(open).toEqual([]);
  return deepest;
}

/** Markdown as written by users and attackers: marks, brackets, tags and words in any order. */
const markdown = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[
          '# ',
          '> ',
          '- ',
          '1. ',
          '***',
          '_',
          '**',
          '~~',
          '`',
          '```\n',
          '\n',
          '\n\n',
          '    ',
          '|',
          '---',
          '\\',
        ],
        ...[
          '![x](y)',
          '[a](javascript:alert(1))',
          '[r]: http://e',
          '<http://e>',
          'https://example.com',
          '<br>',
        ],
        ...[
          '<img src=x onerror=alert(1)>',
          '<!--',
          '-->',
          '<script>',
          '</p>',
          '&lt;',
          '&#60;b>',
          '  \n',
          '中文',
        ],
      ),
      fc.string({ maxLength: 12 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

describe('Markdown', () => {
  test('[R1.07] leaves raw HTML, images and links as text', () => {
    const html = renderMarkdown(
      '<b onclick="x">bold</b>\n\n![picture](https://example.com/a.png) [link](https://example.com) <https://example.com>' +
        '\n\n[reference]: https://example.com',
    );
    expect(html).toBe(
      '<p>&lt;b onclick=&quot;x&quot;&gt;bold&lt;/b&gt;</p>' +
        '<p>![picture](https://example.com/a.png) [link](https://example.com) &lt;https://example.com&gt;</p>' +
        '<p>[reference]: https://example.com</p>',
    );
  });

  test('[R1.07] keeps line breaks as text, and does not link a URL', () => {
    expect(renderMarkdown('first\nsecond  \nthird\\\nfourth https://example.com')).toBe(
      '<p>first\nsecond\nthird\nfourth https://example.com</p>',
    );
  });

  test('renders headings, lists, quotes, code and emphasis', () => {
    expect(renderMarkdown('## 标题\n\n- 一\n- **二**\n\n> 引用 `码`\n\n1. ~~三~~\n\n```js\na < b\n```')).toBe(
      '<h2>标题</h2><ul><li>一</li><li><strong>二</strong></li></ul>' +
        '<blockquote><p>引用 <code>码</code></p></blockquote><ol><li><s>三</s></li></ol>' +
        '<pre><code>a &lt; b\n</code></pre>',
    );
  });

  test.each([
    [
      'a list in a list',
      '- one\n  - two\n    - three\n- four',
      '<ul><li>one<ul><li>two<ul><li>three</li></ul></li></ul></li><li>four</li></ul>',
    ],
    ['a loose list', '- one\n\n- two', '<ul><li><p>one</p></li><li><p>two</p></li></ul>'],
    [
      'two paragraphs in an item',
      '1. one\n\n   more\n2. two',
      '<ol><li><p>one</p><p>more</p></li><li><p>two</p></li></ol>',
    ],
    ['lines in an item', '- one\n  more\n  - two', '<ul><li>one\nmore<ul><li>two</li></ul></li></ul>'],
    [
      'code in an item',
      '- run\n\n  ```\n  a\n\n  b\n  ```',
      '<ul><li><p>run</p><pre><code>a\n\nb\n</code></pre></li></ul>',
    ],
    ['indented code between', 'a\n\n    b\n\nc', '<p>a</p><pre><code>b\n</code></pre><p>c</p>'],
    [
      'a list in a quote',
      '> said\n>\n> - one\n> - two',
      '<blockquote><p>said</p><ul><li>one</li><li>two</li></ul></blockquote>',
    ],
    [
      'a quote in an item',
      '- one\n  > said\n  > more',
      '<ul><li>one<blockquote><p>said\nmore</p></blockquote></li></ul>',
    ],
    ['a heading in an item', '- # one\n- two', '<ul><li><h1>one</h1></li><li>two</li></ul>'],
    ['a heading after an item', '- one\n\n## two\ntext', '<ul><li>one</li></ul><h2>two</h2><p>text</p>'],
    ['an underlined heading', 'one\n===\ntwo', '<h1>one</h1><p>two</p>'],
    ['an empty item', '-\n- two', '<ul><li></li><li>two</li></ul>'],
    ['a break before the first word', '\\\none', '<p>one</p>'],
    ['a break in emphasis before the first word', '**\\\none**', '<p><strong>one</strong></p>'],
    ['breaks alone', '\\\n\\\n\\\none\\\ntwo', '<p>one\ntwo</p>'],
    ['emphasis on two lines', '*one*\n**two**', '<p><em>one</em>\n<strong>two</strong></p>'],
  ])('renders %s with line breaks in text and code, and none between tags', (_, text, html) => {
    expect(renderMarkdown(text)).toBe(html);
  });

  test('never puts a line break next to a block tag', () => {
    fc.assert(
      fc.property(markdown, (text) => {
        const html = renderMarkdown(text);
        expect(html).not.toMatch(/\n<\/?(?:ul|ol|li|p|h\d|blockquote|pre)\b/);
        expect(html).not.toMatch(/<\/?(?:ul|ol|li|p|h\d|blockquote|pre)(?: start="\d+")?>\n/);
      }),
      { numRuns: 2_000 },
    );
  });

  test('leaves tables and rules as text', () => {
    expect(renderMarkdown('|a|b|\n|-|-|\n|1|2|\n\n***')).toBe('<p>|a|b|\n|-|-|\n|1|2|</p><p>***</p>');
  });

  test('[R1.08] allows exactly the tags of the specification', () => {
    expect([...MARKDOWN_TAGS]).toEqual(ALLOWED);
  });

  test('[R1.08] renders only allowed tags, without an attribute but `start`', () => {
    fc.assert(
      fc.property(markdown, (text) => {
        const html = renderMarkdown(text);
        expect(tagsIn(html).filter((tag) => !ALLOWED.includes(tag))).toEqual([]);
        expect(html.match(/<[a-z][a-z0-9]*\s(?!start="\d+">)/)).toBeNull();
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ['quotes', `${'>'.repeat(10_000)} deep`],
    ['lists', `${'- '.repeat(10_000)}deep`],
    [
      'lists by indentation',
      Array.from({ length: 1_000 }, (_, level) => `${' '.repeat(level * 2)}- x`).join('\n'),
    ],
    ['emphasis', `${'*_'.repeat(10_000)}deep${'_*'.repeat(10_000)}`],
    ['strong in emphasis', `${'*a **b '.repeat(5_000)}deep${' b** a*'.repeat(5_000)}`],
    ['strong in emphasis that never ends', '*a **b '.repeat(5_000)],
    ['brackets', '['.repeat(10_000)],
    ['quotes and lists', `${'> - '.repeat(10_000)}deep`],
  ])('[R1.09] renders 10,000 levels of %s within 100 levels', (_, text) => {
    const html = renderMarkdown(text);
    expect(html.length).toBeGreaterThan(0);
    expect(depthOf(html)).toBeLessThanOrEqual(MARKDOWN_NESTING_MAX);
  });

  test('[R1.09] keeps the text of emphasis that is nested too deeply', () => {
    const html = renderMarkdown(`${'*a **b '.repeat(300)}deep${' b** a*'.repeat(300)}`);
    expect(html).toContain('deep');
    // Two levels are left for a block of code.
    expect(depthOf(html)).toBe(MARKDOWN_NESTING_MAX - 2);
  });

  test('renders the same text to the same HTML', () => {
    fc.assert(fc.property(markdown, (text) => renderMarkdown(text) === renderMarkdown(text)));
  });
});

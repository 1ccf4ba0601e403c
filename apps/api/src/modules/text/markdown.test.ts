import { MARKDOWN_NESTING_MAX, MARKDOWN_TAGS } from '@yunduo/validation';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { renderMarkdown } from './markdown.ts';

/** As the specification has them: the list that both sanitisers read is held to it. */
const ALLOWED = 'a b blockquote code em h1 h2 h3 h4 h5 h6 li ol p pre s sub sup strong ul'.split(' ');

const tagsIn = (html: string): string[] =>
  [...html.matchAll(/<\/?([a-z][a-z0-9-]*)/gi)].map(([, tag]) => tag ?? '');

/** How deep elements stand in each other; fails when one is closed that is not open. */
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

/** Markdown as people and attackers write it: marks, brackets, tags and words in any order. */
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

describe('markdown', () => {
  test('[R1.07] raw HTML, images and links stay text', () => {
    const html = renderMarkdown(
      '<b onclick="x">bold</b>\n\n![picture](https://example.com/a.png) [link](https://example.com) <https://example.com>',
    );
    expect(html).toBe(
      '<p>&lt;b onclick=&quot;x&quot;&gt;bold&lt;/b&gt;</p>\n' +
        '<p>![picture](https://example.com/a.png) [link](https://example.com) &lt;https://example.com&gt;</p>\n',
    );
  });

  test('[R1.07] a line break stays a line break, never a tag, and an address is not linked', () => {
    expect(renderMarkdown('first\nsecond  \nthird\\\nfourth https://example.com')).toBe(
      '<p>first\nsecond\nthird\nfourth https://example.com</p>\n',
    );
  });

  test('headings, lists, quotes, code and emphasis are rendered', () => {
    expect(renderMarkdown('## 标题\n\n- 一\n- **二**\n\n> 引用 `码`\n\n1. ~~三~~\n\n```js\na < b\n```')).toBe(
      '<h2>标题</h2>\n<ul>\n<li>一</li>\n<li><strong>二</strong></li>\n</ul>\n' +
        '<blockquote>\n<p>引用 <code>码</code></p>\n</blockquote>\n<ol>\n<li><s>三</s></li>\n</ol>\n' +
        '<pre><code>a &lt; b\n</code></pre>\n',
    );
  });

  test('tables and rules are not on the list and stay text', () => {
    expect(renderMarkdown('|a|b|\n|-|-|\n|1|2|\n\n***')).toBe('<p>|a|b|\n|-|-|\n|1|2|</p>\n<p>***</p>\n');
  });

  test('[R1.08] the list is that of the specification, tag by tag', () => {
    expect([...MARKDOWN_TAGS]).toEqual(ALLOWED);
  });

  test('[R1.08] whatever is written, only tags of the list come out, without an attribute but `start`', () => {
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
    ['strong in emphasis', '*a **b '.repeat(10_000)],
    ['brackets', '['.repeat(10_000)],
    ['quotes and lists', `${'> - '.repeat(10_000)}deep`],
  ])('[R1.09] 10,000 levels of %s render within 100 levels', (_, text) => {
    const html = renderMarkdown(text);
    expect(html.length).toBeGreaterThan(0);
    expect(depthOf(html)).toBeLessThanOrEqual(MARKDOWN_NESTING_MAX);
  });

  test('[R1.09] the words of emphasis that is too deep are kept', () => {
    expect(renderMarkdown(`${'*_'.repeat(300)}deep${'_*'.repeat(300)}`)).toContain('deep');
  });

  test('the same text gives the same HTML', () => {
    fc.assert(fc.property(markdown, (text) => renderMarkdown(text) === renderMarkdown(text)));
  });
});

import { expect, test } from '@jest/globals';
import { cleanHtml } from './paste-html.ts';

const kept = (html: string) => cleanHtml(html).body.innerHTML;

test.each<[what: string, html: string, kept: string]>([
  ['bold from 600', '<span style="font-weight:600">a</span>', '<p><strong>a</strong></p>'],
  ['not bold at 599', '<span style="font-weight:599">a</span>', '<p>a</p>'],
  [
    'bold switched off inside',
    '<b>a<span style="font-weight:normal">b</span></b>',
    '<p><strong>a</strong>b</p>',
  ],
  [
    'a weight that says nothing',
    '<b><span style="font-weight:inherit">a</span></b>',
    '<p><strong>a</strong></p>',
  ],
  ['oblique', '<span style="font-style:oblique 10deg">a</span>', '<p><em>a</em></p>'],
  ['upright inside italic', '<i>a<span style="font-style:normal">b</span></i>', '<p><em>a</em>b</p>'],
  [
    'lowered and raised',
    '<span style="vertical-align:sub">a</span><sup>b</sup>',
    '<p><sub>a</sub><sup>b</sup></p>',
  ],
  ['code without other marks', '<b><code>a</code></b>', '<p><code>a</code></p>'],
  ...Object.entries({
    strong: ['b', 'strong'],
    em: ['i', 'em', 'cite', 'dfn'],
    s: ['s', 'strike', 'del'],
    u: ['u', 'ins'],
    code: ['code', 'kbd', 'samp', 'tt', 'var'],
  }).flatMap(([mark, tags]) =>
    tags.map((tag): [string, string, string] => [
      `${tag} as ${mark}`,
      `<${tag}>a</${tag}>`,
      `<p><${mark}>a</${mark}></p>`,
    ]),
  ),
  ['no bold in a heading', '<h2><b>a</b></h2>', '<h2>a</h2>'],
  [
    'no underline in a link',
    '<a href="https://a.example/"><u>b</u></a>',
    '<p><a href="https://a.example/">b</a></p>',
  ],
  [
    'a hidden part',
    '<p>a<span style="visibility:hidden">b</span><span style="mso-hide:all">c</span></p>',
    '<p>a</p>',
  ],
  ['a role of a heading', '<div role="heading" aria-level="6">a</div>', '<h6>a</h6>'],
  ['a role of no heading', '<div role="heading" aria-level="7">a</div>', '<p>a</p>'],
  ['a heading around a list', '<h2>a<ul><li>b</li></ul></h2>', '<p>a</p><ul><li><p>b</p></li></ul>'],
  ['loose text in a list', '<ol>a<li>b</li></ol>', '<ol><li><p>a</p></li><li><p>b</p></li></ol>'],
  ['an item without a list', '<li>a</li>', '<ul><li><p>a</p></li></ul>'],
  ['an empty list', '<p>a</p><ul><li> </li></ul>', '<p>a</p>'],
  ['a term', '<dl><dt>a</dt><dd>b</dd></dl>', '<p><strong>a</strong></p><p>b</p>'],
  ['breaks at the ends of a line', '<p><br>a<br>b<br></p>', '<p>a<br>b</p>'],
  [
    'boxes',
    '<input type="checkbox" checked>a<br><input type="checkbox">b<input type="text">',
    '<p>☑ a<br>☐ b</p>',
  ],
  ['significant breaks', '<p style="white-space:pre-wrap">a\nb</p>', '<p>a<br>b</p>'],
  ['insignificant breaks', '<p>a\nb</p>', '<p>a\nb</p>'],
  ['an empty code block', '<p>a</p><pre> \n</pre>', '<p>a</p>'],
  ['breaks at the ends of a heading', '<h2><br>a<br></h2>', '<h2>a</h2>'],
  ['an empty heading', '<p>a</p><h2> </h2>', '<p>a</p>'],
  ['a paragraph in a list', '<ul><p>a</p><li>b</li></ul>', '<ul><li><p>a</p></li><li><p>b</p></li></ul>'],
  ['code in text and elements', '<pre>a<div>b</div><div>c</div></pre>', '<pre><code>a\nb\nc</code></pre>'],
  ['code in lines', '<pre>a\r\n\r\nb\n\n</pre>', '<pre><code>a\n\nb</code></pre>'],
  ['a layout table of one cell', '<table><tr><td>a</td></tr></table>', '<p>a</p>'],
  [
    'a table of two cells',
    '<table><caption>c</caption><tr></tr><tr><th>a</th><td></td></tr></table>',
    '<p>c</p><table><tbody><tr><th><p>a</p></th><td><p></p></td></tr></tbody></table>',
  ],
  [
    'spans from 2 to 999',
    '<table><tr><td colspan="2" rowspan="1">a</td><td colspan="1000" rowspan="999">b</td></tr></table>',
    '<table><tbody><tr><td colspan="2"><p>a</p></td><td rowspan="999"><p>b</p></td></tr></tbody></table>',
  ],
  [
    'text before the only list of a list',
    '<ol>a<ul><li>b</li></ul></ol><p>c</p>',
    '<ol><li><p>a</p><ul><li><p>b</p></li></ul></li></ol><p>c</p>',
  ],
  [
    'text after the only list of a list',
    '<ul><ul><li>a</li></ul>b</ul>',
    '<ul><li><ul><li><p>a</p></li></ul></li><li><p>b</p></li></ul>',
  ],
  ['a list that only contains a list', '<ul> <ul><li>a</li></ul></ul>', '<ul><li><p>a</p></li></ul>'],
  [
    'items, and what follows them, in lines of their own',
    'a<ul><li>b</li>c<li>d</li></ul>e',
    '<p>a</p><ul><li><p>b</p></li><li><p>c</p></li><li><p>d</p></li></ul><p>e</p>',
  ],
  [
    'a layout table as lines',
    '<table role="presentation"><caption>c</caption><tr><td>a</td><td>b</td></tr></table>',
    '<p>c</p><p>a</p><p>b</p>',
  ],
  [
    'no bold in a bold heading',
    '<h2 style="font-weight:700">a</h2><div role="heading" aria-level="2" style="font-weight:700">b</div>',
    '<h2>a</h2><h2>b</h2>',
  ],
  [
    'no bold in the head of a table',
    '<table><tr><th style="font-weight:700">a</th><td style="font-weight:700">b</td></tr></table>',
    '<table><tbody><tr><th><p>a</p></th><td><p><strong>b</strong></p></td></tr></tbody></table>',
  ],
  [
    'a picture of this site between lines',
    'a<img src="/uploads/a.webp" alt="A">b',
    '<p>a</p><img src="/uploads/a.webp" alt="A"><p>b</p>',
  ],
  [
    'bullets of Word in their numbered item, where the numbers go on; other bullets are another list',
    (
      [
        [1, '1.', 'a'],
        [2, 'o', 'b'],
        [2, 'o', 'c'],
        [3, 'i)', 'd'],
        [1, '2.', 'e'],
        [1, '·', 'f'],
      ] as const
    )
      .map(
        ([level, sign, text]) =>
          `<p style="mso-list:l0 level${level} lfo1"><span style="mso-list:Ignore">${sign}</span>${text}</p>`,
      )
      .join(''),
    '<ol><li><p>a</p><ul><li><p>b</p></li><li><p>c</p><ol><li><p>d</p></li></ol></li></ul></li>' +
      '<li><p>e</p></li></ol><ul><li><p>f</p></li></ul>',
  ],
  ['an emoji', '<p>a <img alt="🎉" src="https://x.example/e.png"></p>', '<p>a 🎉</p>'],
])('keeps %s', (_what, html, result) => {
  expect(kept(html)).toBe(result);
});

test.each([
  ['https://a.example/b', 'https://a.example/b'],
  ['mailto:a@b.example', 'mailto:a@b.example'],
  ['HTTP://A.example', 'http://a.example/'],
  ['https://u:p@a.example/', null],
  ['https://u@a.example/', null],
  ['//a.example/', null],
  ['/store/1', null],
  ['ftp://a.example/', null],
  ['https://', null],
])('a link to %s becomes %s', (href, target) => {
  expect(kept(`<a href="${href}">a</a>`)).toBe(
    target === null ? '<p>a</p>' : `<p><a href="${target}">a</a></p>`,
  );
});

test('a path of this site stays in the editor’s own clipboard only', () => {
  const own = (href: string) => kept(`<p data-pm-slice="0 0 []"><a href="${href}">a</a></p>`);
  expect(own('/store/1')).toBe('<p><a href="/store/1">a</a></p>');
  expect(own('//evil.example/')).toBe('<p>a</p>');
});

test.each([
  ['a picture', '<img src="https://a.example/x.png" width="4" height="40">', true],
  ['one without a size', '<img src="https://a.example/x.png">', true],
  ['a tracking pixel of 3 pixels', '<img src="https://a.example/x.gif" width="3" height="40">', false],
  ['one by its style', '<img src="https://a.example/x.gif" style="height:1px">', false],
  ['a badge', '<img src="https://img.shields.io/x">', false],
  [
    'a picture that links to a badge',
    '<a href="https://a.example/badge"><img src="https://a.example/x.png"></a>',
    false,
  ],
  ['an emoji', '<img alt="🎉" src="https://a.example/x.png">', false],
  ['a picture with an emoji and a long text', '<img alt="🎉 We won!" src="https://a.example/x.png">', true],
  ['a picture of this site', '<img src="/uploads/a.webp" alt="A">', false],
  ['a picture of this site in a link', '<a href="https://a.example/"><img src="/uploads/a.webp"></a>', true],
])('%s is reported as left out: %s', (_what, html, leftOut) => {
  expect(cleanHtml(`<p>a</p>${html}`).pictureLeftOut).toBe(leftOut);
});

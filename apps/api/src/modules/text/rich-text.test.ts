import { MARKDOWN_NESTING_MAX, RICH_TEXT_ATTRIBUTES, RICH_TEXT_TAGS } from '@yunduo/validation';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sanitiseRichText } from './rich-text.ts';

/** Parses the output as strictly as a browser: every tag with its attributes. */
function elementsOf(html: string): { tag: string; attributes: Record<string, string> }[] {
  return [...html.matchAll(/<([a-zA-Z][^\s/>]*)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*\/?>/g)].map(
    ([, tag = '', rest = '']) => ({
      tag,
      attributes: Object.fromEntries(
        [...rest.matchAll(/([^\s=/]+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [name, value]),
      ),
    }),
  );
}

const allowed: Record<string, readonly string[]> = RICH_TEXT_ATTRIBUTES;

/** Nothing outside the allow-list, no executable scheme, no external resource. */
function expectHarmless(html: string): void {
  for (const { tag, attributes } of elementsOf(html)) {
    expect(RICH_TEXT_TAGS).toContain(tag);
    for (const [name, value] of Object.entries(attributes)) {
      expect(allowed[tag] ?? []).toContain(name);
      if (name === 'href') expect(value).toMatch(/^(https?:\/\/|mailto:|\/(?!\/))/i);
      if (name === 'src') expect(value).toMatch(/^\/uploads\//);
    }
  }
  expect(html.replace(/<\/?[a-z][^<>]*>/g, '')).not.toMatch(/<[a-z!/?]/i);
}

const VECTORS = [
  '<script>alert(1)</script>',
  '<\u202escript>alert(1)</\u202escript>',
  '<a href="/\u202e/evil.example">x</a>',
  '<a href="java&#x202e;script:alert(1)">x</a>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src="/uploads/a.png" onload="alert(1)" style="position:fixed">',
  '<img src="javascript:alert(1)">',
  '<img src="//evil.example/a.png">',
  '<img src="https://evil.example/uploads/a.png">',
  '<img src="/uploads/../api/user_info/index">',
  '<img src="/\\evil.example/uploads/a.png">',
  '<img srcset="https://evil.example/a.png 1x" src="/uploads/a.png">',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math><mi//xlink:href="data:x,<script>alert(1)</script>">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href=" javascript:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="java&#10;script:alert(1)">x</a>',
  '<a href="&#x6A;avascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="/\\evil.example">x</a>',
  '<a href="https://user:pass@evil.example/">x</a>',
  '<a href="https://example.com" target="_top" onclick="alert(1)" style="position:fixed;inset:0">x</a>',
  '<iframe src="https://evil.example"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="data:text/html;base64,PHNjcmlwdD4="></object>',
  '<embed src="https://evil.example">',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<link rel="stylesheet" href="https://evil.example/a.css">',
  '<style>@import "https://evil.example/a.css"; * { display: none }</style>',
  '<form action="https://evil.example"><input name="password"><button>ok</button></form>',
  '<input autofocus onfocus=alert(1)>',
  '<details open ontoggle=alert(1)>x</details>',
  '<video><source onerror="alert(1)"></video>',
  '<body onload=alert(1)>',
  '<p style="background:url(https://evil.example/a.png)">x</p>',
  '<p class="toast" id="root" slot="x" is="x-y">x</p>',
  '<table background="https://evil.example/a.png"><tr><td colspan="999999999">x</td></tr></table>',
  '<template><script>alert(1)</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<!--[if gte IE 4]><script>alert(1)</script><![endif]-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?xml version="1.0"?><p>x</p>',
  '<p title="\u0000" \u0000onclick=alert(1)>x</p>',
  '<a\u0000 href="https://example.com">x</a>',
  '</p></div></body></html><script>alert(1)</script>',
  '<x-widget><slot name="x"></slot></x-widget>',
  '"><img src=x onerror=alert(1)>',
  '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>',
];

describe('Rich text', () => {
  test('[R1.05] keeps the elements that editors use', () => {
    const html =
      '<h3>标题</h3><p>一段 <strong>重</strong> <code>nginx -t</code> <a href="https://nginx.org/" title="Nginx">站</a></p>' +
      '<ul><li>一</li></ul><table><thead><tr><th colspan="2" scope="col">甲</th></tr></thead></table>' +
      '<figure><img src="/uploads/screenshots/a-640.webp" alt="图" width="640" height="400" /></figure>';
    expect(sanitiseRichText(html)).toBe(html);
  });

  test.each(VECTORS)('[R1.05] removes what runs, loads or escapes: %s', (vector) => {
    const html = sanitiseRichText(`<p>before</p>${vector}<p>after</p>`);
    expectHarmless(html);
    expect(html).not.toMatch(/evil\.example\/a|onerror=|onload=|alert\(1\)<\/script/);
  });

  test('removes characters that change the text direction', () => {
    expect(sanitiseRichText('<p>a\u202eb&#x2066;c</p><img src="/uploads/a.png" alt="x&#8238;y">')).toBe(
      '<p>abc</p><img src="/uploads/a.png" alt="xy" />',
    );
    expect(sanitiseRichText('<a href="/\u202e/evil.example" title="a\u2069b">x</a>')).toBe(
      '<a title="ab">x</a>',
    );
  });

  test('keeps the text of a link whose URL is rejected', () => {
    expect(sanitiseRichText('<a href="javascript:alert(1)">read</a>')).toBe('<a>read</a>');
    for (const who of ['user@', ':pass@', 'user:pass@'])
      expect(sanitiseRichText(`<a href="https://${who}example.com/">read</a>`)).toBe('<a>read</a>');
    for (const href of ['/store/3', 'mailto:a@example.com', 'http://example.com/', 'https://example.com/'])
      expect(sanitiseRichText(`<a href="${href}">kept</a>`)).toBe(`<a href="${href}">kept</a>`);
  });

  test('removes sizes of pictures and cells that are no numbers of up to four digits', () => {
    for (const size of ['0', '9999', '10000', '50%', '-1', '']) {
      const kept = (name: string) => (/^\d{1,4}$/.test(size) ? ` ${name}="${size}"` : '');
      const sized = (name: string) => ` ${name}="${size}"`;
      const html = (attribute: (name: string) => string) =>
        `<img src="/uploads/a.webp"${attribute('width')}${attribute('height')} />` +
        `<table><tr><th${attribute('colspan')}${attribute('rowspan')}>a</th><td${attribute('colspan')}${attribute('rowspan')}>b</td></tr></table>`;
      expect(sanitiseRichText(html(sized))).toBe(html(kept));
    }
  });

  test('allows images only from the configured uploads URL', () => {
    const cdn = 'https://files.example.com/yunduo/uploads';
    expect(sanitiseRichText(`<img src="${cdn}/a.webp">`, cdn)).toBe(`<img src="${cdn}/a.webp" />`);
    expect(sanitiseRichText('<img src="https://files.example.com/other/a.webp">', cdn)).toBe('');
    expect(sanitiseRichText('<img src="/uploads/a.webp">', cdn)).toBe('');
  });

  test('[R1.05] outputs only allowed tags, attributes and URLs for random hostile input', () => {
    const piece = fc.oneof(
      fc.constantFrom(...VECTORS),
      fc.constantFrom(
        '<',
        '>',
        '"',
        "'",
        '=',
        '/',
        '&',
        '&#',
        ';',
        ' ',
        '\n',
        '\u0000',
        '<!--',
        '-->',
        'on',
        'href=',
      ),
      fc.constantFrom(
        ...RICH_TEXT_TAGS.map((tag) => `<${tag} `),
        '<svg>',
        '<style>',
        '<title>',
        '<textarea>',
      ),
      fc.string({ maxLength: 10 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const html = sanitiseRichText(pieces.join(''));
        expectHarmless(html);
        // Stored text is sanitised again before display.
        expectHarmless(sanitiseRichText(html));
      }),
      { numRuns: 3_000 },
    );
  });

  test('limits 10,000 levels of nesting', () => {
    const html = sanitiseRichText(`${'<ul><li>'.repeat(10_000)}deep`);
    expect(html.match(/<(ul|li)>/g)?.length ?? 0).toBeLessThanOrEqual(MARKDOWN_NESTING_MAX);
    expect(html).toContain('deep');
  });
});

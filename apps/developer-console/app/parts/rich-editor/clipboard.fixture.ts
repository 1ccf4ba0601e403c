/** `text/html` from the clipboard of other programs, shortened, and what the editor keeps of it. */
export const CLIPBOARD: Readonly<Record<string, { html: string; kept: string }>> = {
  'Google Docs: bold off at the root, looks as styles, lists in lists': {
    html: `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1234"><h2 dir="ltr"><span style="font-weight:400;">Setup</span></h2><p dir="ltr"><span style="font-weight:400;font-style:normal;">Plain text, </span><span style="font-weight:700;">bold</span><span style="font-style:italic;">italic</span><span style="text-decoration:line-through;">gone</span></p><ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>one</span></p></li><ul><li dir="ltr" aria-level="2"><p dir="ltr"><span>nested</span></p></li></ul></ul><br /></b>`,
    kept: '<h2>Setup</h2><p>Plain text, <strong>bold</strong><em>italic</em><s>gone</s></p><ul><li><p>one</p><ul><li><p>nested</p></li></ul></li></ul>',
  },
  'Google Docs: code by its font, raised numbers, a link, a heading of the document, an empty line': {
    html: `<b style="font-weight:normal;" id="docs-internal-guid-5"><p><span style="font-family:'Courier New',monospace;font-weight:400;white-space:pre-wrap;">npm i</span><span style="font-weight:400"> x</span><span style="font-size:0.6em;vertical-align:super;">2</span></p><br><p><a href="https://example.com/a b" style="text-decoration:none;"><span style="color:#1155cc;text-decoration:underline;font-weight:700">site</span></a> <a href="#heading=h.1"><span style="text-decoration:underline">below</span></a></p></b>`,
    kept: '<p><code>npm i</code> x<sup>2</sup></p><p><a href="https://example.com/a%20b"><strong>site</strong></a> below</p>',
  },
  'Google Docs: a list with boxes, a table': {
    html: `<b style="font-weight:normal" id="docs-internal-guid-7"><ul><li role="checkbox" aria-checked="true"><img src="data:image/png;base64,AAAA" width="17.599px" height="17.599px" alt="checked" aria-roledescription="checkbox" aria-hidden="true"><p role="presentation"><span>done</span></p></li></ul><div dir="ltr"><table><colgroup><col width="100"></colgroup><tbody><tr><td><p><span style="font-weight:700">Port</span></p></td><td><p><span>80</span></p></td></tr></tbody></table></div></b>`,
    kept: '<ul><li><p>☑ done</p></li></ul><table><tbody><tr><td><p><strong>Port</strong></p></td><td><p>80</p></td></tr></tbody></table>',
  },
  'Word: lists are paragraphs with a sign, two levels, then numbers': {
    html: `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0cm;} --></style><!--[if gte mso 9]><xml><o:x/></xml><![endif]--></head><body lang=EN-US style='tab-interval:36.0pt'><!--StartFragment--><h1>Title<o:p></o:p></h1><p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>First <b>bold</b><o:p></o:p></p><p class=MsoListParagraphCxSpMiddle style='mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>o<span>&nbsp; </span></span><![endif]>Deeper<o:p></o:p></p><p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·</span>Second</p><p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoNormal style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>1.<span>&nbsp; </span></span>Number</p><p class=MsoNormal><a name="_Toc1"></a>See <a href="#_ftn1">[1]</a><span style='mso-hide:all;display:none'>hidden</span></p><!--EndFragment--></body></html>`,
    kept: '<h1>Title</h1><ul><li><p>First <strong>bold</strong></p><ul><li><p>Deeper</p></li></ul></li><li><p>Second</p></li></ul><ol><li><p>Number</p></li></ol><p>See [1]</p>',
  },
  'Word on the web: one list per item': {
    html: `<div class="OutlineElement Ltr"><p class="Paragraph" role="heading" aria-level="2"><span class="TextRun" style="font-weight:bold"><span class="NormalTextRun">Steps</span></span></p></div><div class="ListContainerWrapper"><ul class="BulletListStyle1"><li data-aria-level="1" role="listitem"><p><span style="font-weight:bold">a</span></p></li></ul></div><div class="ListContainerWrapper"><ul class="BulletListStyle2"><li data-aria-level="2" role="listitem"><p>b</p></li></ul></div><div class="ListContainerWrapper"><ol><li data-aria-level="1"><p>c</p></li></ol></div>`,
    kept: '<h2>Steps</h2><ul><li><p><strong>a</strong></p><ul><li><p>b</p></li></ul></li></ul><ol><li><p>c</p></li></ol>',
  },
  'Outlook: a mail laid out by a table, with the picture that counts its readers': {
    html: `<table role="presentation"><tr><td><p class="MsoNormal" style="font-weight:bold">Dear all</p><p class="MsoNormal">Text<br></p></td></tr></table><img src="https://mail.example/open.gif" width="1" height="1">`,
    kept: '<p><strong>Dear all</strong></p><p>Text</p>',
  },
  'WPS: numbered list in Chinese': {
    html: `<p class=MsoNormal><b><span style="font-family:宋体;mso-bidi-font-weight:normal;font-weight:bold;">要点</span></b></p><p class=MsoNormal style="mso-list:l0 level1 lfo1;"><![if !supportLists]><span style="font-family:宋体;"><span style='mso-list:Ignore;'>一、<span>&nbsp;</span></span></span><![endif]><span style="font-family:宋体;">安装</span></p><p class=MsoNormal style="mso-list:l0 level1 lfo1;"><span style='mso-list:Ignore;'>二、</span>启动</p>`,
    kept: '<p><strong>要点</strong></p><ol><li><p>安装</p></li><li><p>启动</p></li></ol>',
  },
  'Feishu: blocks of its own, a code block whose lines are elements': {
    html: `<div data-page-id="d" data-lark-html-role="root" data-docx-has-block-data="true"><h2 class="heading-2 ace-line old-record-id-a">功能</h2><div class="ace-line">支持<strong>加粗</strong>和<em>斜体</em></div><ul class="list-bullet1"><li class="ace-line" data-list="bullet"><div>一</div></li></ul><ul class="list-bullet2"><li data-list="bullet"><div>二</div></li></ul><pre class="ace-line" data-lark-language="bash"><code class="language-bash" data-lark-language="bash"><div>cd /srv</div><div>./run<br></div></code></pre></div><span data-lark-record-data="{&quot;a&quot;:&quot;<b>&quot;}" class="lark-record-clipboard"></span>`,
    kept: '<h2>功能</h2><p>支持<strong>加粗</strong>和<em>斜体</em></p><ul><li><p>一</p></li></ul><ul><li><p>二</p></li></ul><pre><code>cd /srv\n./run</code></pre>',
  },
  'Notion: plain tags and a comment of its own': {
    html: `<meta charset='utf-8'><!-- notionvc: 4a2b --><h1>Guide</h1><ul><li>One<ul><li>Two</li></ul></li></ul><blockquote>Quote<br>second</blockquote><pre><code class="language-bash">a\n  b\n</code></pre><p><mark style="color:red">red</mark> <a href="/page-123">page</a></p>`,
    kept: '<h1>Guide</h1><ul><li><p>One</p><ul><li><p>Two</p></li></ul></li></ul><blockquote><p>Quote<br>second</p></blockquote><pre><code>a\n  b</code></pre><p>red page</p>',
  },
  'Yuque: lists wrapped in lists, spans with weights': {
    html: `<div class="lake-content" typography="classic"><h3 id="x" style="font-size:20px"><span class="ne-text">说明</span></h3><p class="ne-p"><strong><span class="ne-text">粗</span></strong><span class="ne-text" style="text-decoration: underline">线</span></p><ul class="ne-ul"><li data-lake-index-type="0"><span class="ne-text">甲</span></li><ul class="ne-list-wrap"><ul ne-level="1" class="ne-ul"><li><span class="ne-text">乙</span></li></ul></ul></ul><p class="ne-p"><span class="ne-text"><br></span></p></div>`,
    kept: '<h3>说明</h3><p><strong>粗</strong><u>线</u></p><ul><li><p>甲</p><ul><li><p>乙</p></li></ul></li></ul>',
  },
  'Tencent Docs: everything is a span with styles': {
    html: `<div class="paragraph" style="font-size:11pt;"><span style="font-family:&quot;Microsoft YaHei&quot;;font-weight:bold;font-style:normal;text-decoration:none;">粗</span><span style="font-style:italic;font-weight:normal">斜</span><span style="text-decoration-line:line-through underline">两样</span></div><div class="paragraph"><span>下一段</span></div>`,
    kept: '<p><strong>粗</strong><em>斜</em><s><u>两样</u></s></p><p>下一段</p>',
  },
  'GitHub: anchors, badges, relative links, keys, tasks, folded parts, coloured code': {
    html: `<h1 dir="auto"><a id="user-content-x" class="anchor" href="#x">#</a>Project</h1><p dir="auto"><a href="https://camo.example/x"><img src="https://img.shields.io/badge/x-green" alt="build"></a></p><p>See <a href="./docs/install.md">docs</a> and <a href="#usage">usage</a>, press <kbd>Ctrl</kbd>.</p><table><thead><tr><th>Port</th><th>Use</th></tr></thead><tbody><tr><td>80</td><td>web</td></tr></tbody></table><ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" disabled checked> done</li></ul><details><summary>More</summary><p>hidden part</p></details><div class="highlight"><pre><span class="pl-k">docker</span> run x\n  second line</pre></div><hr>`,
    kept: '<h1>Project</h1><p>See docs and usage, press <code>Ctrl</code>.</p><table><tbody><tr><th><p>Port</p></th><th><p>Use</p></th></tr><tr><td><p>80</p></td><td><p>web</p></td></tr></tbody></table><ul><li><p>☑ done</p></li></ul><p><strong>More</strong></p><p>hidden part</p><pre><code>docker run x\n  second line</code></pre><hr>',
  },
  'GitHub today: the anchor beside the heading, an emoji of its own, a button that copies': {
    html: `<div class="markdown-heading" dir="auto"><h2 class="heading-element">Usage <g-emoji alias="tada">🎉</g-emoji></h2><a id="user-content-usage" class="anchor" aria-label="Permalink: Usage" href="#usage"><svg class="octicon" aria-hidden="true"><path d="m7"></path></svg></a></div><p><img class="emoji" alt="🚀" src="https://github.githubassets.com/x.png" width="20"> fast</p><div class="highlight"><pre>npm i</pre><div class="zeroclipboard-container"><clipboard-copy value="npm i"><button>Copy</button></clipboard-copy></div></div>`,
    kept: '<h2>Usage 🎉</h2><p>🚀 fast</p><pre><code>npm i</code></pre>',
  },
  'VS Code: coloured code, a line an element': {
    html: `<meta charset='utf-8'><div style="color: #d4d4d4;background-color: #1e1e1e;font-family: Menlo, Monaco, 'Courier New', monospace;font-weight: normal;font-size: 12px;line-height: 18px;white-space: pre;"><div><span style="color: #569cd6;">const</span><span style="color: #d4d4d4;"> a = </span><span style="color: #b5cea8;">1</span></div><br><div><span>  if (a &lt; 2) b()</span></div></div>`,
    kept: '<pre><code>const a = 1\n\n  if (a &lt; 2) b()</code></pre>',
  },
  'JetBrains: coloured code with breaks': {
    html: `<html><head><meta http-equiv="content-type" content="text/html; charset=UTF-8"></head><body><pre style="background-color:#2b2b2b;color:#a9b7c6;font-family:'JetBrains Mono',monospace;font-size:9.8pt;"><span style="color:#cc7832;">val </span>a = 1<br>println(a)<br></pre></body></html>`,
    kept: '<pre><code>val a = 1\nprintln(a)</code></pre>',
  },
  'A web page in Chrome: computed styles on every element, permalinks, links that run scripts': {
    html: `<h2 style="font-weight: 700; color: rgb(0,0,0);"><span style="font-weight: 700">Install</span><a class="headerlink" href="#install">¶</a></h2><p style="font-weight: 400; white-space: normal;">Text <strong style="font-weight: 600">bold</strong> <a href="javascript:alert(1)" onclick="alert(2)">press</a> <a href="//cdn.example/x">cdn</a> <a href="https://u:p@evil.example/">me</a> <a href="ftp://a.example/">ftp</a> <a href="mailto:a@b.example">mail</a> <a href="HTTPS://Example.com">Site</a><span style="display:none">no</span></p><script>alert(1)</script><style>p{color:red}</style><iframe src="https://evil.example"></iframe><form><button>Go</button></form>`,
    kept: '<h2>Install</h2><p>Text <strong>bold</strong> press cdn me ftp <a href="mailto:a@b.example">mail</a> <a href="https://example.com/">Site</a></p>',
  },
  'Blocks without a meaning, terms, bare text, a table without borders in a list': {
    html: `loose <b>text</b><div><div>one</div>two<div>three</div></div><dl><dt>Term</dt><dd>What it is</dd></dl><li>item</li>`,
    kept: '<p>loose <strong>text</strong></p><p>one</p><p>two</p><p>three</p><p><strong>Term</strong></p><p>What it is</p><ul><li><p>item</p></li></ul>',
  },
  'Excel and Google Sheets: a table with spans, bold by style': {
    html: `<google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}--></style><table xmlns="http://www.w3.org/1999/xhtml"><colgroup><col width="100"/></colgroup><tbody><tr><td colspan="2" style="font-weight:bold;">Both</td></tr><tr><td>a</td><td></td></tr></tbody></table></google-sheets-html-origin>`,
    kept: '<table><tbody><tr><td colspan="2"><p><strong>Both</strong></p></td></tr><tr><td><p>a</p></td><td><p></p></td></tr></tbody></table>',
  },
  'Excel and WPS: the look of a cell and of a word in it is said by their classes': {
    html: `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style><!--table {mso-displayed-decimal-separator:"\\.";} .font5 {color:red; font-weight:700; text-decoration:none;} td {font-weight:400;} .xl65, .xl66 {mso-number-format:"\\@"; font-weight:700;} .xl66 {font-style:italic; text-decoration:underline;} .xl67 {vertical-align:super}--></style></head><body><table><!--StartFragment--><tr height=19><td class=xl65>Port</td><td class=xl66>Use</td></tr><tr><td>80 <font class="font5">open</font></td><td class="xl66" style="font-weight:400">m<span class="xl67">2</span></td></tr><!--EndFragment--></table></body></html>`,
    kept: '<table><tbody><tr><td><p><strong>Port</strong></p></td><td><p><strong><em><u>Use</u></em></strong></p></td></tr><tr><td><p>80 <strong>open</strong></p></td><td><p><em><u>m<sup>2</sup></u></em></p></td></tr></tbody></table>',
  },
  'macOS: paragraphs and spans of a style sheet': {
    html: `<html><head><meta name="Generator" content="Cocoa HTML Writer"><style type="text/css">p.p1 {margin: 0.0px; font: 12.0px Helvetica} span.s1 {text-decoration: underline} span.s2 {font-weight: bold}</style></head><body><p class="p1">plain <span class="s1">under</span> <span class="s2">bold</span> <b>too</b></p></body></html>`,
    kept: '<p>plain <u>under</u> <strong>bold</strong> <strong>too</strong></p>',
  },
  'WeChat: sections in sections, pictures loaded later, a code element for each line': {
    html: `<section style="margin:0"><section><span style="font-weight: bold;" leaf="">标题</span></section><section><span leaf="">正文<span textstyle="" style="font-style: italic;">斜体</span></span></section><section><img class="rich_pages" data-src="https://mmbiz.example/x.png" data-ratio="0.5"></section></section><section class="code-snippet__fix"><ul class="code-snippet__line-index"><li></li><li></li></ul><pre class="code-snippet__js" data-lang="bash"><code><span class="code-snippet_outer">cd /srv</span></code><code><span class="code-snippet_outer"><span>./run</span> -a</span></code></pre></section><p><mp-style-type data-value="3"></mp-style-type></p>`,
    kept: '<p><strong>标题</strong></p><p>正文<em>斜体</em></p><pre><code>cd /srv\n./run -a</code></pre>',
  },
  'Blogs: the numbers of lines and the words of a button that copies are no code': {
    html: `<pre class="prettyprint"><code class="prism has-numbering">a\nb\n</code><ul class="pre-numbering"><li>1</li><li>2</li></ul></pre><pre><code class="hljs" lang="bash"><span class="copy-code-btn">复制代码</span>npm i</code></pre><table class="highlighttable"><tr><td class="linenos"><pre>1\n2</pre></td><td class="code"><pre>c\nd</pre></td></tr></table>`,
    kept: '<pre><code>a\nb</code></pre><pre><code>npm i</code></pre><pre><code>c\nd</code></pre>',
  },
  'LibreOffice: a font for each look, a list and a table': {
    html: `<!DOCTYPE html><html><head><style type="text/css">p { line-height: 115% }</style></head><body lang="en-US"><p style="line-height: 100%"><font face="Liberation Serif"><b>bold</b> <i>slanted</i> <strike>gone</strike></font></p><ol><li><p>one</p></li><li><p><font color="#ff0000">two</font></p></li></ol><p><br></p></body></html>`,
    kept: '<p><strong>bold</strong> <em>slanted</em> <s>gone</s></p><ol><li><p>one</p></li><li><p>two</p></li></ol>',
  },
};

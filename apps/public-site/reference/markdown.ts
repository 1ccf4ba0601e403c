import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import MarkdownIt from 'markdown-it';
import { CONTRACT } from './document.ts';
import { html, Markup } from './html.ts';

const markdown = new MarkdownIt({ html: false, linkify: false });
/** Without typographic replacements: the text is shown as written. */
export const inline = (text: string): Markup => new Markup(markdown.renderInline(text));

const LANGUAGES: Readonly<Record<string, string>> = {
  sh: 'Shell',
  ts: 'TypeScript',
  yaml: 'YAML',
  json: 'JSON',
};

/** A block of code, scrollable by keyboard. */
export function code(text: string, label: string): Markup {
  return html`<figure class="code">
    <figcaption>${label}</figcaption>
    <pre tabindex="0"><code>${text.trimEnd()}</code></pre>
  </figure>`;
}

/** An example of the guides: a file that a test runs. */
const exampleFile = (name: string): string => readFileSync(join(CONTRACT, 'guides/examples', name), 'utf8');

function exampleBlock(name: string): Markup {
  return code(exampleFile(name), LANGUAGES[name.split('.').at(-1) ?? ''] ?? name);
}

export interface Guide {
  title: string;
  lead: string;
  body: Markup;
  headings: { id: string; title: string }[];
}

/**
 * Reads a guide: `# title`, a first paragraph as summary, then sections `## heading {#id}`. `{{example name}}` on its
 * own line inserts a file of `guides/examples`; other names insert an entry of `parts`.
 */
export function readGuide(
  text: string,
  path: (to: string) => string,
  parts: Readonly<Record<string, () => Markup>>,
): Guide {
  const [, title = '', lead = '', rest = ''] = /^# (.+)\n\n([^\n]+)\n([\s\S]*)$/.exec(text) ?? [];
  if (!title || !lead) throw new Error('a guide begins with a title and a sentence');
  const headings: Guide['headings'] = [];
  const pieces = rest.split(/^\{\{(.+)\}\}$/m).map((piece, index) => {
    if (index % 2 === 0) return section(piece);
    const [, example] = /^example (\S+)$/.exec(piece) ?? [];
    const part = example === undefined ? parts[piece] : () => exampleBlock(example);
    if (!part) throw new Error(`the guides have no part called ${piece}`);
    return part();
  });

  function section(piece: string): Markup {
    const tokens = markdown.parse(piece, {});
    for (const [at, token] of tokens.entries()) {
      if (token.type === 'heading_open') {
        const content = tokens[at + 1];
        const [, messages = '', id = ''] = /^(.+) \{#([\w-]+)\}$/.exec(content?.content ?? '') ?? [];
        if (!content || !id) throw new Error(`a heading without an id: ${content?.content ?? ''}`);
        token.attrSet('id', id);
        content.children = markdown.parseInline(messages, {})[0]?.children ?? [];
        if (token.tag === 'h2') headings.push({ id, title: messages });
      }
      for (const child of token.children ?? []) {
        const href = child.type === 'link_open' ? String(child.attrGet('href')) : null;
        if (href?.startsWith('/')) child.attrSet('href', href.startsWith('/api/') ? href : path(href));
      }
    }
    return new Markup(markdown.renderer.render(tokens, markdown.options, {}));
  }

  return { title, lead, body: html`${pieces}`, headings };
}

markdown.renderer.rules['fence'] = (tokens, index) => {
  const { info, content } = tokens[index] ?? { info: '', content: '' };
  return code(content, LANGUAGES[info] ?? info).text;
};
// A table is wider than a phone: it scrolls separately.
markdown.renderer.rules['table_open'] = () => '<div class="scroll" tabindex="0"><table>';
markdown.renderer.rules['table_close'] = () => '</table></div>';

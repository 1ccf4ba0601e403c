import { MARKDOWN_NESTING_MAX } from '@yunduo/validation';
import MarkdownIt, { type Token } from 'markdown-it';

/** A fence or an indented block is `<pre><code>`: two levels without an opening token. */
const LEVELS_OF_CODE = 2;

/**
 * Renders Markdown to the tags of specification §1 only: raw HTML, images, links, tables and rules stay text, a line
 * break in a text stays a line break (shown by `white-space: pre-line`) and occurs nowhere else, and URLs are not
 * linked. Blocks deeper than 100 levels are omitted; emphasis that deep loses its tags but not its text.
 */
const markdown = new MarkdownIt({
  html: false,
  linkify: false,
  breaks: false,
  typographer: false,
  maxNesting: MARKDOWN_NESTING_MAX,
}).disable(['image', 'link', 'autolink', 'reference', 'table', 'hr', 'html_block', 'html_inline']);

// The container shows each line break (`pre-line`): one between two tags would show as an empty line, or a bare bullet.
markdown.renderer.renderToken = (tokens, index) => {
  const token = tokens[index];
  if (!token || token.hidden) return '';
  return `<${token.nesting === -1 ? '/' : ''}${token.tag}${markdown.renderer.renderAttrs(token)}>`;
};
markdown.renderer.rules['hardbreak'] = () => '\n';
// The info string of a fence would become a class; code needs no attributes.
markdown.renderer.rules['fence'] = markdown.renderer.rules['code_block'] = (tokens, index) =>
  `<pre><code>${markdown.utils.escapeHtml(tokens[index]?.content ?? '')}</code></pre>`;

markdown.core.ruler.push('tidy_nesting', (state) => {
  tidyNesting(state.tokens);
});
// `\\` at the end of a line is a break even without preceding text: it would show as an empty line.
markdown.core.ruler.push('trim_breaks', ({ tokens }) => {
  for (const token of tokens) if (token.children) token.children = withoutOuterBreaks(token.children);
});

/** The children of a block without leading and trailing line breaks. */
function withoutOuterBreaks(children: readonly Token[]): Token[] {
  const isBreak = ({ type }: Token): boolean => type === 'softbreak' || type === 'hardbreak';
  const isText = (token: Token): boolean => !isBreak(token) && token.nesting === 0 && token.content !== '';
  const first = children.findIndex(isText);
  const last = children.findLastIndex(isText);
  return children.filter((token, index) => !isBreak(token) || (index > first && index < last));
}

/** Removes tags nested too deeply: markdown-it limits only blocks, so emphasis could nest without limit. */
function tidyNesting(tokens: Token[]): void {
  const limit = MARKDOWN_NESTING_MAX - LEVELS_OF_CODE;
  const shown: boolean[] = [];
  let depth = 0;
  const visit = (token: Token): void => {
    if (token.nesting === 1) {
      const tag = !token.hidden;
      const show = tag && depth < limit;
      shown.push(show);
      if (show) depth += 1;
      else token.hidden = true;
    } else if (token.nesting === -1) {
      if (shown.pop()) depth -= 1;
      else token.hidden = true;
    }
    token.children?.forEach(visit);
  };
  tokens.forEach(visit);
}

/** HTML of a Markdown text, safe to show in a container with `white-space: pre-line` (specification §1). */
export function renderMarkdown(text: string): string {
  return markdown.render(text);
}

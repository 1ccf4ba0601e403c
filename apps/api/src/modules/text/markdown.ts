import { MARKDOWN_NESTING_MAX } from '@yunduo/validation';
import MarkdownIt, { type Token } from 'markdown-it';

/** A fence or an indented block is `<pre><code>`: two levels that no opening token announces. */
const LEVELS_OF_CODE = 2;

/**
 * Markdown to the tags of specification §1 and no others: raw HTML, images, links, tables and rules stay text, a line
 * break in a text stays a line break (`white-space: pre-line` shows it) and stands nowhere else, nothing is linked by itself. Blocks deeper than 100 levels
 * are left out; emphasis that deep loses its tags but not its words.
 */
const markdown = new MarkdownIt({
  html: false,
  linkify: false,
  breaks: false,
  typographer: false,
  maxNesting: MARKDOWN_NESTING_MAX,
}).disable(['image', 'link', 'autolink', 'reference', 'table', 'hr', 'html_block', 'html_inline']);

// The container shows each line break (`pre-line`): one between two tags would be an empty line, or a bullet alone.
markdown.renderer.renderToken = (tokens, index) => {
  const token = tokens[index];
  if (!token || token.hidden) return '';
  return `<${token.nesting === -1 ? '/' : ''}${token.tag}${markdown.renderer.renderAttrs(token)}>`;
};
markdown.renderer.rules['hardbreak'] = () => '\n';
// The info string of a fence would become a class; no attribute is needed to show code.
markdown.renderer.rules['fence'] = markdown.renderer.rules['code_block'] = (tokens, index) =>
  `<pre><code>${markdown.utils.escapeHtml(tokens[index]?.content ?? '')}</code></pre>`;

markdown.core.ruler.push('tidy_nesting', (state) => {
  tidyNesting(state.tokens);
});
// `\\` at the end of a line is a break even where no text stands before it: that would be an empty line too.
markdown.core.ruler.push('trim_breaks', ({ tokens }) => {
  for (const token of tokens) if (token.children) token.children = withoutOuterBreaks(token.children);
});

/** The children of a block without the line breaks before its first and after its last text. */
function withoutOuterBreaks(children: readonly Token[]): Token[] {
  const isBreak = ({ type }: Token): boolean => type === 'softbreak' || type === 'hardbreak';
  const isText = (token: Token): boolean => !isBreak(token) && token.nesting === 0 && token.content !== '';
  const first = children.findIndex(isText);
  const last = children.findLastIndex(isText);
  return children.filter((token, index) => !isBreak(token) || (index > first && index < last));
}

/** markdown-it limits blocks alone: emphasis in emphasis would nest without end. Takes the tags of what is too deep. */
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

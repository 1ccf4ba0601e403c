import { loadChunk } from '@yunduo/app-shell';

/** Any of these alone is Markdown: a fence, a link or picture, strong text, the rule under a table's head, a task. */
const CERTAIN =
  /^ {0,3}(?:```|~~~)|\[[^\]\n]+\]\([^)\s]+\)|\*\*\S[^*\n]*\*\*|^\s*\|?\s*:?-{3,}:?\s*\||^\s*[-*+] \[[ xX]\] /m;
/** Two of these lines are. */
const LIKELY = /^ {0,3}(?:#{1,6} \S|[-*+] \S|\d{1,3}[.)] \S|> ?\S)/gm;

/** Whether a plain text reads as Markdown. One that only looks so stays as it is: the editor asks. */
export const looksLikeMarkdown = (text: string): boolean =>
  CERTAIN.test(text) || (text.match(LIKELY)?.length ?? 0) >= 2;

/** The metadata that stands before a document's text. */
const FRONT_MATTER = /^---\r?\n[\s\S]*?\r?\n---\r?\n/;

/** Markdown as HTML: what it may hold is for the cleaner to say. The library comes when it is first needed. */
export async function markdownToHtml(text: string): Promise<string> {
  const { default: MarkdownIt } = await loadChunk(() => import('markdown-it'));
  return new MarkdownIt({ html: true }).render(text.replace(FRONT_MATTER, ''));
}

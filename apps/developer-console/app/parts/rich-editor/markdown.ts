import { loadChunk } from '@yunduo/app-shell';

/**
 * Each of these alone means Markdown: a code fence, a link or picture, strong text, a table's delimiter row, a task.
 */
const CERTAIN =
  /^ {0,3}(?:```|~~~)|\[[^\]\n]+\]\([^)\s]+\)|\*\*\S[^*\n]*\*\*|^\s*\|?\s*:?-{3,}:?\s*\||^\s*[-*+] \[[ xX]\] /m;
/** Two of these lines mean Markdown. */
const LIKELY = /^ {0,3}(?:#{1,6} \S|[-*+] \S|\d{1,3}[.)] \S|> ?\S)/gm;

/** True if a plain text looks like Markdown. False positives are harmless: the editor asks first. */
export const looksLikeMarkdown = (text: string): boolean =>
  CERTAIN.test(text) || (text.match(LIKELY)?.length ?? 0) >= 2;

/** Front matter: the metadata before a document's text. */
const FRONT_MATTER = /^---\r?\n[\s\S]*?\r?\n---\r?\n/;

/** Markdown as unsanitised HTML: `cleanHtml` decides what is allowed. The library loads when first needed. */
export async function markdownToHtml(text: string): Promise<string> {
  const { default: MarkdownIt } = await loadChunk(() => import('markdown-it'));
  return new MarkdownIt({ html: true }).render(text.replace(FRONT_MATTER, ''));
}

export interface ProtocolSection {
  /** Null for the part before the first heading. */
  heading: string | null;
  html: string;
}

/** A second-level Markdown heading as the server renders it: a tag without attributes. */
const HEADING = /<h2>(.*?)<\/h2>/gs;
const CONTAINER = /<(\/?)(?:ul|ol|blockquote)>/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** True if this position is outside lists and quotations. */
function isOutside(before: string): boolean {
  let depth = 0;
  for (const [, closing] of before.matchAll(CONTAINER)) depth += closing ? -1 : 1;
  return depth === 0;
}

const textOf = (html: string): string =>
  html.replace(/<[^>]*>/g, '').replace(/&(amp|lt|gt|quot);/g, (_, name: string) => ENTITIES[name] ?? '');

/** Splits a legal text at its headings, so that a table of contents can link to each section. */
export function sectionsOf(html: string): ProtocolSection[] {
  const headings = [...html.matchAll(HEADING)].filter(({ index }) => isOutside(html.slice(0, index)));
  const sections: ProtocolSection[] = headings.map(({ index, 0: whole, 1: inner = '' }, place) => ({
    heading: textOf(inner),
    html: html.slice(index + whole.length, headings[place + 1]?.index),
  }));
  const opening = html.slice(0, headings[0]?.index);
  return opening ? [{ heading: null, html: opening }, ...sections] : sections;
}

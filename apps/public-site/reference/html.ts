import { escape } from '../server/escape.ts';

/** Markup that is escaped already. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

type Piece = Markup | string | number | null | undefined | false | readonly Piece[];

function markupOf(piece: Piece): string {
  if (piece === null || piece === undefined || piece === false) return '';
  if (piece instanceof Markup) return piece.text;
  if (typeof piece === 'object') return piece.map(markupOf).join('');
  return escape(String(piece));
}

/** Lines of the source are none of the page: a break and its indentation count as one space, as browsers count them. */
const joined = (part: string): string => part.replaceAll(/\s*\n\s*/g, ' ');

/** Markup with values put in; text is escaped. */
export const html = (parts: TemplateStringsArray, ...values: Piece[]): Markup =>
  new Markup(parts.reduce((all, part, index) => all + markupOf(values[index - 1]) + joined(part), ''));

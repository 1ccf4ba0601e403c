import { escape } from '../server/escape.ts';

/** Escaped markup. */
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

/** Line breaks in the source are not content: a break and its indentation collapse to one space, as in browsers. */
const joined = (part: string): string => part.replaceAll(/\s*\n\s*/g, ' ');

/** Template tag for markup; text values are escaped. */
export const html = (parts: TemplateStringsArray, ...values: Piece[]): Markup =>
  new Markup(parts.reduce((all, part, index) => all + markupOf(values[index - 1]) + joined(part), ''));

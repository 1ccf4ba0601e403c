/** The part of the library used here: it has no types of its own. */
declare module 'opentype.js/dist/opentype.mjs' {
  export type PathCommand =
    | { type: 'M' | 'L'; x: number; y: number }
    | { type: 'Q'; x1: number; y1: number; x: number; y: number }
    | { type: 'C'; x1: number; y1: number; x2: number; y2: number; x: number; y: number }
    | { type: 'Z' };
  interface Glyph {
    /** 0 where the font lacks the character. */
    index: number;
    advanceWidth: number;
    getPath(x: number, y: number, size: number): { commands: readonly PathCommand[] };
  }
  interface Font {
    unitsPerEm: number;
    charToGlyph(character: string): Glyph;
  }
  export function parse(bytes: ArrayBuffer): Font;
}

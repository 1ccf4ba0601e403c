import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { inflateSync } from 'node:zlib';
import type { Font, PathCommand } from 'opentype.js/dist/opentype.mjs';

/** A build has the slices next to its bundles (`vite.config.ts`); the source uses those of the package. */
const beside = join(import.meta.dirname, 'card-font');
const folder = existsSync(beside)
  ? beside
  : join(dirname(createRequire(import.meta.url).resolve('@fontsource/noto-sans-sc/LICENSE')), 'files');
/** The font slices of the only weight used in cards. */
export const FONT_FILES = /^noto-sans-sc-(\d+|latin)-500-normal\.woff$/;
const fileOf = (slice: string) => join(folder, `noto-sans-sc-${slice}-500-normal.woff`);

interface Slice {
  name: string;
  ranges: readonly (readonly [from: number, to: number])[];
}

/** The characters of each slice, from the package's `unicode.json`. */
function readSlices(): Slice[] {
  const file = join(folder === beside ? folder : dirname(folder), 'unicode.json');
  const reported = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  return Object.entries(reported).flatMap(([key, ranges]) => {
    const name = key.replace(/[[\]]/g, '');
    if (!existsSync(fileOf(name))) return [];
    return [
      {
        name,
        ranges: ranges.split(',').map((range) => {
          const [from = '', to = from] = range.replace('U+', '').split('-');
          return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const;
        }),
      },
    ];
  });
}
let slices: Slice[] | undefined;

/**
 * Unwraps a WOFF file into the contained font: a directory, and zlib-compressed tables. What the parser does not read is
 * left out: the header's fields for a binary search, checksums and padding.
 */
function unwrap(woff: Buffer): ArrayBuffer {
  const count = woff.readUInt16BE(12);
  const directory = Buffer.alloc(12 + 16 * count);
  woff.copy(directory, 0, 4, 8);
  directory.writeUInt16BE(count, 4);
  const parts: Buffer[] = [directory];
  let at = directory.length;
  for (let index = 0; index < count; index += 1) {
    const entry = 44 + 20 * index;
    const offset = woff.readUInt32BE(entry + 4);
    const packedLength = woff.readUInt32BE(entry + 8);
    const length = woff.readUInt32BE(entry + 12);
    const packed = woff.subarray(offset, offset + packedLength);
    const table = packedLength < length ? inflateSync(packed) : packed;
    const place = 12 + 16 * index;
    woff.copy(directory, place, entry, entry + 4);
    directory.writeUInt32BE(at, place + 8);
    directory.writeUInt32BE(length, place + 12);
    parts.push(table);
    at += length;
  }
  const whole = Buffer.concat(parts);
  return new Uint8Array(whole).buffer;
}

/** Sets text in outlines. Created for one card, so that its slices are freed with it. */
export interface Typesetter {
  width(text: string, size: number): number;
  /** The outlines as SVG path data; `y` is the baseline. */
  path(text: string, x: number, y: number, size: number): string;
}

/**
 * Loads the slices for these texts. Characters in no slice, such as emoji, are left out.
 * @param texts all texts to be set
 */
export async function typesetterFor(texts: readonly string[]): Promise<Typesetter> {
  const { parse } = await import('opentype.js/dist/opentype.mjs');
  slices ??= readSlices();
  const known = slices;
  const sliceOf = (character: string): Slice | undefined => {
    const code = character.codePointAt(0) ?? 0;
    return known.find(({ ranges }) => ranges.some(([from, to]) => code >= from && code <= to));
  };
  const fonts = new Map<string, Font>();
  const fontOf = new Map<string, Font>();
  for (const character of new Set(texts.join(''))) {
    const slice = sliceOf(character);
    if (!slice) continue;
    const font = fonts.get(slice.name) ?? parse(unwrap(await readFile(fileOf(slice.name))));
    fonts.set(slice.name, font);
    if (font.charToGlyph(character).index > 0) fontOf.set(character, font);
  }
  const glyphs = (text: string) =>
    [...text].flatMap((character) => {
      const font = fontOf.get(character);
      if (!font) return [];
      const glyph = font.charToGlyph(character);
      return [{ glyph, advance: glyph.advanceWidth / font.unitsPerEm }];
    });
  return {
    width: (text, size) => glyphs(text).reduce((sum, { advance }) => sum + advance * size, 0),
    path(text, x, y, size) {
      let at = x;
      const outlines: string[] = [];
      for (const { glyph, advance } of glyphs(text)) {
        outlines.push(...glyph.getPath(at, y, size).commands.map(dataOf));
        at += advance * size;
      }
      return outlines.join('');
    },
  };
}

/** Written here: the library's own writer rounds some numbers to NaN (2.0.0). */
function dataOf(command: PathCommand): string {
  const numbers =
    command.type === 'Z'
      ? []
      : command.type === 'Q'
        ? [command.x1, command.y1, command.x, command.y]
        : command.type === 'C'
          ? [command.x1, command.y1, command.x2, command.y2, command.x, command.y]
          : [command.x, command.y];
  return command.type + numbers.map((number) => number.toFixed(1)).join(' ');
}

/** Characters that must not start a line: closing punctuation of both scripts. */
const CLOSING = /^[,.;:!?)\]}%，。、；：！？）》】”’…]/u;
/** A Latin word, a space, or one character of a script without spaces. */
const UNITS = /[[\p{Script=Latin}\p{N}\p{P}\p{S}]--[，。、；：！？（）《》【】“”‘’…]]+|\s+|./gv;

/** Breaks a text into lines of this width; overflow beyond the last line becomes an ellipsis. */
export function wrap(
  { width }: Typesetter,
  text: string,
  { size, max, lines }: { size: number; max: number; lines: number },
): string[] {
  const rows: string[] = [];
  for (const part of text.split('\n')) {
    let row = '';
    for (const unit of part.match(UNITS) ?? []) {
      if (row && width(row + unit, size) > max && !CLOSING.test(unit)) {
        rows.push(row.trim());
        row = unit.trimStart();
      } else row += unit;
    }
    rows.push(row.trim());
  }
  // Closing punctuation may extend past the edge.
  if (rows.length <= lines) return rows.map((row) => shorten({ width }, row, size, max + size));
  const last = `${rows[lines - 1] ?? ''}…`;
  return [...rows.slice(0, lines - 1), shorten({ width }, last, size, max)];
}

/** Where a Chinese text of two lines breaks best: after a clause, otherwise after an item of a list. */
const PAUSES = [/[，。：；！？]/gu, /、/gu];

/** Two lines that break after a Chinese punctuation mark, as similar in length as possible; null if none fit. */
function atPause(
  set: Typesetter,
  text: string,
  { size, max }: { size: number; max: number },
): string[] | null {
  for (const pause of PAUSES) {
    const pairs = [...text.matchAll(pause)]
      .map(({ index }) => [text.slice(0, index + 1), text.slice(index + 1).trim()] as const)
      .filter(([, second]) => second !== '')
      .map((rows) => ({ rows, widths: rows.map((row) => set.width(row, size)) }))
      .filter(({ widths }) => Math.max(...widths) <= max)
      .sort((one, other) => Math.max(...one.widths) - Math.max(...other.widths));
    if (pairs[0]) return [...pairs[0].rows];
  }
  return null;
}

/** The same number of lines as `wrap`, of similar length: no single word or character is left on the last one. */
export function balance(
  set: Typesetter,
  text: string,
  { size, max, lines }: { size: number; max: number; lines: number },
): string[] {
  let rows = wrap(set, text, { size, max, lines });
  const { length } = rows;
  const paused = length === 2 && !text.includes('\n') ? atPause(set, text, { size, max }) : null;
  if (paused) return paused;
  for (let narrower = max - size; length > 1 && narrower > max / 2; narrower -= size) {
    const next = wrap(set, text, { size, max: narrower, lines });
    if (next.length > length || next.at(-1)?.endsWith('…')) break;
    rows = next;
  }
  return rows;
}

function shorten({ width }: Pick<Typesetter, 'width'>, row: string, size: number, max: number): string {
  if (width(row, size) <= max) return row;
  let characters = [...row];
  while (characters.length > 1 && width(`${characters.join('')}…`, size) > max)
    characters = characters.slice(0, -1);
  return `${characters.join('').trimEnd()}…`;
}

import { CAPTCHA } from '@yunduo/validation';
import sharp from 'sharp';

/** A challenge as returned by the call. */
export interface Seen {
  background: string;
  piece: string;
  y: number;
}

/** Lightness of each pixel, 0-255. */
interface Grey {
  wide: number;
  high: number;
  at: Float32Array;
}

interface Puzzle {
  picture: Grey;
  piece: Grey;
  /** Where the piece is more than half opaque. */
  mask: Uint8Array;
  y: number;
}

const bytesOf = (url: string): Buffer => Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');

async function decode({ background, piece, y }: Seen): Promise<Puzzle> {
  const grey = async (url: string): Promise<Grey> => {
    const { data, info } = await sharp(bytesOf(url))
      .removeAlpha()
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { wide: info.width, high: info.height, at: Float32Array.from(data) };
  };
  const alpha = await sharp(bytesOf(piece)).ensureAlpha().extractChannel(3).raw().toBuffer();
  const mask = Uint8Array.from(alpha, (value) => (value > 128 ? 1 : 0));
  return { picture: await grey(background), piece: await grey(piece), mask, y };
}

/**
 * Normalised cross-correlation of a template with the piece's row, at each position; `mask` selects the pixels that
 * count.
 */
function correlations(picture: Grey, template: Grey, y: number, mask?: Uint8Array): number[] {
  return Array.from({ length: picture.wide - template.wide + 1 }, (_, x) => {
    let [n, a, b, aa, bb, ab] = [0, 0, 0, 0, 0, 0];
    for (let row = 0; row < template.high; row += 1) {
      for (let column = 0; column < template.wide; column += 1) {
        const place = row * template.wide + column;
        if (mask && mask[place] === 0) continue;
        const there = picture.at[(y + row) * picture.wide + x + column] ?? 0;
        const here = template.at[place] ?? 0;
        n += 1;
        a += there;
        b += here;
        aa += there * there;
        bb += here * here;
        ab += there * here;
      }
    }
    return (ab - (a * b) / n) / Math.sqrt((aa - (a * a) / n) * (bb - (b * b) / n) || 1);
  });
}

/** Edge strength around each pixel. */
function edges({ wide, high, at }: Grey): Grey {
  const strength = new Float32Array(at.length);
  for (let place = wide + 1; place < at.length - wide - 1; place += 1) {
    const across = (at[place + 1] ?? 0) - (at[place - 1] ?? 0);
    const down = (at[place + wide] ?? 0) - (at[place - wide] ?? 0);
    strength[place] = Math.hypot(across, down);
  }
  return { wide, high, at: strength };
}

const silhouette = ({ piece, mask }: Puzzle): Grey => ({
  ...piece,
  at: Float32Array.from(mask, (one) => one * 255),
});

/** The position with the highest score among those allowed for a gap. */
const best = (scores: readonly number[]): number =>
  scores.reduce(
    (top, score, x) => (x >= CAPTCHA.minX && score > (scores[top] ?? -Infinity) ? x : top),
    CAPTCHA.minX,
  );

/** Darkness of the columns under a piece, in its row. */
function darkness({ picture, piece, y }: Puzzle): number[] {
  const columns = Array.from({ length: picture.wide }, (_, x) => {
    let dark = 0;
    for (let row = y; row < y + piece.high; row += 1) dark -= picture.at[row * picture.wide + x] ?? 0;
    return dark;
  });
  return Array.from({ length: picture.wide - piece.wide + 1 }, (_, x) =>
    columns.slice(x, x + piece.wide).reduce((sum, dark) => sum + dark, 0),
  );
}

/** Solvers of about 25 lines each, as an attacker would write them in an afternoon. */
export const SOLVERS: Record<string, (puzzle: Puzzle) => number> = {
  'template match': ({ picture, piece, mask, y }) => best(correlations(picture, piece, y, mask)),
  'template match, light or dark': ({ picture, piece, mask, y }) =>
    best(correlations(picture, piece, y, mask).map(Math.abs)),
  'outline match': (puzzle) => best(correlations(edges(puzzle.picture), edges(silhouette(puzzle)), puzzle.y)),
  'dark shape match': (puzzle) =>
    best(correlations(puzzle.picture, silhouette(puzzle), puzzle.y).map((score) => -score)),
  'darkest columns': (puzzle) => best(darkness(puzzle)),
};

/** Each solver's position of the piece. */
export async function solveBy(seen: Seen): Promise<Record<string, number>> {
  const puzzle = await decode(seen);
  return Object.fromEntries(Object.entries(SOLVERS).map(([name, solve]) => [name, solve(puzzle)]));
}

/** Whether the server accepts a position as the gap. */
export const hits = (x: number, gap: number): boolean => Math.abs(x - gap) <= CAPTCHA.tolerance;

/** Probability that a random guess hits, over all allowed positions. */
export function chanceOf(gap: number): number {
  const places = Array.from(
    { length: CAPTCHA.width - CAPTCHA.piece - CAPTCHA.minX },
    (_, at) => CAPTCHA.minX + at,
  );
  return places.filter((x) => hits(x, gap)).length / places.length;
}

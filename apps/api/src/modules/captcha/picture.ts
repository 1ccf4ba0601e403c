import { randomBytes, randomInt } from 'node:crypto';
import { CAPTCHA } from '@yunduo/validation';
import sharp from 'sharp';

export interface Picture {
  /** Left edge of the piece's target position. Known to the server only. */
  x: number;
  y: number;
  /** The picture with its hollows, and the piece, as data URLs. */
  background: string;
  piece: string;
}

// Many small pictures at once: a thread for each costs more than it saves.
sharp.concurrency(1);

const { width, height, piece: size, minX } = CAPTCHA;
/** The piece is a disc in its square, as is each hollow. */
const RADIUS = 24;
const CENTRE = size / 2;
/** Pixels between the left edges of two hollows. */
const DISTANCE = 2 * RADIUS + 1;

const pick = (min: number, max: number): number => randomInt(min, max + 1);
const between = (min: number, max: number): number => min + Math.random() * (max - min);

/**
 * Draws a random engraved landscape with a row of hollows at random positions, and the piece. All hollows have one
 * outline, dark and pale ones side by side, and each shows a sign; the piece belongs where its own sign is, which the
 * hollow shows rotated, in another size and as a line. So neither brightness, nor edges, nor pixel comparison
 * distinguishes the gap from its decoys (decision 52). Composed in memory: SVG rendering and WebP encoding cost five
 * times as much.
 */
export async function drawPicture(): Promise<Picture> {
  const signs = shuffled([...(await loadSigns())]);
  const x = pick(minX, width - size - 1);
  const y = pick(12, height - size - 12);
  const pixels = drawScene();
  const places = [x, ...decoyPlaces(x)];
  places.forEach((left, index) => cutHollow(pixels, signs[index % signs.length] as Sign, left, y));
  const background = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: pick(60, 70), optimiseCoding: false })
    .toBuffer();
  return { x, y, background: dataUrl('jpeg', background), piece: (signs[0] as Sign).piece };
}

const dataUrl = (type: string, bytes: Buffer): string =>
  `data:image/${type};base64,${bytes.toString('base64')}`;

function shuffled<T>(items: T[]): T[] {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1);
    [items[last], items[other]] = [items[other] as T, items[last] as T];
  }
  return items;
}

/** Left edges of the decoys in the gap's row, along which the piece moves; none overlap. */
function decoyPlaces(x: number): number[] {
  const places: number[] = [];
  for (const [from, to] of [
    [size + 2, x - DISTANCE],
    [x + DISTANCE, width - size + 2],
  ] as const) {
    const room = Math.max(0, Math.floor((to - from) / DISTANCE) + 1);
    let slack = to - from - (room - 1) * DISTANCE;
    for (let count = 0, left: number = from; count < room; count += 1, left += DISTANCE) {
      const shift = Math.floor(Math.random() * (slack + 1));
      slack -= shift;
      left += shift;
      places.push(left);
    }
  }
  return places;
}

// --- Signs ----------------------------------------------------------------------------------------------------------

/** Distinguishable at a glance in any rotation; each in a square of 32. */
const SIGNS = {
  star: 'M16 2 L20.500 11.500 L31 12.500 L23 19.500 L25.500 30 L16 24.500 L6.500 30 L9 19.500 L1 12.500 L11.500 11.500 Z',
  heart: 'M16 29 C4 20 1 15 1 10 C1 2 12 0 16 8 C20 0 31 2 31 10 C31 15 28 20 16 29 Z',
  cross: 'M11 2 H21 V11 H30 V21 H21 V30 H11 V21 H2 V11 H11 Z',
  moon: 'M21 2 A14.500 14.500 0 1 0 30 22 A12.500 12.500 0 0 1 21 2 Z',
  arrow: 'M2 11 H15 V3 L30 16 L15 29 V21 H2 Z',
  triangle: 'M16 3 L30 28 H2 Z',
  hourglass: 'M4 2 H28 L19 16 L28 30 H4 L13 16 Z',
  drop: 'M16 1 C19 9 27 13 27 21 A11 10 0 0 1 5 21 C5 13 13 9 16 1 Z',
  bolt: 'M19 1 L5 19 H14 L11 31 L27 12 H17 Z',
  fish: 'M1 16 C6 6 17 5 23 14 L31 8 V24 L23 18 C17 27 6 26 1 16 Z',
  square: 'M4 4 H28 V28 H4 Z',
} as const;

/** A sign at a much higher resolution than shown: 0-1 for each point of the grid. */
interface Sign {
  line: Float32Array;
  /** The piece with this sign, as a data URL. It reveals nothing about a picture, so it is drawn once. */
  piece: string;
}
const GRID = 96;

let loaded: Promise<Sign[]> | undefined;
const loadSigns = (): Promise<Sign[]> => (loaded ??= Promise.all(Object.values(SIGNS).map(loadSign)));

async function loadSign(path: string): Promise<Sign> {
  const layer = async (style: string): Promise<Float32Array> => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 36 36" width="${GRID}" height="${GRID}"><path d="${path}" stroke-linejoin="round" ${style}/></svg>`;
    const { data, info } = await sharp(Buffer.from(svg))
      .ensureAlpha()
      .blur(1)
      .raw()
      .toBuffer({ resolveWithObject: true });
    return Float32Array.from({ length: GRID * GRID }, (_, at) => (data[at * info.channels + 3] ?? 0) / 255);
  };
  const raw = { width: size, height: size, channels: 4 } as const;
  const piece = await sharp(drawPiece(await layer('fill="#fff"')), { raw })
    .png()
    .toBuffer();
  return {
    line: await layer('fill="none" stroke="#fff" stroke-width="4"'),
    piece: dataUrl('png', piece),
  };
}

/**
 * Returns a sign's coverage at an offset from its centre, in pixels, for a size of `wide` by `high` pixels and a
 * rotation.
 */
function sampler(
  grid: Float32Array,
  [wide, high]: [number, number],
  turn: number,
): (dx: number, dy: number) => number {
  const [cos, sin] = [Math.cos(turn) * GRID, Math.sin(turn) * GRID];
  return (dx, dy) => {
    const u = (dx * cos + dy * sin) / wide + GRID / 2;
    const v = (dy * cos - dx * sin) / high + GRID / 2;
    if (u < 0 || v < 0 || u >= GRID || v >= GRID) return 0;
    return grid[Math.floor(v) * GRID + Math.floor(u)] as number;
  };
}

// --- The scene ------------------------------------------------------------------------------------------------------

/** Red, green and blue of each pixel, interleaved; the array clamps written values. */
type Pixels = Uint8ClampedArray<ArrayBuffer>;
type Colour = readonly [number, number, number];

function hsl(hue: number, saturation: number, light: number): Colour {
  const chroma = saturation * Math.min(light, 1 - light);
  const channel = (n: number): number => {
    const k = (n + hue / 30) % 12;
    return 255 * (light - chroma * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return [channel(0), channel(8), channel(4)];
}

/** One period of a wave in 256 steps, with broader crests than a sine: an engraver's stroke. */
const WAVE = Float32Array.from({ length: 256 }, (_, step) =>
  Math.tanh(1.8 * Math.sin((step / 128) * Math.PI)),
);
/** Amplitude of the strokes around the colour below: of the scene, and of a hollow. */
const STROKE = 5;
const HOLLOW_STROKE = 7;
/** Fine grain, read from a varying offset, so that no two pictures match. */
const GRAIN = Float32Array.from(randomBytes(1 << 16), (byte) => ((byte - 127.5) / 127.5) * 4);
/** Frequency of a stroke, in wave steps per pixel. */
const pitch = (): number => 256 / between(6.5, 9);

interface Range {
  colour: Colour;
  /** Upper edge for each column. */
  edge: Float32Array;
  pitch: number;
  phase: number;
}

/**
 * Draws sky, four ranges of hills, and water, engraved along their edges, in muted tones around the brand's hue that
 * suit a light page and a dark one. Colour carries no information: solvers see lightness, people match signs.
 */
function drawScene(): Pixels {
  const hue = pick(180, 198);
  const turn = pick(0, 1) ? 1 : -1;
  const ranges = Array.from({ length: 5 }, (_, depth): Range => {
    const amplitude = between(10, 26);
    const [slow, fast] = [(2 * Math.PI) / between(150, 330), (2 * Math.PI) / between(60, 120)];
    const [a, b] = [between(0, 7), between(0, 7)];
    const base = depth === 0 ? -60 : 14 + depth * 44 + between(-10, 10);
    return {
      colour: hsl(hue + turn * depth * between(1, 4), between(0.18, 0.28), 0.66 - depth * 0.08),
      edge: Float32Array.from(
        { length: width },
        (__, column) => base + amplitude * (Math.sin(column * slow + a) + 0.4 * Math.sin(column * fast + b)),
      ),
      pitch: pitch(),
      phase: between(0, 255),
    };
  });
  const pixels = new Uint8ClampedArray(width * height * 3);
  for (let column = 0; column < width; column += 1) {
    let end: number = height;
    // From the nearest range to the sky: each fills only the area left by nearer ones.
    for (let depth = ranges.length - 1; depth >= 0; depth -= 1) {
      const { colour, edge, pitch: strokes, phase } = ranges[depth] as Range;
      const top = edge[column] as number;
      const begin = depth === 0 ? 0 : Math.max(0, Math.ceil(top));
      let grain = Math.floor(Math.random() * GRAIN.length);
      for (let row = begin; row < end; row += 1) {
        grain = (grain + 1) & 0xffff;
        const tone =
          (WAVE[((row - top) * strokes + phase) & 255] as number) * STROKE + (GRAIN[grain] as number);
        const at = (row * width + column) * 3;
        pixels[at] = colour[0] + tone;
        pixels[at + 1] = colour[1] + tone;
        pixels[at + 2] = colour[2] + tone;
      }
      end = Math.min(end, begin);
    }
  }
  return pixels;
}

/** 1 inside a disc, 0 outside, antialiased between. */
const disc = (distance: number, radius: number): number => Math.min(1, Math.max(0, radius + 0.5 - distance));

/**
 * Draws a round hollow, half in shade and half in light, its strokes across those of the scene. The sign is pale in one
 * half and dark in the other, so that it matches any other sign as much as it differs.
 */
function cutHollow(pixels: Pixels, sign: Sign, left: number, top: number): void {
  const turn = between(0.4, 0.8) * (Math.random() < 0.5 ? 1 : -1);
  const [across, strokes, phase] = [between(1, 2.1), pitch(), between(0, 255)];
  const [dx, dy] = [Math.sin(across) * strokes, Math.cos(across) * strokes];
  const sun = between(0, 2 * Math.PI);
  const [lightX, lightY] = [Math.cos(sun), Math.sin(sun)];
  const signAt = sampler(sign.line, [between(30, 36), between(30, 36)], turn);
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const [u, v] = [column - CENTRE + 0.5, row - CENTRE + 0.5];
      const distance = Math.sqrt(u * u + v * v);
      const cover = disc(distance, RADIUS);
      if (cover === 0) continue;
      const rim = cover - disc(distance, RADIUS - 1.5);
      const mark = signAt(u, v);
      /** -1 in the shade, 1 in the light. */
      const light = Math.min(1, Math.max(-1, u * lightX + v * lightY));
      const stroke = (WAVE[(column * dx + row * dy + phase) & 255] as number) * HOLLOW_STROKE;
      const tone = 84 + light * 36 + stroke * (1 - mark) - light * 132 * mark + 45 * rim;
      const place = ((top + row) * width + left + column) * 3;
      for (let channel = place; channel < place + 3; channel += 1) {
        const ground = pixels[channel] as number;
        pixels[channel] = ground + (ground * 0.35 + tone - ground) * cover;
      }
    }
  }
}

/** Draws a disc in the brand colour, transparent enough to see the hollow appear below its edge. */
function drawPiece(sign: Float32Array): Buffer {
  const bytes = Buffer.alloc(size * size * 4);
  const signAt = sampler(sign, [35, 35], 0);
  for (let row = 0, at = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1, at += 4) {
      const [u, v] = [column - CENTRE + 0.5, row - CENTRE + 0.5];
      const distance = Math.hypot(u, v);
      const cover = disc(distance, RADIUS + 1.5);
      const white = Math.max(cover - disc(distance, RADIUS - 1), signAt(u, v));
      const shade = -v * 0.5;
      [39, 178, 188].forEach((colour, channel) => {
        bytes[at + channel] = Math.round(
          Math.min(255, Math.max(0, colour + shade) * (1 - white) + 255 * white),
        );
      });
      bytes[at + 3] = Math.round(255 * cover * (0.86 + 0.14 * white));
    }
  }
  return bytes;
}

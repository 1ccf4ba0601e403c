import { randomInt } from 'node:crypto';
import { CAPTCHA } from '@yunduo/validation';
import sharp from 'sharp';

export interface Picture {
  /** Left edge of the gap. Known to the server alone. */
  x: number;
  y: number;
  /** The picture with the gap, and the piece cut out of it, as data URLs. */
  background: string;
  piece: string;
}

const { width, height, piece: size, minX } = CAPTCHA;
const pick = (min: number, max: number): number => randomInt(min, max + 1);

/** Draws a harbour that nobody has drawn before, and cuts a piece out of it at a place that only chance knows. */
export async function drawPicture(): Promise<Picture> {
  const x = pick(minX, width - size - 1);
  const y = pick(8, height - size - 8);
  const outline = outlineOf(pick(0, 3));

  const scene = await sharp(Buffer.from(sceneSvg())).removeAlpha().raw().toBuffer();
  addNoise(scene);
  const raw = { width, height, channels: 3 } as const;
  const mask = Buffer.from(svg(size, size, `<path d="${outline}" fill="#fff"/>`));
  const cut = sharp(scene, { raw }).extract({ left: x, top: y, width: size, height: size });
  const piece = await sharp(await cut.ensureAlpha().png().toBuffer())
    .composite([
      { input: mask, blend: 'dest-in' },
      {
        input: Buffer.from(
          svg(size, size, `<path d="${outline}" fill="none" stroke="#fff" stroke-width="2"/>`),
        ),
      },
    ])
    .webp({ quality: 80 })
    .toBuffer();

  // Two false gaps, lighter than the true one: an edge detector finds three places, an eye finds the deepest.
  const gap = (left: number, top: number, shape: string, depth: number): string =>
    `<path transform="translate(${left} ${top})" d="${shape}" fill="#06181d" fill-opacity="${depth}" stroke="#fff" stroke-opacity="${depth / 2}"/>`;
  const decoys = Array.from({ length: 2 }, () =>
    gap(pick(minX, width - size), pick(4, height - size - 4), outlineOf(pick(0, 3)), 0.16),
  );
  const background = await sharp(scene, { raw })
    .composite([{ input: Buffer.from(svg(width, height, `${decoys.join('')}${gap(x, y, outline, 0.62)}`)) }])
    .webp({ quality: pick(62, 74) })
    .toBuffer();

  return { x, y, background: dataUrl(background), piece: dataUrl(piece) };
}

const dataUrl = (bytes: Buffer): string => `data:image/webp;base64,${bytes.toString('base64')}`;

const svg = (w: number, h: number, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}">${content}</svg>`;

/** A square of 40 with a knob or a hollow on two of its sides; which ones, the variant says. */
function outlineOf(variant: number): string {
  const top = variant & 1 ? 'a8 8 0 1 1 12 0' : 'a8 8 0 1 0 12 0';
  const right = variant & 2 ? 'a8 8 0 1 1 0 12' : 'a8 8 0 1 0 0 12';
  return `M6 14 h16 ${top} h8 v14 ${right} v10 h-36 z`;
}

/** Sky, sea, hills, boats and signal shapes in colours of chance. */
function sceneSvg(): string {
  const hue = pick(0, 359);
  const colour = (shift: number, light: number): string =>
    `hsl(${(hue + shift) % 360} ${pick(30, 70)}% ${light + pick(-6, 6)}%)`;
  const hills = Array.from({ length: 3 }, (_, depth) => {
    const base = 90 + depth * 40;
    const points = Array.from({ length: 9 }, (__, step) => `${step * 60},${base + pick(-30, 30)}`);
    return `<polygon points="0,240 ${points.join(' ')} 480,240" fill="${colour(depth * 25, 62 - depth * 12)}"/>`;
  });
  const shapes = Array.from({ length: 26 }, () => {
    const [cx, cy, r] = [pick(0, width), pick(0, height), pick(5, 26)];
    const fill = `fill="${colour(pick(0, 180), pick(35, 75))}" fill-opacity="0.${pick(35, 85)}"`;
    return pick(0, 1)
      ? `<circle cx="${cx}" cy="${cy}" r="${r}" ${fill}/>`
      : `<rect x="${cx}" y="${cy}" width="${r * 2}" height="${r}" transform="rotate(${pick(0, 90)} ${cx} ${cy})" ${fill}/>`;
  });
  const sky = `<linearGradient id="s" x2="0" y2="1"><stop stop-color="${colour(0, 84)}"/><stop offset="1" stop-color="${colour(60, 52)}"/></linearGradient>`;
  return svg(
    width,
    height,
    `<defs>${sky}</defs><rect width="${width}" height="${height}" fill="url(#s)"/>${hills.join('')}${shapes.join('')}`,
  );
}

/** Every pixel a little off: two pictures never match, nor does the piece match the gap's rim to the bit. */
function addNoise(pixels: Buffer): void {
  for (let index = 0; index < pixels.length; index += 1) {
    const value = (pixels[index] ?? 0) + Math.floor((Math.random() - 0.5) * 22);
    pixels[index] = value < 0 ? 0 : value > 255 ? 255 : value;
  }
}

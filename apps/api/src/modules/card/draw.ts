import { LINK_CARD } from '@yunduo/validation';
import sharp from 'sharp';
import { balance, typesetterFor, wrap } from './font.ts';

// Values of tokens in libs/ui, which the server does not load: ink, quiet ink, line, primary and a letter tile.
const INK = '#06282b';
const MUTED = '#43585b';
const LINE = '#c0cccd';
const PRIMARY = '#27b2bc';
const TILE = '#177880';

const { width: WIDTH, height: HEIGHT } = LINK_CARD;
const LEFT = 80;
const LOGO = 168;

export interface Card {
  /** Product name. */
  brand: string;
  title: string;
  /** Under the title, on one line. */
  facts?: string;
  text: string;
  /** An app's logo: the file, or the letter of its tile. */
  logo?: { bytes: Buffer } | { letter: string };
}

/**
 * The brand mark in a square of 24 (`BrandMark` of libs/ui), its dashes in circle units: the renderer does not support
 * `pathLength`.
 */
const mark = (x: number, y: number, size: number, spoke: string): string =>
  `<g transform="translate(${x} ${y}) scale(${size / 24})" fill="none" stroke="${INK}" stroke-width="2"><circle cx="12" cy="12" r="6.5"/><circle cx="12" cy="12" r="9.7" stroke-width="3" stroke-dasharray="1.524 6.095" stroke-dashoffset="0.762"/><path d="M12 12V.7" stroke="${spoke}" stroke-width="2.5"/></g>`;

/** The heading tape along the lower edge, starting at the spoke. */
function tape(until: number): string {
  const ticks = (step: number, length: number): string => {
    let path = '';
    for (let x = LEFT; x <= until; x += step) path += `M${x} ${HEIGHT - 72}v-${length}`;
    return path;
  };
  return `<g fill="none" stroke="${LINE}" stroke-width="1.5"><path d="M${LEFT} ${HEIGHT - 72}H${until}"/><path d="${ticks(40, 16)}"/><path d="${ticks(8, 8)}"/></g><path d="M${LEFT} ${HEIGHT - 110}v38" stroke="${PRIMARY}" stroke-width="6"/>`;
}

/** Draws a card as PNG. Text is drawn as outlines of a bundled font, so the server's installed fonts do not matter. */
export async function drawCard({ brand, title, facts = '', text, logo }: Card): Promise<Buffer> {
  const letter = logo && 'letter' in logo ? logo.letter : '';
  const set = await typesetterFor([brand, title, facts, text, letter, '…']);
  const parts: string[] = [];
  const say = (words: string, x: number, y: number, size: number, ink: string): void => {
    parts.push(`<path d="${set.path(words, x, y, size)}" fill="${ink}"/>`);
  };
  say(brand, LEFT + 64, 108, 34, INK);
  if (logo) {
    const start = LEFT + LOGO + 40;
    const room = WIDTH - LEFT - start;
    const size = [76, 64, 54].find((one) => set.width(title, one) <= room) ?? 46;
    const [name = ''] = wrap(set, title, { size, max: room, lines: 1 });
    say(name, start, 260, size, INK);
    const [line = ''] = wrap(set, facts, { size: 30, max: room, lines: 1 });
    say(line, start, 322, 30, MUTED);
    balance(set, text, { size: 36, max: WIDTH - 2 * LEFT, lines: 2 }).forEach((row, index) => {
      say(row, LEFT, 424 + index * 54, 36, INK);
    });
    if (letter) {
      const shift = (LOGO - set.width(letter, 88)) / 2;
      parts.push(`<rect x="${LEFT}" y="176" width="${LOGO}" height="${LOGO}" rx="37" fill="${TILE}"/>`);
      say(letter, LEFT + shift, 176 + LOGO / 2 + 32, 88, '#fff');
    }
    parts.push(tape(WIDTH - LEFT));
  } else {
    const room = 700;
    const rows = wrap(set, title, { size: 72, max: room, lines: 2 });
    rows.forEach((row, index) => say(row, LEFT, 254 + index * 96, 72, INK));
    balance(set, text, { size: 32, max: room, lines: 2 }).forEach((row, index) => {
      say(row, LEFT, 254 + rows.length * 96 - 20 + index * 48, 32, MUTED);
    });
    parts.push(
      tape(LEFT + room),
      `<path d="M860 0h340v630H860z" fill="${PRIMARY}"/>`,
      mark(900, 185, 260, '#fff'),
    );
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><path d="M0 0h${WIDTH}v${HEIGHT}H0z" fill="#fff"/>${mark(LEFT, 72, 48, PRIMARY)}${parts.join('')}</svg>`;
  const drawn = sharp(Buffer.from(svg));
  if (logo && 'bytes' in logo) {
    drawn.composite([{ input: await rounded(logo.bytes), left: LEFT, top: 176 }]);
  }
  return drawn.png({ palette: true, colours: 128, effort: 4 }).toBuffer();
}

/** Rounds a logo's corners as in the store. */
async function rounded(bytes: Buffer): Promise<Buffer> {
  const corners = `<svg width="${LOGO}" height="${LOGO}"><rect width="${LOGO}" height="${LOGO}" rx="37"/></svg>`;
  return sharp(bytes, { density: 300 })
    .resize(LOGO, LOGO, { fit: 'contain', background: '#fff' })
    .flatten({ background: '#fff' })
    .composite([{ input: Buffer.from(corners), blend: 'dest-in' }])
    .png()
    .toBuffer();
}

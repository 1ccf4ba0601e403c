import { SCENE } from './size.ts';

/**
 * Screenshots are drawn: three scenes of the client (overview, editor, list) in the light theme of the design tokens,
 * filled with realistic data of the app. 1280 × 800.
 */
export const SCENE_KINDS = ['overview', 'editor', 'list'] as const;
export type SceneKind = (typeof SCENE_KINDS)[number];

export interface Scene {
  kind: SceneKind;
  /** Title in the rail, next to the app's other scenes. */
  title: string;
  body: Overview | Editor | List;
}
export interface Overview {
  metrics: { label: string; value: string }[];
  chart: string;
  notes: string[];
}
export interface Editor {
  file: string;
  lines: string[];
  /** The edited line, from 0. */
  edited: number;
  saved: string;
  apply: string;
}
export interface List {
  columns: string[];
  rows: string[][];
}
export interface SceneFrame {
  app: string;
  server: string;
  /** An `<svg>` of 24 × 24. */
  logo: string;
  /** The rail: titles of the app's scenes. */
  rail: string[];
}

const INK = '#0b2226';
const QUIET = '#566a6e';
const LINE = '#dae2e3';
const GROUND = '#f4f7f7';
const BRAND = '#27b2bc';
const BRAND_SOFT = '#ecf8f9';
const BRAND_INK = '#06282b';
const GOOD = '#217a45';
const WARN = '#9a670c';
const BAD = '#c8281c';
const SANS = "'Noto Sans CJK SC', sans-serif";
const MONO = "'Noto Sans Mono', 'Noto Sans Mono CJK SC', monospace";

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

interface TextStyle {
  size?: number;
  fill?: string;
  weight?: number;
  mono?: boolean;
  anchor?: 'start' | 'end';
}
function write(x: number, y: number, text: string, style: TextStyle = {}): string {
  const { size = 20, fill = INK, weight = 400, mono = false, anchor = 'start' } = style;
  return `<text x="${x}" y="${y}" font-family="${mono ? MONO : SANS}" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}" xml:space="preserve">${escape(text)}</text>`;
}
const box = (x: number, y: number, width: number, height: number, fill: string, rest = ''): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" ${rest}/>`;
const panel = (x: number, y: number, width: number, height: number): string =>
  box(x, y, width, height, '#ffffff', `rx="8" stroke="${LINE}" stroke-width="1.5"`);

/** Deterministic line for a seed: a picture changes only with its scene. */
function wave(seed: string, points: number): number[] {
  let state = [...seed].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) >>> 0, 7);
  const next = (): number => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  let level = 0.35 + next() * 0.2;
  return Array.from({ length: points }, (_, index) => {
    level = Math.min(0.95, Math.max(0.08, level + (next() - 0.47) * 0.22));
    return level * 0.75 + 0.25 * (0.5 + 0.5 * Math.sin(index / 3));
  });
}

const LEFT = 248;
const TOP = 92;
const WIDTH = SCENE.width - LEFT - 40;

function drawOverview({ metrics, chart, notes }: Overview, frame: SceneFrame): string {
  const gap = 24;
  const card = (WIDTH - gap * (metrics.length - 1)) / metrics.length;
  const cards = metrics.map(({ label, value }, index) => {
    const x = LEFT + index * (card + gap);
    return (
      panel(x, TOP, card, 128) +
      write(x + 24, TOP + 44, label, { fill: QUIET }) +
      write(x + 24, TOP + 96, value, { size: 38, weight: 700 })
    );
  });
  const top = TOP + 152;
  const height = 420;
  const levels = wave(frame.app + chart, 36);
  const step = (WIDTH - 64) / (levels.length - 1);
  const line = levels
    .map(
      (level, index) =>
        `${Math.round(LEFT + 32 + index * step)} ${Math.round(top + height - 36 - level * (height - 120))}`,
    )
    .join('L');
  const grid = [0, 1, 2, 3]
    .map((row) => `M${LEFT + 32} ${top + height - 36 - row * 92}h${WIDTH - 64}`)
    .join('');
  const rows = notes.map((note, index) => {
    const y = top + height + 24 + index * 50;
    return (
      `<path d="M${LEFT} ${y + 50}h${WIDTH}" stroke="${LINE}" stroke-width="1.5"/>` +
      `<circle cx="${LEFT + 12}" cy="${y + 26}" r="6" fill="${index === 0 ? BRAND : GOOD}"/>` +
      write(LEFT + 34, y + 33, note, { fill: INK })
    );
  });
  return `${cards.join('')}${panel(LEFT, top, WIDTH, height)}${write(LEFT + 32, top + 44, chart, { fill: QUIET })}<path d="${grid}" stroke="${LINE}" stroke-width="1.5"/><path d="M${line}" fill="none" stroke="${BRAND}" stroke-width="4" stroke-linejoin="round"/>${rows.join('')}`;
}

function drawEditor({ file, lines, edited, saved, apply }: Editor): string {
  const step = 44;
  const code = lines.map((line, index) => {
    const y = TOP + 76 + index * step;
    const mark =
      index === edited
        ? box(LEFT + 2, y, WIDTH - 4, step, BRAND_SOFT) + box(LEFT + 2, y + 6, 5, step - 12, BRAND)
        : '';
    const comment = /^\s*(#|;|\/\/|--|<!--)/.test(line);
    return (
      mark +
      write(LEFT + 56, y + 30, String(index + 1), { mono: true, fill: '#7a8e93', anchor: 'end' }) +
      write(LEFT + 84, y + 30, line, { mono: true, fill: comment ? QUIET : INK })
    );
  });
  const foot = SCENE.height - 84;
  return `${panel(LEFT, TOP, WIDTH, foot - TOP - 24)}${box(LEFT + 1, TOP + 59, WIDTH - 2, 1.5, LINE)}${write(LEFT + 28, TOP + 38, file, { mono: true, fill: QUIET })}${code.join('')}${write(LEFT, foot + 34, saved, { fill: QUIET })}${box(LEFT + WIDTH - 184, foot, 184, 52, BRAND, 'rx="6"')}<text x="${LEFT + WIDTH - 92}" y="${foot + 34}" font-family="${SANS}" font-size="20" font-weight="500" fill="${BRAND_INK}" text-anchor="middle">${escape(apply)}</text>`;
}

const TONES: Record<string, string> = { '●': GOOD, '◆': WARN, '■': BAD };

function drawList({ columns, rows }: List): string {
  const step = Math.min(92, (SCENE.height - TOP - 102) / rows.length);
  const first = 0.36 * WIDTH;
  const rest = (WIDTH - first) / Math.max(1, columns.length - 1);
  const at = (column: number): number => LEFT + (column === 0 ? 28 : first + (column - 1) * rest + 12);
  const head = columns.map((column, index) => write(at(index), TOP + 40, column, { size: 18, fill: QUIET }));
  const body = rows.map((row, index) => {
    const y = TOP + 62 + index * step;
    const cells = row.map((cell, column) => {
      const tone = TONES[cell[0] ?? ''];
      const x = at(column);
      return tone
        ? `<circle cx="${x + 7}" cy="${y + step / 2}" r="7" fill="${tone}"/>${write(x + 26, y + step / 2 + 7, cell.slice(1).trim())}`
        : write(x, y + step / 2 + 7, cell, {
            mono: column === 0 || /^[\d\s.,:%/a-zA-Z-]+$/.test(cell),
            weight: column === 0 ? 500 : 400,
          });
    });
    const mark =
      index === 1
        ? box(LEFT + 2, y + 1, WIDTH - 4, step - 1, BRAND_SOFT) + box(LEFT + 2, y + 20, 5, step - 40, BRAND)
        : '';
    return `${mark}<path d="M${LEFT} ${y}h${WIDTH}" stroke="${LINE}" stroke-width="1.5"/>${cells.join('')}`;
  });
  return `${panel(LEFT, TOP, WIDTH, SCENE.height - TOP - 40)}${head.join('')}${body.join('')}`;
}

function drawBody(scene: Scene, frame: SceneFrame): string {
  switch (scene.kind) {
    case 'overview':
      return drawOverview(scene.body as Overview, frame);
    case 'editor':
      return drawEditor(scene.body as Editor);
    case 'list':
      return drawList(scene.body as List);
  }
}

/** Draws the scene in the client's window, as an SVG document. */
export function drawScene(scene: Scene, frame: SceneFrame): string {
  const rail = frame.rail.map((title, index) => {
    const y = TOP + index * 48;
    const here = title === scene.title;
    return (
      (here ? box(16, y, 192, 44, BRAND_SOFT, 'rx="6"') + box(16, y + 10, 5, 24, BRAND) : '') +
      write(40, y + 29, title, { weight: here ? 500 : 400, fill: here ? INK : QUIET })
    );
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SCENE.width}" height="${SCENE.height}" viewBox="0 0 ${SCENE.width} ${SCENE.height}">${box(0, 0, SCENE.width, SCENE.height, GROUND)}${box(0, 0, 224, SCENE.height, '#ffffff')}${box(0, 0, SCENE.width, 60, '#ffffff')}<path d="M0 60h${SCENE.width}M224 60v${SCENE.height - 60}" stroke="${LINE}" stroke-width="1.5"/><g transform="translate(24 14)">${frame.logo.replace('<svg ', '<svg width="32" height="32" ')}</g>${write(72, 38, frame.app, { size: 22, weight: 600 })}<circle cx="${SCENE.width - 56 - frame.server.length * 10.8}" cy="30" r="6" fill="${GOOD}"/>${write(SCENE.width - 40, 37, frame.server, { mono: true, size: 18, fill: QUIET, anchor: 'end' })}${rail.join('')}${drawBody(scene, frame)}</svg>`;
}

import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';

type Theme = 'light' | 'dark';
const source = import.meta.dirname;
const css = readFileSync(join(source, 'tokens.css'), 'utf8').replace(/\/\*[^]*?\*\//g, '');
const declared = new Map<string, string>();
for (const [, name, value] of css.matchAll(/(--[\w-]+):\s*([^;]+);/g)) {
  if (name && value && !declared.has(name)) declared.set(name, value.trim());
}

/** The colour a token has in a theme, as #rrggbb. */
function colour(token: string, theme: Theme): string {
  let value = declared.get(token);
  if (value === undefined) throw new Error(`${token} is not declared`);
  const pair = /^light-dark\((.+), (.+)\)$/.exec(value);
  if (pair) value = String(pair[theme === 'light' ? 1 : 2]);
  const reference = /^var\((--[\w-]+)\)$/.exec(value);
  if (reference?.[1]) return colour(reference[1], theme);
  const short = /^#(\w)(\w)(\w)$/.exec(value);
  return short
    ? `#${short
        .slice(1)
        .map((digit) => digit.repeat(2))
        .join('')}`
    : value;
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(ink: string, ground: string): number {
  const [light = 0, dark = 0] = [luminance(ink), luminance(ground)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ['--ground', '--ground-quiet', '--ground-raised'];
const text: [ink: string, ground: string][] = [
  ...[
    '--text',
    '--text-muted',
    '--text-quiet',
    '--link',
    '--link-hover',
    '--danger',
    '--warning',
    '--success',
  ].flatMap((ink) => grounds.map((ground): [string, string] => [ink, ground])),
  ['--text', '--ground-sunken'],
  ['--text-muted', '--fill'],
  ['--text-quiet', '--fill'],
  ['--ground', '--text'],
  ['--on-primary', '--primary'],
  ['--on-primary', '--primary-hover'],
  ['--on-primary-pressed', '--primary-pressed'],
  ['--on-primary', '--selection'],
  ['--on-primary-soft', '--primary-soft'],
  ['--on-danger-soft', '--danger-soft'],
  ['--danger', '--danger-soft'],
  ['--on-warning-soft', '--warning-soft'],
  ['--on-success-soft', '--success-soft'],
  ['--on-success-soft', '--ground'],
  ['--on-toast', '--toast'],
  ...[0, 1, 2, 3, 4, 5].map((index): [string, string] => ['--on-tile', `--tile-${index}`]),
  ['--on-band', '--ground-band'],
  ['--on-ink', '--ground-ink'],
  ['--on-ink-strong', '--ground-ink'],
  ['--on-ink-quiet', '--ground-ink'],
];
// Borders of controls, the focus ring and the shapes that convey a status: 3:1 (WCAG 1.4.11).
const shapes: [shape: string, ground: string][] = [
  ...grounds.flatMap((ground): [string, string][] => [
    ['--line-control', ground],
    ['--focus', ground],
    ['--mark', ground],
  ]),
  ['--mark', '--ground-ink'],
  ['--danger', '--ground'],
  ['--success', '--ground'],
  ['--warning', '--ground'],
  ['--focus-ink', '--ground-ink'],
  ['--on-primary', '--danger-fill'],
  ['--on-primary', '--success-fill'],
];

describe('brand colour', () => {
  test('is #27B2BC with a hover, a pressed and a darker pressed variant, each its own colour', () => {
    const variants = ['--primary', '--primary-hover', '--primary-pressed', '--primary-pressed-dark'];
    expect(variants.map((token) => colour(token, 'light'))).toEqual([
      '#27b2bc',
      '#4cc4cd',
      '#1f959e',
      '#177880',
    ]);
    expect(variants.map((token) => colour(token, 'dark'))).toEqual(
      variants.map((token) => colour(token, 'light')),
    );
  });

  test('is darker in the order hover, default, pressed, darker pressed', () => {
    const light = ['--primary-hover', '--primary', '--primary-pressed', '--primary-pressed-dark'].map(
      (token) => luminance(colour(token, 'light')),
    );
    expect(light).toEqual([...light].sort((a, b) => b - a));
  });

  test('toasts are red in both themes', () => {
    expect([colour('--toast', 'light'), colour('--toast', 'dark')]).toEqual(['#c8281c', '#c8281c']);
  });
});

describe.each<Theme>(['light', 'dark'])('%s theme', (theme) => {
  test.each(text)('%s on %s has a contrast of at least 4.5', (ink, ground) => {
    expect(contrast(colour(ink, theme), colour(ground, theme))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(shapes)('%s on %s has a contrast of at least 3', (shape, ground) => {
    expect(contrast(colour(shape, theme), colour(ground, theme))).toBeGreaterThanOrEqual(3);
  });
});

describe('component style sheets', () => {
  const sheets = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.css') && path !== 'tokens.css')
    .map((path): [string, string] => [
      path,
      readFileSync(join(source, path), 'utf8').replace(/\/\*[^]*?\*\//g, ''),
    ]);

  test.each(sheets)('%s takes colours, sizes and layers from the tokens', (_path, sheet) => {
    const rules = sheet.replace(/@media[^{]*\{/g, '{');
    expect(rules.match(/#[\da-f]{3,8}\b|(?<!-)\b(?:rgba?|hsla?|oklch|white|black)\b(?!-)/gi) ?? []).toEqual(
      [],
    );
    expect(rules.match(/z-index:(?! var\()[^;]*/g) ?? []).toEqual([]);
    expect(rules.match(/font-size:(?! (?:var|calc)\()[^;]*/g) ?? []).toEqual([]);
    // Hairlines and rings up to 3px are not sizes of the scale.
    expect(rules.match(/(?<![.\d])(?:[4-9]|\d{2,})(?:\.\d+)?px/g) ?? []).toEqual([]);
  });

  test.each(sheets)('%s references only declared tokens', (_path, sheet) => {
    const own = new Set([...sheet.matchAll(/(--[\w-]+):/g)].map(([, name]) => name));
    const used = [...sheet.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => String(name));
    expect(used.filter((name) => !declared.has(name) && !own.has(name))).toEqual([]);
  });
});

describe('tokens of one part', () => {
  const parts = [...css.matchAll(/^\.([\w-]+) \{([^}]*)\}/gm)].map(
    ([, part = '', body = '']): [string, string[]] => [
      part,
      [...body.matchAll(/(--[\w-]+):/g)].map(([, name]) => String(name)),
    ],
  );
  const workspace = join(source, '../../..');
  const files = ['libs/ui/src', 'apps/public-site/app', 'apps/developer-console/app'].flatMap((folder) =>
    readdirSync(join(workspace, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
      join(workspace, folder, path),
    ),
  );

  test.each(parts)('.%s: each component that uses them has the class', (part, names) => {
    const uses = new RegExp(`var\\((?:${names.join('|')})\\)`);
    const users = files.filter(
      (path) => path.endsWith('.module.css') && uses.test(readFileSync(path, 'utf8')),
    );
    expect(users).not.toEqual([]);
    const withoutClass = users.filter(
      (sheet) =>
        !files.some((path) => {
          if (!path.endsWith('.tsx') || dirname(path) !== dirname(sheet)) return false;
          const code = readFileSync(path, 'utf8');
          return code.includes(`/${basename(sheet)}'`) && new RegExp(`['"\`]${part}['" ]`).test(code);
        }),
    );
    expect(withoutClass).toEqual([]);
  });
});

test('[R9.06] toasts, notifications, dialogs and the loading bar have the sizes of specification §9', () => {
  const sizes = ['message-min', 'message-max', 'notification', 'dialog'].map((name) =>
    declared.get(`--width-${name}`),
  );
  expect(sizes).toEqual(['420px', '720px', '365px', '446px']);
  expect(declared.get('--loading-height')).toBe('3px');
});

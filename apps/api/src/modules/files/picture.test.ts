import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ANIMATION } from '@yunduo/validation';
import sharp from 'sharp';
import { expect, test } from '@jest/globals';
import { compiledOnce } from '../../testing/environment.ts';
import { heifHead, hugePng, moving, sparseGif } from '../../testing/pictures.ts';
import { openPicture, queue, scaled, squares, uprightSize } from './picture.ts';

const WIDTHS = [320, 640, 1280];
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#27b2bc' } });
const by = (userId: number, missing = false) => ({ userId, gone: () => missing });

test('a picture is stored in every width up to its own, never enlarged', async () => {
  const sizes = async (width: number, height: number) => {
    const { files, ...size } = await scaled(
      await openPicture(await picture(width, height).png().toBuffer()),
      WIDTHS,
      by(1),
    );
    return [[...files.keys()].sort((one, other) => one - other), size];
  };
  expect(await sizes(1600, 800)).toEqual([[320, 640, 1280], { width: 1280, height: 640 }]);
  expect(await sizes(1280, 640)).toEqual([[320, 640, 1280], { width: 1280, height: 640 }]);
  expect(await sizes(1279, 640)).toEqual([[320, 640], { width: 640, height: 320 }]);
  expect(await sizes(700, 350)).toEqual([[320, 640], { width: 640, height: 320 }]);
  expect(await sizes(200, 100)).toEqual([[320], { width: 200, height: 100 }]);
});

test('a picture longer than WebP allows is scaled down to fit', async () => {
  const bytes = await picture(1_400, 20_000).png().toBuffer();
  const { files, width, height } = await scaled(await openPicture(bytes), WIDTHS, by(1));
  expect([width, height]).toEqual([1_147, 16_383]);
  expect([...files.keys()].toSorted((one, other) => one - other)).toEqual([320, 640, 1280]);
});

test('EXIF orientation is applied to size and pixels', async () => {
  const bytes = await picture(800, 400).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const opened = await openPicture(bytes);
  expect(await uprightSize(opened)).toEqual({ width: 400, height: 800 });
  const { width, height } = await scaled(opened, WIDTHS, by(1));
  expect([width, height]).toEqual([320, 640]);
});

test.each([
  ['a small file that decodes to gigabytes', hugePng, 'PICTURE_PIXELS'],
  [
    'an animation of many frames on a large canvas',
    () => sparseGif(8_000, 4_000, 2_000),
    'PICTURE_ANIMATION',
  ],
  ['an animation with more frames than the limit', () => sparseGif(100, 100, 301), 'PICTURE_ANIMATION'],
  ['an animation at the limit', () => sparseGif(500, 500, 100), 'OK'],
])('%s uses at most 200 MB', async (_, made, expected) => {
  const folder = await mkdtemp(join(tmpdir(), 'yunduo-picture-'));
  try {
    const file = join(folder, 'huge');
    const bytes = made();
    expect(bytes.length).toBeLessThan(1_000_000);
    await writeFile(file, bytes);
    // In its own process: this one's peak memory says nothing about one picture.
    const script = `
      import { readFileSync } from 'node:fs';
      const { openPicture } = await import(${JSON.stringify(new URL('picture.ts', import.meta.url).href)});
      const bytes = readFileSync(${JSON.stringify(file)});
      const before = process.resourceUsage().maxRSS;
      const code = await openPicture(bytes, { moving: true })
        .then((picture) => picture.resize({ width: 1920, withoutEnlargement: true }).webp().toBuffer())
        .then(() => 'OK', ({ code }) => code);
      console.log(JSON.stringify({ code, more: process.resourceUsage().maxRSS - before }));`;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', script],
      { env: { PATH: process.env['PATH'], ...compiledOnce() } },
    );
    const { code, more } = JSON.parse(stdout) as { code: string; more: number };
    expect(code).toBe(expected);
    expect(more).toBeLessThan(200_000);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('twenty concurrent pictures are all processed', async () => {
  const bytes = await picture(900, 900).png().toBuffer();
  const made = await Promise.all(
    Array.from({ length: 20 }, async (_, index) =>
      index % 2 === 0
        ? (await squares(await openPicture(bytes), [320], by(index % 3))).size
        : (await scaled(await openPicture(bytes), [320], by(index % 3))).files.size,
    ),
  );
  expect(made).toEqual(Array.from({ length: 20 }, () => 1));
});

test('the queue alternates between users', async () => {
  const inTurn = queue(2);
  const started: string[] = [];
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const send = (userId: number, ...names: string[]) =>
    names.map((name) =>
      inTurn(by(userId), async () => {
        started.push(name);
        await gate;
      }),
    );
  const all = [
    ...send(1, 'flood 1', 'flood 2', 'flood 3'),
    ...send(2, 'other 1', 'other 2'),
    ...send(3, 'late'),
  ];
  open();
  await Promise.all(all);
  expect(started).toEqual(['flood 1', 'other 1', 'flood 2', 'other 2', 'late', 'flood 3']);
});

test('the queue skips work whose requester has disconnected', async () => {
  const inTurn = queue(1);
  const done: string[] = [];
  const work = (who: string) => () => Promise.resolve(void done.push(who));
  const first = inTurn(by(1), work('first'));
  const missing = inTurn(by(2, true), work('gone'));
  const last = inTurn(by(3), work('last'));
  await expect(missing).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await Promise.all([first, last]);
  expect(done).toEqual(['first', 'last']);
});

test('a failed picture releases its queue slot', async () => {
  const whole = await picture(900, 900).png().toBuffer();
  const broken = whole.subarray(0, Math.floor(whole.length / 2));
  for (let turn = 0; turn < 5; turn += 1)
    await expect(scaled(await openPicture(broken), WIDTHS, by(1))).rejects.toMatchObject({
      code: 'PICTURE_UNREADABLE',
    });
  expect((await scaled(await openPicture(whole), [320], by(1))).width).toBe(320);
});

test('8,000 × 8,000 pixels are rejected with PICTURE_PIXELS', async () => {
  const huge = await sharp({ create: { width: 8000, height: 8000, channels: 3, background: '#fff' } })
    .png({ compressionLevel: 9 })
    .toBuffer();
  await expect(openPicture(huge)).rejects.toMatchObject({ code: 'PICTURE_PIXELS' });
});

const codeOf = (bytes: Uint8Array, options?: { moving: boolean }) =>
  openPicture(bytes, options).then(
    () => 'OK',
    (error: { code: string }) => error.code,
  );
const solid = () => picture(600, 400);

test.each([
  ['GIF', () => solid().gif().toBuffer()],
  ['AVIF', () => solid().avif({ effort: 0 }).toBuffer()],
  ['a CMYK picture', () => solid().toColourspace('cmyk').jpeg().toBuffer()],
  ['a picture of 16 bits per channel', () => solid().toColourspace('rgb16').png().toBuffer()],
  ['a Display P3 picture', () => solid().withIccProfile('p3').jpeg({ quality: 100 }).toBuffer()],
])('%s is converted to 8-bit sRGB with the same colour', async (_, made) => {
  const { files } = await scaled(await openPicture(await made()), [320], by(1));
  const stored = sharp(files.get(320));
  const { space, depth, hasProfile, width, height } = await stored.metadata();
  expect({ space, depth, hasProfile, width, height }).toEqual({
    space: 'srgb',
    depth: 'uchar',
    hasProfile: false,
    width: 320,
    height: 213,
  });
  const colour = [...(await stored.removeAlpha().raw().toBuffer()).subarray(0, 3)];
  // Colour #27b2bc; inks show less of it.
  for (const [place, value] of [0x27, 0xb2, 0xbc].entries())
    expect(Math.abs((colour[place] ?? 0) - value)).toBeLessThanOrEqual(12);
});

test.each([5, 6, 7, 8])('orientation %i is rotated upright', async (orientation) => {
  const halves = await picture(400, 200)
    .composite([
      { input: { create: { width: 200, height: 200, channels: 3, background: '#c04020' } }, left: 0, top: 0 },
    ])
    .png()
    .toBuffer();
  const bytes = await sharp(halves).withMetadata({ orientation }).jpeg({ quality: 100 }).toBuffer();
  const opened = await openPicture(bytes);
  expect(await uprightSize(opened)).toEqual({ width: 200, height: 400 });
  const raw = await opened.raw().toBuffer();
  // The left half is on top when the camera was rotated clockwise, and below when rotated the other way.
  const isRed = (raw[0] ?? 0) > 150;
  expect(isRed).toBe(orientation === 5 || orientation === 6);
});

test('an animation keeps its frames with `moving`, else returns PICTURE_ANIMATED', async () => {
  for (const kind of ['gif', 'webp'] as const) {
    const bytes = await moving(kind, { width: 200, height: 100 });
    expect(await codeOf(bytes)).toBe('PICTURE_ANIMATED');
    const opened = await openPicture(bytes, { moving: true });
    const made = await opened.resize({ width: 50, height: 50, fit: 'inside' }).webp().toBuffer();
    const { pages, width, height, delay } = await sharp(made).metadata();
    expect({ pages, width, height, delay }).toEqual({
      pages: 3,
      width: 50,
      height: 25,
      delay: [100, 100, 100],
    });
  }
});

test('an animation may have as many frames and pixels as the limits say', async () => {
  const open = (width: number, height: number, frames: number) =>
    codeOf(sparseGif(width, height, frames), { moving: true });
  expect(await open(10, 10, ANIMATION.frames)).toBe('OK');
  expect(await open(10, 10, ANIMATION.frames + 1)).toBe('PICTURE_ANIMATION');
  expect(ANIMATION.pixels).toBe(500 * 500 * 100);
  expect(await open(500, 500, 100)).toBe('OK');
  expect(await open(500, 501, 100)).toBe('PICTURE_ANIMATION');
});

test('AVIF sequences and animated PNG are rejected, also with `moving`', async () => {
  const head = await solid().png().toBuffer();
  // The animation chunk of a PNG precedes its pixels.
  const animated = Buffer.concat([
    head.subarray(0, 33),
    Buffer.from('000000086163544c0000000200000000f38d9370', 'hex'),
    head.subarray(33),
  ]);
  for (const bytes of [animated, heifHead('avis')]) {
    expect(await codeOf(bytes)).toBe('PICTURE_ANIMATED');
    expect(await codeOf(bytes, { moving: true })).toBe('PICTURE_ANIMATION');
  }
});

test.each(['heic', 'heix', 'hevc', 'mif1', 'msf1'])(
  'a HEIC photo (%s) returns PICTURE_HEIC',
  async (brand) => {
    expect(await codeOf(heifHead(brand))).toBe('PICTURE_HEIC');
  },
);

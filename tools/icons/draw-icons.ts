// node tools/icons/draw-icons.ts
// Draws the icons for browsers and phones from the mark, apps/public-site/public/icon.svg. The files are
// committed; run it after a change of the mark.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

const folder = join(import.meta.dirname, '../../apps/public-site/public');
const mark = readFileSync(join(folder, 'icon.svg'));
/** The mark's background colour, which fills the corners that a system masks. */
const GROUND = '#27b2bc';
/** The visible part of a maskable icon (W3C manifest: a circle of 40 % radius). */
const SAFE = 0.8;

const png = (size: number): Promise<Buffer> =>
  sharp(mark, { density: 72 * Math.ceil(size / 24) })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();

async function maskable(size: number): Promise<Buffer> {
  const inner = await png(Math.round(size * SAFE));
  return sharp({ create: { width: size, height: size, channels: 3, background: GROUND } })
    .composite([{ input: inner }])
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
}

/** An icon file with PNG pictures; each has an entry of 16 bytes. */
function ico(pictures: readonly { size: number; bytes: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [place, { size, bytes }] of pictures.entries()) {
    const entry = 6 + 16 * place;
    head.writeUInt8(size, entry);
    head.writeUInt8(size, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(bytes.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += bytes.length;
  }
  return Buffer.concat([head, ...pictures.map(({ bytes }) => bytes)]);
}

const icons: Record<string, Buffer> = {
  'favicon.ico': ico(await Promise.all([16, 32, 48].map(async (size) => ({ size, bytes: await png(size) })))),
  'apple-touch-icon.png': await png(180),
  'icon-192.png': await png(192),
  'icon-512.png': await png(512),
  'icon-maskable-512.png': await maskable(512),
};
for (const [name, bytes] of Object.entries(icons)) {
  writeFileSync(join(folder, name), bytes);
  process.stdout.write(`${name}: ${bytes.length} bytes\n`);
}

import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A valid PNG of 20,000 × 20,000 white pixels in a small file. */
export function hugePng(): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(4);
    frame.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([frame, body, sum]);
  };
  const header = Buffer.from('00004e2000004e200100000000', 'hex');
  const rows = deflateSync(Buffer.alloc(20_000 * 2_501));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A GIF of many one-pixel frames on a canvas of any size: only its header states the decoded size. */
export function sparseGif(width: number, height: number, frames: number): Buffer {
  const header = Buffer.alloc(13);
  header.write('GIF89a', 'latin1');
  header.writeUInt16LE(width, 6);
  header.writeUInt16LE(height, 8);
  header[10] = 0x80;
  const palette = Buffer.from('c04020ffffff', 'hex');
  const frame = Buffer.from('21f904000a0000002c0000000001000100000202440100', 'hex');
  return Buffer.concat([header, palette, ...Array<Buffer>(frames).fill(frame), Buffer.from(';')]);
}

/** An animation with one full frame per colour. */
export async function moving(
  kind: 'gif' | 'webp',
  {
    width,
    height,
    colours = ['#c04020', '#20c040', '#4020c0'],
  }: { width: number; height: number; colours?: string[] },
): Promise<Buffer> {
  const frames = await Promise.all(
    colours.map((background) =>
      sharp({ create: { width, height, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const joined = sharp(frames, { join: { animated: true } });
  return (kind === 'gif' ? joined.gif({ delay: 100 }) : joined.webp({ delay: 100 })).toBuffer();
}

/** The first bytes of a phone's photo; `heic` is its brand, or another of the family. */
export const heifHead = (brand: string): Buffer =>
  Buffer.concat([
    Buffer.from(`0000001866747970`, 'hex'),
    Buffer.from(`${brand}\0\0\0\0mif1${brand}`, 'latin1'),
    Buffer.alloc(64),
  ]);

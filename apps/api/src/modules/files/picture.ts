import { PICTURE_PIXELS_MAX } from '@yunduo/validation';
import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Sharp } from 'sharp';
import { apiError } from '../../http/errors.ts';

const TAKEN = new Set(['image/png', 'image/jpeg', 'image/webp']);

// Everything that a picture may hold is decoded in this process: one at a time per core, nothing kept.
sharp.cache(false);

/**
 * Opens an uploaded picture, judged by its bytes alone. It is turned upright; place, camera and every other note in
 * it stay behind, because what is stored is always encoded anew.
 * @throws ApiError FILE_TYPE, PICTURE_UNREADABLE
 */
export async function openPicture(bytes: Uint8Array): Promise<Sharp> {
  const type = await fileTypeFromBuffer(bytes);
  if (!type || !TAKEN.has(type.mime)) throw apiError('FILE_TYPE');
  // The header tells the size: a picture too large to unpack is refused before it is unpacked.
  const picture = sharp(bytes, { limitInputPixels: PICTURE_PIXELS_MAX, failOn: 'error', animated: false });
  const { width = 0, height = 0 } = await picture.metadata().catch(() => {
    throw apiError('PICTURE_UNREADABLE');
  });
  if (width < 1 || height < 1 || width * height > PICTURE_PIXELS_MAX) throw apiError('PICTURE_UNREADABLE');
  return picture.autoOrient();
}

/** Width and height of a picture as it is seen: turned upright. */
export async function uprightSize(picture: Sharp): Promise<{ width: number; height: number }> {
  const { autoOrient, width = 0, height = 0 } = await picture.metadata();
  return { width: autoOrient.width ?? width, height: autoOrient.height ?? height };
}

export interface Scaled {
  /** By width; those wider than the picture are left out, but for the smallest. */
  files: Map<number, Buffer>;
  /** Pixels of the largest one. */
  width: number;
  height: number;
}

/** So much work at the same time: a burst of uploads takes longer, not more memory. */
export function queue(atOnce: number) {
  let working = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (working >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else working += 1;
    try {
      return await work();
    } finally {
      // The place goes on to whoever waits longest, or is free again.
      const next = waiting.shift();
      if (next) next();
      else working -= 1;
    }
  };
}

/** Waits for a free place: an unpacked picture may take 160 MB. */
export const inTurn = queue(2);

/**
 * The picture in each width, as webp, never enlarged. The smaller ones are made from the largest: it is decoded once.
 * @throws ApiError PICTURE_UNREADABLE when the bytes behind the header are no picture.
 */
export const scaled = (picture: Sharp, widths: readonly number[]): Promise<Scaled> =>
  inTurn(() => scale(picture, widths));

async function scale(picture: Sharp, widths: readonly number[]): Promise<Scaled> {
  const upright = await uprightSize(picture);
  const smallest = Math.min(...widths);
  const fitting = widths.filter((width) => width <= upright.width || width === smallest);
  const files = new Map<number, Buffer>();
  let width = 0;
  let height = 0;
  let source = picture;
  for (const size of fitting.toSorted((one, other) => other - one)) {
    const { data, info } = await source
      .clone()
      .resize({ width: size, withoutEnlargement: true })
      .webp({ quality: 85 })
      .toBuffer({ resolveWithObject: true })
      .catch(() => {
        throw apiError('PICTURE_UNREADABLE');
      });
    files.set(size, data);
    if (info.width > width) ({ width, height } = info);
    source = sharp(data);
  }
  return { files, width, height };
}

/**
 * A square of each width, as webp.
 * @throws ApiError PICTURE_UNREADABLE when the bytes behind the header are no picture.
 */
export const squares = (picture: Sharp, widths: readonly number[]): Promise<Map<number, Buffer>> =>
  inTurn(() => cutSquares(picture, widths));

async function cutSquares(picture: Sharp, widths: readonly number[]): Promise<Map<number, Buffer>> {
  const made = new Map<number, Buffer>();
  for (const width of widths) {
    const square = picture.clone().resize({ width, height: width, fit: 'cover' }).webp({ quality: 82 });
    made.set(
      width,
      await square.toBuffer().catch(() => {
        throw apiError('PICTURE_UNREADABLE');
      }),
    );
  }
  return made;
}

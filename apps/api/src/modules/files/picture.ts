import { PICTURE_PIXELS_MAX, PICTURE_TYPES } from '@yunduo/validation';
import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Sharp } from 'sharp';
import { apiError } from '../../http/errors.ts';

// Everything that a picture may hold is decoded in this process: one at a time per core, nothing kept.
sharp.cache(false);

/**
 * Opens an uploaded picture, judged by its bytes alone. It is turned upright; place, camera and every other note in
 * it stay behind, because what is stored is always encoded anew.
 * @throws ApiError FILE_TYPE, PICTURE_UNREADABLE
 */
export async function openPicture(bytes: Uint8Array): Promise<Sharp> {
  const type = await fileTypeFromBuffer(bytes);
  if (!type || !PICTURE_TYPES.includes(type.mime)) throw apiError('FILE_TYPE');
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

/** Whose upload it is, and whether nobody waits for the answer any more. */
export interface Uploader {
  userId: number;
  gone: () => boolean;
}

interface Turn {
  gone: () => boolean;
  begin: () => void;
  drop: (reason: Error) => void;
}

/**
 * So much work at the same time, and one piece for each user: a burst of uploads takes longer, not more memory, and it
 * takes longer for whoever sends it. Users take turns; who has gone before theirs is passed over (UNAVAILABLE).
 */
export function queue(atOnce: number) {
  const working = new Set<number>();
  /** In the order of their turns: whoever had one goes behind the others. */
  const waiting = new Map<number, Turn[]>();
  const begin = (): void => {
    for (const [userId, turns] of waiting) {
      if (working.size >= atOnce) return;
      if (working.has(userId)) continue;
      waiting.delete(userId);
      for (let turn = turns.shift(); turn; turn = turns.shift()) {
        if (turn.gone()) {
          turn.drop(apiError('UNAVAILABLE'));
          continue;
        }
        working.add(userId);
        if (turns.length > 0) waiting.set(userId, turns);
        turn.begin();
        break;
      }
    }
  };
  return async <T>({ userId, gone }: Uploader, work: () => Promise<T>): Promise<T> => {
    await new Promise<void>((resolve, reject) => {
      const turns = waiting.get(userId) ?? [];
      turns.push({ gone, begin: resolve, drop: reject });
      waiting.set(userId, turns);
      begin();
    });
    try {
      return await work();
    } finally {
      working.delete(userId);
      begin();
    }
  };
}

/** Waits for a free place: an unpacked picture may take 160 MB. */
export const inTurn = queue(2);

/**
 * The picture in each width, as webp, never enlarged. The smaller ones are made from the largest: it is decoded once.
 * @throws ApiError PICTURE_UNREADABLE when the bytes behind the header are no picture.
 */
export const scaled = (picture: Sharp, widths: readonly number[], by: Uploader): Promise<Scaled> =>
  inTurn(by, () => scale(picture, widths));

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
 * A square of each width, as webp, the smaller ones made from the largest: it is decoded once.
 * @throws ApiError PICTURE_UNREADABLE when the bytes behind the header are no picture.
 */
export const squares = (
  picture: Sharp,
  widths: readonly number[],
  by: Uploader,
): Promise<Map<number, Buffer>> => inTurn(by, () => cutSquares(picture, widths));

async function cutSquares(picture: Sharp, widths: readonly number[]): Promise<Map<number, Buffer>> {
  const made = new Map<number, Buffer>();
  let source = picture;
  for (const width of widths.toSorted((one, other) => other - one)) {
    const square = source.clone().resize({ width, height: width, fit: 'cover' }).webp({ quality: 82 });
    const data = await square.toBuffer().catch(() => {
      throw apiError('PICTURE_UNREADABLE');
    });
    made.set(width, data);
    source = sharp(data);
  }
  return made;
}

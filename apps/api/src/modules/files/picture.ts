import { ANIMATION, HEIC_TYPES, PICTURE_PIXELS_MAX, PICTURE_TYPES } from '@yunduo/validation';
import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Sharp } from 'sharp';
import { apiError } from '../../http/errors.ts';

// Untrusted pictures are decoded in this process: one at a time per core, without a cache.
sharp.cache(false);

/** Maximum side of a WebP, in pixels. */
export const WEBP_SIDE_MAX = 16_383;

/** Types of which the decoder reads only the first frame. */
const isSequence = (mime: string, bytes: Uint8Array): boolean =>
  mime === 'image/apng' ||
  (mime === 'image/avif' && Buffer.from(bytes.subarray(8, 12)).toString() === 'avis');

/** Whether these bytes may be a picture for `openPicture`, which reports why one is refused. */
export const isPicture = (mime: string): boolean =>
  PICTURE_TYPES.includes(mime) || HEIC_TYPES.includes(mime) || mime === 'image/apng';

/**
 * Opens an uploaded picture, judged by its bytes alone. It is rotated upright; place, camera and all other metadata are
 * dropped, because stored pictures are always re-encoded.
 * @param moving keeps all frames; without it an animation is refused, so that no frame is lost silently
 * @throws ApiError FILE_TYPE, PICTURE_HEIC, PICTURE_UNREADABLE, PICTURE_PIXELS, PICTURE_ANIMATED, PICTURE_ANIMATION
 */
export async function openPicture(bytes: Uint8Array, { moving = false } = {}): Promise<Sharp> {
  const { mime } = (await fileTypeFromBuffer(bytes)) ?? { mime: '' };
  if (HEIC_TYPES.includes(mime)) throw apiError('PICTURE_HEIC');
  if (isSequence(mime, bytes)) throw tooMoving(moving);
  if (!PICTURE_TYPES.includes(mime)) throw apiError('FILE_TYPE');
  // The header gives size and frames: a picture too large to decode is refused before decoding.
  const picture = sharp(bytes, { limitInputPixels: PICTURE_PIXELS_MAX, failOn: 'error' });
  const {
    width = 0,
    height = 0,
    pages = 1,
  } = await sharp(bytes, { limitInputPixels: false, failOn: 'error' })
    .metadata()
    .catch(() => {
      throw apiError('PICTURE_UNREADABLE');
    });
  if (width < 1 || height < 1) throw apiError('PICTURE_UNREADABLE');
  if (width * height > PICTURE_PIXELS_MAX)
    throw apiError('PICTURE_PIXELS', { words: { million: PICTURE_PIXELS_MAX / 1_000_000 } });
  if (pages === 1) return picture.autoOrient();
  if (!moving || pages > ANIMATION.frames || width * height * pages > ANIMATION.pixels)
    throw tooMoving(moving);
  return sharp(bytes, { limitInputPixels: ANIMATION.pixels, failOn: 'error', animated: true });
}

const tooMoving = (moving: boolean) =>
  moving
    ? apiError('PICTURE_ANIMATION', { words: { frames: ANIMATION.frames } })
    : apiError('PICTURE_ANIMATED');

/** Width and height of a picture as displayed, rotated upright. */
export async function uprightSize(picture: Sharp): Promise<{ width: number; height: number }> {
  const { autoOrient, width = 0, height = 0 } = await picture.metadata();
  return { width: autoOrient.width ?? width, height: autoOrient.height ?? height };
}

export interface Scaled {
  /** By width; widths beyond the picture's are left out, except the smallest. */
  files: Map<number, Buffer>;
  /** Pixels of the largest one. */
  width: number;
  height: number;
}

/** The uploading user, and whether the request is still open. */
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
 * Queue with at most `atOnce` tasks, and one per user: a burst of uploads takes longer, not more memory, and mainly for
 * its sender. Users take turns; a user who disconnected is skipped (UNAVAILABLE).
 */
export function queue(atOnce: number) {
  const working = new Set<number>();
  /** In turn order: a user who has just been served goes last. */
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

/** Waits for a free slot: a decoded picture may take 160 MB. */
export const inTurn = queue(2);

/**
 * The picture in each width, as webp, never enlarged. The smaller ones are made from the largest: it is decoded once.
 * @throws ApiError PICTURE_UNREADABLE when the bytes after the header are no picture.
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
      // A page screenshot may be longer than the format allows.
      .resize({ width: size, height: WEBP_SIDE_MAX, fit: 'inside', withoutEnlargement: true })
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
 * @throws ApiError PICTURE_UNREADABLE when the bytes after the header are no picture.
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

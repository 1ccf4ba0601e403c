import { megabytes } from '@yunduo/i18n';
import { FEEDBACK, visibleLine, type AttachmentKind } from '@yunduo/validation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fileTypeFromBuffer } from 'file-type';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import sharp, { type Sharp } from 'sharp';
import { randomName, type Files } from '../../files.ts';
import { apiError } from '../../http/errors.ts';
import { inTurn, isPicture, openPicture, WEBP_SIDE_MAX, type Uploader } from '../files/picture.ts';
import { BROKEN_OFF, uploaderOf } from '../files/upload.ts';
import { rewriteVideo, type VideoWork } from './video.ts';

/** Bytes that file-type needs to detect a type. */
const HEAD_BYTES = 4_100;
/** Detected type → how it is stored and served. Phones' M4V is MP4. */
const VIDEOS: Record<string, { mime: string; extension: VideoWork['extension'] }> = {
  'video/mp4': { mime: 'video/mp4', extension: 'mp4' },
  'video/x-m4v': { mime: 'video/mp4', extension: 'mp4' },
  'video/webm': { mime: 'video/webm', extension: 'webm' },
  'video/quicktime': { mime: 'video/quicktime', extension: 'mov' },
};
/** Not publicly served: a separate route serves these files. */
const FEEDBACK_FOLDER = 'private/feedback';

/** The stored files of an upload. */
export interface StoredMedia {
  kind: AttachmentKind;
  name: string;
  file: string;
  preview: string | null;
  mime: string;
  size: number;
  width: number | null;
  height: number | null;
}

const tooLarge = (bytes: number) => apiError('FILE_TOO_LARGE', { words: { limit: megabytes(bytes) } });

/**
 * Stores the only file of a multipart body, named `file`: a picture is decoded and re-encoded, a video is remuxed with
 * its video and audio tracks only. The type is detected from the bytes.
 * @throws ApiError FILE_REQUIRED, FILE_TOO_LARGE, MEDIA_TYPE, VIDEO_UNREADABLE, BAD_REQUEST, those of `openPicture`
 */
export async function storeMedia(
  request: FastifyRequest,
  reply: FastifyReply,
  files: Files,
): Promise<StoredMedia> {
  if (!request.isMultipart()) throw apiError('FILE_REQUIRED');
  try {
    const limits = { fileSize: FEEDBACK.videoBytesMax, files: 1, fields: 0, parts: 1 };
    const part = await request.file({ limits });
    if (!part || part.fieldname !== 'file') throw apiError('FILE_REQUIRED');
    const name = plainName(part.filename);
    const stored = await storeStream(part.file, files, uploaderOf(request, reply));
    return { ...stored, name };
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code === 'FST_REQ_FILE_TOO_LARGE') throw tooLarge(FEEDBACK.videoBytesMax);
    if (code?.startsWith('FST_') || BROKEN_OFF.test(message)) throw apiError('BAD_REQUEST');
    throw error;
  }
}

/** A display name: the last path segment, without control characters. */
function plainName(filename: string | undefined): string {
  const last = (filename ?? '').split(/[\\/]/).at(-1) ?? '';
  // Forms encode a quote in a part's name this way.
  return Array.from(visibleLine(last.replaceAll('%22', '"').replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '')))
    .slice(0, FEEDBACK.fileNameMax)
    .join('')
    .trim();
}

type Incoming = Readable & { truncated?: boolean };

async function storeStream(
  incoming: Incoming,
  files: Files,
  by: Uploader,
): Promise<Omit<StoredMedia, 'name'>> {
  const chunks = incoming[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let done = false;
  const next = async (): Promise<Buffer | null> => {
    if (done) return null;
    const step = await chunks.next();
    if (step.done) done = true;
    return step.done ? null : step.value;
  };
  try {
    let head = Buffer.alloc(0);
    while (head.length < HEAD_BYTES) {
      const chunk = await next();
      if (!chunk) break;
      head = Buffer.concat([head, chunk]);
    }
    if (head.length === 0) throw apiError('FILE_REQUIRED');
    const type = (await fileTypeFromBuffer(head))?.mime ?? '';
    if (isPicture(type)) return await storePicture(await wholePicture(head, next), files, by);
    const video = VIDEOS[type];
    if (!video) throw apiError('MEDIA_TYPE');
    return await storeVideo(incoming, { head, next, by, ...video }, files);
  } catch (error) {
    // Drains the rest, so that the client receives the refusal after its last byte; bounded by the body limit.
    while (!incoming.destroyed && (await next().catch(() => null)));
    throw error;
  }
}

async function wholePicture(head: Buffer, next: () => Promise<Buffer | null>): Promise<Buffer> {
  const chunks = [head];
  let size = head.length;
  for (let chunk = await next(); chunk; chunk = await next()) {
    size += chunk.length;
    if (size > FEEDBACK.pictureBytesMax) throw tooLarge(FEEDBACK.pictureBytesMax);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Re-encodes a picture upright, without metadata; large enough to read a screenshot. An animation keeps its frames; its
 * preview is the first one.
 */
async function storePicture(bytes: Buffer, files: Files, by: Uploader): Promise<Omit<StoredMedia, 'name'>> {
  if (bytes.length > FEEDBACK.pictureBytesMax) throw tooLarge(FEEDBACK.pictureBytesMax);
  const picture = await openPicture(bytes, { moving: true });
  const encode = (source: Sharp, width: number, height: number) =>
    source
      .clone()
      .resize({ width, height, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true })
      .catch(() => {
        throw apiError('PICTURE_UNREADABLE');
      });
  const { full: across, preview } = FEEDBACK.pictureWidths;
  const { full, small } = await inTurn(by, async () => {
    // A page screenshot may be as long as the format allows.
    const whole = await encode(picture, across, WEBP_SIDE_MAX);
    return { full: whole, small: await encode(sharp(whole.data), preview, preview * 2) };
  });
  const stem = `${FEEDBACK_FOLDER}/${randomName()}`;
  const names = { file: `${stem}.webp`, preview: `${stem}-preview.webp` };
  await files.put(names.file, full.data);
  await files.put(names.preview, small.data);
  const { width, pageHeight: height = full.info.height } = full.info;
  return { kind: 'picture', ...names, mime: 'image/webp', size: full.data.length, width, height };
}

interface IncomingVideo {
  head: Buffer;
  next: () => Promise<Buffer | null>;
  by: Uploader;
  mime: string;
  extension: VideoWork['extension'];
}

/** Remuxes on the server's disk first: a video is too large for memory, and its index may be at the end. */
async function storeVideo(
  incoming: Incoming,
  { head, next, by, mime, extension }: IncomingVideo,
  files: Files,
): Promise<Omit<StoredMedia, 'name'>> {
  const folder = await mkdtemp(join(tmpdir(), 'yunduo-video-'));
  try {
    const [source, target] = [join(folder, `sent.${extension}`), join(folder, `kept.${extension}`)];
    const whole = async function* () {
      yield head;
      for (let chunk = await next(); chunk; chunk = await next()) yield chunk;
      // A part over the limit is truncated, without an error.
      if (incoming.truncated) throw tooLarge(FEEDBACK.videoBytesMax);
    };
    await pipeline(whole, createWriteStream(source));
    if (!(await rewriteVideo({ source, target, extension }, by))) throw apiError('VIDEO_UNREADABLE');
    // The output may be slightly larger than the input, and is refused above the same limit.
    if ((await stat(target)).size > FEEDBACK.videoBytesMax) throw tooLarge(FEEDBACK.videoBytesMax);
    const file = `${FEEDBACK_FOLDER}/${randomName()}.${extension}`;
    const { size } = await files.putStream(file, createReadStream(target));
    return { kind: 'video', file, preview: null, mime, size, width: null, height: null };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

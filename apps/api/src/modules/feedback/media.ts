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
import { inTurn, isPicture, openPicture, type Uploader } from '../files/picture.ts';
import { BROKEN_OFF, uploaderOf } from '../files/upload.ts';
import { rewriteVideo, type VideoWork } from './video.ts';

/** What file-type needs to tell a kind. */
const HEAD_BYTES = 4_100;
/** Kind by its bytes → how it is stored and served. What telephones call M4V is MP4. */
const VIDEOS: Record<string, { mime: string; extension: VideoWork['extension'] }> = {
  'video/mp4': { mime: 'video/mp4', extension: 'mp4' },
  'video/x-m4v': { mime: 'video/mp4', extension: 'mp4' },
  'video/webm': { mime: 'video/webm', extension: 'webm' },
  'video/quicktime': { mime: 'video/quicktime', extension: 'mov' },
};
/** Pixels of a side of a webp. */
const WEBP_SIDE_MAX = 16_383;
/** Never under an address: a route of its own hands these out. */
const FEEDBACK_FOLDER = 'private/feedback';

/** What was stored of an upload. */
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
 * Stores the one file of a multipart body, named `file`: a picture decoded and encoded anew, a video written anew around
 * its pictures and its sound. Which of them it is, its bytes say.
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

/** A name for people: its last part, without what could steer a screen or a line. */
function plainName(filename: string | undefined): string {
  const last = (filename ?? '').split(/[\\/]/).at(-1) ?? '';
  // How a form writes a quote into the name of a part.
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
    // Whoever still sends hears the refusal after the last byte; bounded by the limit of the body.
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
 * Encoded again, upright, without notes of place or camera; large enough to read a screenshot. A moving picture keeps
 * its frames; its preview is the first of them.
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
    // A photographed page may be as long as the format allows.
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

/** Written anew on the server's own disk first: a video is too large for memory, and its index may stand at its end. */
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
      // A part over the limit ends there, as if it had been whole.
      if (incoming.truncated) throw tooLarge(FEEDBACK.videoBytesMax);
    };
    await pipeline(whole, createWriteStream(source));
    if (!(await rewriteVideo({ source, target, extension }, by))) throw apiError('VIDEO_UNREADABLE');
    // What comes out may be a little larger than what came in, and is not kept above the limit of that.
    if ((await stat(target)).size > FEEDBACK.videoBytesMax) throw tooLarge(FEEDBACK.videoBytesMax);
    const file = `${FEEDBACK_FOLDER}/${randomName()}.${extension}`;
    const { size } = await files.putStream(file, createReadStream(target));
    return { kind: 'video', file, preview: null, mime, size, width: null, height: null };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

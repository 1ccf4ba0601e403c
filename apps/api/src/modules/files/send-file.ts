import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { ByteRange, Files } from '../../files.ts';
import { apiError } from '../../http/errors.ts';

/** A stored file to send. */
export interface SentFile {
  /** Name in the store. */
  file: string;
  size: number;
  /** Lower-case hex, used as ETag: the bytes of a file never change. */
  sha256: string;
  /** Only letters, digits, dots and hyphens: it is used in a header. */
  filename: string;
  /** Set if a browser may display it inline; otherwise it is a download. */
  type?: string;
  modifiedAt: Date;
  /** `cache-control` */
  cache: string;
}

/** A browser that displays the file runs and loads nothing, whatever the bytes are. */
const FILE_POLICY =
  "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";
const FILENAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/**
 * Streams a file, or the requested part of it, as a download: 206, 416, `If-Range`, `If-None-Match`, HEAD. A client
 * that disconnects closes the file.
 * @throws ApiError DOWNLOAD_NOT_FOUND when the file is missing from storage
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  files: Files,
  { file, size, sha256, filename, type, modifiedAt, cache }: SentFile,
): Promise<FastifyReply> {
  if (!FILENAME.test(filename)) throw new Error(`not a name for a download: ${JSON.stringify(filename)}`);
  const stored = await files.size(file);
  if (stored !== size) {
    request.log.error({ file, size, stored }, 'a published file is not what was stored');
    throw apiError('DOWNLOAD_NOT_FOUND');
  }
  void reply
    .header('last-modified', modifiedAt.toUTCString())
    .header('cache-control', cache)
    .header('x-robots-tag', 'noindex')
    .header('content-security-policy', FILE_POLICY);
  return sendBytes(request, reply, files, {
    file,
    size,
    etag: `"${sha256}"`,
    type: type ?? 'application/octet-stream',
    disposition: `${type ? 'inline' : 'attachment'}; filename="${filename}"`,
    modifiedAt,
  });
}

/** A stored file of known length. */
export interface KnownBytes {
  file: string;
  size: number;
  /** Including its quotes. */
  etag: string;
  type: string;
  /** `content-disposition` */
  disposition?: string;
  modifiedAt?: Date;
}

/** Sends a file, or the requested part of it: 206, 304, 412, 416, `If-Range`, HEAD. */
export function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  files: Files,
  { file, size, etag, type, disposition, modifiedAt }: KnownBytes,
): FastifyReply {
  void reply.header('accept-ranges', 'bytes').header('etag', etag);
  // A download manager goes on only with the same bytes. A weak tag promises no such thing (RFC 9110 §13.1.1).
  const demanded = request.headers['if-match'];
  if (demanded !== undefined && !demanded.split(',').some((tag) => ['*', etag].includes(tag.trim()))) {
    return reply.code(412).send();
  }
  if (tagsOf(request.headers['if-none-match']).some((tag) => tag === '*' || tag === etag)) {
    return reply.code(304).send();
  }
  const wanted = stillTheSame(request, etag, modifiedAt)
    ? rangeOf(request.headers.range, size)
    : 'everything';
  if (wanted === 'nothing') {
    return reply.code(416).header('content-range', `bytes */${size}`).send();
  }
  void reply.type(type);
  if (disposition !== undefined) void reply.header('content-disposition', disposition);
  if (request.method === 'HEAD') {
    return reply.header('content-length', size).send(Readable.from([]));
  }
  if (wanted === 'everything') return reply.header('content-length', size).send(files.read(file));
  return reply
    .code(206)
    .header('content-range', `bytes ${wanted.start}-${wanted.end}/${size}`)
    .header('content-length', wanted.end - wanted.start + 1)
    .send(files.read(file, wanted));
}

const tagsOf = (header: string | undefined): string[] =>
  (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));

/** `If-Range`: a part is useful only with the rest of the same bytes (RFC 9110 §13.1.5). */
function stillTheSame({ headers }: FastifyRequest, etag: string, modifiedAt: Date | undefined): boolean {
  const condition = headers['if-range'];
  return condition === undefined || condition === etag || condition === modifiedAt?.toUTCString();
}

/**
 * The single range of a `Range` header (RFC 9110 §14). An invalid header or several ranges mean the whole file; a range
 * that starts after the end is unsatisfiable.
 */
function rangeOf(header: string | undefined, size: number): ByteRange | 'everything' | 'nothing' {
  const [, first, last] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'everything';
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'nothing' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return 'everything';
  if (start >= size) return 'nothing';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

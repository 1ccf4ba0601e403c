import { megabytes } from '@yunduo/i18n';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { apiError } from '../../http/errors.ts';
import { signedIn } from '../../http/route.ts';
import type { Files } from '../../files.ts';
import type { Uploader } from './picture.ts';

/** Errors of the multipart parser for a truncated body or an invalid boundary; they have no code. */
export const BROKEN_OFF =
  /^(?:Unexpected end of|Part terminated early|Malformed|Premature close|Multipart: Boundary|The needle cannot)/i;

/** The uploader: gone once the connection is closed, or a response (such as a timeout) was sent. */
export const uploaderOf = (request: FastifyRequest, reply: FastifyReply): Uploader => ({
  userId: signedIn(request).id,
  gone: () => request.raw.socket.destroyed || reply.sent,
});

/**
 * Deletes files just stored for a client that has disconnected: a cancelled upload leaves nothing.
 * @throws ApiError UNAVAILABLE, which no client receives
 */
export async function discardIfGone(
  files: Files,
  { gone }: Uploader,
  names: readonly string[],
): Promise<void> {
  if (!gone()) return;
  await Promise.all(names.map((name) => files.remove(name).catch(() => undefined)));
  throw apiError('UNAVAILABLE');
}

/**
 * The only file of a multipart body, named `file`, of at most `limit` bytes. Name and declared type are ignored.
 * @throws ApiError FILE_REQUIRED, FILE_TOO_LARGE, BAD_REQUEST
 */
export async function oneFile(request: FastifyRequest, limit: number): Promise<Buffer> {
  return (await fileAndFields(request, limit, [])).file;
}

/** Limit of a form field, which is a number or a word. */
const FIELD_BYTES = 1000;

/**
 * As `oneFile`, with short fields before or after the file; unknown fields are refused.
 * @throws ApiError FILE_REQUIRED, FILE_TOO_LARGE, BAD_REQUEST
 */
export async function fileAndFields<F extends string>(
  request: FastifyRequest,
  limit: number,
  names: readonly F[],
): Promise<{ file: Buffer; fields: Partial<Record<F, string>> }> {
  if (!request.isMultipart()) throw apiError('FILE_REQUIRED');
  const fields: Partial<Record<F, string>> = {};
  let file: Buffer | null = null;
  try {
    const limits = {
      fileSize: limit,
      files: 1,
      fields: names.length,
      parts: names.length + 1,
      fieldSize: FIELD_BYTES,
    };
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') {
        if (part.fieldname !== 'file') throw apiError('FILE_REQUIRED');
        file = await part.toBuffer();
        continue;
      }
      const name = names.find((known) => known === part.fieldname);
      if (name === undefined || typeof part.value !== 'string' || part.valueTruncated)
        throw apiError('BAD_REQUEST');
      fields[name] = part.value;
    }
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'FST_REQ_FILE_TOO_LARGE')
      throw apiError('FILE_TOO_LARGE', { words: { limit: megabytes(limit) } });
    if (code?.startsWith('FST_') || code === undefined) throw apiError('BAD_REQUEST');
    throw error;
  }
  if (!file || file.length === 0) throw apiError('FILE_REQUIRED');
  return { file, fields };
}

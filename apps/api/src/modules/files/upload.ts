import type { FastifyRequest } from 'fastify';
import { apiError } from '../../http/errors.ts';

/** `2 MB` */
const human = (bytes: number): string => `${bytes / (1024 * 1024)} MB`;

/**
 * The one file of a multipart body, named `file`, of at most `limit` bytes. Name and declared type are ignored.
 * @throws ApiError FILE_REQUIRED, FILE_TOO_LARGE, BAD_REQUEST
 */
export async function oneFile(request: FastifyRequest, limit: number): Promise<Buffer> {
  if (!request.isMultipart()) throw apiError('FILE_REQUIRED');
  try {
    const part = await request.file({ limits: { fileSize: limit, files: 1, fields: 0, parts: 1 } });
    if (!part || part.fieldname !== 'file') throw apiError('FILE_REQUIRED');
    const bytes = await part.toBuffer();
    if (bytes.length === 0) throw apiError('FILE_REQUIRED');
    return bytes;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'FST_REQ_FILE_TOO_LARGE')
      throw apiError('FILE_TOO_LARGE', { words: { limit: human(limit) } });
    if (code?.startsWith('FST_') || code === undefined) throw apiError('BAD_REQUEST');
    throw error;
  }
}

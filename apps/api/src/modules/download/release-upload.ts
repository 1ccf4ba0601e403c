import type { Readable } from 'node:stream';
import { RELEASE } from '@yunduo/validation';
import type { FastifyRequest } from 'fastify';
import { apiError } from '../../http/errors.ts';
import { unstorableField } from '../../http/storable.ts';
import { BROKEN_OFF } from '../files/upload.ts';
import type { ReleaseForm } from './releases.ts';
import { isTarget } from './releases.ts';

const FIELDS = ['product', 'version', 'notes_zh', 'notes_en', 'image', 'digest'] as const;
type Field = (typeof FIELDS)[number];
const isField = (name: string): name is Field => FIELDS.some((known) => known === name);

/** Largest upload in total, in bytes: all platforms at their maximum, and the text fields. */
export const UPLOAD_MAX = 3 * RELEASE.artefactMax + 1024 * 1024;

/**
 * Reads the parts of an upload: files are streamed to `store` without buffering, the other fields are returned. File
 * names and declared types are ignored.
 * @throws ApiError FILE_REQUIRED, FILE_TOO_LARGE, VALIDATION_FAILED for a part of another name, BAD_REQUEST
 */
export async function readRelease(
  request: FastifyRequest,
  store: (target: string, bytes: Readable) => Promise<void>,
): Promise<ReleaseForm> {
  if (!request.isMultipart()) throw apiError('FILE_REQUIRED');
  const form: ReleaseForm = { product: '', version: '', notes_zh: '', notes_en: '' };
  const tooLarge = () => apiError('FILE_TOO_LARGE', { words: { limit: '1 GB' } });
  const limits = {
    fileSize: RELEASE.artefactMax,
    fieldSize: 4 * RELEASE.notesMax,
    fields: FIELDS.length,
    // One more than any product has, so that an unknown part can be named in the error.
    files: 4,
    parts: FIELDS.length + 4,
  };
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        if (!isField(part.fieldname)) throw unknownPart(part.fieldname);
        if (part.valueTruncated)
          throw apiError('VALIDATION_FAILED', { fields: { [part.fieldname]: 'field_invalid' } });
        form[part.fieldname] = String(part.value);
        continue;
      }
      if (!isTarget(part.fieldname)) throw unknownPart(part.fieldname);
      await store(part.fieldname, part.file);
      // A part over the limit is truncated, without an error.
      if (part.file.truncated) throw tooLarge();
    }
  } catch (error) {
    // Drains the request, so that a client still sending can read the error.
    request.raw.resume();
    const { code, message } = error as { code?: string; message: string };
    if (code === 'FST_REQ_FILE_TOO_LARGE') throw tooLarge();
    if (code?.startsWith('FST_') || BROKEN_OFF.test(message)) throw apiError('BAD_REQUEST');
    throw error;
  }
  const field = unstorableField(form);
  if (field !== null) throw apiError('VALIDATION_FAILED', { fields: { [field]: 'field_invalid' } });
  return form;
}

/** The parser may pass a part without a name, whatever its type says. */
const unknownPart = (name: string | undefined) =>
  apiError('VALIDATION_FAILED', { fields: { [(name ?? '').slice(0, 40)]: 'field_invalid' } });

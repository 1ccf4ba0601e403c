import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Locale } from '@yunduo/i18n';
import { FEEDBACK } from '@yunduo/validation';
import { after } from '../../clock.ts';
import { deriveKey, type Config } from '../../config.ts';
import { apiError } from '../../http/errors.ts';

/** The file, or its thumbnail. */
export type FilePart = 'file' | 'preview';
const LINK = /^(\d{1,10})\.(file|preview)\.(\d{1,11})\.([A-Za-z0-9_-]{43})(?![\w-])/;

/** A separate key: no other signature of ours opens an attachment. */
export const attachmentKey = (config: Pick<Config, 'signingKey'>): Buffer =>
  deriveKey(config.signingKey ?? '', 'feedback attachment');

const signature = (key: Buffer, text: string): Buffer =>
  Buffer.from(createHmac('sha256', key).update(text).digest('base64url'));

/** Parameters for the URLs of attachments. */
export interface Signing {
  key: Buffer;
  now: Date;
  /** Language of the page shown after expiry: a tab sends none. */
  locale: Locale;
}

/** URL of an attachment, valid for a few minutes: an `<img>` or a `<video>` sends no token. */
export function attachmentUrl({ key, now, locale }: Signing, id: number, part: FilePart): string {
  const text = `${id}.${part}.${Math.floor(after(now, FEEDBACK.link).getTime() / 1000)}`;
  const link = `${text}.${signature(key, text).toString()}`;
  return `/api/feedback/file?${new URLSearchParams({ link, lang: locale })}`;
}

/**
 * The attachment of a link.
 * @throws ApiError FEEDBACK_FILE_NOT_FOUND for an unsigned link, and for an expired one
 */
export function openAttachmentLink(
  key: Buffer,
  link: string | undefined,
  now: Date,
): { id: number; part: FilePart } {
  const [, id, part, expires, signed] = LINK.exec(link ?? '') ?? [];
  const whole = id !== undefined && expires !== undefined && signed !== undefined;
  if (!whole || !timingSafeEqual(Buffer.from(signed), signature(key, `${id}.${part}.${expires}`))) {
    throw apiError('FEEDBACK_FILE_NOT_FOUND');
  }
  if (now.getTime() >= Number(expires) * 1000) throw apiError('FEEDBACK_FILE_NOT_FOUND');
  return { id: Number(id), part: part as FilePart };
}

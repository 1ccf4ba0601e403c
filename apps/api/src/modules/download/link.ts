import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey, type Config } from '../../config.ts';
import { apiError } from '../../http/errors.ts';

const LINK = /^(\d{1,10})\.(\d{1,11})\.([A-Za-z0-9_-]{43})(?![\w-])/;

/** Download links have their own key: no other signature of ours opens a file. */
export const linkKey = (config: Pick<Config, 'signingKey'>): Buffer =>
  deriveKey(config.signingKey ?? '', 'download link');

/** Update links have another key: an artefact's id must not pass for a claim's. */
export const updateLinkKey = (config: Pick<Config, 'signingKey'>): Buffer =>
  deriveKey(config.signingKey ?? '', 'update link');

const signatureOf = (key: Buffer, claimId: string, expires: string): Buffer =>
  Buffer.from(createHmac('sha256', key).update(`${claimId}.${expires}`).digest('base64url'));

/** `<claim>.<expiry in seconds since 1970>.<signature>` */
export function signLink(key: Buffer, claimId: number, expiresAt: Date): string {
  const expires = String(Math.floor(expiresAt.getTime() / 1000));
  return `${claimId}.${expires}.${signatureOf(key, String(claimId), expires).toString()}`;
}

/**
 * The claim of a link.
 * @throws ApiError DOWNLOAD_NOT_FOUND for a link that we never signed, DOWNLOAD_EXPIRED for an expired one
 */
export function openLink(key: Buffer, link: string | undefined, now: Date): number {
  const [, claimId, expires, signature] = LINK.exec(link ?? '') ?? [];
  if (claimId === undefined || expires === undefined || signature === undefined) {
    throw apiError('DOWNLOAD_NOT_FOUND');
  }
  // Compared as text: two encodings of the same bytes are different links.
  if (!timingSafeEqual(Buffer.from(signature), signatureOf(key, claimId, expires))) {
    throw apiError('DOWNLOAD_NOT_FOUND');
  }
  if (now.getTime() >= Number(expires) * 1000) throw apiError('DOWNLOAD_EXPIRED');
  return Number(claimId);
}

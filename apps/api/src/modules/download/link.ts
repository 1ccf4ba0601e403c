import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey, type Config } from '../../config.ts';
import { apiError } from '../../http/errors.ts';

const LINK = /^(\d{1,10})\.(\d{1,11})\.([A-Za-z0-9_-]{43})$/;

/** Links have a key of their own: nothing else that we sign opens a file. */
export const linkKey = (config: Pick<Config, 'signingKey'>): Buffer =>
  deriveKey(config.signingKey ?? '', 'download link');

/** Links to updates have another: an artefact's number is no claim's. */
export const updateLinkKey = (config: Pick<Config, 'signingKey'>): Buffer =>
  deriveKey(config.signingKey ?? '', 'update link');

const signatureOf = (key: Buffer, claimId: string, expires: string): Buffer =>
  Buffer.from(createHmac('sha256', key).update(`${claimId}.${expires}`).digest('base64url'));

/** `<claim>.<seconds since 1970 when it ends>.<signature>` */
export function signLink(key: Buffer, claimId: number, expiresAt: Date): string {
  const expires = String(Math.floor(expiresAt.getTime() / 1000));
  return `${claimId}.${expires}.${signatureOf(key, String(claimId), expires).toString()}`;
}

/**
 * The claim that a link was made for.
 * @throws ApiError DOWNLOAD_NOT_FOUND for a link that we never signed, DOWNLOAD_EXPIRED for one that is over
 */
export function openLink(key: Buffer, link: string | undefined, now: Date): number {
  const [, claimId, expires, signature] = LINK.exec(link ?? '') ?? [];
  if (claimId === undefined || expires === undefined || signature === undefined) {
    throw apiError('DOWNLOAD_NOT_FOUND');
  }
  // As text: two spellings of the same bytes are not the same link.
  if (!timingSafeEqual(Buffer.from(signature), signatureOf(key, claimId, expires))) {
    throw apiError('DOWNLOAD_NOT_FOUND');
  }
  if (now.getTime() >= Number(expires) * 1000) throw apiError('DOWNLOAD_EXPIRED');
  return Number(claimId);
}

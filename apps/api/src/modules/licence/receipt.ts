import { createPublicKey, verify } from 'node:crypto';
import { FINGERPRINT_PATTERN } from '@yunduo/validation';
import { apiError } from '../../http/errors.ts';
import { canonical } from './sign.ts';

/**
 * Receipts that the client of a server without network signs with its own key (`docs/operations.md`). The key is
 * generated on the server and never leaves it; the licence file names its public half. The client overwrites the key
 * with the receipt, so that a receipt exists only where the key, and with it the file, is unusable.
 */
const RECEIPT_KIND = 'yunduo-licence-receipt/1';
export const REQUEST_KIND = 'yunduo-licence-request/2';

export interface Receipt {
  licenceId: number;
  fileId: string;
  fingerprint: string;
  clientKey: string;
  deactivatedAt: string;
}

const RECEIPT_FIELDS = [
  'client_key',
  'deactivated_at',
  'file_id',
  'fingerprint',
  'format',
  'licence_id',
  'signature',
  'version',
];
export const ISO_MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;
/** Prefix of a 32-byte public key in SPKI (RFC 8410). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');
const RAW_KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;

/** Decodes base64 in its canonical form only: two spellings of one key would count as two keys. */
function bytesOf(base64: string, length: number): Buffer | null {
  const bytes = Buffer.from(base64, 'base64');
  return bytes.length === length && bytes.toString('base64') === base64 ? bytes : null;
}

/** Whether a text is signed with the client's key; false for an invalid key or signature. */
export function isSignedByClient(clientKey: string, text: string, signature: string): boolean {
  const raw = bytesOf(clientKey, RAW_KEY_BYTES);
  const signed = bytesOf(signature, SIGNATURE_BYTES);
  if (!raw || !signed) return false;
  try {
    const key = createPublicKey({ key: Buffer.concat([SPKI, raw]), format: 'der', type: 'spki' });
    return verify(null, Buffer.from(text, 'utf8'), key, signed);
  } catch {
    return false;
  }
}

/** Parses a JSON object with exactly these fields; null for anything else. */
export function readFile(text: string, fields: readonly string[]): Record<string, unknown> | null {
  try {
    // Some editors add a byte order mark.
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    const file = value as Record<string, unknown>;
    return Object.keys(file).toSorted().join() === fields.toSorted().join() ? file : null;
  } catch {
    return null;
  }
}

/**
 * Parses a deactivation receipt and verifies its signature. `releaseByReceipt` checks that it belongs to a licence.
 * @throws ApiError RECEIPT_INVALID
 */
export function readReceipt(text: string): Receipt {
  const file = readFile(text, RECEIPT_FIELDS);
  const {
    licence_id: licenceId,
    file_id: fileId,
    fingerprint,
    client_key: clientKey,
    deactivated_at: deactivatedAt,
    signature,
  } = file ?? {};
  if (
    file?.['format'] === 'yunduo-licence-receipt' &&
    file['version'] === 1 &&
    typeof licenceId === 'number' &&
    Number.isSafeInteger(licenceId) &&
    typeof fileId === 'string' &&
    typeof fingerprint === 'string' &&
    FINGERPRINT_PATTERN.test(fingerprint) &&
    typeof clientKey === 'string' &&
    typeof deactivatedAt === 'string' &&
    ISO_MOMENT.test(deactivatedAt) &&
    typeof signature === 'string'
  ) {
    const signed = canonical(RECEIPT_KIND, [
      ['licence_id', licenceId],
      ['file_id', fileId],
      ['fingerprint', fingerprint],
      ['client_key', clientKey],
      ['deactivated_at', deactivatedAt],
    ]);
    if (!/[\r\n]/.test(fileId) && isSignedByClient(clientKey, signed, signature))
      return { licenceId, fileId, fingerprint, clientKey, deactivatedAt };
  }
  throw apiError('RECEIPT_INVALID', { fields: { receipt: 'field_invalid' } });
}

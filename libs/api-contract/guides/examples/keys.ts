import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto';

export interface ListedKey {
  key_id: string;
  public_key: string;
  signed_by: string | null;
  signature: string | null;
}

/** The prefix of a 32-byte Ed25519 key in SPKI (RFC 8410). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

/** A listed public key: its id is the start of its SHA-256. */
export function readKey(base64: string): [id: string, key: KeyObject] {
  const raw = Buffer.from(base64, 'base64');
  const key = createPublicKey({ key: Buffer.concat([SPKI, raw]), format: 'der', type: 'spki' });
  return [createHash('sha256').update(raw).digest('hex').slice(0, 16), key];
}

/** `yunduo-licence/1`, then `name=value` for each field; null is an empty value. */
export const signedText = (format: string, fields: object): Buffer =>
  Buffer.from(
    [format, ...Object.entries(fields).map(([name, value]) => `${name}=${String(value ?? '')}`)].join('\n'),
  );

export const isSigned = (key: KeyObject | undefined, text: Buffer, signature: string): boolean =>
  key !== undefined && verify(null, text, key, Buffer.from(signature, 'base64'));

/** The keys that shipped with the client, and each listed one that a trusted key signed. */
export function trustedKeys(delivered: string[], listed: ListedKey[]): Map<string, KeyObject> {
  const trusted = new Map(delivered.map(readKey));
  // Oldest first: each is signed by the previous one.
  for (const { key_id, public_key, signed_by, signature } of [...listed].reverse()) {
    const [id, key] = readKey(public_key);
    const text = signedText('yunduo-licence-key/1', { key_id, public_key, signed_by });
    if (id === key_id && signature && isSigned(trusted.get(signed_by ?? ''), text, signature))
      trusted.set(id, key);
  }
  return trusted;
}

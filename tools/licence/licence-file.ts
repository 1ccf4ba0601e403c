import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto';

// Self-contained: a customer needs only this folder, Node and a public key.

export type Reason =
  | 'unreadable'
  | 'format'
  | 'unknown_key'
  | 'signature'
  | 'wrong_server'
  | 'wrong_client'
  | 'deactivated'
  | 'expired';
export type Judgement =
  { valid: true; licence: LicenceFile } | { valid: false; reason: Reason; text: string };

export interface LicenceFile {
  version: 1 | 2;
  /** Receipts refer to the file by it; version 2. */
  file_id?: string;
  licence_id: number;
  code_sha256: string;
  plan: string;
  fingerprint: string;
  server_name: string;
  /** Public key of the client that may use the file, 32 bytes in base64; version 2. */
  client_key?: string;
  issued_at: string;
  /** Null never expires; only in version 1 files from before every file expired. */
  expires_at: string | null;
  key_id: string;
  signature: string;
}

/** The signed fields in order; each becomes a line `name=value`, null an empty value. */
const SIGNED = {
  1: ['licence_id', 'code_sha256', 'plan', 'fingerprint', 'server_name', 'issued_at', 'expires_at', 'key_id'],
  2: [
    'file_id',
    'licence_id',
    'code_sha256',
    'plan',
    'fingerprint',
    'server_name',
    'client_key',
    'issued_at',
    'expires_at',
    'key_id',
  ],
} as const;
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?Z$/;
/** The prefix of a 32-byte public key in SPKI (RFC 8410). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');
const RAW_KEY_BYTES = 32;

export interface PublicKey {
  id: string;
  key: KeyObject;
}

/** Parses a published public key: 32 bytes, base64. Null if it is invalid. */
export function readPublicKey(base64: string): PublicKey | null {
  const raw = Buffer.from(base64, 'base64');
  if (raw.length !== RAW_KEY_BYTES || raw.toString('base64') !== base64.trim()) return null;
  return {
    id: createHash('sha256').update(raw).digest('hex').slice(0, 16),
    key: createPublicKey({ key: Buffer.concat([SPKI, raw]), format: 'der', type: 'spki' }),
  };
}

/** A key as `GET /api/auth_code/plans` lists it, signed by the key before it. */
export interface PublishedKey {
  key_id: string;
  public_key: string;
  signed_by: string | null;
  signature: string | null;
}

/**
 * The keys that a client trusts: its own, and each published one that a trusted key signed. Nothing else from
 * the network makes a key trusted.
 */
export function chainedKeys(trusted: readonly PublicKey[], published: readonly PublishedKey[]): PublicKey[] {
  const believed = new Map(trusted.map((key) => [key.id, key]));
  let waiting = [...published];
  for (let more = true; more;) {
    const next = waiting.filter((entry) => !believed.has(entry.key_id) && !take(entry));
    more = next.length < waiting.length;
    waiting = next;
  }
  return [...believed.values()];

  function take({ key_id, public_key, signed_by, signature }: PublishedKey): boolean {
    const signer = believed.get(signed_by ?? '');
    const key = readPublicKey(public_key);
    if (!signer || !key || key.id !== key_id || typeof signature !== 'string') return false;
    const lines = [`key_id=${key_id}`, `public_key=${public_key}`, `signed_by=${signer.id}`];
    const text = Buffer.from(['yunduo-licence-key/1', ...lines].join('\n'));
    if (!verify(null, text, signer.key, Buffer.from(signature, 'base64'))) return false;
    believed.set(key_id, key);
    return true;
  }
}

export interface Circumstances {
  keys: readonly PublicKey[];
  /** Fingerprint of the server that wants to use it; null skips this check. */
  fingerprint: string | null;
  /**
   * Public key whose private half the server's client holds, `deactivated` after a receipt; undefined skips
   * this check. The official client never skips it.
   */
  clientKey?: string | 'deactivated' | undefined;
  now: Date;
}

const invalid = (reason: Reason, text: string): Judgement => ({ valid: false, reason, text });

/**
 * Validates a licence file for this server and time. No content is trusted before its signature is verified.
 */
export function judge(text: string, { keys, fingerprint, clientKey, now }: Circumstances): Judgement {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return invalid('unreadable', 'this is not JSON');
  }
  const licence = asLicence(parsed);
  if (!licence) return invalid('format', 'this is not a licence file of version 1 or 2');
  const key = keys.find(({ id }) => id === licence.key_id);
  if (!key) return invalid('unknown_key', `it is signed with the key ${licence.key_id}, which was not given`);
  const lines = SIGNED[licence.version].map(
    (name) => `${name}=${(licence as unknown as Record<string, string | number | null>)[name] ?? ''}`,
  );
  const signed = Buffer.from([`yunduo-licence/${licence.version}`, ...lines].join('\n'));
  const signature = Buffer.from(licence.signature, 'base64');
  // Base64 has several spellings of the same bytes. Only the canonical one is accepted, so that every changed
  // character invalidates the file.
  if (signature.toString('base64') !== licence.signature || !verify(null, signed, key.key, signature))
    return invalid('signature', 'it was changed after it was signed, or signed by somebody else');
  if (fingerprint !== null && fingerprint.toLowerCase() !== licence.fingerprint)
    return invalid('wrong_server', `it is for another server, ${licence.server_name}`);
  if (clientKey !== undefined && licence.version === 2 && clientKey !== licence.client_key)
    return clientKey === 'deactivated'
      ? invalid('deactivated', 'this client was deactivated and gave up the key that the file is for')
      : invalid('wrong_client', 'it is for another installation of the client');
  if (licence.expires_at !== null && new Date(licence.expires_at) <= now)
    return invalid('expired', `it expired at ${licence.expires_at}`);
  return { valid: true, licence };
}

function asLicence(value: unknown): LicenceFile | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const file = value as Record<string, unknown>;
  const version = file['version'];
  if (file['format'] !== 'yunduo-licence' || (version !== 1 && version !== 2)) return null;
  const names = ['format', 'version', ...SIGNED[version], 'signature'];
  if (Object.keys(file).length !== names.length || names.some((name) => !Object.hasOwn(file, name)))
    return null;
  const { licence_id, expires_at, issued_at } = file;
  if (!Number.isInteger(licence_id)) return null;
  if (typeof issued_at !== 'string' || !MOMENT.test(issued_at)) return null;
  if (expires_at === null ? version !== 1 : typeof expires_at !== 'string' || !MOMENT.test(expires_at))
    return null;
  const texts = names
    .filter((name) => !['version', 'licence_id', 'expires_at'].includes(name))
    .map((name) => file[name]);
  // A line feed in a value could make two different files out of one signed text.
  if (texts.some((text) => typeof text !== 'string' || /[\r\n]/.test(text))) return null;
  return file as unknown as LicenceFile;
}

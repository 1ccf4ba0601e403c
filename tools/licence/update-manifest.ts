import { createHash, verify } from 'node:crypto';
import type { PublicKey } from './licence-file.ts';

// A client's handling of the response of POST /api/client_download/update. Self-contained, like the rest of
// this folder.

export interface UpdateManifest {
  format: 'yunduo-update/1';
  status: 'update' | 'none';
  platform: string;
  installed: string;
  version: string | null;
  sha256: string | null;
  size: number | null;
  mandatory: boolean;
  minimum: string | null;
  notes_sha256: string | null;
  issued_at: string;
  expires_at: string;
  key_id: string;
  signature: string;
}

export type UpdateReason =
  | 'unreadable'
  | 'format'
  | 'unknown_key'
  | 'signature'
  | 'wrong_platform'
  | 'wrong_installed'
  | 'stale'
  | 'downgrade';
export type UpdateJudgement =
  { valid: true; manifest: UpdateManifest } | { valid: false; reason: UpdateReason };

export interface InstalledClient {
  /** The result of `chainedKeys`. */
  keys: readonly PublicKey[];
  platform: string;
  /** The client's own version, x.x.x. */
  installed: string;
  now: Date;
  /** `issued_at` of the newest accepted manifest: an older one is a replay. Null: none accepted yet. */
  lastIssuedAt: Date | null;
}

/** The signed fields in order; each becomes a line `name=value`, null an empty value. */
const SIGNED = [
  'status',
  'platform',
  'installed',
  'version',
  'sha256',
  'size',
  'mandatory',
  'minimum',
  'notes_sha256',
  'issued_at',
  'expires_at',
  'key_id',
] as const;
const VERSION = /^(?:0|[1-9]\d{0,4})(?:\.(?:0|[1-9]\d{0,4})){2}$/;
const SHA256 = /^[0-9a-f]{64}$/;
/** Tolerated clock skew of a computer behind the server, in milliseconds. */
const SKEW = 3_600_000;

/** Validates a manifest at this time. No content is trusted before its signature is verified. */
export function judgeUpdate(text: string, client: InstalledClient): UpdateJudgement {
  const { keys, platform, installed, now, lastIssuedAt } = client;
  const invalid = (reason: UpdateReason): UpdateJudgement => ({ valid: false, reason });
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return invalid('unreadable');
  }
  const manifest = asManifest(parsed);
  if (!manifest) return invalid('format');
  const key = keys.find(({ id }) => id === manifest.key_id);
  if (!key) return invalid('unknown_key');
  const lines = SIGNED.map((name) => `${name}=${manifest[name] ?? ''}`);
  const signature = Buffer.from(manifest.signature, 'base64');
  const signed = Buffer.from([manifest.format, ...lines].join('\n'));
  if (signature.toString('base64') !== manifest.signature || !verify(null, signed, key.key, signature))
    return invalid('signature');
  if (manifest.platform !== platform) return invalid('wrong_platform');
  if (manifest.installed !== installed) return invalid('wrong_installed');
  const issued = Date.parse(manifest.issued_at);
  const isOlder = lastIssuedAt !== null && issued < lastIssuedAt.getTime();
  if (isOlder || issued > now.getTime() + SKEW || Date.parse(manifest.expires_at) <= now.getTime())
    return invalid('stale');
  if (manifest.version !== null && compareVersions(manifest.version, installed) <= 0)
    return invalid('downgrade');
  return { valid: true, manifest };
}

/** True if a package matches a trusted manifest: check every byte before running any of it. */
export const isPackageOf = ({ sha256, size }: UpdateManifest, bytes: Buffer): boolean =>
  bytes.length === size && createHash('sha256').update(bytes).digest('hex') === sha256;

/** True if notes belong to the manifest and may be shown. */
export const areNotesOf = ({ notes_sha256 }: UpdateManifest, notes: string): boolean =>
  createHash('sha256').update(notes, 'utf8').digest('hex') === notes_sha256;

/** Versions are compared as numbers: 1.10.0 is above 1.9.0. */
function compareVersions(one: string, other: string): number {
  const parts = other.split('.').map(Number);
  const difference = one.split('.').map((part, index) => Number(part) - (parts[index] ?? 0));
  return difference.find((each) => each !== 0) ?? 0;
}

function asManifest(value: unknown): UpdateManifest | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const fields = value as Record<string, unknown>;
  const names = ['format', ...SIGNED, 'signature'];
  if (Object.keys(fields).length !== names.length || names.some((name) => !Object.hasOwn(fields, name)))
    return null;
  const { format, status, version, sha256, size, mandatory, minimum, notes_sha256 } = fields;
  const isUpdate = status === 'update';
  if (format !== 'yunduo-update/1' || (!isUpdate && status !== 'none') || typeof mandatory !== 'boolean')
    return null;
  if (minimum !== null && !(typeof minimum === 'string' && VERSION.test(minimum))) return null;
  if (!isUpdate && [version, sha256, size, notes_sha256].some((field) => field !== null)) return null;
  const isWhole =
    typeof version === 'string' &&
    VERSION.test(version) &&
    [sha256, notes_sha256].every((hash) => typeof hash === 'string' && SHA256.test(hash)) &&
    Number.isInteger(size);
  if (isUpdate && !isWhole) return null;
  const texts = [fields['platform'], fields['installed'], fields['key_id'], fields['signature']];
  // A line feed in a value could make two different manifests out of one signed text.
  if (texts.some((text) => typeof text !== 'string' || /[\r\n]/.test(text))) return null;
  const moments = [fields['issued_at'], fields['expires_at']];
  if (moments.some((at) => typeof at !== 'string' || !/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(at))) return null;
  return moments.some((at) => Number.isNaN(Date.parse(String(at))))
    ? null
    : (fields as unknown as UpdateManifest);
}

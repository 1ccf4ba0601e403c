import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  randomBytes,
  sign,
  type KeyObject,
} from 'node:crypto';
import { deriveKey, type Config } from '../../config.ts';

/** One licence secret, used to sign and to encrypt. `id` identifies it permanently. */
export interface LicenceKey {
  /** First 16 hex digits of the SHA-256 of the public key. */
  id: string;
  /** 32 bytes, base64: given to clients and verifiers. */
  publicKey: string;
  /** Ed25519, base64. */
  sign(text: string): string;
  encryptionKey: Buffer;
}

export interface Keyring {
  /** Signs and encrypts from now on. */
  current: LicenceKey;
  /** All keys still accepted, newest first. */
  keys: readonly LicenceKey[];
}

export type LicenceSecrets = Pick<Config, 'licenceKeys' | 'signingKey'>;

/** Prefix of a 32-byte private key in PKCS #8 (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const RAW_KEY_BYTES = 32;

const known = new Map<string, LicenceKey>();

function licenceKey(secret: string): LicenceKey {
  const stored = known.get(secret);
  if (stored) return stored;
  const privateKey = createPrivateKey({
    key: Buffer.concat([PKCS8, deriveKey(secret, 'licence signature')]),
    format: 'der',
    type: 'pkcs8',
  });
  const raw = rawPublicKey(createPublicKey(privateKey));
  const key: LicenceKey = {
    id: createHash('sha256').update(raw).digest('hex').slice(0, 16),
    publicKey: raw.toString('base64'),
    sign: (text) => sign(null, Buffer.from(text, 'utf8'), privateKey).toString('base64'),
    encryptionKey: deriveKey(secret, 'licence code'),
  };
  known.set(secret, key);
  return key;
}

const rawPublicKey = (key: KeyObject): Buffer =>
  Buffer.from(key.export({ format: 'der', type: 'spki' }).subarray(-RAW_KEY_BYTES));

/**
 * The keys of `LICENCE_KEYS`, newest first, then the key of `SIGNING_KEY`, which is the only one if `LICENCE_KEYS` is
 * unset: earlier signatures and encrypted codes stay valid.
 */
export function keyring({ licenceKeys, signingKey }: LicenceSecrets): Keyring {
  const secrets = new Set([...licenceKeys, ...(signingKey ? [signingKey] : [])]);
  const [current, ...older] = Array.from(secrets, licenceKey);
  if (!current) throw new Error('there is no key for licences');
  return { current, keys: [current, ...older] };
}

/**
 * AES-256-GCM, `key id . nonce, tag, text`. The code's hash is authenticated data: ciphertexts cannot be swapped
 * between rows.
 */
export function encryptCode({ current }: Keyring, code: string, codeHash: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', current.encryptionKey, nonce).setAAD(Buffer.from(codeHash));
  const text = Buffer.concat([cipher.update(code, 'utf8'), cipher.final()]);
  return `${current.id}.${Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64')}`;
}

/** The code of a row; null when its encryption key is no longer configured. */
export function decryptCode({ keys }: Keyring, encrypted: string, codeHash: string): string | null {
  const [id, body = ''] = encrypted.split('.', 2);
  const key = keys.find((candidate) => candidate.id === id);
  if (!key) return null;
  const bytes = Buffer.from(body, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key.encryptionKey, bytes.subarray(0, 12));
  decipher.setAAD(Buffer.from(codeHash)).setAuthTag(bytes.subarray(12, 28));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

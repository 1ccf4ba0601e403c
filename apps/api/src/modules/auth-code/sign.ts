import type { LicenceKey } from './keyring.ts';

/**
 * What is signed: a first line that names the kind and its version, then `name=value` lines in a fixed order, joined by
 * line feeds, without one at the end. No value holds a line feed; nothing is an empty value. Any client can build it
 * without a JSON library, and a signature for one kind never passes for another. `docs/operations.md` describes it.
 */
export function canonical(
  kind: string,
  fields: readonly (readonly [string, string | number | boolean | null])[],
): string {
  return [kind, ...fields.map(([name, value]) => `${name}=${value ?? ''}`)].join('\n');
}

export const VERIFY_KIND = 'yunduo-licence-verify/1';
export const FILE_KIND = 'yunduo-licence/1';

/** The fields of a licence file in the order in which they are signed. */
export interface LicenceFile {
  format: 'yunduo-licence';
  version: 1;
  licence_id: number;
  /** SHA-256 of the code, hex: says which licence it is without saying the code. */
  code_sha256: string;
  plan: string;
  fingerprint: string;
  server_name: string;
  issued_at: string;
  /** Null never expires. */
  expires_at: string | null;
  key_id: string;
  /** Ed25519 over `canonical`, base64. */
  signature: string;
}

/** The licence file of a server without network, signed over `canonical` with the key that it names. */
export function signFile(
  key: LicenceKey,
  file: Omit<LicenceFile, 'signature' | 'key_id' | 'format' | 'version'>,
): LicenceFile {
  const text = canonical(FILE_KIND, [
    ['licence_id', file.licence_id],
    ['code_sha256', file.code_sha256],
    ['plan', file.plan],
    ['fingerprint', file.fingerprint],
    ['server_name', file.server_name],
    ['issued_at', file.issued_at],
    ['expires_at', file.expires_at],
    ['key_id', key.id],
  ]);
  return { format: 'yunduo-licence', version: 1, ...file, key_id: key.id, signature: key.sign(text) };
}

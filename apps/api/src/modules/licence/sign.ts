import type { DataOf, authCode } from '@yunduo/api-contract';
import type { Keyring, LicenceKey } from './keyring.ts';

/**
 * The signed text: a first line with the kind and its version, then `name=value` lines in a fixed order, joined by line
 * feeds, without a trailing one. Values contain no line feed; a missing value is empty. A client can build it without a
 * JSON library, and a signature for one kind is never valid for another. `docs/operations.md` describes it.
 */
export function canonical(
  kind: string,
  fields: readonly (readonly [string, string | number | boolean | null])[],
): string {
  return [kind, ...fields.map(([name, value]) => `${name}=${value ?? ''}`)].join('\n');
}

type Answer = DataOf<typeof authCode.verify>;

/** The response of `verify`, signed over `canonical` together with the request. */
export function signAnswer(
  key: LicenceKey,
  requested: { nonce: string; codeHash: string; fingerprint: string },
  answer: Omit<Answer, 'key_id' | 'signature'>,
): Answer {
  const text = canonical('yunduo-licence-verify/1', [
    ['nonce', requested.nonce],
    ['code_sha256', requested.codeHash],
    ['fingerprint', requested.fingerprint],
    ['valid', answer.valid],
    ['code', answer.code],
    ['plan', answer.plan],
    ['expires_at', answer.expires_at],
    ['grace_until', answer.grace_until],
    ['server_time', answer.server_time],
    ['key_id', key.id],
  ]);
  return { ...answer, key_id: key.id, signature: key.sign(text) };
}

/**
 * The published keys, newest first, each signed by the previous one: a client accepts a new key only by that signature.
 * The oldest key has no signature; a client ships with the keys of its release and trusts those.
 */
export const publishedKeys = ({ keys }: Pick<Keyring, 'keys'>) =>
  keys.map(({ id, publicKey }, place) => {
    const before = keys[place + 1];
    const signedBy = before?.id ?? null;
    const text = canonical('yunduo-licence-key/1', [
      ['key_id', id],
      ['public_key', publicKey],
      ['signed_by', signedBy],
    ]);
    return { key_id: id, public_key: publicKey, signed_by: signedBy, signature: before?.sign(text) ?? null };
  });

/** Content of a licence file. */
export interface LicenceFacts {
  licence_id: number;
  /** SHA-256 of the code, hex: identifies the licence without revealing the code. */
  code_sha256: string;
  plan: string;
  fingerprint: string;
  server_name: string;
  issued_at: string;
  expires_at: string;
}

/** The client that a file is for: the file is useless without its private key. */
export interface FileClient {
  file_id: string;
  /** Ed25519, 32 bytes in base64. */
  client_key: string;
}

/** Version 1 is for clients that sent a version 1 request: it names no client. */
export type LicenceFile = LicenceFacts &
  Partial<FileClient> & {
    format: 'yunduo-licence';
    version: 1 | 2;
    key_id: string;
    /** Ed25519 over `canonical`, base64. */
    signature: string;
  };

/** The licence file of a server without network, signed over `canonical` with the named key. */
export function signFile(key: LicenceKey, facts: LicenceFacts, client: FileClient | null): LicenceFile {
  const version = client ? 2 : 1;
  const text = canonical(`yunduo-licence/${version}`, [
    ...(client ? ([['file_id', client.file_id]] as const) : []),
    ['licence_id', facts.licence_id],
    ['code_sha256', facts.code_sha256],
    ['plan', facts.plan],
    ['fingerprint', facts.fingerprint],
    ['server_name', facts.server_name],
    ...(client ? ([['client_key', client.client_key]] as const) : []),
    ['issued_at', facts.issued_at],
    ['expires_at', facts.expires_at],
    ['key_id', key.id],
  ]);
  return {
    format: 'yunduo-licence',
    version,
    ...client,
    ...facts,
    key_id: key.id,
    signature: key.sign(text),
  };
}

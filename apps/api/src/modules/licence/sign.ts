import type { DataOf, authCode } from '@yunduo/api-contract';
import type { Keyring, LicenceKey } from './keyring.ts';

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

type Answer = DataOf<typeof authCode.verify>;

/** The answer of `verify`, signed over `canonical` with what it was asked. */
export function signAnswer(
  key: LicenceKey,
  asked: { nonce: string; codeHash: string; fingerprint: string },
  answer: Omit<Answer, 'key_id' | 'signature'>,
): Answer {
  const text = canonical('yunduo-licence-verify/1', [
    ['nonce', asked.nonce],
    ['code_sha256', asked.codeHash],
    ['fingerprint', asked.fingerprint],
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
 * The keys as they are published, newest first, each signed by the one before it: a client accepts a new key by that
 * signature alone. The oldest key has no signature; a client is delivered with the keys of its day and trusts those.
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

/** What a licence file says. */
export interface LicenceFacts {
  licence_id: number;
  /** SHA-256 of the code, hex: says which licence it is without saying the code. */
  code_sha256: string;
  plan: string;
  fingerprint: string;
  server_name: string;
  issued_at: string;
  expires_at: string;
}

/** The client that a file is for: it works together with the private key alone. */
export interface FileClient {
  file_id: string;
  /** Ed25519, 32 bytes in base64. */
  client_key: string;
}

/** Version 1 is for clients that asked with a request of version 1: it names no client. */
export type LicenceFile = LicenceFacts &
  Partial<FileClient> & {
    format: 'yunduo-licence';
    version: 1 | 2;
    key_id: string;
    /** Ed25519 over `canonical`, base64. */
    signature: string;
  };

/** The licence file of a server without network, signed over `canonical` with the key that it names. */
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

import { createPrivateKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { readPublicKey, type LicenceFile } from './licence-file.ts';

// The state of a client on an offline server, and how it releases a licence. The official client does the
// same; docs/operations.md describes the formats. Self-contained, like the rest of this folder.

/** A signed statement that a client has destroyed the key of its licence files. */
export interface Receipt {
  format: 'yunduo-licence-receipt';
  version: 1;
  licence_id: number;
  file_id: string;
  fingerprint: string;
  client_key: string;
  deactivated_at: string;
  /** Ed25519 by the client's key, base64. */
  signature: string;
}

/**
 * Key and receipt share one property of one file: both never exist together, even if the power fails at any
 * moment.
 */
export type ClientState = {
  format: 'yunduo-licence-client';
  version: 1;
  fingerprint: string;
  /** 32 bytes, base64. */
  client_key: string;
} & (
  | {
      /** PKCS #8 DER, base64. It never leaves the server. */
      private_key: string;
    }
  | { receipt: Receipt }
);

const canonical = (kind: string, fields: Record<string, string | number>): Buffer =>
  Buffer.from([kind, ...Object.entries(fields).map(([name, value]) => `${name}=${value}`)].join('\n'));

/** A client with a new key, for this server only. */
export function newClient(fingerprint: string): ClientState {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    format: 'yunduo-licence-client',
    version: 1,
    fingerprint,
    client_key: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64'),
    private_key: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
  };
}

function signWith(base64: string, text: Buffer): string {
  const key = createPrivateKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'pkcs8' });
  return sign(null, text, key).toString('base64');
}

/**
 * The request for a licence file, signed by the client.
 * @throws Error if the client was deactivated: it must start over with a new key
 */
export function makeRequest(
  state: ClientState,
  { code, serverName, now }: { code: string; serverName: string; now: Date },
): Record<string, string | number> {
  if (!('private_key' in state)) throw new Error('this client was deactivated; make a new one');
  const fields = {
    code,
    fingerprint: state.fingerprint,
    server_name: serverName,
    created_at: now.toISOString(),
    client_key: state.client_key,
  };
  return {
    format: 'yunduo-licence-request',
    version: 2,
    ...fields,
    signature: signWith(state.private_key, canonical('yunduo-licence-request/2', fields)),
  };
}

/**
 * Releases a licence: returns the state without the key and with the receipt. Write it (`writeState`) before
 * showing the receipt; from then on no file verifies here.
 * @throws Error if the file is for another client
 */
export function deactivate(
  state: ClientState,
  licence: Pick<LicenceFile, 'version' | 'file_id' | 'licence_id' | 'fingerprint' | 'client_key'>,
  now: Date,
): ClientState & { receipt: Receipt } {
  if ('receipt' in state) return state;
  const { file_id: fileId, client_key: clientKey } = licence;
  if (fileId === undefined || clientKey !== state.client_key || licence.fingerprint !== state.fingerprint)
    throw new Error('this licence file is not for this client');
  const fields = {
    licence_id: licence.licence_id,
    file_id: fileId,
    fingerprint: state.fingerprint,
    client_key: state.client_key,
    deactivated_at: now.toISOString(),
  };
  const signature = signWith(state.private_key, canonical('yunduo-licence-receipt/1', fields));
  const { format, version, fingerprint, client_key } = state;
  const receipt = { format: 'yunduo-licence-receipt', version: 1, ...fields, signature } as const;
  return { format, version, fingerprint, client_key, receipt };
}

/** True if a receipt is signed by the client of a licence file and refers to that file. */
export function receiptReleases(receipt: Receipt, licence: LicenceFile): boolean {
  const { licence_id, file_id, fingerprint, client_key, deactivated_at } = receipt;
  const key = readPublicKey(client_key);
  const text = canonical('yunduo-licence-receipt/1', {
    licence_id,
    file_id,
    fingerprint,
    client_key,
    deactivated_at,
  });
  return (
    key !== null &&
    licence_id === licence.licence_id &&
    file_id === licence.file_id &&
    fingerprint === licence.fingerprint &&
    client_key === licence.client_key &&
    verify(null, text, key.key, Buffer.from(receipt.signature, 'base64'))
  );
}

export function readState(path: string): ClientState {
  const state = JSON.parse(readFileSync(path, 'utf8')) as ClientState;
  if (state.format !== 'yunduo-licence-client' || state.version !== 1)
    throw new Error(`${path} is not the state of a client`);
  return state;
}

/** Replaces the state atomically, readable by its owner only. */
export function writeState(path: string, state: ClientState): void {
  const next = `${path}.new`;
  const file = openSync(next, 'w', 0o600);
  try {
    writeSync(file, `${JSON.stringify(state, null, 2)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(next, path);
  const folder = openSync(dirname(path), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

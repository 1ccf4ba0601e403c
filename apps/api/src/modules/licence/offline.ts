import { randomUUID } from 'node:crypto';
import { parseLicenceCode } from '@yunduo/validation';
import { bindSchema } from '@yunduo/validation/schemas';
import type { Context } from '../../context.ts';
import { licenceFiles } from '../../db/schema/licence.ts';
import { apiError } from '../../http/errors.ts';
import { checkForm } from '../../http/form.ts';
import { bindLocked, lockOwnedByCode, type Server } from './bind.ts';
import { recordEvents } from './events.ts';
import { adoptFiles, endOfFile, rejectEndedKey, renewableFile } from './files.ts';
import { keyring } from './keyring.ts';
import { lockOwned, type LicenceRow } from './owned.ts';
import { ISO_MOMENT, isSignedByClient, readFile, REQUEST_KIND } from './receipt.ts';
import { canonical, signFile, type LicenceFile } from './sign.ts';
import { rejectInactive } from './state.ts';

export interface OfflineRequest extends Server {
  code: string;
  /** Public key of the client; null in requests of version 1. */
  clientKey: string | null;
}

const FIELDS = ['code', 'created_at', 'fingerprint', 'format', 'server_name', 'version'];
const SIGNED_FIELDS = ['code', 'fingerprint', 'server_name', 'created_at', 'client_key'] as const;

/**
 * Reads the request file of a server without network (`docs/operations.md`). A version 2 request is signed with the key
 * that it names, which proves that the client holds the key.
 * @throws ApiError OFFLINE_REQUEST_INVALID when it is no such file, VALIDATION_FAILED when a value is invalid
 */
export async function readRequest(text: string): Promise<OfflineRequest> {
  const file = readFile(text, FIELDS) ?? readFile(text, [...FIELDS, 'client_key', 'signature']);
  const invalid = () => apiError('OFFLINE_REQUEST_INVALID', { fields: { request: 'field_invalid' } });
  if (!file) throw invalid();
  const keyed = 'client_key' in file;
  const whole =
    file['format'] === 'yunduo-licence-request' &&
    file['version'] === (keyed ? 2 : 1) &&
    Object.entries(file).every(([name, value]) => name === 'version' || typeof value === 'string');
  if (!whole || !ISO_MOMENT.test(String(file['created_at']))) throw invalid();
  if (keyed) {
    const values = SIGNED_FIELDS.map((name) => [name, String(file[name])] as const);
    const clear = values.every(([, value]) => !/[\r\n]/.test(value));
    const signed = canonical(REQUEST_KIND, values);
    if (!clear || !isSignedByClient(String(file['client_key']), signed, String(file['signature'])))
      throw invalid();
  }
  const { code, server_name, fingerprint } = await checkForm(bindSchema, file);
  return {
    code: parseLicenceCode(code) ?? code,
    serverName: server_name,
    fingerprint,
    clientKey: keyed ? String(file['client_key']) : null,
  };
}

export interface IssuedFile {
  licence: LicenceRow;
  file: LicenceFile;
}

/**
 * Signs a licence file for a server without network, and binds the licence to it; a licence already on this server gets
 * a new file, as after a renewal.
 * @throws ApiError LICENCE_NOT_FOUND and all that a bind refuses, except LICENCE_BOUND_HERE; OFFLINE_KEY_ENDED
 */
export async function issueOffline(
  context: Context,
  userId: number,
  { code, clientKey, ...server }: OfflineRequest,
): Promise<IssuedFile> {
  const locked = await lockOwnedByCode(context, userId, code);
  const here =
    locked.fingerprint === server.fingerprint &&
    locked.revokedAt === null &&
    (locked.expiresAt === null || locked.expiresAt > context.clock.now());
  if (clientKey !== null) await rejectEndedKey(context, clientKey);
  const licence = here ? locked : await bindLocked(context, locked, server);
  return handOut(context, licence, { ...server, clientKey });
}

/**
 * Reissues the file of the bound server for the same client: a file expires after at most twelve months, and the owner
 * need not fetch another request from the server.
 * @throws ApiError LICENCE_NOT_FOUND, LICENCE_REVOKED, LICENCE_EXPIRED, LICENCE_NOT_BOUND, OFFLINE_FILE_NONE
 */
export async function renewOffline(context: Context, userId: number, id: number): Promise<IssuedFile> {
  const licence = await lockOwned(context, userId, id);
  rejectInactive(licence, context.clock.now());
  const { fingerprint, serverName } = licence;
  if (fingerprint === null || serverName === null) throw apiError('LICENCE_NOT_BOUND');
  await adoptFiles(context.db, id);
  const newest = await renewableFile(context.db, licence);
  if (!newest) throw apiError('OFFLINE_FILE_NONE');
  return handOut(context, licence, { fingerprint, serverName, clientKey: newest.clientKey });
}

/** Signs a file for a locked licence and records it. */
async function handOut(
  context: Context,
  licence: LicenceRow,
  { fingerprint, serverName, clientKey }: Server & Pick<OfflineRequest, 'clientKey'>,
): Promise<IssuedFile> {
  const { db, clock, config } = context;
  const now = clock.now();
  const expiresAt = endOfFile(licence, now);
  const client = clientKey === null ? null : { file_id: randomUUID(), client_key: clientKey };
  const facts = {
    licence_id: licence.id,
    code_sha256: licence.codeHash,
    plan: licence.plan,
    fingerprint,
    server_name: licence.serverName ?? serverName,
    issued_at: now.toISOString(),
    expires_at: expiresAt.toISOString(),
  };
  const file = signFile(keyring(config).current, facts, client);
  const [eventId = null] = await recordEvents(context, [
    {
      licenceId: licence.id,
      ownerId: licence.userId,
      kind: 'offline_issued',
      details: { server: file.server_name, key_id: file.key_id, expires: file.expires_at },
    },
  ]);
  await db.insert(licenceFiles).values({
    licenceId: licence.id,
    ownerId: licence.userId,
    eventId,
    fileId: client?.file_id ?? null,
    clientKey,
    fingerprint,
    serverName: file.server_name,
    keyId: file.key_id,
    issuedAt: now,
    expiresAt,
  });
  return { licence, file };
}

/** Name of the licence file. */
export const fileName = ({ codeTail }: LicenceRow): string => `yunduo-licence-${codeTail}.json`;

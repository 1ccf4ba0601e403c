import { parseLicenceCode } from '@yunduo/validation';
import { bindSchema } from '@yunduo/validation/schemas';
import type { Context } from '../../context.ts';
import { apiError } from '../../http/errors.ts';
import { checkForm } from '../../http/form.ts';
import { bindLocked, lockOwnedByCode, type Server } from './bind.ts';
import { recordEvents } from './events.ts';
import { keyring } from './keyring.ts';
import type { LicenceRow } from './owned.ts';
import { signFile, type LicenceFile } from './sign.ts';

export interface OfflineRequest extends Server {
  code: string;
}

const FIELDS = ['code', 'created_at', 'fingerprint', 'format', 'server_name', 'version'];
const ISO_MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

/**
 * Reads a request file, as a server without network writes it (`docs/operations.md`).
 * @throws ApiError OFFLINE_REQUEST_INVALID when it is no such file, VALIDATION_FAILED when a value of it is wrong
 */
export async function readRequest(text: string): Promise<OfflineRequest> {
  const file = parseJson(text);
  const whole =
    file !== null &&
    Object.keys(file).toSorted().join() === FIELDS.join() &&
    file['format'] === 'yunduo-licence-request' &&
    file['version'] === 1 &&
    [file['code'], file['fingerprint'], file['server_name'], file['created_at']].every(
      (value) => typeof value === 'string',
    );
  if (!whole || !ISO_MOMENT.test(String(file['created_at'])))
    throw apiError('OFFLINE_REQUEST_INVALID', { fields: { request: 'field_invalid' } });
  const { code, server_name, fingerprint } = await checkForm(bindSchema, file);
  return { code: parseLicenceCode(code) ?? code, serverName: server_name, fingerprint };
}

function parseJson(text: string): Record<string, unknown> | null {
  try {
    // Some editors put a mark before the first character.
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/**
 * Signs a licence for a server without network. It binds as a bind does; a licence that is on this server already
 * gets a new file, as after a renewal.
 * @throws ApiError LICENCE_NOT_FOUND and all that a bind refuses, except LICENCE_BOUND_HERE
 */
export async function issueOffline(
  context: Context,
  userId: number,
  { code, ...server }: OfflineRequest,
): Promise<{ licence: LicenceRow; file: LicenceFile }> {
  const { clock, config } = context;
  const locked = await lockOwnedByCode(context, userId, code);
  const here =
    locked.fingerprint === server.fingerprint &&
    locked.revokedAt === null &&
    (locked.expiresAt === null || locked.expiresAt > clock.now());
  const licence = here ? locked : await bindLocked(context, locked, server);
  const file = signFile(keyring(config).current, {
    licence_id: licence.id,
    code_sha256: licence.codeHash,
    plan: licence.plan,
    fingerprint: server.fingerprint,
    server_name: licence.serverName ?? server.serverName,
    issued_at: clock.now().toISOString(),
    expires_at: licence.expiresAt?.toISOString() ?? null,
  });
  await recordEvents(context, [
    {
      licenceId: licence.id,
      ownerId: userId,
      kind: 'offline_issued',
      details: { server: file.server_name, key_id: file.key_id, expires: file.expires_at },
    },
  ]);
  return { licence, file };
}

/** What the file is called that a client reads. */
export const fileName = ({ codeTail }: LicenceRow): string => `yunduo-licence-${codeTail}.json`;

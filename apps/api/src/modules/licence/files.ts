import { inShanghai } from '@yunduo/i18n';
import { HOUR, OFFLINE_FILE_MONTHS, type OfflineFileState } from '@yunduo/validation';
import { and, desc, eq, gt, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { licenceFiles } from '../../db/schema/licence.ts';
import { apiError } from '../../http/errors.ts';
import type { Job } from '../jobs/jobs.ts';
import { recordEvents } from './events.ts';
import type { LicenceRow } from './owned.ts';
import { readReceipt } from './receipt.ts';
import { endOfMonths } from './term.ts';

/**
 * Issued licence files. A licence is for one server, even without network: a file cannot be recalled, so while it is
 * valid its licence stays on its server, unless the client there signs a deactivation receipt or an operator releases
 * it (docs/decisions/0046-release-offline-licences-by-a-signed-receipt.md).
 */
export type LicenceFileRow = typeof licenceFiles.$inferSelect;
type Parts = Pick<Context, 'db' | 'clock'>;
type Owned = Pick<LicenceRow, 'id' | 'userId'>;

/** Expiry of a file issued now: that of its licence, at most twelve months from now. */
export function endOfFile({ expiresAt }: Pick<LicenceRow, 'expiresAt'>, now: Date): Date {
  const latest = endOfMonths(now, OFFLINE_FILE_MONTHS);
  return expiresAt !== null && expiresAt < latest ? expiresAt : latest;
}

export function fileState(file: LicenceFileRow, now: Date): OfflineFileState {
  if (file.releasedBy !== null) return file.releasedBy === 'receipt' ? 'deactivated' : 'released';
  return file.expiresAt !== null && file.expiresAt <= now ? 'ended' : 'valid';
}

/** `fileState` is `valid`, as a condition. */
export const isOut = (now: Date): SQL | undefined =>
  and(isNull(licenceFiles.releasedAt), or(isNull(licenceFiles.expiresAt), gt(licenceFiles.expiresAt, now)));

/**
 * Creates the rows of files issued by a version without this table, from their events: of one licence, or of all. That
 * version may still run alongside, so decisions call it under their lock. Returns the number of rows created.
 */
export async function adoptFiles(db: Db, licenceId?: number): Promise<number> {
  const made = await db.execute(sql`
    insert into licence_files
      (licence_id, owner_id, event_id, fingerprint, server_name, key_id, issued_at, expires_at)
    select e.licence_id, e.owner_id, e.id,
      (select b.details->>'fingerprint' from licence_events b
        where b.licence_id = e.licence_id and b.kind = 'bound' and b.id < e.id order by b.id desc limit 1),
      coalesce(e.details->>'server', ''), coalesce(e.details->>'key_id', ''), e.at,
      (e.details->>'expires')::timestamptz
    from licence_events e
    where e.kind = 'offline_issued' ${licenceId === undefined ? sql`` : sql`and e.licence_id = ${licenceId}`}
      and not exists (select from licence_files f where f.event_id = e.id)
    order by e.id
    on conflict do nothing
    returning id`);
  return made.rows.length;
}

/** Scans all events: files issued by the previous version during a roll-out appear in lists within the hour. */
export const adoptFilesJob: Job = {
  name: 'licence_files',
  every: HOUR,
  long: true,
  run: ({ db }) => adoptFiles(db),
};

/** The valid files of licences, issued to their current owner; latest expiry first. */
export async function filesOut({ db, clock }: Parts, licences: readonly Owned[]): Promise<LicenceFileRow[]> {
  if (licences.length === 0) return [];
  const owners = new Map(licences.map(({ id, userId }) => [id, userId]));
  const rows = await db
    .select()
    .from(licenceFiles)
    .where(and(inArray(licenceFiles.licenceId, [...owners.keys()]), isOut(clock.now())))
    .orderBy(sql`${licenceFiles.expiresAt} desc nulls first`, desc(licenceFiles.id));
  return rows.filter(({ licenceId, ownerId }) => owners.get(licenceId) === ownerId);
}

/** `2026-12-01 09:05` in Shanghai time: the same format in both languages. */
export const clockThere = (moment: Date): string =>
  inShanghai(moment.getTime()).toISOString().slice(0, 16).replace('T', ' ');

interface Leaving {
  /** The text of a receipt; empty without one. */
  receipt?: string;
  /** The server that the licence is bound to next: its own files do not block it. */
  to?: string;
}

/**
 * Refuses to take a licence off a server while a file for it is valid, after processing the receipt. An unneeded
 * receipt is ignored. The caller holds the licence's lock.
 * @throws ApiError LICENCE_FILE_OUT, LICENCE_FILE_OUT_OLD, and all of `releaseByReceipt`
 */
export async function rejectWhileFilesIssued(
  context: Context,
  licence: Owned,
  { receipt = '', to }: Leaving,
): Promise<void> {
  await adoptFiles(context.db, licence.id);
  const inTheWay = async () =>
    (await filesOut(context, [licence])).filter(({ fingerprint }) => to === undefined || fingerprint !== to);
  if ((await inTheWay()).length === 0) return;
  if (receipt !== '') await releaseByReceipt(context, licence, receipt);
  const left = await inTheWay();
  const [last] = left;
  if (!last) return;
  const old = left.find(({ clientKey }) => clientKey === null);
  if (old) throw apiError('LICENCE_FILE_OUT_OLD', { words: { server: old.serverName } });
  throw apiError('LICENCE_FILE_OUT', {
    ...(to === undefined && { fields: { receipt: 'field_invalid' } }),
    words: { server: last.serverName, time: last.expiresAt ? clockThere(last.expiresAt) : '' },
  });
}

/**
 * Processes a receipt: its client has deleted its key, so all files for that key are unusable.
 * @throws ApiError RECEIPT_INVALID, RECEIPT_FOREIGN, RECEIPT_USED, RECEIPT_EXPIRED
 */
async function releaseByReceipt(context: Context, licence: Owned, text: string): Promise<void> {
  const { db, clock } = context;
  const now = clock.now();
  const receipt = readReceipt(text);
  const named = await db
    .select()
    .from(licenceFiles)
    .where(
      and(
        eq(licenceFiles.licenceId, licence.id),
        eq(licenceFiles.clientKey, receipt.clientKey),
        eq(licenceFiles.fingerprint, receipt.fingerprint),
      ),
    );
  const rejection = (code: 'RECEIPT_FOREIGN' | 'RECEIPT_USED' | 'RECEIPT_EXPIRED') =>
    apiError(code, { fields: { receipt: 'field_invalid' } });
  const file = named.find(({ fileId }) => fileId === receipt.fileId);
  if (!file || receipt.licenceId !== licence.id) throw rejection('RECEIPT_FOREIGN');
  const states = named.map((one) => fileState(one, now));
  if (!states.includes('valid'))
    throw rejection(states.includes('ended') ? 'RECEIPT_EXPIRED' : 'RECEIPT_USED');
  await db
    .update(licenceFiles)
    .set({ releasedAt: now, releasedBy: 'receipt', receipt: text.trim() })
    .where(
      and(
        eq(licenceFiles.licenceId, licence.id),
        eq(licenceFiles.clientKey, receipt.clientKey),
        eq(licenceFiles.fingerprint, receipt.fingerprint),
        isNull(licenceFiles.releasedAt),
      ),
    );
  await recordEvents(context, [
    {
      licenceId: licence.id,
      ownerId: licence.userId,
      kind: 'offline_deactivated',
      details: { server: file.serverName, deactivated: receipt.deactivatedAt },
    },
  ]);
}

/**
 * Refuses a file for a client key that has signed a receipt: the key no longer exists, and replaying an earlier request
 * would make that receipt valid again.
 * @throws ApiError OFFLINE_KEY_ENDED
 */
export async function rejectEndedKey({ db }: Context, clientKey: string): Promise<void> {
  const [ended] = await db
    .select({ id: licenceFiles.id })
    .from(licenceFiles)
    .where(and(eq(licenceFiles.clientKey, clientKey), eq(licenceFiles.releasedBy, 'receipt')))
    .limit(1);
  if (ended) throw apiError('OFFLINE_KEY_ENDED', { fields: { request: 'field_invalid' } });
}

/** The newest file issued to its owner for the bound server; null if that file was deactivated. */
export async function renewableFile(
  db: Db,
  { id, userId, fingerprint }: Pick<LicenceRow, 'id' | 'userId' | 'fingerprint'>,
): Promise<LicenceFileRow | null> {
  if (fingerprint === null) return null;
  const [newest] = await db
    .select()
    .from(licenceFiles)
    .where(
      and(
        eq(licenceFiles.licenceId, id),
        eq(licenceFiles.ownerId, userId),
        eq(licenceFiles.fingerprint, fingerprint),
      ),
    )
    .orderBy(desc(licenceFiles.id))
    .limit(1);
  return newest && newest.releasedBy !== 'receipt' ? newest : null;
}

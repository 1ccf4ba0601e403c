import type { IncomingTransfer, Licence, LicenceTransfer, OrderDetail } from '@yunduo/api-contract';
import { LICENCE_GRACE, LICENCE_PLACES, type LicenceAction } from '@yunduo/validation';
import { after } from '../../clock.ts';
import { daysLeft } from './explain.ts';
import type { LicenceFileRow } from './files.ts';
import type { GivenLicence } from './issue.ts';
import type { TransferRow } from './offers.ts';
import type { LicenceRow } from './owned.ts';
import { stateOf } from './state.ts';
import { shownEmail } from '../text/shown-email.ts';

/** An offer to a user: its sender and the licence. */
export interface IncomingOffer {
  offer: TransferRow;
  licence: LicenceRow;
  fromEmail: string;
}

/** A licence with its order, offer and files. */
export interface WholeLicence {
  licence: LicenceRow;
  orderNo: string | null;
  /** The open offer. */
  offer: TransferRow | null;
  /** Its valid files, latest expiry first. */
  files: readonly LicenceFileRow[];
}

const iso = (moment: Date | null): string | null => moment?.toISOString() ?? null;

/** A licence as its owner sees it, without the code. */
export function presentLicence({ licence, orderNo, offer, files }: WholeLicence, now: Date): Licence {
  const { expiresAt, fingerprint, serverName, boundAt } = licence;
  const state = stateOf(licence, now);
  const grace = state === 'expired' && expiresAt ? after(expiresAt, LICENCE_GRACE) : null;
  return {
    id: licence.id,
    code_tail: licence.codeTail,
    plan: licence.plan,
    state,
    remark: licence.remark,
    server:
      fingerprint !== null && serverName !== null && boundAt !== null
        ? { name: serverName, fingerprint, bound_at: boundAt.toISOString() }
        : null,
    started_at: iso(licence.startedAt),
    expires_at: iso(expiresAt),
    days_left: expiresAt && daysLeft(expiresAt, now),
    in_grace: grace !== null && grace > now,
    grace_until: iso(grace),
    last_seen_at: iso(licence.lastSeenAt),
    cloned: presentCloned(licence, now),
    offline: presentOffline(files),
    revoked_at: iso(licence.revokedAt),
    order_no: orderNo,
    transfer: offer && presentTransfer(offer, now),
    actions: actionsOf(licence, offer, now),
    created_at: licence.createdAt.toISOString(),
  };
}

/** Shown for a week: an owner who replaced the second computer needs no longer warning. */
function presentCloned({ fingerprint, clonedAt, places }: LicenceRow, now: Date): Licence['cloned'] {
  if (fingerprint === null || clonedAt === null || clonedAt <= after(now, -LICENCE_PLACES.shown)) return null;
  return { at: clonedAt.toISOString(), networks: (places ?? []).slice(0, 2).map(({ network }) => network) };
}

/** A file without receipts decides for all: no receipt of the others can release the licence. */
function presentOffline(files: readonly LicenceFileRow[]): Licence['offline'] {
  const [last] = files;
  if (!last) return null;
  const old = files.find(({ clientKey }) => clientKey === null);
  return { server: (old ?? last).serverName, expires_at: iso(last.expiresAt), receipt: !old };
}

/** Actions available to its owner now; the detail says how many unbinds are left. */
function actionsOf(licence: LicenceRow, offer: TransferRow | null, now: Date): LicenceAction[] {
  const state = stateOf(licence, now);
  const alive = state === 'unused' || state === 'active';
  const bound = licence.fingerprint !== null;
  const open = offer !== null;
  const can: Record<LicenceAction, boolean> = {
    bind: alive && !bound && !open,
    unbind: state !== 'revoked' && bound,
    edit: true,
    renew: (state === 'active' || state === 'expired') && licence.expiresAt !== null && !open,
    transfer: alive && !bound && !open,
    transfer_cancel: open,
  };
  return (Object.keys(can) as LicenceAction[]).filter((action) => can[action]);
}

/** An offer as its owner sees it; one not decided in time is expired. */
export function presentTransfer(offer: TransferRow, now: Date): LicenceTransfer {
  const ranOut = offer.status === 'offered' && offer.expiresAt <= now;
  return {
    id: offer.id,
    status: ranOut ? 'expired' : offer.status,
    to_email: shownEmail(offer.toEmail),
    created_at: offer.createdAt.toISOString(),
    expires_at: offer.expiresAt.toISOString(),
    decided_at: iso(offer.decidedAt),
  };
}

/** An offer as the receiver sees it: its sender and the licence, without the code. */
export function presentIncoming({ offer, licence, fromEmail }: IncomingOffer, now: Date): IncomingTransfer {
  return {
    id: offer.id,
    from_email: shownEmail(fromEmail),
    plan: licence.plan,
    code_tail: licence.codeTail,
    state: stateOf(licence, now),
    licence_expires_at: iso(licence.expiresAt),
    created_at: offer.createdAt.toISOString(),
    expires_at: offer.expiresAt.toISOString(),
  };
}

/** Licences issued by an order, as its buyer sees them; the current owner may be another user. */
export function presentGiven(list: readonly GivenLicence[], userId: number): OrderDetail['licences'] {
  return list.map((licence) => ({
    id: licence.id,
    plan: licence.plan,
    code_tail: licence.codeTail,
    renewal: licence.renewal,
    revoked: licence.revokedAt !== null,
    mine: licence.userId === userId,
  }));
}

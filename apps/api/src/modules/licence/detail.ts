import type { LicenceDetail } from '@yunduo/api-contract';
import type { Locale } from '@yunduo/i18n';
import { LICENCE_UNBIND } from '@yunduo/validation';
import { and, asc, desc, eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { licenceEvents, licenceFiles, licenceTerms, licenceTransfers } from '../../db/schema/licence.ts';
import { orders } from '../../db/schema/order.ts';
import { explain } from './explain.ts';
import { fileState, renewableFile } from './files.ts';
import { keyring } from './keyring.ts';
import { codeOf, findLicence } from './list.ts';
import { presentLicence, presentTransfer } from './present.ts';
import { stateOf } from './state.ts';
import { unbindAllowance } from './unbind.ts';
import { shownEmail } from '../text/shown-email.ts';

/**
 * Everything about one licence: terms, history, the reason for its state, and possible next steps. Events of earlier
 * owners are left out.
 * @throws ApiError LICENCE_NOT_FOUND, also for another user's
 */
export async function licenceDetail(
  context: Pick<Context, 'db' | 'clock' | 'config'>,
  userId: number,
  id: number,
  locale: Locale,
): Promise<LicenceDetail> {
  const { db, clock, config } = context;
  const now = clock.now();
  const whole = await findLicence(context, userId, id);
  const { licence, offer } = whole;
  const terms = await db
    .select({ term: licenceTerms, orderNo: orders.orderNo })
    .from(licenceTerms)
    .leftJoin(orders, and(eq(orders.id, licenceTerms.orderId), eq(orders.userId, userId)))
    .where(eq(licenceTerms.licenceId, id))
    .orderBy(asc(licenceTerms.id));
  const transfers = await db
    .select()
    .from(licenceTransfers)
    .where(and(eq(licenceTransfers.licenceId, id), eq(licenceTransfers.fromUserId, userId)))
    .orderBy(desc(licenceTransfers.id));
  const events = await db
    .select()
    .from(licenceEvents)
    .where(and(eq(licenceEvents.licenceId, id), eq(licenceEvents.ownerId, userId)))
    .orderBy(desc(licenceEvents.id));
  const files = await db
    .select()
    .from(licenceFiles)
    .where(and(eq(licenceFiles.licenceId, id), eq(licenceFiles.ownerId, userId)))
    .orderBy(desc(licenceFiles.id));
  const allowance = await unbindAllowance(context, id);
  const live = stateOf(licence, now) === 'active';
  return {
    ...presentLicence(whole, now),
    code: codeOf(keyring(config), licence),
    explain: explain(licence, offer, now, locale),
    unbind: {
      left: allowance.left,
      limit: LICENCE_UNBIND.count,
      days: LICENCE_UNBIND.days,
      next_at: allowance.nextAt?.toISOString() ?? null,
    },
    files: files.map((file) => ({
      id: file.id,
      server: file.serverName,
      issued_at: file.issuedAt.toISOString(),
      expires_at: file.expiresAt?.toISOString() ?? null,
      state: fileState(file, now),
    })),
    file_renewable: live && (await renewableFile(db, licence)) !== null,
    terms: terms.map(({ term, orderNo }) => ({
      plan: term.plan,
      added_at: term.addedAt.toISOString(),
      order_no: orderNo,
      revoked_at: term.revokedAt?.toISOString() ?? null,
    })),
    transfers: transfers.map((transfer) => presentTransfer(transfer, now)),
    events: events.map(({ id: eventId, kind, at, details }) => ({
      id: eventId,
      kind,
      at: at.toISOString(),
      details: typeof details['to'] === 'string' ? { ...details, to: shownEmail(details['to']) } : details,
    })),
  };
}

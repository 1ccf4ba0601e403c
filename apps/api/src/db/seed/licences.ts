import { createHash } from 'node:crypto';
import type { LicencePlan } from '@yunduo/validation';
import { and, asc, eq, inArray, isNull, notExists, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { bindLocked } from '../../modules/auth-code/bind.ts';
import { issueLicences, renewLicence, revokeLicencesOfOrder } from '../../modules/auth-code/issue.ts';
import type { LicenceSecrets } from '../../modules/auth-code/keyring.ts';
import { offerLicence } from '../../modules/auth-code/offers.ts';
import { lockOwned } from '../../modules/auth-code/owned.ts';
import { saveRemark } from '../../modules/auth-code/remark.ts';
import { revoke } from '../../modules/auth-code/revoke.ts';
import { unbindLicence } from '../../modules/auth-code/unbind.ts';
import type { Db } from '../client.ts';
import { licences, licenceTerms } from '../schema/auth-code.ts';
import { orders } from '../schema/order.ts';
import { daysBefore } from './builders.ts';

interface LicenceSeed {
  owner: string;
  plan: LicencePlan;
  /** Days before the seed's moment. */
  bought: number;
  bound?: { days: number; name: string };
  unbound?: { days: number; reason: string };
  renewed?: { days: number; plan: LicencePlan };
  offered?: { days: number; to: string };
  seen?: number;
  refunded?: number;
  remark?: string;
}

/** A licence in every state that a page can show. */
const LICENCES: readonly LicenceSeed[] = [
  {
    owner: 'user@yunduo.test',
    plan: 'permanent',
    bought: 400,
    bound: { days: 398, name: '备份机 backup-1' },
    seen: 0.02,
    remark: '机房 B 的备份机',
  },
  {
    owner: 'user@yunduo.test',
    plan: 'm12',
    bought: 202,
    bound: { days: 200, name: '上海 web-1' },
    seen: 0.01,
    remark: '官网主站',
  },
  // Three months end 89 to 92 days after the bind: in three to six days.
  { owner: 'user@yunduo.test', plan: 'm3', bought: 87, bound: { days: 86, name: '广州 db-1' }, seen: 0.05 },
  // A month ends 28 to 31 days after the bind: within the last eight days.
  { owner: 'user@yunduo.test', plan: 'm1', bought: 37, bound: { days: 36, name: '临时测试机' }, seen: 6 },
  { owner: 'user@yunduo.test', plan: 'm6', bought: 261, bound: { days: 260, name: '旧站 legacy' }, seen: 75 },
  {
    owner: 'user@yunduo.test',
    plan: 'm1',
    bought: 60,
    bound: { days: 59, name: '深圳 job-2' },
    refunded: 55,
  },
  {
    owner: 'user@yunduo.test',
    plan: 'm6',
    bought: 120,
    bound: { days: 119, name: '北京 cache-1' },
    unbound: { days: 9, reason: '服务器到期退租' },
    renewed: { days: 30, plan: 'm3' },
    remark: '等新机器到货',
  },
  { owner: 'user@yunduo.test', plan: 'm3', bought: 12, offered: { days: 1, to: 'plain@yunduo.test' } },
  { owner: 'user@yunduo.test', plan: 'm12', bought: 3 },
  // What user@ can accept.
  { owner: 'developer@yunduo.test', plan: 'm12', bought: 20, offered: { days: 2, to: 'user@yunduo.test' } },
];

const fingerprintOf = (name: string): string => createHash('sha256').update(`seed ${name}`).digest('hex');

/** Makes the licences by the services that make them so, each at its moment; mails of that time are not written. */
export async function seedLicences(
  db: Db,
  { now, owners, secrets }: { now: Date; owners: Map<string, number>; secrets: LicenceSecrets },
): Promise<void> {
  const at = (days: number): Context => ({
    db,
    clock: { now: () => daysBefore(now, days) },
    mail: { enqueue: () => Promise.resolve() } as unknown as Context['mail'],
    config: { ...secrets, origin: '' } as Context['config'],
    files: undefined as unknown as Context['files'],
  });
  const taken = new Set<number>();
  for (const licence of LICENCES) {
    const userId = owners.get(licence.owner);
    if (userId === undefined) continue;
    const orderId = await orderFor(db, userId, licence, taken);
    if (orderId !== null) taken.add(orderId);
    await seedLicence(at, userId, orderId, licence);
  }
}

async function seedLicence(
  at: (days: number) => Context,
  userId: number,
  orderId: number | null,
  licence: LicenceSeed,
): Promise<void> {
  const { owner, plan, bought, bound, unbound, renewed, offered, seen, refunded, remark } = licence;
  const [id = 0] = await issueLicences(at(bought), { userId, plan, quantity: 1, orderId });
  const user = { id: userId, email: owner, roles: ['user'], sessionId: 0 };
  const { db } = at(0);
  if (bound) {
    const server = { serverName: bound.name, fingerprint: fingerprintOf(bound.name) };
    await bindLocked(at(bound.days), await lockOwned(at(bound.days), userId, id), server);
  }
  if (remark !== undefined) await saveRemark(at(bound?.days ?? bought), userId, { id, remark });
  if (renewed) await renewLicence(at(renewed.days), { licenceId: id, plan: renewed.plan, orderId: null });
  if (unbound) await unbindLicence(at(unbound.days), userId, { id, reason: unbound.reason });
  if (offered) await offerLicence(at(offered.days), user, { id, toEmail: offered.to });
  if (seen !== undefined) {
    const lastSeenAt = at(seen).clock.now();
    await db.update(licences).set({ lastSeenAt }).where(eq(licences.id, id));
  }
  if (refunded === undefined) return;
  if (orderId !== null) await revokeLicencesOfOrder(at(refunded), orderId, 'refund');
  else await revoke(at(refunded), await lockOwned(at(refunded), userId, id), { by: 'refund', note: null });
}

/** An order of the seeded world that stands for this purchase and has given no licence yet; null without one. */
async function orderFor(
  db: Db,
  userId: number,
  { plan, refunded }: LicenceSeed,
  taken: ReadonlySet<number>,
): Promise<number | null> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.userId, userId),
        eq(orders.plan, plan),
        eq(orders.quantity, 1),
        inArray(orders.status, refunded === undefined ? ['paid', 'refund_requested'] : ['refunded']),
        isNull(orders.renewsLicenceId),
        notExists(
          db
            .select({ one: sql`1` })
            .from(licenceTerms)
            .where(eq(licenceTerms.orderId, orders.id)),
        ),
      ),
    )
    .orderBy(asc(orders.createdAt));
  return rows.find(({ id }) => !taken.has(id))?.id ?? null;
}

import { createHash } from 'node:crypto';
import type { LicencePlan } from '@yunduo/validation';
import { eq } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { bindLocked } from '../modules/licence/bind.ts';
import { issueLicences, revokeLicencesOfOrder } from '../modules/licence/issue.ts';
import type { LicenceSecrets } from '../modules/licence/keyring.ts';
import { offerLicence } from '../modules/licence/offers.ts';
import { lockOwned } from '../modules/licence/owned.ts';
import { saveRemark } from '../modules/licence/remark.ts';
import { unbindLicence } from '../modules/licence/unbind.ts';
import type { Db } from '../db/client.ts';
import { licences } from '../db/schema/licence.ts';
import { daysBefore } from './builders.ts';
import type { SeededOrder } from './orders.ts';

interface LicenceSeed {
  /** The order it was issued by, or the address of the account an operator granted it to. */
  from: { order: string } | { granted: string; plan: LicencePlan; days: number };
  bound?: { days: number; name: string };
  unbound?: { days: number; reason: string };
  offered?: { days: number; to: string };
  /** Days since its client's last request. */
  seen?: number;
  remark?: string;
}

/** Licences in every state that a page can show, including all paid ones. Days before the seed's time. */
const LICENCES: readonly LicenceSeed[] = [
  {
    from: { granted: 'user@yunduo.test', plan: 'permanent', days: 405 },
    bound: { days: 404, name: '备份机 backup-1' },
    seen: 0.02,
    remark: '内测赠送',
  },
  // Twelve months end 365 or 366 days after the bind: last week, within the grace period.
  {
    from: { order: 'old' },
    bound: { days: 372, name: '上海 web-1' },
    seen: 0.3,
    remark: '官网主站',
  },
  // Six months end 181 to 184 days after the bind: in four to eight days.
  { from: { order: 'half-year' }, bound: { days: 177.9, name: '广州 db-1' }, seen: 0.05 },
  // Long past its grace period.
  {
    from: { granted: 'user@yunduo.test', plan: 'm1', days: 121 },
    bound: { days: 120, name: '旧站 legacy' },
    seen: 75,
  },
  { from: { order: 'quarter' }, bound: { days: 40, name: '深圳 job-2' }, seen: 0.01, remark: '定时任务' },
  {
    from: { order: 'quarter' },
    bound: { days: 72, name: '北京 cache-1' },
    unbound: { days: 9, reason: '服务器到期退租' },
    remark: '等待新服务器到货',
  },
  { from: { order: 'refunded' }, bound: { days: 57, name: '测试机 trial' } },
  { from: { order: 'refund-requested' }, bound: { days: 8, name: '成都 edge-1' }, seen: 2 },
  { from: { order: 'fresh' }, offered: { days: 1, to: 'plain@yunduo.test' } },
  { from: { order: 'fresh' } },
  { from: { order: 'lighthouse' }, bound: { days: 29, name: 'beacon-1' }, seen: 0.1 },
  { from: { order: 'lighthouse' } },
  // An offer that user@ can accept.
  { from: { order: 'lighthouse' }, offered: { days: 2, to: 'user@yunduo.test' } },
  { from: { order: 'developer' }, bound: { days: 88, name: 'build-1' }, seen: 0.2 },
];

const fingerprintOf = (name: string): string => createHash('sha256').update(`seed ${name}`).digest('hex');

interface LicenceWorld {
  now: Date;
  owners: ReadonlyMap<string, number>;
  orders: readonly SeededOrder[];
  secrets: LicenceSecrets;
}

/** Creates the licences through their services, each at its own time; no mails are sent for them. */
export async function seedLicences(db: Db, { now, owners, orders, secrets }: LicenceWorld): Promise<void> {
  const at = (moment: Date): Context => ({
    db,
    clock: { now: () => moment },
    mail: { enqueue: () => Promise.resolve() } as unknown as Context['mail'],
    config: { ...secrets, origin: '' } as Context['config'],
    files: undefined as unknown as Context['files'],
    log: undefined as unknown as Context['log'],
  });
  const ago = (days: number): Context => at(daysBefore(now, days));
  const emails = new Map(Array.from(owners, ([email, id]) => [id, email]));
  for (const licence of LICENCES) {
    const source = sourceOf(licence.from, { owners, orders });
    if (!source) continue;
    const { userId, plan, orderId } = source;
    const issuedAt = source.issuedAt ?? ago(source.days).clock.now();
    const [id = 0] = await issueLicences(at(issuedAt), { userId, plan, quantity: 1, orderId });
    await liveThrough(ago, { id, userId, email: emails.get(userId) ?? '' }, licence);
  }
  for (const { id, refundedAt } of orders) {
    if (refundedAt) await revokeLicencesOfOrder(at(refundedAt), id, 'refund');
  }
}

function sourceOf(
  from: LicenceSeed['from'],
  { owners, orders }: Pick<LicenceWorld, 'owners' | 'orders'>,
): { userId: number; plan: LicencePlan; orderId: number | null; issuedAt: Date | null; days: number } | null {
  if ('granted' in from) {
    const userId = owners.get(from.granted);
    return userId === undefined
      ? null
      : { userId, plan: from.plan, orderId: null, issuedAt: null, days: from.days };
  }
  const order = orders.find(({ key }) => key === from.order);
  if (!order?.plan || !order.paidAt) throw new Error(`no paid order ${from.order} in the seed`);
  return { userId: order.userId, plan: order.plan, orderId: order.id, issuedAt: order.paidAt, days: 0 };
}

async function liveThrough(
  ago: (days: number) => Context,
  { id, userId, email }: { id: number; userId: number; email: string },
  { bound, unbound, offered, seen, remark }: LicenceSeed,
): Promise<void> {
  const { db } = ago(0);
  if (bound) {
    const server = { serverName: bound.name, fingerprint: fingerprintOf(bound.name) };
    await bindLocked(ago(bound.days), await lockOwned(ago(bound.days), userId, id), server);
    if (remark !== undefined) await saveRemark(ago(bound.days), userId, { id, remark });
  }
  if (unbound) await unbindLicence(ago(unbound.days), userId, { id, reason: unbound.reason });
  if (offered) {
    const owner = { id: userId, email, roles: ['user'], sessionId: 0 };
    await offerLicence(ago(offered.days), owner, { id, toEmail: offered.to });
  }
  if (seen !== undefined)
    await db
      .update(licences)
      .set({ lastSeenAt: ago(seen).clock.now() })
      .where(eq(licences.id, id));
}

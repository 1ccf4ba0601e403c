import { shanghaiDay } from '@yunduo/i18n';
import { createHash } from 'node:crypto';
import {
  CODE_ALPHABET,
  ORDER,
  type LicencePlan,
  type OrderKind,
  type OrderStatus,
  type PayProvider,
} from '@yunduo/validation';
import type { Db } from '../db/client.ts';
import type { Bilingual } from '../db/schema/bilingual.ts';
import { orders, payments, plans, seller, type InvoiceParty } from '../db/schema/order.ts';
import { daysBefore } from './builders.ts';

interface PlanSeed {
  plan: LicencePlan;
  /** Fen. */
  price: number;
  name: Bilingual;
  note: Bilingual;
}

/** Plans for sale. The monthly price falls with the length of the term. */
export const PLAN_SEEDS: readonly PlanSeed[] = [
  {
    plan: 'm1',
    price: 2_900,
    name: { zh: '1 个月', en: '1 month' },
    note: { zh: '先用一个月试试', en: 'A month to try it out' },
  },
  {
    plan: 'm3',
    price: 7_900,
    name: { zh: '3 个月', en: '3 months' },
    note: { zh: '适合一个短期项目', en: 'For short projects' },
  },
  {
    plan: 'm6',
    price: 14_900,
    name: { zh: '6 个月', en: '6 months' },
    note: { zh: '半年一付，比按月省', en: 'Half-year discount' },
  },
  {
    plan: 'm12',
    price: 26_900,
    name: { zh: '12 个月', en: '12 months' },
    note: { zh: '长期在用的服务器', en: 'For long-term use' },
  },
  {
    plan: 'permanent',
    price: 89_900,
    name: { zh: '永久', en: 'Permanent' },
    note: { zh: '一次付清，不再续期', en: 'Paid once, never renewed' },
  },
];

export async function seedPlans(db: Db, now: Date): Promise<void> {
  await db
    .insert(plans)
    .values(PLAN_SEEDS.map((plan, index) => ({ ...plan, position: index + 1, updatedAt: now })));
}

/** The seller in a trial. In production an operator enters it (`npm run ops -- order seller`). */
export async function seedSeller(db: Db, now: Date): Promise<void> {
  await db.insert(seller).values({
    company: { zh: '云舵示例科技有限公司', en: 'Yunduo Example Technology Co., Ltd.' },
    taxNo: '91310000MA1K00000X',
    address: { zh: '上海市浦东新区示例路 1 号', en: '1 Example Road, Pudong, Shanghai, China' },
    phone: '021-00000000',
    bank: { zh: '示例银行上海分行', en: 'Example Bank, Shanghai Branch' },
    accountName: '云舵示例科技有限公司',
    accountNumber: '0000 0000 0000 0000 000',
    updatedAt: now,
  });
}

/** Age in days. */
type Ago = number;

export interface OrderSeed {
  /** Identifies the situation for dependent seeds. */
  key: string;
  email: string;
  kind?: OrderKind;
  plan?: LicencePlan;
  quantity?: number;
  /** For an order without licences, in fen. */
  amount?: number;
  status: OrderStatus;
  created: Ago;
  provider?: PayProvider;
  paid?: Ago;
  cancelled?: { ago: Ago; reason: 'user' | 'expired' };
  refund?: { reason: string; requested: Ago; decided?: Ago; approved?: boolean; note?: string };
  invoice?: InvoiceParty;
  /** A payment that arrived too late. */
  unmatched?: Ago;
}

const minutes = (count: number): Ago => count / 1_440;

/** Orders in every state, and of every age that the filters distinguish. */
export const ORDER_SEEDS: readonly OrderSeed[] = [
  { key: 'unpaid', email: 'user@yunduo.test', plan: 'm3', status: 'pending', created: minutes(4) },
  {
    key: 'failed',
    email: 'user@yunduo.test',
    plan: 'm1',
    status: 'failed',
    created: minutes(12),
    provider: 'sandbox',
  },
  {
    key: 'awaiting-transfer',
    email: 'user@yunduo.test',
    plan: 'm12',
    quantity: 5,
    status: 'pending',
    created: 2,
    provider: 'bank_transfer',
  },
  {
    key: 'fresh',
    email: 'user@yunduo.test',
    plan: 'm12',
    quantity: 2,
    status: 'paid',
    created: 3,
    paid: 3 - minutes(2),
    provider: 'sandbox',
  },
  {
    key: 'refund-requested',
    email: 'user@yunduo.test',
    plan: 'm6',
    status: 'refund_requested',
    created: 9,
    paid: 9 - minutes(3),
    provider: 'sandbox',
    refund: { reason: '买多了一个，服务器已经退租了。', requested: 1 },
  },
  {
    key: 'cancelled',
    email: 'user@yunduo.test',
    plan: 'permanent',
    status: 'cancelled',
    created: 20,
    cancelled: { ago: 20 - minutes(6), reason: 'user' },
  },
  {
    key: 'refunded',
    email: 'user@yunduo.test',
    plan: 'm3',
    status: 'refunded',
    created: 58,
    paid: 58 - minutes(2),
    provider: 'sandbox',
    refund: {
      reason: '和现有的面板重复了。',
      requested: 56,
      decided: 55,
      approved: true,
      note: '已原路退回。',
    },
  },
  {
    key: 'quarter',
    email: 'user@yunduo.test',
    plan: 'm3',
    quantity: 2,
    status: 'paid',
    created: 75,
    paid: 75 - minutes(5),
    provider: 'sandbox',
    refund: {
      reason: '只用了一台。',
      requested: 70,
      decided: 69,
      approved: false,
      note: '两个授权码都已绑定使用，不符合退款条件；可以把闲置的一个转让出去。',
    },
  },
  {
    key: 'private-deploy',
    email: 'user@yunduo.test',
    kind: 'private_deploy',
    amount: 1_280_000,
    status: 'paid',
    created: 160,
    paid: 157,
    provider: 'bank_transfer',
    invoice: { kind: 'company', title: '望潮软件（上海）有限公司', taxNo: '91310115MA1H000000' },
  },
  {
    key: 'half-year',
    email: 'user@yunduo.test',
    plan: 'm6',
    status: 'paid',
    created: 178,
    paid: 178 - minutes(2),
    provider: 'sandbox',
  },
  {
    key: 'late-transfer',
    email: 'user@yunduo.test',
    plan: 'm12',
    status: 'cancelled',
    created: 300,
    provider: 'sandbox',
    cancelled: { ago: 300 - minutes(30), reason: 'expired' },
    unmatched: 300 - minutes(33),
  },
  {
    key: 'old',
    email: 'user@yunduo.test',
    plan: 'm12',
    status: 'paid',
    created: 400,
    paid: 400 - minutes(4),
    provider: 'sandbox',
    invoice: { kind: 'personal', title: '陈晓航', taxNo: '' },
  },
  // Other users' orders, which user@ must never see.
  {
    key: 'lighthouse',
    email: 'lighthouse@yunduo.test',
    plan: 'm12',
    quantity: 3,
    status: 'paid',
    created: 30,
    paid: 30 - minutes(3),
    provider: 'sandbox',
  },
  {
    key: 'developer',
    email: 'developer@yunduo.test',
    plan: 'permanent',
    status: 'paid',
    created: 90,
    paid: 89,
    provider: 'bank_transfer',
  },
];

/** A seeded order, for the licences it issues. */
export interface SeededOrder {
  key: string;
  id: number;
  orderNo: string;
  userId: number;
  kind: OrderKind;
  plan: LicencePlan | null;
  quantity: number;
  status: OrderStatus;
  paidAt: Date | null;
  refundedAt: Date | null;
}

/** Creates the orders with their payments; returns them for the licence seed, which builds on the paid ones. */
export async function seedOrders(
  db: Db,
  { now, owners }: { now: Date; owners: ReadonlyMap<string, number> },
): Promise<SeededOrder[]> {
  const made: SeededOrder[] = [];
  for (const seed of ORDER_SEEDS) {
    const userId = owners.get(seed.email);
    if (userId === undefined) throw new Error(`no account for the order of ${seed.email}`);
    made.push(await seedOrder(db, now, userId, seed));
  }
  return made;
}

const ago = (now: Date, days: Ago | undefined): Date | null =>
  days === undefined ? null : daysBefore(now, days);

async function seedOrder(db: Db, now: Date, userId: number, seed: OrderSeed): Promise<SeededOrder> {
  const { key, kind = 'licence', quantity = 1, status, provider, refund, cancelled } = seed;
  const createdAt = daysBefore(now, seed.created);
  const sold = PLAN_SEEDS.find(({ plan }) => plan === seed.plan);
  const unitPrice = sold?.price ?? seed.amount ?? 1;
  const window = provider === 'bank_transfer' ? ORDER.transferTtl : ORDER.paymentTtl;
  const [order] = await db
    .insert(orders)
    .values({
      orderNo: seedNo(key, createdAt),
      userId,
      kind,
      plan: seed.plan ?? null,
      quantity,
      unitPrice,
      amount: unitPrice * quantity,
      currency: 'CNY',
      description: describe(sold, quantity),
      status,
      provider: provider ?? null,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + window),
      paidAt: ago(now, seed.paid),
      cancelledAt: ago(now, cancelled?.ago),
      cancelReason: cancelled?.reason ?? null,
      refundReason: refund?.reason ?? null,
      refundRequestedAt: ago(now, refund?.requested),
      refundApproved: refund?.approved ?? null,
      refundDecidedAt: ago(now, refund?.decided),
      refundNote: refund?.note ?? '',
      invoice: seed.invoice ?? null,
      invoiceRequestedAt: seed.invoice ? ago(now, seed.paid) : null,
    })
    .returning();
  if (!order) throw new Error(`no order ${key}`);
  if (provider) {
    const paymentStatus = paymentStatusOf(seed);
    const settledAt = ago(
      now,
      seed.paid ?? seed.unmatched ?? (status === 'failed' ? seed.created - minutes(1) : undefined),
    );
    await db.insert(payments).values({
      paymentNo: `YP-${letters(`payment ${key}`, 24)}`,
      orderId: order.id,
      provider,
      status: paymentStatus,
      transactionId: settledAt ? `seed-${key}` : null,
      amount: order.amount,
      currency: 'CNY',
      createdAt,
      settledAt,
    });
  }
  return {
    key,
    id: order.id,
    orderNo: order.orderNo,
    userId,
    kind,
    plan: order.plan,
    quantity,
    status,
    paidAt: order.paidAt,
    refundedAt: status === 'refunded' ? order.refundDecidedAt : null,
  };
}

function paymentStatusOf({ status, unmatched }: OrderSeed) {
  if (unmatched !== undefined) return 'unmatched' as const;
  if (status === 'refunded') return 'refunded' as const;
  if (status === 'failed') return 'failed' as const;
  return status === 'pending' || status === 'cancelled' ? ('started' as const) : ('succeeded' as const);
}

function describe(sold: PlanSeed | undefined, quantity: number): Bilingual {
  if (!sold) return { zh: '云舵私有部署服务', en: 'Yunduo private deployment service' };
  const times = quantity > 1 ? ` × ${quantity}` : '';
  return {
    zh: `云舵授权码 · ${sold.name.zh}${times}`,
    en: `Yunduo authorization code · ${sold.name.en}${times}`,
  };
}

/** Deterministic letters for a name, so that the seed is reproducible. */
function letters(name: string, count: number): string {
  const bytes = createHash('sha256').update(`order ${name}`).digest();
  return Array.from(bytes.subarray(0, count), (byte) => CODE_ALPHABET[byte & 31]).join('');
}

function seedNo(key: string, createdAt: Date): string {
  const text = letters(key, 10);
  return `YD${shanghaiDay(createdAt).replaceAll('-', '')}-${text.slice(0, 5)}-${text.slice(5)}`;
}

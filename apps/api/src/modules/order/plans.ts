import { SECOND_OPERATOR, type LicencePlan } from '@yunduo/validation';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { after } from '../../clock.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { plans } from '../../db/schema/order.ts';
import { auditLog } from '../../db/schema/platform.ts';
import { apiError } from '../../http/errors.ts';
import { audit, type Actor } from '../audit/audit.ts';
import { touchContent } from '../site/settings.ts';

export type PlanRow = typeof plans.$inferSelect;

/** Plans on sale, in page order. Prices are in minor units of `currency`. */
export function listPlans(db: Db): Promise<PlanRow[]> {
  return db.select().from(plans).where(eq(plans.active, true)).orderBy(asc(plans.position));
}

/**
 * A plan on sale.
 * @throws ApiError PLAN_UNAVAILABLE
 */
export async function planOf(db: Db, plan: LicencePlan): Promise<PlanRow> {
  const [row] = await db.select().from(plans).where(eq(plans.plan, plan));
  if (!row?.active) throw apiError('PLAN_UNAVAILABLE', { fields: { plan: 'field_invalid' } });
  return row;
}

/**
 * Value of one licence of a plan for a decision, in minor units, on sale or not: its highest price within
 * `SECOND_OPERATOR.priceWindow`, so that lowering the price first does not avoid the limit.
 */
export async function worthOf(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  plan: LicencePlan,
): Promise<number> {
  const [row] = await db.select({ price: plans.price }).from(plans).where(eq(plans.plan, plan));
  const [before] = await db
    .select({
      price: sql<number>`coalesce(max((${auditLog.details} -> 'from' ->> 'price')::bigint), 0)`.mapWith(
        Number,
      ),
    })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.action, 'plan.change'),
        eq(auditLog.target, `plan:${plan}`),
        gt(auditLog.at, after(clock.now(), -SECOND_OPERATOR.priceWindow)),
      ),
    );
  return Math.max(row?.price ?? 0, before?.price ?? 0);
}

/** Every plan, on sale or not, for operators. */
export function allPlans(db: Db): Promise<PlanRow[]> {
  return db.select().from(plans).orderBy(asc(plans.position));
}

/**
 * Changes the price, or whether the plan is on sale. Existing orders keep their price.
 * @throws ApiError PLAN_UNAVAILABLE when there is no such plan
 */
export async function changePlan(
  context: Context,
  actor: Actor,
  plan: LicencePlan,
  change: { price?: number; active?: boolean },
): Promise<PlanRow> {
  return context.db.transaction(async (tx) => {
    const [before] = await tx.select().from(plans).where(eq(plans.plan, plan)).for('update');
    const [row] = await tx
      .update(plans)
      .set({ ...change, updatedAt: context.clock.now() })
      .where(eq(plans.plan, plan))
      .returning();
    if (!before || !row) throw apiError('PLAN_UNAVAILABLE');
    // Pages that show prices are cached by content revision.
    await touchContent(tx);
    await audit({ db: tx, clock: context.clock }, actor, {
      action: 'plan.change',
      target: `plan:${plan}`,
      details: {
        from: { price: before.price, active: before.active },
        to: { price: row.price, active: row.active },
      },
    });
    return row;
  });
}

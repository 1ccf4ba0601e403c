import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import type { Bilingual } from '../../db/schema/bilingual.ts';
import { seller } from '../../db/schema/order.ts';
import { touchContent } from '../site/settings.ts';
import { audit, type Actor } from '../audit/audit.ts';

export type SellerRow = typeof seller.$inferSelect;

/** The seller; null until an operator enters it (`npm run ops -- order seller`). */
export async function sellerOf(db: Db): Promise<SellerRow | null> {
  const [row] = await db.select().from(seller);
  return row ?? null;
}

export interface SellerInput {
  company: Bilingual;
  taxNo: string;
  address: Bilingual;
  phone: string;
  bank: Bilingual;
  accountName: string;
  accountNumber: string;
}

/** Saves the seller and the account for bank transfers, which buyers can choose from then on. */
export async function saveSeller(context: Context, actor: Actor, input: SellerInput): Promise<SellerRow> {
  return context.db.transaction(async (tx) => {
    const row = { ...input, updatedAt: context.clock.now() };
    const [stored] = await tx
      .insert(seller)
      .values(row)
      .onConflictDoUpdate({ target: seller.id, set: row })
      .returning();
    if (!stored) throw new Error('no seller was written');
    // Money is sent to this account: it is logged in full.
    await audit({ db: tx, clock: context.clock }, actor, {
      action: 'seller.save',
      target: 'seller:1',
      details: { ...input },
    });
    // Sales pages list the payment methods.
    await touchContent(tx);
    return stored;
  });
}

import type { LicencePlanOffer } from '@yunduo/api-contract';
import { ORDER } from '@yunduo/validation';

/** The plan and quantity to order, from the query. */
export interface Choice {
  plan: string;
  quantity: string;
}

/** The default plan: the best price for a year, or else the first one on sale. */
const FIRST = 'm12';

/** Parses the choice; unknown plans and invalid quantities are replaced by defaults. */
export function choiceOf(query: URLSearchParams, offers: readonly LicencePlanOffer[]): Choice {
  const on = (name: string | null) => offers.find(({ plan }) => plan === name)?.plan;
  return {
    plan: on(query.get('plan')) ?? on(FIRST) ?? offers[0]?.plan ?? '',
    quantity: quantityOf(query.get('quantity') ?? '') === null ? '1' : (query.get('quantity') ?? '1'),
  };
}

/** Parses a typed quantity; null if it cannot be ordered. */
export function quantityOf(text: string): number | null {
  const quantity = /^[1-9]\d{0,2}$/.test(text) ? Number(text) : 0;
  return quantity >= 1 && quantity <= ORDER.quantityMax ? quantity : null;
}

/** Path of the page with this choice, to return to. */
export const choicePath = ({ plan, quantity }: Choice): string =>
  `/auth?${new URLSearchParams({ plan, quantity }).toString()}`;

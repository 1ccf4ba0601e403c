import type { LicencePlanOffer } from '@yunduo/api-contract';
import { ORDER } from '@yunduo/validation';

/** What somebody is about to order, as its address says it. */
export interface Choice {
  plan: string;
  quantity: string;
}

/** The plan that is chosen for who has not: the best price for a year, or the first one on sale. */
const FIRST = 'm12';

/** Reads the choice; what is not on sale or no quantity counts as not chosen. */
export function choiceOf(query: URLSearchParams, offers: readonly LicencePlanOffer[]): Choice {
  const on = (name: string | null) => offers.find(({ plan }) => plan === name)?.plan;
  return {
    plan: on(query.get('plan')) ?? on(FIRST) ?? offers[0]?.plan ?? '',
    quantity: quantityOf(query.get('quantity') ?? '') === null ? '1' : (query.get('quantity') ?? '1'),
  };
}

/** A quantity as somebody typed it, or null when it is none that can be ordered. */
export function quantityOf(text: string): number | null {
  const quantity = /^[1-9]\d{0,2}$/.test(text) ? Number(text) : 0;
  return quantity >= 1 && quantity <= ORDER.quantityMax ? quantity : null;
}

/** The page with a choice made, to come back to. */
export const choicePath = ({ plan, quantity }: Choice): string =>
  `/auth?${new URLSearchParams({ plan, quantity }).toString()}`;

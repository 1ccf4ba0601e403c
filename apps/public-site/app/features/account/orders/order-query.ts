import { ORDER_APP_TYPES, ORDER_RANGES, type OrderAppType, type OrderRange } from '@yunduo/validation';
import { panelPath } from '../panels.ts';

/** State of the list of orders, from the query. */
export interface OrderQuery {
  appType: OrderAppType;
  range: OrderRange;
  page: number;
}

export const ALL_ORDERS: OrderQuery = { appType: 'all', range: 'all', page: 1 };

const PAGE_PATTERN = /^[1-9]\d{0,3}$/;

/** Parses the query; unknown values mean all. */
export function orderQuery(query: URLSearchParams): OrderQuery {
  const page = query.get('page') ?? '';
  return {
    appType: ORDER_APP_TYPES.find((type) => type === query.get('app_type')) ?? 'all',
    range: ORDER_RANGES.find((range) => range === query.get('range')) ?? 'all',
    page: PAGE_PATTERN.test(page) ? Number(page) : 1,
  };
}

/** Path of a list of orders, without default values. */
export function ordersPath({ appType, range, page }: OrderQuery): string {
  const query = new URLSearchParams();
  if (appType !== 'all') query.set('app_type', appType);
  if (range !== 'all') query.set('range', range);
  if (page > 1) query.set('page', String(page));
  const rest = query.toString();
  return panelPath('order-info') + (rest && `&${rest}`);
}

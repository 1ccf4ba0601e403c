import type { OrderAction, OrderStatus } from '@yunduo/validation';

/** The moves of an order, and the states they start from (API contract; `failed` ends as `pending` does). */
export const MOVES = {
  /** The buyer chooses a payment method, or again after a failure. */
  pay: { from: ['pending', 'failed'], to: 'pending' },
  /** Money arrived. */
  settle: { from: ['pending', 'failed'], to: 'paid' },
  /** The last chosen provider reports a failed attempt. */
  fail: { from: ['pending'], to: 'failed' },
  /** By the buyer, or on expiry. Without `failed` a failed order would never end. */
  cancel: { from: ['pending', 'failed'], to: 'cancelled' },
  request_refund: { from: ['paid'], to: 'refund_requested' },
  approve_refund: { from: ['refund_requested'], to: 'refunded' },
  refuse_refund: { from: ['refund_requested'], to: 'paid' },
} as const satisfies Record<string, { from: readonly OrderStatus[]; to: OrderStatus }>;

export type OrderMove = keyof typeof MOVES;

/** Whether an order in this state allows the move. */
export const allows = (status: OrderStatus, move: OrderMove): boolean =>
  (MOVES[move].from as readonly OrderStatus[]).includes(status);

/** States with a receipt; that of a refunded order says so. */
export const INVOICED: readonly OrderStatus[] = ['paid', 'refund_requested', 'refunded'];
/** States in which an invoice can be requested, and its party changed, until it is issued or the order is refunded. */
export const INVOICE_OPEN: readonly OrderStatus[] = ['paid', 'refund_requested'];

/** The owner's actions on an order in this state. */
export function actionsIn(status: OrderStatus, isInvoiced: boolean): OrderAction[] {
  const actions: [OrderAction, boolean][] = [
    ['pay', allows(status, 'pay')],
    ['cancel', allows(status, 'cancel')],
    ['refund_request', allows(status, 'request_refund')],
    ['invoice_view', INVOICED.includes(status)],
    ['invoice_request', INVOICE_OPEN.includes(status) && !isInvoiced],
  ];
  return actions.filter(([, allowed]) => allowed).map(([action]) => action);
}

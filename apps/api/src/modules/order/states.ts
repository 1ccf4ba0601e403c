import type { OrderAction, OrderStatus } from '@yunduo/validation';

/** What can happen to an order, and from which states (API contract; `failed` ends as `pending` does). */
export const MOVES = {
  /** The buyer chooses a way of paying, again after a failure. */
  pay: { from: ['pending', 'failed'], to: 'pending' },
  /** Money came. */
  settle: { from: ['pending', 'failed'], to: 'paid' },
  /** The provider chosen last says that its try failed. */
  fail: { from: ['pending'], to: 'failed' },
  /** By the buyer, or because its time is over. Without `failed` a failed order would never end. */
  cancel: { from: ['pending', 'failed'], to: 'cancelled' },
  request_refund: { from: ['paid'], to: 'refund_requested' },
  approve_refund: { from: ['refund_requested'], to: 'refunded' },
  refuse_refund: { from: ['refund_requested'], to: 'paid' },
} as const satisfies Record<string, { from: readonly OrderStatus[]; to: OrderStatus }>;

export type OrderMove = keyof typeof MOVES;

/** Whether this can happen to an order in this state. */
export const allows = (status: OrderStatus, move: OrderMove): boolean =>
  (MOVES[move].from as readonly OrderStatus[]).includes(status);

/** Has a receipt that can be looked at; that of a refunded order says so. */
export const INVOICED: readonly OrderStatus[] = ['paid', 'refund_requested', 'refunded'];
/** An invoice can be asked for, and whom it names be changed, until it is issued or the money goes back. */
export const INVOICE_OPEN: readonly OrderStatus[] = ['paid', 'refund_requested'];

/** What the owner of an order in this state may do. */
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

import { endpoint, idempotent, withProof } from '../endpoint.ts';
import type { ShapeOf } from '../schemas/define.ts';
import type * as schemas from '../schemas/order.ts';

export const order = {
  create: idempotent(endpoint<ShapeOf<typeof schemas.create>>('POST', '/order/create', 'owner')),
  pay: idempotent(endpoint<ShapeOf<typeof schemas.pay>>('POST', '/order/pay', 'owner')),
  cancel: idempotent(endpoint<ShapeOf<typeof schemas.cancel>>('POST', '/order/cancel', 'owner')),
  refundRequest: withProof(
    idempotent(endpoint<ShapeOf<typeof schemas.refundRequest>>('POST', '/order/refund_request', 'owner')),
  ),
  invoiceRequest: idempotent(
    endpoint<ShapeOf<typeof schemas.invoiceRequest>>('POST', '/order/invoice_request', 'owner'),
  ),
  invoiceLink: endpoint<ShapeOf<typeof schemas.invoiceLink>>('POST', '/order/invoice_link', 'owner'),
  payProviders: endpoint<ShapeOf<typeof schemas.payProviders>>('GET', '/order/pay_providers', 'public'),
  list: endpoint<ShapeOf<typeof schemas.list>>('GET', '/order/list', 'owner'),
  detail: endpoint<ShapeOf<typeof schemas.detail>>('GET', '/order/detail', 'owner'),
  invoice: endpoint<ShapeOf<typeof schemas.invoice>>('GET', '/order/invoice', 'owner', 'raw'),
  invoiceDocument: endpoint<ShapeOf<typeof schemas.invoiceDocument>>(
    'GET',
    '/order/invoice_document',
    'public',
    'raw',
  ),
};

export const payNotify = {
  notify: endpoint<ShapeOf<typeof schemas.payNotify>>('POST', '/pay_notify/{provider}', 'public'),
  alipay: endpoint<ShapeOf<typeof schemas.payNotifyAlipay>>('POST', '/pay_notify/alipay', 'public', 'raw'),
  wechatPay: endpoint<ShapeOf<typeof schemas.payNotifyWechatPay>>(
    'POST',
    '/pay_notify/wechat_pay',
    'public',
    'raw',
  ),
  stripe: endpoint<ShapeOf<typeof schemas.payNotifyStripe>>('POST', '/pay_notify/stripe', 'public', 'raw'),
};

export const adminOrder = {
  list: endpoint<ShapeOf<typeof schemas.adminList>>('GET', '/admin_order/list', 'operator'),
  detail: endpoint<ShapeOf<typeof schemas.adminDetail>>('GET', '/admin_order/detail', 'operator'),
  confirmTransfer: withProof(
    idempotent(
      endpoint<ShapeOf<typeof schemas.confirmTransfer>>('POST', '/admin_order/confirm_transfer', 'operator'),
    ),
  ),
  refundDecide: withProof(
    idempotent(
      endpoint<ShapeOf<typeof schemas.refundDecide>>('POST', '/admin_order/refund_decide', 'operator'),
    ),
  ),
  returnPayment: withProof(
    idempotent(
      endpoint<ShapeOf<typeof schemas.returnPayment>>('POST', '/admin_order/return_payment', 'operator'),
    ),
  ),
  invoiceDecide: idempotent(
    endpoint<ShapeOf<typeof schemas.invoiceDecide>>('POST', '/admin_order/invoice_decide', 'operator'),
  ),
};

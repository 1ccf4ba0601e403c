import { boolean, number, object, string, type InferType } from 'yup';
import { LICENCE_PLANS, OPERATOR_REASON_MAX, ORDER, PRICE_MAX } from '../limits.ts';
import { parseOrderNo } from '../order-no.ts';
import { ORDER_NO_PATTERN, TAX_NUMBER_PATTERN } from '../patterns.ts';
import { INVOICE_KINDS, PAY_PROVIDERS } from '../vocabulary.ts';
import { key, lineField, plainField, textField } from './text.ts';

/** As people type it into a bank's form: any case and width, with or without hyphens. */
const orderNo = () =>
  string()
    .transform((typed: unknown) =>
      typeof typed === 'string' ? (parseOrderNo(typed) ?? typed.trim()) : typed,
    )
    .required(key('order_no_invalid'))
    .matches(ORDER_NO_PATTERN, { message: key('order_no_invalid'), excludeEmptyString: true });

/** A new order (specification §3: plans of 1, 3, 6, 12 months, or permanent). The server sets the price. */
export const orderSchema = object({
  plan: string().required(key('plan_required')).oneOf(LICENCE_PLANS, key('plan_required')),
  quantity: number()
    .typeError(key('quantity_invalid'))
    .required(key('quantity_invalid'))
    .integer(key('quantity_invalid'))
    .min(1, key('quantity_invalid'))
    .max(ORDER.quantityMax, key('quantity_invalid')),
});

export const orderNoSchema = object({ order_no: orderNo() });

export const paySchema = object({
  order_no: orderNo(),
  provider: string()
    .required(key('pay_provider_required'))
    .oneOf(PAY_PROVIDERS, key('pay_provider_required')),
});

/** What customer service reads (specification §6: refunds are handled via customer service). */
export const refundRequestSchema = object({
  order_no: orderNo(),
  reason: textField(ORDER.refundReasonMax, 'refund_reason_length').required(key('refund_reason_required')),
});

/** Whom an invoice is made out to; a company has a tax number, a person has none. */
export const invoiceRequestSchema = object({
  order_no: orderNo(),
  kind: string().required(key('invoice_kind_required')).oneOf(INVOICE_KINDS, key('invoice_kind_required')),
  title: lineField(ORDER.invoiceTitleMax, 'invoice_title_length').required(key('invoice_title_required')),
  tax_no: plainField()
    .uppercase()
    .default('')
    .when('kind', {
      is: 'company',
      then: (field) =>
        field
          .required(key('tax_number_required'))
          .matches(TAX_NUMBER_PATTERN, { message: key('tax_number_invalid'), excludeEmptyString: true }),
      otherwise: (field) => field.max(0, key('tax_number_company_only')),
    }),
});

/** What an operator reads off the bank's statement. */
export const confirmTransferSchema = object({
  order_no: orderNo(),
  amount: number()
    .typeError(key('received_amount_invalid'))
    .required(key('received_amount_invalid'))
    .integer(key('received_amount_invalid'))
    .min(1, key('received_amount_invalid'))
    .max(PRICE_MAX * ORDER.quantityMax, key('received_amount_invalid')),
  reference: lineField(ORDER.referenceMax, 'transfer_reference_invalid').required(
    key('transfer_reference_required'),
  ),
});

/** Who is refused a refund reads why. */
export const refundDecideSchema = object({
  order_no: orderNo(),
  approve: boolean().typeError(key('field_invalid')).required(key('field_invalid')),
  note: textField(ORDER.noteMax, 'refund_note_length')
    .default('')
    .when('approve', {
      is: false,
      then: (field) => field.required(key('refund_note_required')),
    }),
});

/** A second operator declines a decision about money: why, for who proposed it. */
export const decisionDeclineSchema = object({
  note: lineField(OPERATOR_REASON_MAX, 'refund_note_length').default(''),
});

export type OrderForm = InferType<typeof orderSchema>;

import { number, object, string, type InferType } from 'yup';
import { LICENCE_PLANS, ORDER } from '../limits.ts';
import { TAX_NUMBER_PATTERN } from '../patterns.ts';
import { INVOICE_KINDS, PAY_PROVIDERS } from '../vocabulary.ts';
import { orderNoField } from './order-no-field.ts';
import { typedCode } from '../typed-code.ts';
import { key, lineField, textField } from './text.ts';

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

export const orderNoSchema = object({ order_no: orderNoField() });

export const paySchema = object({
  order_no: orderNoField(),
  provider: string()
    .required(key('pay_provider_required'))
    .oneOf(PAY_PROVIDERS, key('pay_provider_required')),
});

/**
 * The reason for a refund, read by customer service (specification §6: refunds are handled via customer
 * service).
 */
export const refundRequestSchema = object({
  order_no: orderNoField(),
  reason: textField(ORDER.refundReasonMax, 'refund_reason_length').required(key('refund_reason_required')),
});

/** The recipient of an invoice. A company has a tax number, a person has none. */
export const invoiceRequestSchema = object({
  order_no: orderNoField(),
  kind: string().required(key('invoice_kind_required')).oneOf(INVOICE_KINDS, key('invoice_kind_required')),
  title: lineField(ORDER.invoiceTitleMax, 'invoice_title_length').required(key('invoice_title_required')),
  tax_no: string()
    .transform((value: unknown) => (typeof value === 'string' ? typedCode(value) : value))
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

export type OrderForm = InferType<typeof orderSchema>;

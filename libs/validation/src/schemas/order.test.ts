import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ORDER, PRICE_MAX } from '../limits.ts';
import { fieldErrors } from '../field-errors.ts';
import { confirmTransferSchema, refundDecideSchema } from './operator.ts';
import { invoiceRequestSchema, orderNoSchema, orderSchema, paySchema, refundRequestSchema } from './order.ts';

const NO = 'YD20261121-7K3M9-QXW2H';
const company = { order_no: NO, kind: 'company', title: '望潮软件', tax_no: '91310115MA1H000000' };

describe('order', () => {
  test.each([
    [1, undefined],
    [ORDER.quantityMax, undefined],
    [ORDER.quantityMax + 1, 'quantity_invalid'],
    [0, 'quantity_invalid'],
    [-1, 'quantity_invalid'],
    [1.5, 'quantity_invalid'],
    [Number.NaN, 'quantity_invalid'],
    [undefined, 'quantity_invalid'],
  ])('with quantity %p', async (quantity, message) => {
    expect((await fieldErrors(orderSchema, { plan: 'm1', quantity })).quantity).toBe(message);
  });

  test('rejects an unknown or missing plan', async () => {
    expect(await fieldErrors(orderSchema, { plan: 'm2', quantity: 1 })).toEqual({ plan: 'plan_required' });
    expect(await fieldErrors(orderSchema, { quantity: 1 })).toEqual({ plan: 'plan_required' });
  });

  test.each([
    [NO, undefined],
    [` ${NO.toLowerCase()}\n`, undefined],
    ['', 'order_no_invalid'],
    ['YD20261121-7K3M9-QXW2', 'order_no_invalid'],
    ['YD20261121-7K3M9-QXW2I', 'order_no_invalid'],
    [`${NO}; drop table orders`, 'order_no_invalid'],
  ])('parses the order number %j', async (text, message) => {
    expect((await fieldErrors(orderNoSchema, { order_no: text })).order_no).toBe(message);
  });

  test('rejects an unknown payment provider', async () => {
    expect(await fieldErrors(paySchema, { order_no: NO, provider: 'bank_transfer' })).toEqual({});
    expect(await fieldErrors(paySchema, { order_no: NO, provider: 'cash' })).toEqual({
      provider: 'pay_provider_required',
    });
  });
});

describe('reasons and notes', () => {
  test.each([
    ['as long as allowed', '字'.repeat(ORDER.refundReasonMax), undefined],
    ['as long as allowed, in surrogate pairs', '🚢'.repeat(ORDER.refundReasonMax), undefined],
    ['of two lines with a tab', 'two\nlines\tand a tab', undefined],
    ['one character too long', '字'.repeat(ORDER.refundReasonMax + 1), 'refund_reason_length'],
    ['with a vertical tab', 'a\u000bb', 'refund_reason_length'],
    ['with a form feed', 'a\u000cb', 'refund_reason_length'],
    ['of controls only', '\u0000\u001b\u0085', 'refund_reason_required'],
    ['of whitespace only', ' \n ', 'refund_reason_required'],
  ])('a reason %s', async (_what, reason, message) => {
    expect((await fieldErrors(refundRequestSchema, { order_no: NO, reason })).reason).toBe(message);
  });

  test('a rejected refund requires a note, an approved one does not', async () => {
    expect(await fieldErrors(refundDecideSchema, { order_no: NO, approve: true })).toEqual({});
    expect(await fieldErrors(refundDecideSchema, { order_no: NO, approve: false })).toEqual({
      note: 'refund_note_required',
    });
    expect(await fieldErrors(refundDecideSchema, { order_no: NO, approve: false, note: 'used' })).toEqual({});
  });
});

describe('invoice', () => {
  test('requires a tax number for a company and rejects one for a person', async () => {
    expect(await fieldErrors(invoiceRequestSchema, company)).toEqual({});
    expect(await fieldErrors(invoiceRequestSchema, { ...company, tax_no: '' })).toEqual({
      tax_no: 'tax_number_required',
    });
    expect(await fieldErrors(invoiceRequestSchema, { ...company, kind: 'personal' })).toEqual({
      tax_no: 'tax_number_company_only',
    });
    const person = { order_no: NO, kind: 'personal', title: '陈晓航' };
    expect(await fieldErrors(invoiceRequestSchema, person)).toEqual({});
  });

  test.each([
    ['1'.repeat(15), undefined],
    ['A'.repeat(17), undefined],
    ['1'.repeat(18), undefined],
    ['1'.repeat(20), undefined],
    ['1'.repeat(14), 'tax_number_invalid'],
    ['1'.repeat(16), 'tax_number_invalid'],
    ['1'.repeat(19), 'tax_number_invalid'],
    ['1'.repeat(21), 'tax_number_invalid'],
    ['9131-0115-MA1H-0', 'tax_number_invalid'],
    ['9131 0115 ma1h 0000 00', undefined],
    ['９１３１０１１５ＭＡ１Ｈ００００００', undefined],
    ['税号：91310115MA1H000000', undefined],
  ])('validates the tax number %s', async (taxNo, message) => {
    expect((await fieldErrors(invoiceRequestSchema, { ...company, tax_no: taxNo })).tax_no).toBe(message);
  });
});

test('a received amount is an integer of fen between 1 and the largest possible order', async () => {
  const amount = async (value: number) =>
    (await fieldErrors(confirmTransferSchema, { order_no: NO, amount: value, reference: 'BOC 1' })).amount;
  expect(await amount(1)).toBeUndefined();
  expect(await amount(PRICE_MAX * ORDER.quantityMax)).toBeUndefined();
  // Every possible total fits a database integer.
  expect(PRICE_MAX * ORDER.quantityMax).toBeLessThan(2 ** 31);
  for (const wrong of [0, -1, 0.5, PRICE_MAX * ORDER.quantityMax + 1, Number.NaN]) {
    expect(await amount(wrong)).toBe('received_amount_invalid');
  }
});

test('validation never throws, and handles 50,000 characters', async () => {
  const forms = [orderNoSchema, refundRequestSchema, invoiceRequestSchema, confirmTransferSchema];
  const judge = async (text: string) => {
    for (const form of forms) {
      const value = { order_no: text, reason: text, kind: text, title: text, tax_no: text, reference: text };
      expect(await fieldErrors(form, value)).toHaveProperty('order_no', 'order_no_invalid');
    }
  };
  await fc.assert(fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), judge), { numRuns: 50 });
  await judge('A1'.repeat(25_000));
  await judge(' '.repeat(50_000));
});

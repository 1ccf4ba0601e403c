import { createHmac } from 'node:crypto';

const body = JSON.stringify({
  order_no: process.env['ORDER_NO'],
  payment_no: process.env['PAYMENT_NO'],
  transaction_id: 'T-2026-0002',
  status: 'paid',
  amount: Number(process.env['AMOUNT']),
  currency: 'CNY',
});
const timestamp = String(Math.floor(Date.now() / 1000));
// The signature covers the bytes as sent, so the body must not be serialized again.
const signature = createHmac('sha256', Buffer.from(process.env['PAY_KEY'] ?? '', 'hex'))
  .update(`${timestamp}.${body}`)
  .digest('hex');

const answer = await fetch('https://yunduo.example/api/pay_notify/sandbox', {
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    'x-pay-timestamp': timestamp,
    'x-pay-signature': signature,
  },
  body,
});
const { code, data } = (await answer.json()) as { code: string; data: { result: string } };
console.log(code, data.result);

import { expect, test } from '@jest/globals';
import { feedbackAssignFormSchema, transferFormSchema } from './rules.ts';

const order = { order_no: 'YD20261121-7K3M9-QXW2H', reference: 'BANK-1' };

test.each([
  ['1299', 129_900],
  ['1,299.00', 129_900],
  ['1,299.5', 129_950],
  ['0.29', 29],
  [' 1，299 ', 129_900],
  ['1 234 567.89', 123_456_789],
])('an amount of %s yuan is sent as %d fen', (amount, fen) => {
  expect(transferFormSchema.cast({ ...order, amount })).toMatchObject({ amount: fen });
});

test.each(['', 'a lot', '1.299,00', '12,34', '1,2990', '12.345', '-5', '1e3'])(
  'the amount “%s” is an error at its field',
  async (amount) => {
    await expect(transferFormSchema.validate({ ...order, amount })).rejects.toMatchObject({ path: 'amount' });
  },
);

test.each([
  ['', null],
  ['8', 8],
])('the choice “%s” of an operator is sent as %p', (assignee, id) => {
  expect(feedbackAssignFormSchema.cast({ assignee })).toEqual({ assignee: id });
});
